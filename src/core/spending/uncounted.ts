import * as l10n from '@vscode/l10n';
import { describeMoment } from '../base/ages.ts';
import { firstOf } from '../base/language.ts';
import type { CeilingQuestion } from './ceiling.ts';

/**
 * Returns a sentence about the work in progress that counts only in part because of its unknown cost; empty without
 * any.
 */
export function uncountedTexts(
	{ uncounted }: Pick<CeilingQuestion, 'uncounted'>,
	now: number,
): readonly string[] {
	const named = uncounted.map(({ name, startedAt }) =>
		l10n.t('{0} ({1})', name, describeMoment(startedAt, now)),
	);
	return named.length === 0
		? []
		: [l10n.t('Not fully counted yet, because the cost is unknown: {0}.', firstOf(named, 3))];
}
