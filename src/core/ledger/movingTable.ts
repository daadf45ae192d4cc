import type * as z from 'zod/mini';
import type { Ledger } from './ledger.ts';
import { RecordTable, type TableDefinition } from './recordTable.ts';

/** The common columns of records that have a start time, belong to an account, and move until they have ended. */
interface MovingRow {
	readonly id: string;
	readonly connectionId: string;
	readonly accountId: string;
	readonly state: string;
	/** Milliseconds since 1970. */
	readonly startedAt: number;
}

/** A connection, or one account of it. */
export interface OwnerQuery {
	readonly connectionId: string;
	readonly accountId?: string;
}

/**
 * Returns the definition of a table for such records, with indexes on their account, their state and their time. The
 * name is an internal constant, never user input.
 */
export function movingDefinition<T extends MovingRow>(
	name: string,
	schema: z.ZodMiniType<T>,
): TableDefinition<T> {
	return {
		layout: {
			name,
			migrations: [
				`
				CREATE TABLE ${name} (
					id TEXT PRIMARY KEY,
					connection_id TEXT NOT NULL,
					account_id TEXT NOT NULL,
					state TEXT NOT NULL,
					started_at INTEGER NOT NULL,
					revision INTEGER NOT NULL,
					record TEXT NOT NULL
				) WITHOUT ROWID;
				CREATE INDEX ${name}_by_account ON ${name} (connection_id, account_id, started_at);
				CREATE INDEX ${name}_by_revision ON ${name} (revision);
				`,
			],
		},
		schema,
		columns: ({ connectionId, accountId, state, startedAt }) => ({
			connection_id: connectionId,
			account_id: accountId,
			state,
			started_at: Math.round(startedAt),
		}),
	};
}

/** The records of all connections and accounts. */
export class MovingTable<T extends MovingRow> extends RecordTable<T> {
	readonly #movingList: string;

	/** @param moving the states of records that have not ended, internal constants as well. */
	constructor(ledger: Ledger, definition: TableDefinition<T>, moving: readonly T['state'][]) {
		super(ledger, definition);
		this.#movingList = moving.map((state) => `'${state}'`).join(', ');
	}

	/** Returns the records, newest first. */
	of({ connectionId, accountId }: OwnerQuery): T[] {
		return this.select(
			`WHERE ${ownerSql(accountId)} ORDER BY started_at DESC, id`,
			...ownerValues(connectionId, accountId),
		);
	}

	/** Returns the records of a connection, or of one of its accounts, that have not ended, oldest first. */
	unfinished(connectionId: string, accountId?: string): T[] {
		return this.select(
			`WHERE ${ownerSql(accountId)} AND state IN (${this.#movingList}) ORDER BY started_at, id`,
			...ownerValues(connectionId, accountId),
		);
	}

	/** Returns the records of all accounts that have ended and were started before a time (milliseconds since 1970). */
	endedBefore(startedAt: number): T[] {
		return this.select(`WHERE started_at < ? AND state NOT IN (${this.#movingList})`, Math.round(startedAt));
	}
}

/** Returns the condition of the records of a connection, or of one of its accounts; `ownerValues` has its values. */
export function ownerSql(accountId: string | undefined): string {
	return accountId === undefined ? 'connection_id = ?' : 'connection_id = ? AND account_id = ?';
}

export function ownerValues(connectionId: string, accountId: string | undefined): string[] {
	return accountId === undefined ? [connectionId] : [connectionId, accountId];
}
