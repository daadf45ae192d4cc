import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';

/* Members that inputs share. */

/** Returns a text, which may be empty. */
export function text(description: string) {
	return z.string().check(z.describe(description));
}

export function optionalText(description: string) {
	return z.exactOptional(text(description));
}

export function optionalTexts(description: string) {
	return z.exactOptional(z.array(z.string()).check(z.describe(description)));
}

export function optionalFlag(description: string) {
	return z.exactOptional(z.boolean().check(z.describe(description)));
}

export function optionalChoice<const Values extends readonly string[]>(values: Values, description: string) {
	return z.exactOptional(z.enum(values).check(z.describe(description)));
}

/** Returns a list of at least one text. */
export function texts(description: string) {
	return z.array(z.string()).check(z.minLength(1), z.describe(description));
}

/** Returns a text that must not be empty. */
export function nonEmpty(description: string) {
	return z.string().check(z.minLength(1), z.describe(description));
}

/** The records that inputs name. */
export type RecordNoun = 'run' | 'batch' | 'job' | 'dataset' | 'deployment';

const nouns = new WeakMap<object, RecordNoun>();

/**
 * Returns the parameter that identifies a record: before an operation runs, an id prefix or a name is replaced by the
 * whole id.
 */
export function idOf(noun: RecordNoun, description: string) {
	const schema = nonEmpty(description);
	nouns.set(schema, noun);
	return schema;
}

/** Returns the noun of the record that a member of an input names, even if it is optional or a list. */
export function nounOf(member: z.ZodMiniType): RecordNoun | undefined {
	const { innerType, element } = (member as { readonly def?: Inner }).def ?? {};
	const inner = innerType ?? element;
	return nouns.get(member) ?? (inner === undefined ? undefined : nounOf(inner));
}

interface Inner {
	readonly innerType?: z.ZodMiniType;
	readonly element?: z.ZodMiniType;
}

export function optionalId(...parts: Parameters<typeof idOf>) {
	return z.exactOptional(idOf(...parts));
}

/** Returns an optional integer from 0 on. */
export function natural(description: string) {
	return z.exactOptional(z.int().check(z.gte(0), z.describe(description)));
}

/** Returns an integer within bounds. */
export function integer(lowest: number, highest: number, description: string) {
	return z.int().check(z.gte(lowest), z.lte(highest), z.describe(description));
}

export function optionalInteger(...parts: Parameters<typeof integer>) {
	return z.exactOptional(integer(...parts));
}

export const wait = optionalFlag(l10n.t('wait until it has ended'));

/** The length of a list, 20 by default. */
export const limit = optionalInteger(1, 500, l10n.t('the maximum number; 20 if omitted'));
