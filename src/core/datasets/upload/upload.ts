/** One file of a dataset upload. */
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

/** The time when a file was changed last, and its length. */
type FileStamp = Pick<UploadFile, 'bytes' | 'modifiedAt'>;

/** Returns whether a file has the size and time that it had when it was chosen. */
export function isAsChosen(chosen: FileStamp, now: FileStamp): boolean {
	// Some callers keep only whole milliseconds.
	return now.bytes === chosen.bytes && Math.abs(now.modifiedAt - chosen.modifiedAt) < 1;
}

/**
 * `sending`: files are in transit. `checking`: the list of the service is compared. `validating`: everything arrived,
 * the service checks it. `ready`, `failed` (nothing more can be sent to the dataset), `canceled` and `incomplete` (some
 * files did not arrive) are ends; only `incomplete` can be continued, by a person.
 */
export const uploadStates = [
	'sending',
	'checking',
	'validating',
	'ready',
	'failed',
	'canceled',
	'incomplete',
] as const;

type UploadState = (typeof uploadStates)[number];

/** The states in which an upload moves. */
export const movingUploadStates = ['sending', 'checking', 'validating'] as const satisfies UploadState[];

export function uploadHasEnded({ state }: { readonly state: UploadState }): boolean {
	return !(movingUploadStates as readonly UploadState[]).includes(state);
}

/** Files that were not sent for one reason. */
export interface FailedFiles {
	/** A sentence without names, or `changed` for files that changed after they were chosen. */
	readonly reason: string;
	/** A `FileSet` as text. */
	readonly files: string;
}

/** An upload as the history keeps it. It refers to files by their numbers (`FileSet`), as `UploadFileTable` has them. */
export interface UploadRecord {
	readonly id: string;
	readonly connectionId: string;
	readonly accountId: string;
	readonly datasetId: string;
	readonly datasetName: string;
	readonly state: UploadState;
	/** All files, and their bytes. */
	readonly count: number;
	readonly bytes: number;
	/** Files that the service has acknowledged, or lists. */
	readonly sent: string;
	/** Files that were not sent, because the service had them before. */
	readonly skipped: string;
	/**
	 * Files that the service had before with the same name and size, and that may still differ (a caption with one word
	 * changed, a file that changed while it was sent): they are sent, and the list of the service proves nothing about
	 * them.
	 */
	readonly replaced: string;
	readonly failed: readonly FailedFiles[];
	/** Bytes of the files that were sent or skipped. */
	readonly doneBytes: number;
	/** Bytes a second, as last measured. */
	readonly rate?: number;
	/** The number of times that a person has started it. */
	readonly attempt: number;
	/** The latest attempt that may have sent a file. */
	readonly begun?: number;
	/** The last recorded time when files may have been in transit; milliseconds since 1970. */
	readonly activeAt?: number;
	/** Milliseconds since 1970. */
	readonly startedAt: number;
	/** The time when everything had arrived. */
	readonly sentAt?: number;
	readonly endedAt?: number;
	/** A sentence about the current obstacle, or about the end. */
	readonly notice?: string;
}

/** The amounts of an upload that are done. */
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
export interface SendingState {
	readonly sent: string;
	readonly skipped: string;
	readonly failed: readonly FailedFiles[];
	readonly doneBytes: number;
	readonly rate?: number;
	readonly activeAt: number;
	readonly notice?: string;
}
