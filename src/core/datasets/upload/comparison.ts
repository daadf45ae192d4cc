import type { Dataset } from '../dataset.ts';
import { FileSet } from './fileSet.ts';
import { isCaption } from './groups.ts';
import type { UploadRecord } from './record.ts';
import type { UploadFile } from './upload.ts';

/** Returns sizes by name, undefined if the service does not report one. Systems write the same accented letter in two ways. */
export function sizesOf({ files = [] }: Dataset): ReadonlyMap<string, number | undefined> {
	return new Map(files.map((file) => [keyOf(file), file.bytes]));
}

/** Returns whether a sent file has arrived: by its name alone if the service does not report its size. */
export function isListed(
	listed: ReturnType<typeof sizesOf>,
	file: { readonly name: string; readonly bytes: number },
): boolean {
	const key = keyOf(file);
	return listed.has(key) && (listed.get(key) ?? file.bytes) === file.bytes;
}

export function keyOf({ name }: { readonly name: string }): string {
	return name.normalize('NFC');
}

/**
 * Finds the files that are already in the dataset, by name and exact size. Two pictures or videos that agree in both
 * are practically the same; a caption can change in one word, so it is always sent.
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

/** Returns the files of an upload that are in the dataset, without those from before. */
export function arrivedOf(
	{ count, sent: known, skipped: before }: Pick<UploadRecord, 'count' | 'sent' | 'skipped'>,
	files: readonly UploadFile[],
	dataset: Dataset,
): Pick<UploadRecord, 'sent' | 'doneBytes'> {
	const listed = sizesOf(dataset);
	const sent = new FileSet(count, known);
	for (const [index, file] of files.entries()) {
		if (isListed(listed, file)) sent.add(index);
	}
	const skipped = new FileSet(count, before);
	for (const index of skipped) sent.delete(index);
	const doneBytes = [...sent, ...skipped].reduce((sum, index) => sum + (files[index]?.bytes ?? 0), 0);
	return { sent: sent.toString(), doneBytes };
}

/** Returns the first name that two of the files have. */
export function firstTwice(files: readonly UploadFile[]): string | undefined {
	const names = new Set<string>();
	return files.find((file) => names.size === names.add(keyOf(file)).size)?.name;
}
