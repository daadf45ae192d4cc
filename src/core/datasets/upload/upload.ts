import type { UploadRecord } from './record.ts';

export interface UploadFile {
	/** Absolute path on this computer; only a label if `text` is given. */
	readonly path: string;
	/** Its name in the dataset. */
	readonly name: string;
	/** Exact size in bytes. */
	readonly bytes: number;
	/** Milliseconds since 1970 (`mtimeMs`). A file that has another time or size when its turn comes is not sent. */
	readonly modifiedAt: number;
	/** The content that replaces that of the file at `path`; sent as UTF-8. */
	readonly text?: string;
}

type FileStamp = Pick<UploadFile, 'bytes' | 'modifiedAt'>;

/** Returns whether a file has the size and time that it had when it was chosen. */
export function isAsChosen(chosen: FileStamp, now: FileStamp): boolean {
	// Some callers keep only whole milliseconds.
	return now.bytes === chosen.bytes && Math.abs(now.modifiedAt - chosen.modifiedAt) < 1;
}

export const movingUploadStates = [
	'sending',
	'checking',
	'validating',
] as const satisfies UploadRecord['state'][];

export function uploadHasEnded({ state }: Pick<UploadRecord, 'state'>): boolean {
	return !(movingUploadStates as readonly UploadRecord['state'][]).includes(state);
}

interface UploadCounts {
	readonly count: number;
	/** Files that are on the service: sent now, or skipped because they were there. */
	readonly done: number;
	/** The part of `done` that already existed. */
	readonly skipped: number;
	readonly failed: number;
	readonly bytes: number;
	/** The bytes that have arrived, including those of files in transit. */
	readonly doneBytes: number;
}

/** An upload for display. */
export interface Upload
	extends Pick<
		UploadRecord,
		'id' | 'connectionId' | 'accountId' | 'datasetId' | 'datasetName' | 'state' | 'startedAt' | 'endedAt'
	> {
	readonly files: UploadCounts;
	/** Files that were not sent, each with a sentence; complete only after the upload has ended. */
	readonly failed: readonly { readonly name: string; readonly reason: string }[];
	/** Bytes a second; absent while nothing is sent or known. */
	readonly rate?: number;
	/** An estimate from the last seconds. */
	readonly secondsLeft?: number;
	/** A sentence: the obstacle, the reason of the failure, or the files on the service after a cancel. */
	readonly notice?: string;
}

/** The state of the files in the window that sends. */
export interface SendingState
	extends Pick<UploadRecord, 'sent' | 'skipped' | 'failed' | 'doneBytes' | 'rate' | 'notice'> {
	readonly activeAt: number;
}
