import * as z from 'zod/mini';
import { type RecordOf, record } from '../ledger/recordSchema.ts';
import { runStarters, runTarget } from '../runs/runSchema.ts';

/** Far more items than a person requests together; a record with more was damaged or changed. */
const mostItems = 10_000;

/** The state of a batch. `paused` sends nothing more until a person continues it; `canceling` waits for the items that have not ended. */
export const batchStates = ['running', 'paused', 'canceling', 'canceled', 'ended'] as const;

/** The target of each item and the way it is sent. */
const to = record({
	kind: z.literal('run'),
	target: runTarget,
	mode: z.enum(['overrides', 'inline', 'auto']),
	/**
	 * The folders that file names in the document are relative to. Absent for a document from the service: no local
	 * file is read for it.
	 */
	folders: z.exactOptional(
		record({ document: z.exactOptional(z.string()), workspace: z.exactOptional(z.string()) }),
	),
	/** Paths of local files that are sent with each run. Their bytes are read when it is sent. */
	media: z.array(z.string()),
});

/** The numbers of items by their state. All other items wait. */
const counts = record({
	moving: z.int(),
	succeeded: z.int(),
	/** Failed, lost, or refused by the service. */
	failed: z.int(),
	canceled: z.int(),
	/** It is unknown whether they arrived; they are not sent again. */
	uncertain: z.int(),
});

/** Several runs that a person requested together. Kept in the ledger; every change is a new value. */
export const batchSchema = record({
	/** Our own id (UUID), also the name of the file with its items. */
	id: z.string(),
	connectionId: z.string(),
	accountId: z.string(),
	to,
	name: z.string(),
	documentUri: z.exactOptional(z.string()),
	/** The name of the table or the folder with its values; absent if its items differ only in their seeds. */
	valuesOf: z.exactOptional(z.string()),
	/** The program that requested it; absent for a person in the editor. */
	startedBy: z.exactOptional(z.enum(runStarters)),
	state: z.enum(batchStates),
	count: z.int().check(z.nonnegative(), z.maximum(mostItems)),
	/** Items that move at the same time, at most. */
	parallel: z.int().check(z.positive()),
	/** Items that the service has rejected as invalid; they are not sent again. */
	refused: z.array(z.int()),
	counts,
	/** The price of an hour of the machine, by which the cost of items is estimated that the service does not report. */
	microdollarsPerHour: z.exactOptional(z.number()),
	/** The reported cost of the items that have ended. */
	costMicrodollars: z.number(),
	/** Pauses when the next item could raise the total cost above this, in millionths of a US dollar. */
	maxMicrodollars: z.exactOptional(z.number()),
	/** The number of failed items at which it pauses, counted since it began or was last continued. */
	maxFailures: z.exactOptional(z.int()),
	/** The failed items before it was last continued. */
	failedBefore: z.exactOptional(z.int()),
	/** The person has agreed that it may pass the limit of the day. */
	mayPassLimit: z.exactOptional(z.boolean()),
	/** Milliseconds since 1970. */
	startedAt: z.number(),
	endedAt: z.exactOptional(z.number()),
	/** The reason why it is paused or waits, as a sentence. */
	notice: z.exactOptional(z.string()),
	/** A person was notified of its automatic pause. */
	pauseSaid: z.exactOptional(z.boolean()),
});

export type Batch = RecordOf<typeof batchSchema>;
