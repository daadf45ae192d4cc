import { ownerOf, type SignedIn } from '../../account/session.ts';
import type { Dataset } from '../dataset.ts';
import { compareWithDataset } from './comparison.ts';
import type { UploadRecord } from './record.ts';
import type { UploadFile } from './upload.ts';

/** Returns the file with its exact size: a text is as long as its bytes. */
export function withExactSize(file: UploadFile): UploadFile {
	return file.text === undefined ? file : { ...file, bytes: Buffer.byteLength(file.text) };
}

/** Returns the record of an upload that begins now. @param now milliseconds since 1970. */
export function newUpload(
	session: SignedIn,
	dataset: Dataset,
	files: readonly UploadFile[],
	now: number,
): UploadRecord {
	return {
		id: crypto.randomUUID(),
		...ownerOf(session),
		datasetId: dataset.id,
		datasetName: dataset.name,
		state: 'sending',
		count: files.length,
		bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
		sent: '',
		...compareWithDataset(files, dataset),
		failed: [],
		attempt: 1,
		startedAt: now,
	};
}
