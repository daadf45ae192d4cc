import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import type { Batch } from '../../src/core/batches/batch.ts';
import { newFolder } from '../support/newFolder.ts';
import type { BatchOrders } from './batchWindow.ts';
import { SandboxProcess } from './sandbox.ts';

/** Faults in about three of ten calls. */
const faults = [
	{ kind: 'latency', ms: 40, probability: 0.05 },
	{ kind: 'status', status: 429, retryAfter: 0, probability: 0.1 },
	{ kind: 'status', status: 500, probability: 0.1 },
	{ kind: 'status', status: 503, when: 'after', probability: 0.04 },
	{ kind: 'disconnect', probability: 0.04 },
	{ kind: 'disconnect', when: 'after', probability: 0.03 },
	{ kind: 'cut', bytes: 40, probability: 0.03 },
	{ kind: 'truncated-json', probability: 0.05, match: { path: '*/requests/*' } },
];

const program = join(import.meta.dirname, 'batchWindow.ts');

/** Windows that work on one batch, one after the other, with a faulty service; all of them are killed. */
export class BatchCampaign {
	readonly folder = newFolder();
	readonly sandbox = new SandboxProcess(join(this.folder, 'data'), 200);
	readonly origin = Date.now();
	readonly calls = { all: 0, hit: 0 };
	#window: ChildProcess | undefined;

	async start(): Promise<void> {
		await this.sandbox.start();
		await this.sandbox.faults(faults);
	}

	/** Lets a new window work until the batch is as wanted, and gives the batch as it was then. */
	async work(
		orders: Omit<BatchOrders, 'folder' | 'announced' | 'origin'>,
		until: (batch: Batch) => boolean,
	): Promise<Batch> {
		const { folder, origin, sandbox } = this;
		const whole = { ...orders, folder, origin, announced: sandbox.announced };
		const child = spawn(process.execPath, [program, JSON.stringify(whole)], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		this.#window = child;
		for await (const line of createInterface({ input: child.stdout })) {
			const batch = JSON.parse(line) as Batch;
			if (until(batch)) return batch;
		}
		throw new Error('The window has ended.');
	}

	/** Kills window and service, and starts the service again. */
	async killBoth(): Promise<void> {
		await this.killWindow();
		await this.#countCalls();
		await this.sandbox.kill();
		await this.start();
	}

	async killWindow(): Promise<void> {
		const child = this.#window;
		this.#window = undefined;
		if (child === undefined || child.exitCode !== null) return;
		const gone = once(child, 'exit');
		child.kill('SIGKILL');
		await gone;
	}

	/** Kills the last window, and ends the faults. */
	async finish(): Promise<void> {
		await this.killWindow();
		await this.#countCalls();
		await this.sandbox.faults([]);
	}

	/** Returns the number of requests at the service with the document of each item. */
	requestsByColor(): Map<number, number> {
		const database = new DatabaseSync(join(this.folder, 'data', 'sandbox.sqlite'), { readOnly: true });
		const found = new Map<number, number>();
		for (const row of database.prepare('SELECT document FROM requests').all()) {
			const color = Number(/"color":\s*(\d+)/.exec(String(row.document))?.[1]);
			found.set(color, (found.get(color) ?? 0) + 1);
		}
		database.close();
		return found;
	}

	async remove(): Promise<void> {
		await this.killWindow();
		await this.sandbox.kill();
	}

	async #countCalls(): Promise<void> {
		const journal = await this.sandbox.journal();
		this.calls.all += journal.length;
		this.calls.hit += journal.filter(({ faults }) => faults.length > 0).length;
	}
}
