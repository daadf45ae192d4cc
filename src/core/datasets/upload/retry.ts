import { isCaption } from './groups.ts';
import type { UploadRecord } from './record.ts';
import { asItIsNow, changedReason } from './source.ts';
import { isAsChosen, type UploadFile } from './upload.ts';
import { failedOf } from './view.ts';

/** The files of an upload that is continued; those that failed are in their current state on this computer. */
export interface FilesOfRetry {
	readonly files: readonly UploadFile[];
	/** The numbers of failed files that the service may have with the current name and size but other content. */
	readonly replaced: readonly number[];
}

/**
 * Returns the files to send when a person retries a failed upload.
 * @param files as they were last chosen.
 */
export async function filesOfRetry(
	record: UploadRecord,
	files: readonly UploadFile[],
): Promise<FilesOfRetry> {
	const after = [...files];
	const replaced: number[] = [];
	for (const [index, reason] of failedOf(record)) {
		const file = files[index];
		if (file === undefined) continue;
		const now = await asItIsNow(file);
		// A missing file keeps its state, and fails again with its reason.
		if (now === undefined) continue;
		after[index] = now;
		// A part of the sent bytes may be from the earlier file.
		const hasChanged = reason === changedReason || !isAsChosen(file, now);
		if (hasChanged || isCaption(file) || file.text !== undefined) replaced.push(index);
	}
	return { files: after, replaced };
}
