import * as l10n from '@vscode/l10n';
import { describeDuration } from '../../base/ages.ts';
import { describeBytes } from '../../base/bytes.ts';
import { numberText } from '../../base/language.ts';
import type { Upload } from './upload.ts';

/** Describes the progress: `412 of 824 files, 1.1 GB of 2.4 GB`, or `824 files, 2.4 GB`. */
export function uploadCounts({ files }: Pick<Upload, 'files'>): string {
	const { done, count, doneBytes, bytes } = files;
	if (done === count && doneBytes === bytes)
		return count === 1
			? l10n.t('1 file, {0}', describeBytes(bytes))
			: l10n.t('{0} files, {1}', numberText(count), describeBytes(bytes));
	const parts = [numberText(done), numberText(count), describeBytes(doneBytes), describeBytes(bytes)];
	return count === 1
		? l10n.t('{0} of 1 file, {2} of {3}', ...parts)
		: l10n.t('{0} of {1} files, {2} of {3}', ...parts);
}

/** Describes the rate: `3.2 MB/s, about 2 min 10 s left`; undefined while nothing is sent. */
export function paceText({
	state,
	rate,
	secondsLeft,
}: Pick<Upload, 'state' | 'rate' | 'secondsLeft'>): string | undefined {
	if (state !== 'sending' || rate === undefined) return undefined;
	const pace = `${describeBytes(Math.round(rate))}/s`;
	return secondsLeft === undefined
		? pace
		: l10n.t('{0}, about {1} left', pace, describeDuration(secondsLeft * 1000));
}
