import type { JsonObject } from '../../core/json/value.ts';
import type { InputSpec } from './catalog.ts';
import type { RunError, StoredFile, StoredOutputs } from './outcome.ts';
import type { Verdict } from './validate.ts';

/** Files of an instance by the name that nodes use for them. */
export interface UploadedFiles {
	get(name: string): Promise<Uint8Array | undefined>;
}

export interface EngineJob {
	/** A UUID: that of the request, or of the prompt. */
	readonly id: string;
	/** It may have been submitted before the sandbox was started again. */
	readonly resumed?: boolean;
	/** API-format document as JSON text, numbers as the caller spelled them. */
	readonly document: string;
	readonly hardware: string;
	/** Passed to the engine and forgotten with the job. */
	readonly extraData?: JsonObject;
	readonly uploads: UploadedFiles;
	/** Runs only these output nodes. */
	readonly targets?: readonly string[];
	/** Aborted when the job is no longer needed, or with `leave` when the sandbox ends and will resume it. */
	readonly signal: AbortSignal;
}

/**
 * The reason of an abort that leaves a job to an external engine: the next sandbox on the same data continues to follow
 * it.
 */
export const leave = Symbol('leave');

/** Returns whether a job was left to its engine. */
export function isDetached(signal: AbortSignal): boolean {
	return signal.aborted && signal.reason === leave;
}

export interface EngineFile extends StoredFile {
	readonly bytes: Uint8Array;
}

/**
 * The end of a job. `busyMs` is the simulated time of the GPU. Files are named by the entries of `outputs`. `nodeErrors` are the faults of
 * nodes, in the engine's form, for which a part of the document did not run.
 */
export type EngineEnding =
	| {
			readonly state: 'succeeded';
			readonly outputs: StoredOutputs;
			readonly files: readonly EngineFile[];
			readonly busyMs: number;
			readonly nodeErrors?: object;
	  }
	| { readonly state: 'failed'; readonly error: RunError; readonly busyMs: number };

/** The inputs that classes declare. */
export interface Declarations {
	input(className: unknown, name: string): InputSpec | undefined;
}

/** State of an external engine: whether it answers; `problem` has the reason if not. */
export interface EngineHealth {
	/** Host and port. */
	readonly host: string;
	/** Without name, password and slash at its end. */
	readonly address: string;
	readonly version?: string;
	readonly problem?: string;
}

/** An engine that runs workflows on an instance. `run` does not throw; after an abort its ending is ignored. */
export interface Engine {
	run(job: EngineJob): Promise<EngineEnding>;
	/** Returns node info as JSON text; `document`, a saved workflow, makes it list the models used there. */
	nodeInfo(document?: string): Promise<string>;
	declarations(): Promise<Declarations>;
	/** Returns the engine's verdict on a document; undefined if only running it can decide. `targets` excludes other outputs. */
	validate(
		document: JsonObject,
		uploads: UploadedFiles,
		targets?: readonly string[],
	): Promise<Verdict | undefined>;
	/**
	 * Passes a call on to an external engine unchanged; such an engine costs no simulated money. Throws if it does not
	 * answer.
	 */
	forward?(path: string, init: RequestInit): Promise<Response>;
	health?(): Promise<EngineHealth>;
	/** Stops the runs that an earlier sandbox has left there. */
	stop?(id: string): void;
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
