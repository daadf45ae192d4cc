import * as z from 'zod/mini';
import { type RecordOf, record } from '../../ledger/recordSchema.ts';

/** Far more files than an upload has; a record with more was damaged or changed. */
const mostFiles = 1_000_000;

/** Files that were not sent for one reason. */
const failedFiles = record({
	/** A sentence without names, or `changed` for files that changed after they were chosen. */
	reason: z.string(),
	/** A `FileSet` as text. */
	files: z.string(),
});

/**
 * `sending`: files are in transit. `checking`: the list of the service is compared. `validating`: everything arrived,
 * the service checks it. `ready`, `failed` (nothing more can be sent to the dataset), `canceled` and `incomplete` (some
 * files did not arrive) are ends; only `incomplete` can be continued, by a person.
 */
export const uploadState = z.enum([
	'sending',
	'checking',
	'validating',
	'ready',
	'failed',
	'canceled',
	'incomplete',
]);

/** An upload as the history keeps it. It refers to files by their numbers (`FileSet`), as `UploadFileTable` has them. */
export const uploadSchema = record({
	id: z.string(),
	connectionId: z.string(),
	accountId: z.string(),
	datasetId: z.string(),
	datasetName: z.string(),
	state: uploadState,
	/** All files, and their bytes. */
	count: z.int().check(z.nonnegative(), z.maximum(mostFiles)),
	bytes: z.number(),
	/** Files that the service has acknowledged, or lists. */
	sent: z.string(),
	/** Files that were not sent, because the service had them before. */
	skipped: z.string(),
	/**
	 * Files that the service had before with the same name and size, and that may still differ (a caption with one word
	 * changed, a file that changed while it was sent): they are sent, and the list of the service proves nothing about
	 * them.
	 */
	replaced: z.string(),
	failed: z.array(failedFiles),
	/** Bytes of the files that were sent or skipped. */
	doneBytes: z.number(),
	/** Bytes a second, as last measured. */
	rate: z.exactOptional(z.number()),
	/** The number of times that a person has started it. */
	attempt: z.number(),
	/** The latest attempt that may have sent a file. */
	begun: z.exactOptional(z.number()),
	/** The last recorded time when files may have been in transit; milliseconds since 1970. */
	activeAt: z.exactOptional(z.number()),
	/** Milliseconds since 1970. */
	startedAt: z.number(),
	/** The time when everything had arrived. */
	sentAt: z.exactOptional(z.number()),
	endedAt: z.exactOptional(z.number()),
	/** A sentence about the current obstacle, or about the end. */
	notice: z.exactOptional(z.string()),
});

export interface FailedFiles extends RecordOf<typeof failedFiles> {}
export interface UploadRecord extends RecordOf<typeof uploadSchema> {}
