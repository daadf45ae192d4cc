import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';

/* Members that inputs share. */

/** Returns a text that must not be empty. */
export function nonEmpty(description: string) {
	return z.string().check(z.minLength(1), z.describe(description));
}

/** Returns a whole number from 0 on that may be left out. */
export function natural(description: string) {
	return z.exactOptional(z.int().check(z.gte(0), z.describe(description)));
}

export const wait = z.exactOptional(z.boolean().check(z.describe(l10n.t('wait until it has ended'))));

/** The length of a list, 20 by default. */
export const limit = z.exactOptional(
	z.int().check(z.gte(1), z.lte(500), z.describe(l10n.t('the maximum number; 20 if omitted'))),
);
