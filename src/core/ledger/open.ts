import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../base/log.ts';
import type { Run } from '../runs/run.ts';
import { isDamage, openDatabase } from './database.ts';
import type { Ledger, LedgerChanges, RunQuery, TransferRecord } from './ledger.ts';
import { runFromText, runToText } from './record.ts';

/**
 * Opens (or makes) the ledger in the file `path`. Never fails; `problem` of the ledger says what was wrong.
 * `now` gives milliseconds since 1970 and is what leases are measured with. `onProblem` is called with each `problem`,
 * once until writing works again.
 */
export async function openLedger(
	path: string,
	log: Log,
	now: () => number = Date.now,
	onProblem: (problem: string) => void = () => undefined,
): Promise<Ledger> {
	return new SqliteLedger(path, log, now, onProblem);
}

/** How many removals are remembered for other windows. */
const removalsKept = 500;

/** How long after its end a lease may still be looked at. */
const leasesKeptMs = 24 * 60 * 60 * 1000;

class SqliteLedger implements Ledger {
	readonly #path: string;
	readonly #log: Log;
	readonly #now: () => number;
	#database: DatabaseSync;
	readonly #onProblem: (problem: string) => void;
	#problem: string | undefined;
	/** Whether the last write failed: trouble comes by the dozen and is logged and told once. */
	#inTrouble = false;
	#dataVersion = -1;
	#quietAt = -1;
	/** What was read last, since this is asked every second and little changes in between. */
	#unfinished = new Map<string, { readonly revision: number; readonly run: Run }>();

	constructor(path: string, log: Log, now: () => number, onProblem: (problem: string) => void) {
		this.#path = path;
		this.#log = log;
		this.#now = now;
		this.#onProblem = onProblem;
		const opened = openDatabase(path, log, now());
		this.#database = opened.database;
		this.#report(opened.problem);
		this.#write(undefined, () => this.#run('DELETE FROM leases WHERE expires_at < ?', now() - leasesKeptMs));
	}

	get problem(): string | undefined {
		return this.#problem;
	}

