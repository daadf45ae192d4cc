import * as l10n from '@vscode/l10n';
import { numberText } from '../../core/base/language.ts';
import type { RowResult } from '../../core/workflow/sweep/tableMessages.ts';

/** Returns the results of a row in a few words: states, seconds, cost and stars. */
export function resultText({ states, seconds, usd, stars }: RowResult): string {
	const alone = states.length === 1 && states[0]?.count === 1;
	const parts = states.map(({ state, count }) => (alone ? state : `${numberText(count)} ${state}`));
	if (seconds !== undefined) parts.push(l10n.t('{0} s', numberText(seconds)));
	if (usd !== undefined) parts.push(l10n.t('{0} USD', numberText(usd, { maximumFractionDigits: 6 })));
	if (stars > 0) parts.push(`★ ${numberText(stars)}`);
	return parts.join(' · ');
}
