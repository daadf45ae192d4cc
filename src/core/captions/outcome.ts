import * as l10n from '@vscode/l10n';
import { counted } from '../base/language.ts';
import type { HistoryChange, HistoryStep } from './history.ts';
import type { CaptionOutcome } from './messages.ts';

export interface Failed {
	readonly change: HistoryChange;
	readonly reason: string;
}

export const changedText = (count: number): string =>
	counted(count, l10n.t('Changed 1 caption.'), l10n.t('Changed {0} captions.'));
export const undoneText = (count: number): string =>
	counted(count, l10n.t('Undone in 1 caption.'), l10n.t('Undone in {0} captions.'));
export const redoneText = (count: number): string =>
	counted(count, l10n.t('Redone in 1 caption.'), l10n.t('Redone in {0} captions.'));

/** Describes the outcome of a change of several captions, in one or more sentences, beginning with the completed ones. */
export function outcomeOf(
	sentence: string,
	done: HistoryStep,
	left: number,
	failed: readonly Failed[],
): CaptionOutcome {
	const parts = [sentence];
	if (left > 0)
		parts.push(
			counted(
				left,
				l10n.t('1 caption has changed on disk and was left unchanged.'),
				l10n.t('{0} captions have changed on disk and were left unchanged.'),
			),
		);
	const [first] = failed;
	if (first !== undefined)
		parts.push(
			counted(
				failed.length,
				l10n.t('1 caption cannot be written.'),
				l10n.t('{0} captions cannot be written.'),
			),
			first.reason,
		);
	return { ids: done.map(({ id }) => id), text: parts.join(' ') };
}
