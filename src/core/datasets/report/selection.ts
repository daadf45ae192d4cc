export interface UploadDestination {
	readonly id: string;
	readonly name: string;
}

/** The files to upload, and their destination if that is decided. */
export interface UploadSelection {
	/** Absolute paths of files and folders. */
	readonly paths: readonly string[];
	readonly dataset?: UploadDestination;
}

/** Returns the same text for selections of the same files and destination. */
export function uploadSelectionKey({ paths, dataset }: UploadSelection): string {
	const destination = dataset === undefined ? {} : { dataset: { id: dataset.id, name: dataset.name } };
	return JSON.stringify({ paths: [...paths].sort(), ...destination });
}
