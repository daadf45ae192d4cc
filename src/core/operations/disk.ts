import type { SessionSource } from '../account/session.ts';
import type { Result } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { readCaption, writeCaption } from '../captions/captionFile.ts';
import type { DatasetStore } from '../datasets/datasetStore.ts';
import type { UploadReportModel } from '../datasets/report/model.ts';
import type { UploadReport } from '../datasets/report/uploadReport.ts';
import type { UploadService } from '../datasets/upload/service.ts';
import type { DeploymentStore } from '../deployments/store.ts';
import type { checkpointHeader, saveCheckpoint } from '../jobs/checkpoints/checkpoints.ts';
import type { SampleCopySource, sampleCopy } from '../jobs/samples/sampleCopy.ts';
import type { SavedFiles, saveFiles } from '../runs/archive/saveFiles.ts';
import type { DocumentFacts } from '../runs/documentFacts.ts';
import type { FileReader, MediaFolders } from '../runs/plan/media.ts';
import type { Run } from '../runs/run.ts';
import type { SavedWorkflows } from '../runs/start/savedWorkflows.ts';
import type { TransferQueue } from '../transfers/transferQueue.ts';

export interface TextFile {
	readonly name: string;
	readonly text: string;
	readonly uri: string;
	readonly folder: string;
}

/** The session of the account that owns the records. */
interface OfAccount {
	readonly session: SessionSource;
	readonly log: Log;
}

/** The work of operations with files of this computer. A relative path starts at the folder of this process. */
export interface Disk {
	/** Reads files that a document names, for plans. */
	readonly files: FileReader;
	/** Reads a text from a path given by a person; of at most `mostBytes`, by default the length of the longest workflow. */
	readText(path: string, mostBytes?: number): Promise<Result<TextFile>>;
	/**
	 * Reads the text of a file in a folder; undefined if it does not exist or cannot be read. For one that exists,
	 * `onUnread` gets the reason, as the end of a sentence.
	 */
	textIn(folder: string, name: string, onUnread?: (why: string) => void): Promise<string | undefined>;
	/** Returns the paths of the files of one folder that fit a pattern such as `pictures/*.png`, by name; it starts at `folder`. */
	filesLike(pattern: string, folder: string): readonly string[];
	/**
	 * Writes a text atomically: over the file at that path if `before` is still its text, or unconditionally; if
	 * `before` is absent, only as a new file.
	 */
	writeText(
		path: string,
		text: string,
		before: string | { readonly replaced: true } | undefined,
	): Promise<Result<{ readonly path: string }>>;
	readCaption: typeof readCaption;
	writeCaption: typeof writeCaption;
	/** Returns the path, without links, of a given folder; a failure if it does not exist. */
	folderAt(path: string): Promise<Result<string>>;
	/** Returns the report of a folder, not read yet. */
	reportOf(folder: string, log: Log): UploadReport;
	/** Returns a report of a folder that can be uploaded, being read. */
	uploadOf(
		folder: string,
		parts: OfAccount & {
			readonly store: DatasetStore;
			readonly uploads: UploadService;
			/** The path as it was given, after which the dataset is named. */
			readonly named: string;
		},
	): UploadReportModel;
	/** Opens the saved workflows of deployments, with the node classes kept here. */
	savedWorkflows(
		parts: OfAccount & {
			readonly store: DeploymentStore;
			readonly documents: () => Promise<DocumentFacts>;
		},
	): SavedWorkflows;
	/** Keeps the document of a run with its results; rejects if it cannot be written. */
	keepDocument(runId: string, text: string): Promise<void>;
	/** Keeps the inputs of a run with its results; rejects if they cannot be written. */
	keepInputs(runId: string, text: string): Promise<void>;
	/** Keeps a result of a run from a shared file; rejects if it cannot be written. */
	keepResult(runId: string, name: string, bytes: Uint8Array): Promise<void>;
	keptDocument(runId: string): Promise<string | undefined>;
	keptInputs(runId: string): Promise<string | undefined>;
	pathOfResult(runId: string, name: string): string;
	saveFiles(run: Run, place: Omit<Parameters<typeof saveFiles>[1], 'archive'>): Promise<Result<SavedFiles>>;
	saveCheckpoint(
		source: Parameters<typeof saveCheckpoint>[0],
		place: Omit<Parameters<typeof saveCheckpoint>[1], 'as'> & { readonly as?: string },
	): Promise<Result<{ readonly path: string; readonly bytes: number }>>;
	/** Returns the path of the copy of a sample on this computer; it is downloaded if missing. */
	sampleCopy(
		source: SampleCopySource & { readonly queue: TransferQueue },
		place: Parameters<typeof sampleCopy>[3],
	): Promise<Result<string>>;
	/** Copies a file into a folder without overwriting, and returns its path there. */
	saveCopy(file: { readonly path: string; readonly name: string }, folder: string): Promise<Result<string>>;
	/** Reads the header of a checkpoint, as JSON text. */
	checkpointMetadata(...checkpoint: Parameters<typeof checkpointHeader>): Promise<Result<string>>;
	/** Returns the folders in which the names of files in a document begin; undefined for one that is not a file. */
	foldersOf(documentUri: string): MediaFolders | undefined;
}
