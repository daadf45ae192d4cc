import type { Call } from '../call.ts';
import type { EngineFile } from '../engine.ts';
import type { Value } from '../values.ts';

/** The results of a run; output nodes add to it. */
export interface Run {
	/** The whole document as JSON text, embedded in pictures as the engine does. */
	readonly document: string;
	/** The time when the run began, in virtual milliseconds since 1970. */
	readonly startedAt: number;
	readonly files: EngineFile[];
	/** Node id -> channel -> entries. Maps, because a node may be called like a member that every object has. */
	readonly outputs: Map<string, Map<string, unknown[]>>;
	/** The number of files of each prefix. */
	readonly counters: Map<string, number>;
}

/** Executes one class; returns one value for each of its outputs. */
type NodeCode = (call: Call, run: Run) => readonly Value[];
export type NodeCodes = Readonly<Record<string, NodeCode>>;
