import { Worker } from 'node:worker_threads';
import type { Media, WorkerJob, WorkerReply } from './worker.ts';

interface Waiting {
	readonly resolve: (reply: WorkerReply) => void;
	readonly reject: (error: Error) => void;
}

/** The worker thread that executes documents, so that painting never holds up a reply. Jobs are done one by one. */
export class Painter {
	#worker: Worker | undefined;
	#waiting = new Map<number, Waiting>();
	#count = 0;

	/** Executes a validated document. Rejects when the worker is lost, for example because it ran out of memory. */
	paint(
		document: string,
		outputs: readonly string[],
		media: ReadonlyMap<string, Media>,
	): Promise<WorkerReply> {
		const job: WorkerJob = { number: ++this.#count, document, outputs, media };
		return new Promise((resolve, reject) => {
			this.#waiting.set(job.number, { resolve, reject });
			this.#running().postMessage(job);
		});
	}

	async close(): Promise<void> {
		const worker = this.#worker;
		this.#lose(worker, new Error('The engine was stopped.'));
		await worker?.terminate();
	}

	#running(): Worker {
		if (this.#worker !== undefined) return this.#worker;
		const worker = new Worker(workerUrl());
		worker.on('message', (reply: WorkerReply) => {
			this.#waiting.get(reply.number)?.resolve(reply);
			this.#waiting.delete(reply.number);
		});
		worker.on('error', (error) =>
			this.#lose(worker, error instanceof Error ? error : new Error(String(error))),
		);
		worker.on('exit', () => this.#lose(worker, new Error('The engine ended unexpectedly.')));
		worker.unref();
		this.#worker = worker;
		return worker;
	}

	#lose(worker: Worker | undefined, error: Error): void {
		if (this.#worker !== worker) return;
		this.#worker = undefined;
		for (const waiting of this.#waiting.values()) waiting.reject(error);
		this.#waiting = new Map();
	}
}

/** Run from source the worker stands beside this file; in the bundle it is a program of its own. */
function workerUrl(): URL {
	const fromSource = import.meta.url.endsWith('.ts');
	return new URL(fromSource ? './worker.ts' : '../sandbox-worker.js', import.meta.url);
}
