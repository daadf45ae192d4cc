import * as z from 'zod/mini';
import type { Owner } from '../account/session.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { RecordTable, type TableDefinition } from '../ledger/recordTable.ts';
import type { Spending } from './spending.ts';

const definition: TableDefinition<Spending> = {
	layout: {
		name: 'spending',
		migrations: [
			`
			CREATE TABLE spending (
				id TEXT PRIMARY KEY,
				connection_id TEXT NOT NULL,
				account_id TEXT NOT NULL,
				started_at INTEGER NOT NULL,
				settled INTEGER NOT NULL,
				revision INTEGER NOT NULL,
				record TEXT NOT NULL
			) WITHOUT ROWID;
			CREATE INDEX spending_by_account ON spending (connection_id, account_id, started_at);
			CREATE INDEX spending_unsettled ON spending (connection_id, account_id) WHERE settled = 0;
			CREATE INDEX spending_by_revision ON spending (revision);
			`,
		],
	},
	schema: z.looseObject({
		id: z.string(),
		kind: z.enum(['deployment', 'model', 'job']),
		targetId: z.string(),
		name: z.string(),
		connectionId: z.string(),
		accountId: z.string(),
		startedAt: z.number(),
		endedAt: z.exactOptional(z.number()),
		expected: z.exactOptional(z.number()),
		perHour: z.exactOptional(z.number()),
		batchId: z.exactOptional(z.string()),
		before: z.exactOptional(z.number()),
		beforeAt: z.exactOptional(z.number()),
		after: z.exactOptional(z.number()),
		readAt: z.exactOptional(z.number()),
		reported: z.exactOptional(z.number()),
	} satisfies Record<keyof Spending, z.ZodMiniType>),
	columns: ({ connectionId, accountId, startedAt, after }) => ({
		connection_id: connectionId,
		account_id: accountId,
		started_at: Math.round(startedAt),
		settled: after === undefined ? 0 : 1,
	}),
};

export const spendingLayout = definition.layout;

/** The starts of this computer, of all connections and accounts. */
export class SpendingTable extends RecordTable<Spending> {
	constructor(ledger: Ledger) {
		super(ledger, definition);
	}

	/** Returns the spending of an account, newest first. `since` in milliseconds since 1970. */
	of({ connectionId, accountId }: Owner, limit: number, since = 0): Spending[] {
		return this.select(
			'WHERE connection_id = ? AND account_id = ? AND started_at >= ? ORDER BY started_at DESC, id LIMIT ?',
			connectionId,
			accountId,
			Math.round(since),
			limit,
		);
	}

	/** Returns the spending of an account for which no balance was read after its end. */
	unsettled({ connectionId, accountId }: Owner): Spending[] {
		return this.select(
			'WHERE connection_id = ? AND account_id = ? AND settled = 0 ORDER BY started_at, id',
			connectionId,
			accountId,
		);
	}
}
