import * as z from 'zod/mini';
import type { Ledger } from '../ledger/ledger.ts';
import { RecordTable, type TableDefinition } from '../ledger/recordTable.ts';
import { type RunTarget, targetKinds } from '../runs/run.ts';
import { type Batch, type BatchCounts, batchStates, movingBatchStates } from './batch.ts';

/** Far more items than a person asks for at once; a record that says otherwise was damaged or changed. */
export const mostItems = 10_000;

/** A schema for each member of `T`. */
type Members<T> = Record<keyof T, z.ZodMiniType>;

const batch = {
	id: z.string(),
	connectionId: z.string(),
	accountId: z.string(),
	to: z.discriminatedUnion('kind', [
		z.object({
			kind: z.literal('run'),
			target: z.object({
				kind: z.enum(targetKinds),
				id: z.string(),
				name: z.string(),
			} satisfies Members<RunTarget>),
			mode: z.enum(['overrides', 'inline', 'auto']),
		}),
		z.object({ kind: z.literal('job'), gpuType: z.string(), gpuCount: z.int() }),
	]),
	name: z.string(),
	documentUri: z.exactOptional(z.string()),
	state: z.enum(batchStates),
	count: z.int().check(z.nonnegative(), z.maximum(mostItems)),
	parallel: z.int().check(z.positive()),
	refused: z.array(z.int()),
	counts: z.object({
		moving: z.int(),
		succeeded: z.int(),
		failed: z.int(),
		canceled: z.int(),
		uncertain: z.int(),
	} satisfies Members<BatchCounts>),
	costMicrodollars: z.number(),
	maxMicrodollars: z.exactOptional(z.number()),
	maxFailures: z.exactOptional(z.int()),
	startedAt: z.number(),
	endedAt: z.exactOptional(z.number()),
	notice: z.exactOptional(z.string()),
} satisfies Members<Batch>;

const movingList = movingBatchStates.map((state) => `'${state}'`).join(', ');

const definition: TableDefinition<Batch> = {
	layout: {
		name: 'batches',
		migrations: [
			`
			CREATE TABLE batches (
				id TEXT PRIMARY KEY,
				connection_id TEXT NOT NULL,
				account_id TEXT NOT NULL,
				state TEXT NOT NULL,
				started_at INTEGER NOT NULL,
				revision INTEGER NOT NULL,
				record TEXT NOT NULL
			) WITHOUT ROWID;
			CREATE INDEX batches_by_account ON batches (connection_id, account_id, started_at);
			CREATE INDEX batches_by_revision ON batches (revision);
			`,
		],
	},
	schema: z.object(batch),
	columns: ({ connectionId, accountId, state, startedAt }) => ({
		connection_id: connectionId,
		account_id: accountId,
		state,
		started_at: Math.round(startedAt),
	}),
};

export const batchLayout = definition.layout;

/** The batches of all connections and accounts. */
export class BatchTable extends RecordTable<Batch> {
	constructor(ledger: Ledger) {
		super(ledger, definition);
	}

	/** The latest ones of an account, newest first. */
	latest(connectionId: string, accountId: string, limit: number): Batch[] {
		return this.select(
			'WHERE connection_id = ? AND account_id = ? ORDER BY started_at DESC, id LIMIT ?',
			connectionId,
			accountId,
			limit,
		);
	}

	/** Those of a connection, or of one account of it, that have not ended, oldest first. */
	unfinished(connectionId: string, accountId?: string): Batch[] {
		const account = accountId === undefined ? [] : [accountId];
		return this.select(
			`WHERE connection_id = ? ${account.length === 0 ? '' : 'AND account_id = ?'} AND state IN (${movingList})
				ORDER BY started_at, id`,
			connectionId,
			...account,
		);
	}
}
