import { DatabaseSync } from 'node:sqlite';
import * as l10n from '@vscode/l10n';
import { type Clock, soon, systemClock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { carryOver } from './carryOver.ts';
import { type FileProblem, isBusy, isDamage, type LedgerFile, leftBehind, openInMemory } from './file.ts';
import { readRevision } from './layout.ts';
import { LeaseTable } from './leases.ts';
import type { Leases, Ledger, TableLayout } from './ledger.ts';
import type { Operation, Outcome } from './operations.ts';
import { WorkerWriter } from './workerWriter.ts';
import { type ConnectWriter, MemoryWriter, type Writer } from './writer.ts';

export interface LedgerOptions {
	/** The file; it may not exist yet. */
	readonly path: string;
	/** All tables that are used with this ledger. */
	readonly tables: readonly TableLayout[];
	readonly log: Log;
	/** The time that leases are measured with. */
	readonly clock: Pick<Clock, 'now'>;
	/** Called with each `problem`; trouble comes by the dozen and is reported once until writing works again. */
	readonly onProblem?: (problem: string) => void;
	/** The writer of the file; by default a separate thread, so that nothing blocks this one. */
	readonly writer?: ConnectWriter;
}

/** Opens (or makes) the ledger. Never rejects; `problem` of the ledger has the trouble. */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
	const ledger = new FileLedger(options);
	await ledger.open();
	return ledger;
}

/** Changes written in one transaction at most. */
const batchLimit = 500;

/** Milliseconds that closing waits for writes that another program delays. */
const closingMs = 2000;

/** Milliseconds after its end for which a lease without a note may still be looked at. */
const leasesKeptMs = 24 * 60 * 60 * 1000;

/** Milliseconds that a read waits for the file: short enough to go unnoticed. The file is busy only during a repair. */
const readPatienceMs = 20;

/** Milliseconds before each attempt to write the file again while the history lives in memory; the last one from then on. */
const returnPausesMs = [1000, 5000, 15_000, 60_000] as const;

/** A writer that has opened the file. */
interface Found {
	readonly writer: Writer;
	readonly file: LedgerFile;
}

interface Waiting {
	readonly operation: Operation;
	readonly resolve: (outcome: Outcome) => void;
}

const notWritten = l10n.t(
	'The history of your runs could not be written. Make sure that the disk is not full and that no other program has locked its file. Events from this time may be missing from the history.',
);

function sentenceOf(problem: FileProblem): string {
	switch (problem.kind) {
		case 'unreleased':
			return l10n.t(
				'The history of your runs was not written by a released version of Easel, so a new one was started. The file was kept as "{0}".',
				problem.keptAs,
			);
		case 'damaged':
			return l10n.t(
				'The history of your runs was damaged, so a new one was started. The damaged file was kept as "{0}". Requests that were still running can be found on the service by their ID.',
				problem.keptAs,
			);
		case 'newer':
			return l10n.t(
				'The history of your runs was written by a newer version of Easel. This version does not change it and keeps its own history. Update Easel to see everything.',
			);
	}
}

class FileLedger implements Ledger {
	readonly leases: Leases;
	readonly #options: LedgerOptions;
	readonly #log: Log;
	#writer: Writer;
	#reader: DatabaseSync | undefined;
	#path = '';
	#problem: string | undefined;
	#cannotWrite = false;
	#cannotRead = false;
	#waiting: Waiting[] = [];
	/** Resolves when everything that waits is written. */
	#writing: Promise<void> | undefined;
	/** A writer that has opened the file again, to replace the memory. */
	#found: Found | undefined;
	#leftAt: number | undefined;
	#cancelReturn: (() => void) | undefined;
	#closed = false;

	constructor(options: LedgerOptions) {
		this.#options = options;
		this.#log = options.log;
		this.leases = new LeaseTable(this, () => options.clock.now());
		this.#writer = this.#connect();
	}

