import type { Dataset } from './dataset.ts';
import { FileSet } from './fileSet.ts';
import type { UploadFile, UploadRecord } from './upload.ts';
import { isCaption } from './uploadGroups.ts';

/** Sizes by name. Systems write the same letter with an accent in two ways. */
export function sizesOf({ files = [] }: Dataset): ReadonlyMap<string, number> {
	return new Map(files.map((file) => [keyOf(file), file.bytes]));
}

export function keyOf({ name }: { readonly name: string }): string {
	return name.normalize('NFC');
}

/**
 * What of the files is in the dataset already, by name and exact size. Two pictures or videos that agree in both are the same for all
 * practical purposes; a caption is changed by a word in place of another one, so it is sent in any case.
 */
export function compareWithDataset(
	files: readonly UploadFile[],
	dataset: Dataset,
): Pick<UploadRecord, 'skipped' | 'replaced' | 'doneBytes'> {
	const skipped = new FileSet(files.length);
	const replaced = new FileSet(files.length);
	const listed = sizesOf(dataset);
	let doneBytes = 0;
	for (const [index, file] of files.entries()) {
		if (listed.get(keyOf(file)) !== file.bytes) continue;
		if (isCaption(file) || file.text !== undefined) {
			replaced.add(index);
			continue;
		}
		skipped.add(index);
		doneBytes += file.bytes;
	}
	return { skipped: skipped.toString(), replaced: replaced.toString(), doneBytes };
}
