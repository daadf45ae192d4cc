import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';
import { fileOf, readRevision } from './layout.ts';
import type { Ledger, TableLayout } from './ledger.ts';
import type { Outcome, SqlValue } from './operations.ts';
import { prepared } from './prepared.ts';

export interface TableDefinition<T> {
	readonly layout: TableLayout;
	/** The schema of a kept text; it covers every member of `T`, and is loose: members of later versions stay. */
	readonly schema: z.ZodMiniType<T>;
	/** Returns the columns that the table is searched by, in addition to `id`. */
	readonly columns: (record: T) => Readonly<Record<string, SqlValue>>;
}

/** The changes to the records of a table after a revision, by any window. */
interface TableChanges<T> {
	/**
	 * The revision for the next request. If it is lower than the requested one, the records restart because their file
	 * was damaged: all existing records now count as changed, and records that a window still knows should be put back
	 * with `restore`.
	 */
	readonly revision: number;
	readonly changed: readonly T[];
	readonly removed: readonly string[];
}

/** A row of the table; one that cannot be read has no record. */
interface Row<T> {
	readonly revision: number;
	readonly record: T | undefined;
}

/** Number of parsed records in the cache, since most are requested again before they change. */
const rememberedLimit = 500;

/** Records that count as changed at most when a window returns to the file. */
const latestLimit = 200;

/** The version of the records that this program reads; one of a later version is left alone. */
const recordVersion = 1;

/**
 * Records of one kind in the ledger. A room derives its own table with the queries that it needs. Revisions are those
 * of the whole ledger. Programs of several versions share the file: a record that this version cannot read is skipped,
 * and never overwritten.
 */
export class RecordTable<T extends { readonly id: string }> {
	readonly #ledger: Ledger;
	readonly #definition: TableDefinition<T>;
	readonly #remembered = new Map<string, Row<T>>();
	/** The last write in progress of each record, so that the next one waits for it. */
	readonly #turns = new Map<string, Promise<unknown>>();
	/** Changed records that could not be written: this window works with them, and writes them as soon as possible. */
	readonly #unwritten = new Map<string, Unwritten<T>>();
	#dataVersion = -1;
	/** The database that `#dataVersion` was read from. */
	#seen: DatabaseSync | undefined;
	#quietAt: number | undefined;

	constructor(ledger: Ledger, definition: TableDefinition<T>) {
		this.#ledger = ledger;
		this.#definition = definition;
	}

	get(id: string): T | undefined {
		return this.#unwritten.get(id)?.record ?? this.#row(id)?.record;
	}

	/** Returns whether this window's state of a record is in the file. */
	isWritten(id: string): boolean {
		return !this.#unwritten.has(id);
	}

