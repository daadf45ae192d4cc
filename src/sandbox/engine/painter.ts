import { Worker } from 'node:worker_threads';
import type { DemoMedium } from '../media/demoMedia.ts';
import type { ModelOutput } from '../media/modelOutput.ts';
import { NodeFailure } from '../media/nodeFailure.ts';
import type { Sample } from '../media/sampleFile.ts';
import type { DocumentReply, DocumentWork, FileWork, WorkerReply, WorkerTask } from './worker.ts';

interface Waiting {
	readonly task: WorkerTask;
	readonly resolve: (reply: WorkerReply) => void;
	readonly reject: (error: Error) => void;
}

/** The worker thread that paints, so that painting never delays a reply. Tasks are done one by one. */
export class Painter {
	#worker: Worker | undefined;
	readonly #queue: Waiting[] = [];
	/** The current task of the worker, and whether it is still wanted. */
	#current: Waiting | undefined;

	/**
	 * Executes a validated document. Rejects if the worker is lost, for example because it ran out of memory, and
	 * immediately when `signal` aborts: a document that has not begun by then never does.
	 */
	paint(work: DocumentWork, signal: AbortSignal): Promise<DocumentReply> {
		return this.#do(work, signal) as Promise<DocumentReply>;
	}

	/** Paints the file of a sample. Rejects when the worker is lost. */
	sample(sample: Sample): Promise<Uint8Array> {
		return this.#file({ sample });
	}

	/** Paints a file of a demo dataset. Rejects when the worker is lost. */
	demoMedium(demoMedium: DemoMedium): Promise<Uint8Array> {
		return this.#file({ demoMedium });
	}

	/** Makes a file of a catalog request. Rejects with a `NodeFailure` when a given picture cannot be read. */
	modelOutput(modelOutput: ModelOutput): Promise<Uint8Array> {
		return this.#file({ modelOutput });
	}

	async #file(task: FileWork): Promise<Uint8Array> {
		const reply = await this.#do(task);
		if ('refused' in reply) throw new NodeFailure(reply.refused.type, reply.refused.message);
		if (!('file' in reply)) throw new Error('the worker answered with a document in place of a file');
		return reply.file;
	}

	#do(task: WorkerTask, signal?: AbortSignal): Promise<WorkerReply> {
		return new Promise((resolve, reject) => {
			const waiting: Waiting = { task, resolve, reject };
			if (signal?.aborted) {
				reject(new Error('The run was stopped.'));
				return;
			}
			signal?.addEventListener(
				'abort',
				() => {
					const index = this.#queue.indexOf(waiting);
					if (index >= 0) this.#queue.splice(index, 1);
					reject(new Error('The run was stopped.'));
				},
				{ once: true },
			);
			this.#queue.push(waiting);
			this.#next();
		});
	}

	async close(): Promise<void> {
		const worker = this.#worker;
		for (const waiting of this.#queue.splice(0)) waiting.reject(new Error('The engine was stopped.'));
		this.#lose(worker, new Error('The engine was stopped.'));
		await worker?.terminate();
	}

	#next(): void {
		if (this.#current !== undefined) return;
		this.#current = this.#queue.shift();
		if (this.#current !== undefined) this.#running().postMessage(this.#current.task);
	}

	#running(): Worker {
		if (this.#worker !== undefined) return this.#worker;
		const worker = new Worker(workerUrl());
		worker.on('message', (reply: WorkerReply) => {
			this.#current?.resolve(reply);
			this.#current = undefined;
			this.#next();
		});
		worker.on('error', (error) =>
			this.#lose(worker, error instanceof Error ? error : new Error(String(error))),
		);
		worker.on('exit', () => this.#lose(worker, new Error('The engine ended unexpectedly.')));
		worker.unref();
		this.#worker = worker;
		return worker;
	}

	/** Handles a lost worker: its current task is lost too; the others go to the next worker. */
	#lose(worker: Worker | undefined, error: Error): void {
		if (this.#worker !== worker) return;
		this.#worker = undefined;
		this.#current?.reject(error);
		this.#current = undefined;
		this.#next();
	}
}

/** Returns the address of the worker: next to this file when run from source, a separate program in the bundle. */
function workerUrl(): URL {
	const fromSource = import.meta.url.endsWith('.ts');
	return new URL(fromSource ? './worker.ts' : '../sandbox-worker.mjs', import.meta.url);
}