	#connect(): Writer {
		const { path, tables, writer: given } = this.#options;
		const connect: ConnectWriter = given ?? ((...parts) => new WorkerWriter(...parts));
		const isUsed = () => this.#writer === writer;
		const writer = connect(path, tables, {
			onFile: (file) => isUsed() && this.#readFrom(file),
			onWaiting: () =>
				isUsed() &&
				this.#report(
					l10n.t(
						'Another program has locked the history of your runs. Easel waits until it is unlocked. If this takes long, close that program.',
					),
				),
			onError: (message, error) => {
				if (isUsed() && !this.#cannotWrite) this.#log.error(message, error);
			},
		});
		return writer;
	}

	get problem(): string | undefined {
		return this.#problem;
	}

	get isInMemory(): boolean {
		return this.#writer instanceof MemoryWriter;
	}

	get leftBehind(): string | undefined {
		return leftBehind(this.#path);
	}

	async open(): Promise<void> {
		const opened = await this.#writer.open();
		if (opened === 'unwritable') this.#liveInMemory();
		else this.#readFrom(opened);
		void this.write({ kind: 'forgetLeases', endedBefore: this.#options.clock.now() - leasesKeptMs });
	}

	read<T>(otherwise: T, work: (database: DatabaseSync) => T): T {
		if (!this.#reader?.isOpen) return otherwise;
		try {
			const value = work(this.#reader);
			this.#cannotRead = false;
			return value;
		} catch (error) {
			if (!this.#cannotRead && !isBusy(error)) {
				this.#cannotRead = true;
				this.#log.error('The ledger could not be read.', error);
			}
			if (isDamage(error)) this.#writer.damaged(this.#path);
			return otherwise;
		}
	}

	write(operation: Operation): Promise<Outcome> {
		if (this.#closed) return Promise.resolve('failed');
		return new Promise((resolve) => {
			this.#waiting.push({ operation, resolve });
			this.#writing ??= this.#writeWaiting();
		});
	}

	warn(message: string): void {
		this.#log.warn(message);
	}

	async close(): Promise<void> {
		if (this.#closed) return;
		this.#closed = true;
		this.#cancelReturn?.();
		if (this.#writing !== undefined) await soon(systemClock, this.#writing, closingMs);
		for (const { resolve } of this.#waiting.splice(0)) resolve('failed');
		// First the reader, so that the writer is the last one and tidies the file up.
		if (this.#reader?.isOpen) this.#reader.close();
		await Promise.all([this.#writer.close(), this.#found?.writer.close()]);
	}

	/** Writes one transaction at a time; later writes are combined in the next one. */
	async #writeWaiting(): Promise<void> {
		while (this.#waiting.length > 0 || this.#found !== undefined) {
			if (this.#found !== undefined) await this.#leaveMemory(this.#found);
			const batch = this.#waiting.splice(0, batchLimit);
			const operations = batch.map(({ operation }) => operation);
			let outcomes = await this.#writer.write(operations);
			if (outcomes === 'unwritable') {
				this.#liveInMemory();
				outcomes = await this.#writer.write(operations);
			}
			const failed = outcomes === 'unwritable' || outcomes.includes('failed');
			if (failed && !this.#cannotWrite && !this.#closed) this.#report(notWritten);
			this.#cannotWrite = failed;
			for (const [index, { resolve }] of batch.entries())
				resolve(outcomes === 'unwritable' ? 'failed' : (outcomes[index] ?? 'failed'));
		}
		this.#writing = undefined;
	}

	#readFrom(file: LedgerFile): void {
		if (this.#closed) return;
		if (this.#reader?.isOpen) this.#reader.close();
		this.#path = file.path;
		try {
			this.#reader = new DatabaseSync(file.path, { readOnly: true, timeout: readPatienceMs });
		} catch (error) {
			this.#log.error('The ledger could not be opened for reading.', error);
		}
		if (file.problem !== undefined) this.#report(sentenceOf(file.problem));
	}

	#liveInMemory(): void {
		if (this.#closed) return;
		void this.#writer.close();
		this.#leftAt = this.read(undefined, readRevision);
		if (this.#reader?.isOpen) this.#reader.close();
		const database = openInMemory(this.#options.tables);
		this.#reader = database;
		this.#writer = new MemoryWriter(database, (message, error) => this.#log.error(message, error));
		this.#log.warn('The ledger is in memory only.');
		this.#report(
			l10n.t(
				'The history of your runs cannot be written to disk, so earlier runs may be missing, and new ones are kept only in memory until Easel ends. Make sure that the disk is not full and that its folder is writable. Easel retries automatically.',
			),
		);
		this.#returnLater(0);
	}

	#returnLater(tries: number): void {
		if (this.#closed) return;
		const pauseMs = returnPausesMs[Math.min(tries, returnPausesMs.length - 1)];
		const timer = setTimeout(() => void this.#openAgain(tries), pauseMs).unref();
		this.#cancelReturn = () => clearTimeout(timer);
	}

	/** Checks whether the file can be written again: a temporary shortage, such as of file handles, ends. */
	async #openAgain(tries: number): Promise<void> {
		const writer = this.#connect();
		const file = await writer.open();
		if (this.#closed || file === 'unwritable') {
			await writer.close();
			this.#returnLater(tries + 1);
			return;
		}
		this.#found = { writer, file };
		this.#writing ??= this.#writeWaiting();
	}

	/** Moves the records from memory into the file, and works with that from then on. Nothing else is written in the meantime. */
	async #leaveMemory({ writer, file }: Found): Promise<void> {
		this.#found = undefined;
		const { tables, clock } = this.#options;
		const memory = this.#reader;
		try {
			const held = memory && { database: memory, tables, leftAt: this.#leftAt, now: clock.now() };
			const outcomes = held ? await writer.write(carryOver(held, file.path)) : [];
			if (outcomes === 'unwritable' || outcomes.includes('failed')) throw new Error('It is not written.');
		} catch (error) {
			this.#log.warn(
				`The ledger still cannot be used: ${error instanceof Error ? error.message : 'unknown'}`,
			);
			await writer.close();
			this.#returnLater(0);
			return;
		}
		if (this.#closed) {
			await writer.close();
			return;
		}
		this.#writer = writer;
		this.#problem = undefined;
		this.#readFrom(file);
		this.#log.info('The ledger is written to disk again.');
	}

	#report(problem: string): void {
		this.#problem = problem;
		this.#options.onProblem?.(problem);
	}
}
