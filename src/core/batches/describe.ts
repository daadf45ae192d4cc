import * as l10n from '@vscode/l10n';
import { numberText } from '../base/language.ts';
import { type Batch, endedItems } from './batch.ts';

/** Returns the title of a batch: `4 seeds of harbour.json`, or `12 runs of steps.sweep.csv`. */
export function batchTitle({ count, name, valuesOf }: Pick<Batch, 'count' | 'name' | 'valuesOf'>): string {
	if (valuesOf !== undefined)
		return count === 1
			? l10n.t('1 run of {0}', valuesOf)
			: l10n.t('{0} runs of {1}', numberText(count), valuesOf);
	return count === 1 ? l10n.t('1 seed of {0}', name) : l10n.t('{0} seeds of {1}', numberText(count), name);
}

/** Returns the title of a batch with its progress first: `2 of 4 seeds of harbour.json`. */
export function batchProgressTitle(batch: Batch): string {
	const [ended, count] = [numberText(endedItems(batch)), numberText(batch.count)];
	return batch.valuesOf === undefined
		? l10n.t('{0} of {1} seeds of {2}', ended, count, batch.name)
		: l10n.t('{0} of {1} runs of {2}', ended, count, batch.valuesOf);
}

/**
 * Describes the progress of a batch in a few parts: `2 of 4 done`, `1 failed`, `paused`. The reason for an automatic pause is its notice.
 */
export function describeBatch(batch: Batch): readonly string[] {
	const { failed, canceled, uncertain } = batch.counts;
	return [
		l10n.t('{0} of {1} done', numberText(endedItems(batch)), numberText(batch.count)),
		...(failed === 0 ? [] : [l10n.t('{0} failed', numberText(failed))]),
		...(canceled === 0 ? [] : [l10n.t('{0} canceled', numberText(canceled))]),
		...(uncertain === 0 ? [] : [l10n.t('{0} may have been sent', numberText(uncertain))]),
		...stateText(batch),
	];
}

function stateText({ state, notice }: Pick<Batch, 'state' | 'notice'>): readonly string[] {
	switch (state) {
		case 'paused':
			return notice === undefined ? [l10n.t('paused')] : [];
		case 'canceling':
			return [l10n.t('being canceled')];
		case 'canceled':
			return [l10n.t('stopped')];
		case 'running':
		case 'ended':
			return [];
	}
}
