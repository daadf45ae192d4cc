import type { Run, RunTargetId } from '../runs/run.ts';

/** Which runs to list; newest first. */
export interface RunQuery {
	readonly connectionId: string;
	readonly accountId?: string;
	readonly target?: RunTargetId;
	readonly documentUri?: string;
	readonly limit: number;
	/** Only runs submitted before this moment (milliseconds since 1970): the way to the next page. */
	readonly before?: number;
}

/** What happened in the ledger after a revision, whichever window wrote it. */
export interface LedgerChanges {
	/** The revision to ask with next time. */
	readonly revision: number;
	readonly runs: readonly Run[];
	readonly removed: readonly string[];
}

/** What is needed to go on with an interrupted download. No address is kept. */
export interface TransferRecord {
	/** Stable key of the transfer, for example `<run id>/<node>/<channel>/<index>`. */
	readonly id: string;
	/** Validator of the bytes already on disk (`ETag` or `Last-Modified`). */
	readonly validator?: string;
	/** Length of the whole file in bytes, when the service told it. */
	readonly total?: number;
}

/**
 * The local history of runs and transfers. Several windows open the same file; every method is one short transaction.
 * Reads answer at once. A write returns a promise that resolves when the change is safely in the file, and from then on
 * every window reads it; writes to one record keep their order. For an order across records, await the first.
 * No method throws or rejects for trouble with the file: a broken file is set aside and a new one is begun (`problem` says so).
 */
export interface Ledger {
	/** A sentence about trouble with the file, if there was any. */
	readonly problem: string | undefined;
	/** Writes a run as it is, new or known. False when it could not be written. */
	putRun(run: Run): Promise<boolean>;
	getRun(id: string): Run | undefined;
	/**
	 * Reads, changes and writes one run as one step that no other window can come between. `change` returns the same
	 * value (or `undefined`) to leave it; it is pure, since it is called again when another window was faster. Gives the run
	 * as it is afterwards, `undefined` when there is none or it could not be written.
	 */
	updateRun(id: string, change: (run: Run) => Run | undefined): Promise<Run | undefined>;
	runsOf(query: RunQuery): Run[];
	/** Runs of one account that still move, oldest first. */
	unfinishedRuns(connectionId: string, accountId: string): Run[];
	removeRun(id: string): Promise<void>;
	/** The current revision, to begin watching with. */
	revision(): number;
	/** What changed after `revision`. Cheap when no other window wrote anything. */
	changedSince(revision: number): LedgerChanges;
	putTransfer(record: TransferRecord): Promise<void>;
	getTransfer(id: string): TransferRecord | undefined;
	removeTransfer(id: string): Promise<void>;
	/**
	 * Takes or prolongs a lease: true while `owner` holds it for `ttlMs` from now. Free, own and expired leases are
	 * given; a lease of another owner is not.
	 */
	lease(name: string, owner: string, ttlMs: number): Promise<boolean>;
	/** True when someone holds the lease now. */
	leased(name: string): boolean;
	release(name: string, owner: string): Promise<void>;
	/** Finishes the writes that are under way and closes the file. */
	close(): Promise<void>;
}
