import type { DatabaseSync } from 'node:sqlite';
import { hasSuccessor, isBusy, isDamage, isForbidden, type LedgerFile, openLatest } from './file.ts';
import type { TableLayout } from './ledger.ts';
import { applyOperation, monotonicMs, type Operation, type Outcome } from './operations.ts';

/** Returned when nothing can be written; the records then exist in memory only. */
export type Unwritable = 'unwritable';

export interface WriterEvents {
	/**
	 * Called when another file replaces the current one, and has to be read. Called before the outcomes of the writes
	 * to it.
	 */
	onFile(file: LedgerFile): void;
	/** Called when another program has kept the file locked for some seconds; writes wait until it is unlocked. */
	onWaiting(): void;
	onError(message: string, error: unknown): void;
}

/** Writes the ledger's file, in this thread or another one. Nothing rejects. */
export interface Writer {
	open(): Promise<LedgerFile | Unwritable>;
	/** Makes the changes in one transaction; their outcomes in the same order. One call at a time. */
	write(operations: readonly Operation[]): Promise<readonly Outcome[] | Unwritable>;
	/** Reports damage that a reader has found in the file. */
	damaged(path: string): void;
	close(): Promise<void>;
}

export type ConnectWriter = (path: string, tables: readonly TableLayout[], events: WriterEvents) => Writer;

/** Milliseconds that another program may keep the file locked before the person is notified. */
const quietLockMs = 3000;

/** Pause between two attempts to get the lock. SQLite itself waits a quarter of a second. */
const lockPauseMs = 50;

/** Milliseconds between two checks whether another window has begun a new file, in addition to those before and after each transaction. */
const successorCheckMs = 1000;

/** Makes changes in one transaction. Throws problems of the file as a whole; a problem of one change affects only that change. */
function applyAll(
	database: DatabaseSync,
	operations: readonly Operation[],
	onError: WriterEvents['onError'],
): readonly Outcome[] {
	database.exec('BEGIN IMMEDIATE');
	try {
		const outcomes = operations.map((operation): Outcome => {
			try {
				return applyOperation(database, operation);
			} catch (error) {
				if (!database.isTransaction || isDamage(error) || isForbidden(error)) throw error;
				onError('A change could not be written to the ledger.', error);
				return 'failed';
			}
		});
		database.exec('COMMIT');
		return outcomes;
	} catch (error) {
		if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
		throw error;
	}
}

/** Writes in the thread that it lives in, and follows the other windows to a new file when theirs is damaged. */
export class FileWriter implements Writer {
	readonly #path: string;
	readonly #tables: readonly TableLayout[];
	readonly #events: WriterEvents;
	#database: DatabaseSync | undefined;
	#file = '';
	#damaged: string | undefined;
	#timer: NodeJS.Timeout | undefined;
	#closed = false;

	constructor(path: string, tables: readonly TableLayout[], events: WriterEvents) {
		this.#path = path;
		this.#tables = tables;
		this.#events = events;
	}

	async open(): Promise<LedgerFile | Unwritable> {
		const opened = await this.#patiently(() => this.#reopen());
		if (opened === undefined) return 'unwritable';
		this.#timer = setInterval(() => void this.#follow(), successorCheckMs).unref();
		return opened;
	}

	async write(operations: readonly Operation[]): Promise<readonly Outcome[] | Unwritable> {
		const outcomes = await this.#patiently(() => {
			this.#moveOn();
			for (;;) {
				if (!this.#database) throw new Error('The file of the ledger is not open.');
				const written = applyAll(this.#database, operations, this.#events.onError);
				// The entries went into a file that the others have left, so they are written again.
				if (!this.#moveOn()) return written;
			}
		});
		return outcomes ?? (this.#database ? operations.map(() => 'failed') : 'unwritable');
	}

	damaged(path: string): void {
		if (path !== this.#file) return;
		this.#damaged = path;
		void this.#follow();
	}

	async close(): Promise<void> {
		this.#closed = true;
		clearInterval(this.#timer);
		this.#release();
	}

	/** Does `work`, again while another program has the file locked; `undefined` when it cannot be done. */
	async #patiently<T>(work: () => T): Promise<T | undefined> {
		const since = monotonicMs();
		let said = false;
		while (!this.#closed) {
			try {
				return work();
			} catch (error) {
				if (isDamage(error) && this.#database) {
					this.#events.onError('The file of the ledger is damaged.', error);
					this.#damaged = this.#file;
					continue;
				}
				if (!isBusy(error)) {
					this.#events.onError('The ledger could not be written.', error);
					if (isForbidden(error)) this.#release();
					return undefined;
				}
			}
			if (!said && monotonicMs() - since > quietLockMs) {
				said = true;
				this.#events.onWaiting();
			}
			await new Promise((resolve) => setTimeout(resolve, lockPauseMs));
		}
		return undefined;
	}

	async #follow(): Promise<void> {
		if (this.#database) await this.#patiently(() => this.#moveOn());
	}

	/** Continues with the next file if this one is damaged or was left by the others; returns whether it did. */
	#moveOn(): boolean {
		if (this.#damaged !== this.#file && !hasSuccessor(this.#file)) return false;
		this.#events.onFile(this.#reopen());
		return true;
	}

	#reopen(): LedgerFile {
		const { database, ...file } = openLatest(this.#path, this.#tables, this.#damaged);
		this.#release();
		this.#database = database;
		this.#file = file.path;
		return file;
	}

	#release(): void {
		if (this.#database?.isOpen) this.#database.close();
		this.#database = undefined;
	}
}

/** Writes in the calling thread, for callers that may block. */
export const writeHere: ConnectWriter = (path, tables, events) => new FileWriter(path, tables, events);

/** Writes to a private database in memory. */
export class MemoryWriter implements Writer {
	readonly #database: DatabaseSync;
	readonly #onError: WriterEvents['onError'];

	constructor(database: DatabaseSync, onError: WriterEvents['onError']) {
		this.#database = database;
		this.#onError = onError;
	}

	async open(): Promise<LedgerFile> {
		return { path: '' };
	}

	async write(operations: readonly Operation[]): Promise<readonly Outcome[]> {
		try {
			return applyAll(this.#database, operations, this.#onError);
		} catch (error) {
			this.#onError('The ledger in memory could not be written.', error);
			return operations.map(() => 'failed');
		}
	}

	damaged(): void {}

	async close(): Promise<void> {}
}
