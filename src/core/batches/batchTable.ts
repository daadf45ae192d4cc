import * as z from 'zod/mini';
import type { Ledger } from '../ledger/ledger.ts';
import { MovingTable, movingDefinition } from '../ledger/movingTable.ts';
import type { MediaFolders } from '../runs/plan/media.ts';
import { type RunTarget, runStarters, targetKinds } from '../runs/run.ts';
import { type Batch, type BatchCounts, batchHasEnded, batchStates, movingBatchStates } from './batch.ts';

/** Far more items than a person requests together; a record with more was damaged or changed. */
const mostItems = 10_000;

/** A schema for each member of `T`. */
type Members<T> = Record<keyof T, z.ZodMiniType>;

const batch = {
	id: z.string(),
	connectionId: z.string(),
	accountId: z.string(),
	to: z.looseObject({
		kind: z.literal('run'),
		target: z.looseObject({
			kind: z.enum(targetKinds),
			id: z.string(),
			name: z.string(),
		} satisfies Members<RunTarget>),
		mode: z.enum(['overrides', 'inline', 'auto']),
		folders: z.exactOptional(
			z.looseObject({
				document: z.exactOptional(z.string()),
				workspace: z.exactOptional(z.string()),
			} satisfies Members<MediaFolders>),
		),
		media: z.array(z.string()),
	} satisfies Members<Batch['to']>),
	name: z.string(),
	documentUri: z.exactOptional(z.string()),
	valuesOf: z.exactOptional(z.string()),
	startedBy: z.exactOptional(z.enum(runStarters)),
	state: z.enum(batchStates),
	count: z.int().check(z.nonnegative(), z.maximum(mostItems)),
	parallel: z.int().check(z.positive()),
	refused: z.array(z.int()),
	counts: z.looseObject({
		moving: z.int(),
		succeeded: z.int(),
		failed: z.int(),
		canceled: z.int(),
		uncertain: z.int(),
	} satisfies Members<BatchCounts>),
	microdollarsPerHour: z.exactOptional(z.number()),
	costMicrodollars: z.number(),
	maxMicrodollars: z.exactOptional(z.number()),
	maxFailures: z.exactOptional(z.int()),
	failedBefore: z.exactOptional(z.int()),
	mayPassLimit: z.exactOptional(z.boolean()),
	startedAt: z.number(),
	endedAt: z.exactOptional(z.number()),
	notice: z.exactOptional(z.string()),
	pauseSaid: z.exactOptional(z.boolean()),
} satisfies Members<Batch>;

const definition = movingDefinition<Batch>('batches', z.looseObject(batch));

export const batchLayout = definition.layout;

/** The batches of all connections and accounts. */
export class BatchTable extends MovingTable<Batch> {
	constructor(ledger: Ledger) {
		super(ledger, definition, movingBatchStates);
	}
}

/** Returns whether a batch in the history has not ended, so that it still depends on its runs. */
export function holdsItems(ledger: Ledger): (batchId: string) => boolean {
	const batches = new BatchTable(ledger);
	return (batchId) => {
		const batch = batches.get(batchId);
		return batch !== undefined && !batchHasEnded(batch);
	};
}
