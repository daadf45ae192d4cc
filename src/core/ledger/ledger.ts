import type { DatabaseSync } from 'node:sqlite';
import type { Operation, Outcome } from './operations.ts';

/** A table of records as the ledger keeps it. Plain data, since it crosses threads. */
export interface TableLayout {
	/** Name of the table in the file, and of the kind of its records. */
	readonly name: string;
	/**
	 * SQL that migrates the table from one version to the next, starting without a table. A released step never
	 * changes: a new version is a new step. A table has the columns `id`, `revision` (with an index) and `record`, and
	 * those that queries use.
	 */
	readonly migrations: readonly string[];
	/** The version that the first step makes, 1 if not given. Layouts below it were never released. */
	readonly firstVersion?: number;
}

/** The agreement between windows: of all that ask for a lease, one has it. */
export interface Leases {
	/**
	 * Takes or extends a lease: true while `owner` holds it for `ttlMs` from the time of the call. Free, own and
	 * expired leases are given; a lease of another owner is not. A lease that ends later than its own length allows was
	 * taken before the clock was set back, and counts as expired. `note` is kept with the lease, even after its end,
	 * until another one is given.
	 */
	lease(name: string, owner: string, ttlMs: number, note?: string): Promise<boolean>;
	leased(name: string): boolean;
	/** Returns the last note of any owner. Kept beyond the end of the lease. */
	noteOf(name: string): string | undefined;
	release(name: string, owner: string): Promise<void>;
}

/**
 * The local history: one file with tables of records, which several windows open at the same time. Reads are
 * synchronous. A write returns a promise that resolves when the change is safely in the file; only then every window
 * reads it, this one included. Writes to one record and to one lease keep their order; for an order across records,
 * await the first. Problems with the file never throw or reject: a damaged file is left behind and a new one created,
 * by all windows; if nothing can be written, the records live in memory (`problem` has the reason).
 */
export interface Ledger {
	/** A sentence about the latest problem with the file, if any. */
	readonly problem: string | undefined;
	/** True while nothing can be written to disk, so that new records end with this program. */
	readonly isInMemory: boolean;
	/** The name of the damaged file that this one has replaced, while it exists: its content is unknown here. */
	readonly leftBehind: string | undefined;
	readonly leases: Leases;
	/** Reads with `work`; returns `otherwise` if the file cannot be read. For tables. */
	read<T>(otherwise: T, work: (database: DatabaseSync) => T): T;
	/** Makes one change. For tables. */
	write(operation: Operation): Promise<Outcome>;
	/** Reports trouble that no person needs to know. For tables. */
	warn(message: string): void;
	/** Finishes the writes in progress and closes the file. */
	close(): Promise<void>;
}
