/** A file of a dataset as the service lists it. */
export interface DatasetFile {
	readonly name: string;
	/** Absent if the service does not report it. */
	readonly bytes?: number;
}

/** A dataset of the trainer: trainer-service.md, "Dataset". */
export interface Dataset {
	/** A UUID; training configurations use the name instead. */
	readonly id: string;
	readonly name: string;
	/** A word of trainer-service.md or an unknown one, as received. */
	readonly state: string;
	/** Milliseconds since 1970. */
	readonly createdAt?: number;
	readonly updatedAt?: number;
	readonly error?: string;
	/** Files that arrived; absent in the list, which has no files. */
	readonly files?: readonly DatasetFile[];
}

/** The folder in which a job finds a dataset: trainer-service.md, "Configuration keys that the service checks". */
export const datasetFolder = '/app/ai-toolkit/datasets/';
