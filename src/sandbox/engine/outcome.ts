export interface RunError {
	readonly error: string;
	readonly details: string;
	readonly debugInfo: string;
	readonly errorCode: number;
}

/** A file of an output, as stored: without its address, which depends on the sandbox's own address. */
export interface StoredFile {
	readonly filename: string;
	readonly subfolder: string;
	readonly type: string;
}

/** Node id -> channel -> entries; an entry with a file name is a file, everything else is passed on unchanged. */
export type StoredOutputs = Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;

/** Returns whether an entry of an output is a file. */
export function isFile(entry: unknown): entry is StoredFile {
	return (
		typeof entry === 'object' &&
		entry !== null &&
		'filename' in entry &&
		'subfolder' in entry &&
		'type' in entry
	);
}

/** Returns an error of the service about a run, which no node has caused. */
export function runError(error: string, details: string, errorCode: number): RunError {
	return { error, details, debugInfo: '', errorCode };
}
