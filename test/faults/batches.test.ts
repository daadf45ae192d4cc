import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { decode } from 'fast-png';
import { type Batch, batchHasEnded, endedItems } from '../../src/core/batches/batch.ts';
import { itemId } from '../../src/core/batches/items.ts';
import { type BatchOrders, colorOf, openBatches } from './batchWindow.ts';
import { SandboxProcess } from './sandbox.ts';

/** Items in a run of all tests; `EASEL_BATCH_ITEMS` gives another number. */
const count = Number(process.env.EASEL_BATCH_ITEMS ?? 300);

/** Three calls in ten go wrong, each kind in turn. */
const rotatingFaults = [
	{ kind: 'latency', ms: 40, probability: 0.05 },
	{ kind: 'status', status: 429, retryAfter: 0, probability: 0.08 },
	{ kind: 'status', status: 500, probability: 0.05 },
	{ kind: 'status', status: 503, when: 'after', probability: 0.04 },
	{ kind: 'disconnect', probability: 0.04 },
	{ kind: 'disconnect', when: 'after', probability: 0.03 },
	{ kind: 'cut', bytes: 40, probability: 0.03 },
	{ kind: 'truncated-json', probability: 0.05, match: { path: '*/requests/*' } },
];

const program = join(import.meta.dirname, 'batchWindow.ts');

describe('a batch under faults', () => {
	let folder: string;
	let sandbox: SandboxProcess;
	let window: ChildProcess | undefined;

	beforeEach(async () => {
		folder = mkdtempSync(join(tmpdir(), 'easel-batch-'));
		sandbox = new SandboxProcess(join(folder, 'data'), 200);
		await sandbox.start();
	});

	afterEach(async () => {
		await killWindow();
		await sandbox.kill();
		rmSync(folder, { recursive: true, force: true });
	});

	async function killWindow(): Promise<void> {
		const child = window;
		window = undefined;
		if (child === undefined || child.exitCode !== null) return;
		const gone = once(child, 'exit');
		child.kill('SIGKILL');
		await gone;
	}

	/** Lets a window work until the batch is as wanted, and gives the batch as it was then. */
	async function work(orders: BatchOrders, until: (batch: Batch) => boolean): Promise<Batch> {
		const child = spawn(process.execPath, [program, JSON.stringify(orders)], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		window = child;
		for await (const line of createInterface({ input: child.stdout })) {
			const batch = JSON.parse(line) as Batch;
			if (until(batch)) return batch;
		}
		throw new Error('The window has ended.');
	}

	/** Returns the number of requests at the service with the document of each item. */
	function requestsByColor(): Map<number, number> {
		const database = new DatabaseSync(join(folder, 'data', 'sandbox.sqlite'), { readOnly: true });
		const found = new Map<number, number>();
		for (const row of database.prepare('SELECT document FROM requests').all()) {
			const color = Number(/"color":\s*(\d+)/.exec(String(row.document))?.[1]);
			found.set(color, (found.get(color) ?? 0) + 1);
		}
		database.close();
		return found;
	}

	it('hands each item over once, although window and service are killed three times', async function () {
		this.timeout(900_000);
		const orders = { folder, announced: sandbox.announced, origin: Date.now() };
		await sandbox.faults(rotatingFaults);
		const calls = { all: 0, hit: 0 };
		const countCalls = async () => {
			const journal = await sandbox.journal();
			calls.all += journal.length;
			calls.hit += journal.filter(({ faults }) => faults.length > 0).length;
		};
		let batch = await work({ ...orders, count }, (each) => endedItems(each) >= count / 4);
		for (const share of [0.5, 0.75, 1]) {
			await killWindow();
			await countCalls();
			await sandbox.kill();
			await sandbox.start();
			await sandbox.faults(rotatingFaults);
			batch = await work(orders, (each) =>
				share < 1 ? endedItems(each) >= count * share : batchHasEnded(each),
			);
		}
		await killWindow();
		await countCalls();
		await sandbox.faults([]);
		assert.ok(calls.hit / calls.all > 0.25, `${calls.hit} of ${calls.all} calls were hit`);

		assert.equal(batch.state, 'ended');
		const { counts } = batch;
		const said = JSON.stringify(counts);
		assert.equal(counts.succeeded + counts.uncertain, count, said);
		assert.ok(counts.uncertain < count / 2, said);
		const { runs, close } = await openBatches(folder, sandbox.session(), orders.origin);
		const requests = requestsByColor();
		for (let item = 0; item < count; item++) {
			const run = runs.get(itemId(batch.id, item));
			assert.ok(run, `item ${item} was never handed over`);
			const color = colorOf(item);
			const held = requests.get(color) ?? 0;
			assert.ok(held <= 1, `item ${item} is there ${held} times`);
			if (run.state !== 'succeeded') {
				assert.equal(run.state, 'uncertain', `item ${item}: ${run.state}`);
				continue;
			}
			assert.equal(held, 1, `item ${item} succeeded and is not there`);
			const [file] = run.files;
			assert.ok(file?.archivedAs, `item ${item}: ${file?.problem}`);
			const bytes = readFileSync(join(runs.archivePath(run), file.archivedAs));
			assert.equal(bytes.byteLength, file.bytes, `item ${item}`);
			const { data } = decode(bytes);
			assert.equal(((data[0] ?? 0) << 16) | ((data[1] ?? 0) << 8) | (data[2] ?? 0), color, `item ${item}`);
		}
		assert.equal(
			[...requests.values()].reduce((sum, each) => sum + each, 0),
			requests.size,
		);
		await close();
	});
});
