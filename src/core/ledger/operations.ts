import type { DatabaseSync } from 'node:sqlite';
import { prepared } from './prepared.ts';
import { withoutSecrets } from './redact.ts';

export type SqlValue = string | number | null;

/** One change of the ledger, as plain data that crosses threads. */
export type Operation =
	| {
			readonly kind: 'put';
			readonly table: string;
			readonly id: string;
			/** The columns that the table is searched by. */
			readonly columns: Readonly<Record<string, SqlValue>>;
			/** The record as JSON; secrets are removed before it is written. */
			readonly record: string;
			/** Write only if no such record exists yet, or only over this revision. */
			readonly over?: 'nothing' | number;
	  }
	| { readonly kind: 'remove'; readonly table: string; readonly id: string }
	| {
			readonly kind: 'lease';
			readonly name: string;
			readonly owner: string;
			readonly ttlMs: number;
			readonly note?: string;
			/** Milliseconds since 1970 at the time of the request, and the same time on `monotonicMs`. */
			readonly now: number;
			readonly askedAt: number;
	  }
	| { readonly kind: 'release'; readonly name: string; readonly owner: string; readonly now: number }
	| { readonly kind: 'forgetLeases'; readonly endedBefore: number };

/** `refused`: the condition of the operation did not hold. `failed`: the file could not be written. */
export type Outcome = 'done' | 'refused' | 'failed';

/**
 * Milliseconds by which a lease may seem to exceed its own length, since the windows that compare do not read their
 * clocks at the same time.
 */
const leaseSlackMs = 5000;

/** Delays below this do not count in the length of a lease. */
const delayThatCountsMs = 1000;

/** The number of removals of a kind that are remembered for other windows. */
const removalsKept = 500;

/** Returns milliseconds on a clock that all threads share and that cannot be set. */
export function monotonicMs(): number {
	return Number(process.hrtime.bigint() / 1_000_000n);
}

/** SQL that is true for a lease held at the time `?1`. */
export const isHeldSql = `expires_at > ?1 AND expires_at <= ?1 + ttl_ms + ${leaseSlackMs}`;

/** Makes one change, inside the transaction of the caller. Throws if the file cannot be written. */
export function applyOperation(database: DatabaseSync, operation: Operation): Outcome {
	const run = (sql: string, ...values: SqlValue[]) => Number(prepared(database, sql).run(...values).changes);
	const nextRevision = () =>
		Number(prepared(database, 'UPDATE revision SET value = value + 1 RETURNING value').get()?.value);
	switch (operation.kind) {
		case 'put': {
			const { table, id, columns, record, over } = operation;
			if (over !== undefined) {
				const there = prepared(database, `SELECT revision FROM ${table} WHERE id = ?`).get(id);
				if (over === 'nothing' ? there !== undefined : Number(there?.revision) !== over) return 'refused';
			}
			const names = ['id', 'revision', 'record', ...Object.keys(columns)];
			run(
				`INSERT OR REPLACE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
				id,
				nextRevision(),
				withoutSecrets(record),
				...Object.values(columns),
			);
			run('DELETE FROM removed WHERE kind = ? AND id = ?', table, id);
			return 'done';
		}
		case 'remove': {
			const { table, id } = operation;
			if (run(`DELETE FROM ${table} WHERE id = ?`, id) === 0) return 'refused';
			run('INSERT OR REPLACE INTO removed (kind, id, revision) VALUES (?, ?, ?)', table, id, nextRevision());
			run(
				`DELETE FROM removed WHERE kind = ?1
					AND id NOT IN (SELECT id FROM removed WHERE kind = ?1 ORDER BY revision DESC LIMIT ?2)`,
				table,
				removalsKept,
			);
			return 'done';
		}
		case 'lease': {
			const { name, owner, ttlMs, note, now, askedAt } = operation;
			// It may have waited long for another program to unlock the file.
			const waitedMs = monotonicMs() - askedAt;
			const given = run(
				`INSERT INTO leases (expires_at, ttl_ms, name, owner, note) VALUES (?1 + ?2, ?2, ?3, ?4, ?5)
					ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at,
						ttl_ms = excluded.ttl_ms, note = coalesce(excluded.note, note)
					WHERE owner = excluded.owner OR NOT (${isHeldSql})`,
				waitedMs < delayThatCountsMs ? now : now + waitedMs,
				ttlMs,
				name,
				owner,
				note ?? null,
			);
			return given > 0 ? 'done' : 'refused';
		}
		case 'release': {
			const { name, owner, now } = operation;
			run('DELETE FROM leases WHERE name = ? AND owner = ? AND note IS NULL', name, owner);
			run(
				`UPDATE leases SET owner = '', expires_at = ? WHERE name = ? AND owner = ? AND note IS NOT NULL`,
				now,
				name,
				owner,
			);
			return 'done';
		}
		case 'forgetLeases':
			// A note is a permanent entry, such as the use of an allowed amount.
			run('DELETE FROM leases WHERE expires_at < ? AND note IS NULL', operation.endedBefore);
			return 'done';
	}
}