	/** Returns the records that could not be written, each with its version in the file. */
	left(): readonly { readonly record: T; readonly kept: T | undefined }[] {
		return [...this.#unwritten].map(([id, { record }]) => ({ record, kept: this.#row(id)?.record }));
	}

	/** Retries failed writes. Called often; costs nothing when everything is written. */
	async writeLeft(): Promise<void> {
		await Promise.all([...this.#unwritten.keys()].map((id) => this.update(id, (record) => record)));
	}

	/** Returns the current revision, to begin watching with. */
	revision(): number {
		return this.#ledger.read(0, readRevision);
	}

	/** Returns the changes after `revision`. Cheap without changes. */
	changedSince(revision: number): TableChanges<T> {
		const nothing = { revision, changed: [], removed: [] };
		return this.#ledger.read<TableChanges<T>>(nothing, (database) => {
			// `data_version` moves only when another connection commits: the usual answer costs no table read.
			const dataVersion = Number(prepared(database, 'PRAGMA data_version').get()?.data_version);
			const isQuiet = database === this.#seen && dataVersion === this.#dataVersion;
			if (isQuiet && revision === this.#quietAt) return nothing;
			const current = readRevision(database);
			this.#seen = database;
			this.#dataVersion = dataVersion;
			this.#quietAt = current;
			if (current === revision) return nothing;
			const after = this.#after(database, revision, current);
			return {
				revision: current,
				changed: this.#read(
					database,
					'WHERE revision > ? AND revision <= ? ORDER BY revision',
					after,
					current,
				),
				removed: prepared(
					database,
					'SELECT id FROM removed WHERE kind = ? AND revision > ? AND revision <= ? ORDER BY revision',
				)
					.all(this.#name, after, current)
					.map((row) => String(row.id)),
			};
		});
	}

	/** Returns the revision after which records count as changed for a reader that has seen `seen`. */
	#after(database: DatabaseSync, seen: number, current: number): number {
		if (current < seen) return Number.MIN_SAFE_INTEGER;
		if (fileOf(current) === fileOf(seen)) return seen;
		// Back from memory to a file with a long history: its latest records show a change.
		const oldest = prepared(
			database,
			`SELECT revision FROM ${this.#name} ORDER BY revision DESC LIMIT 1 OFFSET ?`,
		).get(latestLimit);
		return oldest === undefined ? Number.MIN_SAFE_INTEGER : Number(oldest.revision);
	}

	/** Writes a record, new or known. Returns false if it cannot be written, or if the file has an unreadable one with this id. */
	async put(record: T): Promise<boolean> {
		const outcome = await this.#inTurn(record.id, async () => {
			const row = this.#row(record.id);
			return row !== undefined && row.record === undefined ? 'refused' : this.#write(record);
		});
		return outcome === 'done';
	}

	/** Writes a record unless one with its id exists; for a window's records that were lost with a damaged file. */
	async restore(record: T): Promise<boolean> {
		return (await this.#inTurn(record.id, () => this.#write(record, 'nothing'))) === 'done';
	}

	/**
	 * Reads, changes and writes one record atomically across windows. `change` returns the same value (or `undefined`)
	 * to leave it; it must be pure, since it is called again if another window was faster, and its exceptions reject
	 * the promise. Returns the record afterwards, `undefined` without one. A record that cannot be written is kept in
	 * this window, and written by `writeLeft`.
	 */
	update(id: string, change: (record: T) => T | undefined): Promise<T | undefined> {
		return this.#inTurn(id, async () => {
			for (;;) {
				const row = this.#row(id);
				if (row?.record === undefined) {
					this.#unwritten.delete(id);
					return undefined;
				}
				const left = this.#unwritten.get(id);
				const before = left === undefined ? row.record : left.over(row.revision, row.record);
				const after = change(before) ?? before;
				if (after === row.record) {
					this.#unwritten.delete(id);
					return after;
				}
				const outcome = await this.#write(after, row.revision);
				if (outcome === 'refused') continue;
				if (outcome === 'done') this.#unwritten.delete(id);
				else if (left === undefined) this.#unwritten.set(id, new Unwritten(row.revision, after, change));
				else left.add(row.revision, after, change);
				return after;
			}
		});
	}

	/** Removes a record. Other windows notice it. */
	async remove(id: string): Promise<void> {
		this.#unwritten.delete(id);
		await this.#inTurn(id, () => this.#ledger.write({ kind: 'remove', table: this.#name, id }));
	}

	/** Returns the records found by the rest of a SELECT after the name of the table. */
	protected select(rest: string, ...values: SqlValue[]): T[] {
		return this.#ledger.read<T[]>([], (database) => this.#read(database, rest, ...values));
	}

	/** Returns only the ids that `select` would find: no record is read. */
	protected ids(rest: string, ...values: SqlValue[]): string[] {
		return this.#ledger.read<string[]>([], (database) =>
			prepared(database, `SELECT id FROM ${this.#name} ${rest}`)
				.all(...values)
				.map((row) => String(row.id)),
		);
	}

	/** Returns the number of rows that `select` would scan. */
	protected numberOf(rest: string, ...values: readonly SqlValue[]): number {
		return this.#ledger.read(0, (database) =>
			Number(prepared(database, `SELECT count(*) AS count FROM ${this.#name} ${rest}`).get(...values)?.count),
		);
	}

	get #name(): string {
		return this.#definition.layout.name;
	}

	#write(record: T, over?: 'nothing' | number): Promise<Outcome> {
		const { columns } = this.#definition;
		return this.#ledger.write({
			kind: 'put',
			table: this.#name,
			id: record.id,
			columns: columns(record),
			record: JSON.stringify(record),
			...compact({ over }),
		});
	}

	#read(database: DatabaseSync, rest: string, ...values: SqlValue[]): T[] {
		const rows: Record<string, unknown>[] = [];
		for (const row of prepared(database, `SELECT id, revision FROM ${this.#name} ${rest}`).iterate(
			...values,
		)) {
			if (rows.length === rememberedLimit) return this.#readMany(database, rest, ...values);
			rows.push(row);
		}
		return rows.flatMap((row) => {
			const id = String(row.id);
			const { record } = this.#known(database, id, Number(row.revision)) ?? {};
			return this.#unwritten.get(id)?.record ?? record ?? [];
		});
	}

	/** Reads more records than are remembered, which would only displace those. */
	#readMany(database: DatabaseSync, rest: string, ...values: SqlValue[]): T[] {
		const rows = prepared(database, `SELECT id, record FROM ${this.#name} ${rest}`).iterate(...values);
		const records: T[] = [];
		for (const row of rows) {
			const record = this.#unwritten.get(String(row.id))?.record ?? this.#parse(String(row.record));
			if (record !== undefined) records.push(record);
		}
		return records;
	}

	#row(id: string): Row<T> | undefined {
		return this.#ledger.read(undefined, (database) => {
			const row = prepared(database, `SELECT revision FROM ${this.#name} WHERE id = ?`).get(id);
			return row && this.#known(database, id, Number(row.revision));
		});
	}

	/** Returns a row, read only if another revision of it is remembered. */
	#known(database: DatabaseSync, id: string, revision: number): Row<T> | undefined {
		const known = this.#remembered.get(id);
		return known?.revision === revision ? known : this.#load(database, id);
	}

	#load(database: DatabaseSync, id: string): Row<T> | undefined {
		const row = prepared(database, `SELECT revision, record FROM ${this.#name} WHERE id = ?`).get(id);
		if (!row) return undefined;
		const record = this.#parse(String(row.record));
		const found = { revision: Number(row.revision), record };
		this.#remembered.delete(id);
		this.#remembered.set(id, found);
		const [oldest] = this.#remembered.keys();
		if (this.#remembered.size > rememberedLimit && oldest !== undefined) this.#remembered.delete(oldest);
		return found;
	}

	#parse(text: string): T | undefined {
		try {
			const value = JSON.parse(text);
			const read = z.safeParse(this.#definition.schema, value);
			if (read.success && (value.recordVersion ?? recordVersion) === recordVersion) return read.data;
		} catch {
			// It is reported as one that is of another version.
		}
		this.#ledger.warn(`A record of "${this.#name}" in the ledger could not be read and was skipped.`);
		return undefined;
	}

	#inTurn<R>(id: string, write: () => Promise<R>): Promise<R> {
		const before = this.#turns.get(id);
		const turn = before === undefined ? write() : before.then(write, write);
		this.#turns.set(id, turn);
		const done = () => {
			if (this.#turns.get(id) === turn) this.#turns.delete(id);
		};
		turn.then(done, done);
		return turn;
	}
}

class Unwritten<T> {
	record: T;
	#revision: number;
	readonly #changes: ((record: T) => T | undefined)[];

	constructor(revision: number, record: T, change: (record: T) => T | undefined) {
		this.#revision = revision;
		this.record = record;
		this.#changes = [change];
	}

	/**
	 * Returns the record on top of the current one in the file: if another window has written it in the meantime, the changes are made
	 * again.
	 */
	over(revision: number, record: T): T {
		if (revision === this.#revision) return this.record;
		return this.#changes.reduce((so, change) => change(so) ?? so, record);
	}

	add(revision: number, record: T, change: (record: T) => T | undefined): void {
		this.#revision = revision;
		if (record !== this.record) this.#changes.push(change);
		this.record = record;
	}
}