	async putRun(run: Run): Promise<boolean> {
		return this.#write(false, () => {
			this.#store(run);
			return true;
		});
	}

	getRun(id: string): Run | undefined {
		return this.#use(undefined, () => this.#load(id));
	}

	async updateRun(id: string, change: (run: Run) => Run | undefined): Promise<Run | undefined> {
		return this.#write(undefined, () => {
			const before = this.#load(id);
			if (!before) return undefined;
			const after = change(before);
			if (!after || after === before) return before;
			this.#store(after);
			return after;
		});
	}

	runsOf(query: RunQuery): Run[] {
		const conditions = ['connection_id = ?'];
		const values: (string | number)[] = [query.connectionId];
		for (const [column, value] of [
			['account_id = ?', query.accountId],
			['target_kind = ?', query.target?.kind],
			['target_id = ?', query.target?.id],
			['document_uri = ?', query.documentUri],
			['submitted_at < ?', query.before],
		] as const) {
			if (value === undefined) continue;
			conditions.push(column);
			values.push(value);
		}
		return this.#list(
			`SELECT record FROM runs WHERE ${conditions.join(' AND ')} ORDER BY submitted_at DESC, id LIMIT ?`,
			...values,
			query.limit,
		);
	}

	unfinishedRuns(connectionId: string, accountId: string): Run[] {
		return this.#use([], () => {
			// Named, because the planner would walk through the whole history of the account instead.
			const rows = this.#database
				.prepare(
					`SELECT id, revision FROM runs INDEXED BY runs_unfinished WHERE connection_id = ? AND account_id = ?
						AND state IN ('submitting', 'queued', 'running', 'fetching') ORDER BY submitted_at, id`,
				)
				.all(connectionId, accountId);
			const before = this.#unfinished;
			this.#unfinished = new Map();
			const runs: Run[] = [];
			for (const row of rows) {
				const [id, revision] = [String(row.id), Number(row.revision)];
				const known = before.get(id);
				const run = known?.revision === revision ? known.run : this.#load(id);
				if (!run) continue;
				this.#unfinished.set(id, { revision, run });
				runs.push(run);
			}
			return runs;
		});
	}

	async removeRun(id: string): Promise<void> {
		this.#write(undefined, () => {
			const gone = this.#run('DELETE FROM runs WHERE id = ?', id);
			if (gone === 0) return;
			const revision = this.#nextRevision();
			this.#run('INSERT OR REPLACE INTO removed_runs (id, revision) VALUES (?, ?)', id, revision);
			this.#run(
				'DELETE FROM removed_runs WHERE id NOT IN (SELECT id FROM removed_runs ORDER BY revision DESC LIMIT ?)',
				removalsKept,
			);
		});
	}

	revision(): number {
		return this.#use(0, () => this.#readRevision());
	}

	changedSince(revision: number): LedgerChanges {
		const nothing = { revision, runs: [], removed: [] };
		return this.#use(nothing, () => {
			// `data_version` moves only when another connection commits: the usual answer costs no table read.
			const dataVersion = Number(this.#row('PRAGMA data_version')?.data_version);
			if (dataVersion === this.#dataVersion && revision === this.#quietAt) return nothing;
			const current = this.#readRevision();
			this.#dataVersion = dataVersion;
			this.#quietAt = current;
			if (current === revision) return nothing;
			return {
				revision: current,
				runs: this.#read('SELECT record FROM runs WHERE revision > ? ORDER BY revision', revision),
				removed: this.#database
					.prepare('SELECT id FROM removed_runs WHERE revision > ? ORDER BY revision')
					.all(revision)
					.map((row) => String(row.id)),
			};
		});
	}

	async putTransfer(record: TransferRecord): Promise<void> {
		this.#write(undefined, () =>
			this.#run(
				'INSERT OR REPLACE INTO transfers (id, record) VALUES (?, ?)',
				record.id,
				JSON.stringify(record),
			),
		);
	}

	getTransfer(id: string): TransferRecord | undefined {
		return this.#use(undefined, () => {
			const row = this.#row('SELECT record FROM transfers WHERE id = ?', id);
			return row ? (JSON.parse(String(row.record)) as TransferRecord) : undefined;
		});
	}

	async removeTransfer(id: string): Promise<void> {
		this.#write(undefined, () => this.#run('DELETE FROM transfers WHERE id = ?', id));
	}

	async lease(name: string, owner: string, ttlMs: number): Promise<boolean> {
		const now = this.#now();
		return this.#write(
			false,
			() =>
				this.#run(
					`INSERT INTO leases (name, owner, expires_at) VALUES (?, ?, ?)
						ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at
						WHERE owner = excluded.owner OR expires_at <= ?`,
					name,
					owner,
					now + ttlMs,
					now,
				) > 0,
		);
	}

	leased(name: string): boolean {
		return this.#use(
			false,
			() =>
				this.#row('SELECT 1 AS held FROM leases WHERE name = ? AND expires_at > ?', name, this.#now()) !==
				undefined,
		);
	}

	async release(name: string, owner: string): Promise<void> {
		this.#write(undefined, () =>
			this.#run(
				'DELETE FROM leases WHERE name = ? AND (owner = ? OR expires_at <= ?)',
				name,
				owner,
				this.#now(),
			),
		);
	}

	async close(): Promise<void> {
		this.#closeFile();
	}

	#closeFile(): void {
		if (this.#database.isOpen) this.#database.close();
	}

	#report(problem: string | undefined): void {
		this.#problem = problem;
		if (problem !== undefined) this.#onProblem(problem);
	}

	#load(id: string): Run | undefined {
		const row = this.#row('SELECT record FROM runs WHERE id = ?', id);
		return row ? runFromText(String(row.record)) : undefined;
	}

	#store(run: Run): void {
		this.#run(
			`INSERT OR REPLACE INTO runs
				(id, connection_id, account_id, target_kind, target_id, document_uri, state, submitted_at, revision, record)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			run.id,
			run.connectionId,
			run.accountId,
			run.target.kind,
			run.target.id,
			run.documentUri ?? null,
			run.state,
			Math.round(run.submittedAt),
			this.#nextRevision(),
			runToText(run),
		);
	}

	#list(sql: string, ...values: (string | number)[]): Run[] {
		return this.#use([], () => this.#read(sql, ...values));
	}

	#read(sql: string, ...values: (string | number)[]): Run[] {
		const runs: Run[] = [];
		for (const row of this.#database.prepare(sql).all(...values)) {
			const run = runFromText(String(row.record));
			if (run) runs.push(run);
			else this.#log.warn('A run in the ledger could not be read and was skipped.');
		}
		return runs;
	}

	#nextRevision(): number {
		return Number(this.#row('UPDATE revision SET value = value + 1 RETURNING value')?.value);
	}

	#readRevision(): number {
		return Number(this.#row('SELECT value FROM revision')?.value ?? 0);
	}

	#row(sql: string, ...values: (string | number)[]): Record<string, unknown> | undefined {
		return this.#database.prepare(sql).get(...values);
	}

	#run(sql: string, ...values: (string | number | null)[]): number {
		return Number(this.#database.prepare(sql).run(...values).changes);
	}

	/** Runs `work` in a transaction of its own. */
	#write<T>(otherwise: T, work: () => T): T {
		return this.#use(otherwise, () => {
			this.#database.exec('BEGIN IMMEDIATE');
			try {
				const value = work();
				this.#database.exec('COMMIT');
				this.#inTrouble = false;
				return value;
			} catch (error) {
				if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec('ROLLBACK');
				throw error;
			}
		});
	}

	/** Runs `work`; trouble with the file never reaches the caller. A damaged file is replaced and `work` tried again. */
	#use<T>(otherwise: T, work: () => T): T {
		if (!this.#database.isOpen) return otherwise;
		try {
			return work();
		} catch (error) {
			const known = this.#inTrouble && !isDamage(error);
			if (!known) this.#log.error('The ledger could not be used.', error);
			if (!isDamage(error)) {
				this.#inTrouble = true;
				if (!known) {
					this.#report(
						'The history of your runs could not be written just now. Make sure that the disk is not full and that no ' +
							'other program holds its file; what happens meanwhile may be missing from the history.',
					);
				}
				return otherwise;
			}
		}
		this.#closeFile();
		const opened = openDatabase(this.#path, this.#log, this.#now());
		this.#database = opened.database;
		this.#report(opened.problem);
		this.#dataVersion = -1;
		this.#quietAt = -1;
		this.#unfinished.clear();
		try {
			return work();
		} catch (error) {
			this.#log.error('The new ledger could not be used either.', error);
			return otherwise;
		}
	}
}
