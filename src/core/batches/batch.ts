import type { MediaFolders } from '../runs/plan/media.ts';
import type { PlanMode } from '../runs/plan/plan.ts';
import type { RunStarter, RunTarget } from '../runs/run.ts';

/** The state of a batch. `paused` sends nothing more until a person continues it; `canceling` waits for the items that have not ended. */
export const batchStates = ['running', 'paused', 'canceling', 'canceled', 'ended'] as const;

type BatchState = (typeof batchStates)[number];

/** States that a batch leaves, automatically or when a person continues it. */
export const movingBatchStates = ['running', 'paused', 'canceling'] as const satisfies readonly BatchState[];

/** The target of each item and the way it is sent. */
interface BatchTarget {
	readonly kind: 'run';
	readonly target: RunTarget;
	readonly mode: PlanMode | 'auto';
	/**
	 * The folders that file names in the document are relative to. Absent for a document from the service: no local
	 * file is read for it.
	 */
	readonly folders?: MediaFolders;
	/** Paths of local files that are sent with each run. Their bytes are read when it is sent. */
	readonly media: readonly string[];
}

/** The limits at which a batch pauses automatically. */
export interface BatchCaps {
	/** Pauses when the next item could raise the total cost above this, in millionths of a US dollar. */
	readonly maxMicrodollars?: number;
	/** The number of failed items at which it pauses, counted since it began or was last continued. */
	readonly maxFailures?: number;
}

/** The numbers of items by their state. All other items wait. */
export interface BatchCounts {
	readonly moving: number;
	readonly succeeded: number;
	/** Failed, lost, or refused by the service. */
	readonly failed: number;
	readonly canceled: number;
	/** It is unknown whether they arrived; they are not sent again. */
	readonly uncertain: number;
}

/** Several runs that a person requested together. Kept in the ledger; every change is a new value. */
export interface Batch extends BatchCaps {
	/** Our own id (UUID), also the name of the file with its items. */
	readonly id: string;
	readonly connectionId: string;
	readonly accountId: string;
	readonly to: BatchTarget;
	/** The name that people know it by. */
	readonly name: string;
	/** URI of its document, if it has one. */
	readonly documentUri?: string;
	/** The name of the table or the folder with its values; absent if its items differ only in their seeds. */
	readonly valuesOf?: string;
	/** The program that requested it; absent for a person in the editor. */
	readonly startedBy?: RunStarter;
	readonly state: BatchState;
	/** Number of items. */
	readonly count: number;
	/** Items that move at the same time, at most. */
	readonly parallel: number;
	/** Items that the service has rejected as invalid; they are not sent again. */
	readonly refused: readonly number[];
	readonly counts: BatchCounts;
	/** The failed items before it was last continued. */
	readonly failedBefore?: number;
	/** The price of an hour of the machine, by which the cost of items is estimated that the service does not report. */
	readonly microdollarsPerHour?: number;
	/** The reported cost of the items that have ended. */
	readonly costMicrodollars: number;
	/** The person has agreed that it may pass the limit of the day. */
	readonly mayPassLimit?: boolean;
	/** Milliseconds since 1970. */
	readonly startedAt: number;
	readonly endedAt?: number;
	/** The reason why it is paused or waits, as a sentence. */
	readonly notice?: string;
	/** A person was notified of its automatic pause. */
	readonly pauseSaid?: boolean;
}

/** Returns whether a batch no longer changes, even if a person tries to continue it. */
export function batchHasEnded({ state }: Pick<Batch, 'state'>): boolean {
	return !movingBatchStates.some((moving) => moving === state);
}

/** Returns whether a person can continue it: it is paused, or the program that sent its items may be gone. */
export function batchCanContinue({ state }: Pick<Batch, 'state'>): boolean {
	return state === 'paused' || state === 'running';
}

/** Returns the number of items of a batch that have ended. */
export function endedItems({ counts }: Pick<Batch, 'counts'>): number {
	return counts.succeeded + counts.failed + counts.canceled + counts.uncertain;
}
