import type { JsonObject } from '../../core/json/value.ts';
import type { RunError, StoredOutputs } from './outcome.ts';
import type { Verdict } from './validate.ts';

/** Files of an instance by the name that nodes use for them. */
export interface UploadedFiles {
	get(name: string): Promise<Uint8Array | undefined>;
}

/** One workflow to be run. */
export interface EngineJob {
	/** API-format document as JSON text, numbers as the caller spelled them. */
	readonly document: string;
	readonly hardware: string;
	/** Passed to the engine and forgotten with the job. */
	readonly extraData?: JsonObject;
	/** Files that were uploaded to the instance, by the name that nodes use for them. */
	readonly uploads: UploadedFiles;
	/** Only these output nodes are to run. */
	readonly targets?: readonly string[];
	readonly signal: AbortSignal;
}

export interface EngineFile {
	readonly subfolder: string;
	readonly filename: string;
	readonly bytes: Uint8Array;
}

/** How a job ended. `busyMs` is the simulated time of the GPU. Files are named by the entries of `outputs`. */
export type EngineEnding =
	| {
			readonly state: 'succeeded';
			readonly outputs: StoredOutputs;
			readonly files: readonly EngineFile[];
			readonly busyMs: number;
	  }
	| { readonly state: 'failed'; readonly error: RunError; readonly busyMs: number };

/** What runs workflows on an instance. `run` does not throw; after an abort its ending is ignored. */
export interface Engine {
	run(job: EngineJob): Promise<EngineEnding>;
	/** Node info as JSON text; `document`, a saved workflow, lets it list the models that are used there. */
	nodeInfo(document?: string): Promise<string>;
	/**
	 * The engine's verdict on a document; undefined where only running it can decide. `targets` leaves other outputs out.
	 */
	validate(document: JsonObject, targets?: readonly string[]): Verdict | undefined;
	close(): Promise<void>;
}

/** Numbers for `errorCode` of a failed run (docs/sandbox.md). */
export const runErrorCodes = {
	insufficientFunds: 10001,
	disabled: 10002,
	deleted: 10003,
	promptRefused: 20001,
	nodeFailed: 20002,
	engineLost: 20003,
} as const;
