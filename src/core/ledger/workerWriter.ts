import { Worker } from 'node:worker_threads';
import type { LedgerFile } from './file.ts';
import type { TableLayout } from './ledger.ts';
import type { Operation, Outcome } from './operations.ts';
import type { WorkerCall, WorkerData, WorkerReport } from './workerMessages.ts';
import type { Unwritable, Writer, WriterEvents } from './writer.ts';

/** Milliseconds that closing waits for the thread. It may be in the middle of waiting for a lock. */
const closingMs = 1000;

interface Waiting {
	readonly lost: () => void;
	readonly answer: (report: WorkerReport) => void;
}

/**
 * Writes in a separate thread, which is restarted with the next write if it was lost. `url` is the program of the
 * thread, by default the one of this room.
 */
export class WorkerWriter implements Writer {
	readonly #data: WorkerData;
	readonly #events: WriterEvents;
	readonly #url: URL;
	#worker: Worker | undefined;
	#waiting: Waiting | undefined;

	constructor(path: string, tables: readonly TableLayout[], events: WriterEvents, url = workerUrl()) {
		this.#data = { path, tables };
		this.#events = events;
		this.#url = url;
	}

	open(): Promise<LedgerFile | Unwritable> {
		const worker = this.#start();
		return this.#ask<LedgerFile | Unwritable>(worker, undefined, 'unwritable', (report) =>
			report.kind === 'opened' ? report.file : undefined,
		);
	}

	async write(operations: readonly Operation[]): Promise<readonly Outcome[] | Unwritable> {
		if (!this.#worker) {
			const file = await this.open();
			if (file === 'unwritable') return file;
			this.#events.onFile(file);
		}
		const failed = operations.map((): Outcome => 'failed');
		if (!this.#worker) return failed;
		return this.#ask<readonly Outcome[] | Unwritable>(
			this.#worker,
			{ kind: 'write', operations },
			failed,
			(report) => (report.kind === 'written' ? report.outcomes : undefined),
		);
	}

	damaged(path: string): void {
		this.#worker?.postMessage({ kind: 'damaged', path } satisfies WorkerCall);
	}

	async close(): Promise<void> {
		const worker = this.#worker;
		if (!worker) return;
		this.#worker = undefined;
		this.#waiting?.lost();
		const closed = new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, closingMs);
			worker.ref();
			worker.on('message', (report: WorkerReport) => {
				if (report.kind !== 'closed') return;
				clearTimeout(timer);
				resolve();
			});
		});
		worker.postMessage({ kind: 'close' } satisfies WorkerCall);
		await closed;
		await worker.terminate();
	}

	#start(): Worker {
		const worker = new Worker(this.#url, { workerData: this.#data });
		worker.on('message', (report: WorkerReport) => this.#receive(worker, report));
		worker.on('error', (error) => this.#lose(worker, error));
		worker.on('exit', () => this.#lose(worker, new Error('The thread ended.')));
		worker.unref();
		this.#worker = worker;
		return worker;
	}

	/** Keeps the process alive until the answer arrives. */
	#ask<T>(
		worker: Worker,
		call: WorkerCall | undefined,
		whenLost: T,
		read: (report: WorkerReport) => T | undefined,
	): Promise<T> {
		return new Promise((resolve) => {
			const settle = (value: T) => {
				this.#waiting = undefined;
				worker.unref();
				resolve(value);
			};
			this.#waiting = {
				lost: () => settle(whenLost),
				answer: (report) => {
					const value = read(report);
					if (value !== undefined) settle(value);
				},
			};
			worker.ref();
			if (call) worker.postMessage(call);
		});
	}

	#receive(worker: Worker, report: WorkerReport): void {
		if (this.#worker !== worker) return;
		if (report.kind === 'file') this.#events.onFile(report.file);
		else if (report.kind === 'waiting') this.#events.onWaiting();
		else if (report.kind === 'error') this.#events.onError(report.message, report.error);
		else this.#waiting?.answer(report);
	}

	#lose(worker: Worker, error: unknown): void {
		if (this.#worker !== worker) return;
		this.#worker = undefined;
		this.#events.onError('The thread that writes the ledger was lost.', error);
		this.#waiting?.lost();
	}
}

/** Returns the program of the thread: next to this file when run from source, a separate file in the bundle. */
function workerUrl(): URL {
	const fromSource = import.meta.url.endsWith('.ts');
	return new URL(fromSource ? './worker.ts' : '../ledger-worker.mjs', import.meta.url);
}
