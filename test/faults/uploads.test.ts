import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { encode } from 'fast-png';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { type Upload, uploadHasEnded } from '../../src/core/datasets/upload/upload.ts';
import { newFolder } from '../support/newFolder.ts';
import { type JournalEntry, SandboxProcess } from './sandbox.ts';
import { filesIn, openUploads, parallel, type WindowOrders } from './uploadWindow.ts';

/** Faults in three of ten calls, each kind in turn. */
const rotatingFaults = [
	{ kind: 'latency', ms: 40, probability: 0.04 },
	{ kind: 'status', status: 429, retryAfter: 0, probability: 0.05 },
	{ kind: 'status', status: 500, probability: 0.05 },
	{ kind: 'status', status: 503, when: 'after', probability: 0.04 },
	{ kind: 'disconnect', probability: 0.04 },
	{ kind: 'disconnect', when: 'after', probability: 0.03 },
	{ kind: 'cut', bytes: 40, probability: 0.05 },
	{ kind: 'truncated-json', probability: 0.03 },
	{ kind: 'malformed-json', probability: 0.03 },
	{ kind: 'content-type', contentType: 'text/html', probability: 0.03 },
];

/** Faults after which the service has the file, although its answer is no good. */
const goodForAllThat = new Set(['latency', 'cut', 'truncated-json', 'malformed-json', 'content-type']);

describe('uploads under faults', () => {
	let folder: string;
	let media: string;
	let sandbox: SandboxProcess;
	let origin: number;
	let close: () => Promise<void>;

	beforeEach(async () => {
		folder = newFolder();
		media = join(folder, 'media');
		mkdirSync(media);
		sandbox = new SandboxProcess(join(folder, 'data'), 100);
		await sandbox.start();
		origin = Date.now();
		close = async () => {};
	});

	afterEach(async () => {
		await close();
		await sandbox.kill();
	});

	/** Writes pictures with their captions, each with a unique size as far as possible. Returns the number of files. */
	function writePairs(count: number): number {
		const picture = encode({ width: 1, height: 1, data: new Uint8Array([1, 2, 3]), channels: 3 });
		for (let index = 0; index < count; index++) {
			const name = join(media, String(index).padStart(5, '0'));
			writeFileSync(`${name}.png`, Buffer.concat([picture, Buffer.alloc(index % 500)]));
			writeFileSync(`${name}.txt`, 'a cat, '.repeat(1 + (index % 40)));
		}
		return 2 * count;
	}

	async function openWindow() {
		const window = await openUploads(folder, sandbox.session(), origin);
		({ close } = window);
		return window.uploads;
	}

	async function untilEnded(uploads: Awaited<ReturnType<typeof openWindow>>): Promise<Upload> {
		for (;;) {
			const [upload] = uploads.uploads();
			if (upload && uploadHasEnded(upload)) return upload;
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	}

	const uploadCalls = (journal: readonly JournalEntry[]) =>
		journal.filter(({ method, path }) => method === 'POST' && path.endsWith('/upload'));

	/** Returns the number of files that the service has acknowledged, from the data that survives a kill. */
	function kept(): number {
		const database = new DatabaseSync(join(folder, 'data', 'sandbox.sqlite'), { readOnly: true });
		try {
			return Number(
				database
					.prepare(
						'SELECT count(*) AS files FROM dataset_files WHERE dataset_id IN (SELECT id FROM datasets WHERE name = ?)',
					)
					.get('killed')?.files,
			);
		} finally {
			database.close();
		}
	}

	/** Asserts that the service has exactly the files of the folder, with their sizes, and that the dataset is ready. */
	async function assertComplete(upload: Upload): Promise<void> {
		assert.equal(upload.state, 'ready', `${upload.notice} ${JSON.stringify(upload.failed.slice(0, 3))}`);
		const url = `${sandbox.announced.trainerUrl}/prod/v1/trainers/datasets/${upload.datasetId}/status`;
		const reply = await fetch(url, { headers: { authorization: `Bearer ${sandbox.announced.token}` } });
		const { status, files } = (await reply.json()) as {
			status: string;
			files: { filename: string; size_bytes: number }[];
		};
		assert.equal(status, 'READY');
		assert.deepEqual(
			new Map(files.map(({ filename, size_bytes: bytes }) => [filename, bytes])),
			new Map(filesIn(media).map(({ name, bytes }) => [name, bytes])),
		);
	}

	it('2,000 files arrive with three in ten calls faulty, and none that the service has is sent again', async function () {
		this.timeout(300_000);
		writePairs(1000);
		const uploads = await openWindow();
		await sandbox.faults(rotatingFaults);
		for (;;) {
			const started = await uploads.start({ dataset: { newName: 'faulty' }, files: filesIn(media) });
			if (started.ok) break;
			// A dataset without a reply may have been made anyway.
			assert.notEqual(started.failure.kind, 'input', started.failure.message);
		}
		const upload = await untilEnded(uploads);
		await sandbox.faults([]);
		await assertComplete(upload);
		const calls = uploadCalls(await sandbox.journal());
		const hit = calls.filter(({ faults }) => faults.length > 0);
		assert.ok(hit.length / calls.length > 0.25, `${hit.length} of ${calls.length} calls were hit`);
		const lost = hit.filter(({ faults }) => faults.some((kind) => !goodForAllThat.has(kind)));
		assert.ok(calls.length <= 2000 + lost.length, `${calls.length} calls, ${lost.length} of them lost`);
	});

	it('nothing is lost, and little sent again, when the service is killed in the middle', async function () {
		this.timeout(200_000);
		const count = writePairs(400);
		const uploads = await openWindow();
		assert.ok((await uploads.start({ dataset: { newName: 'killed' }, files: filesIn(media) })).ok);
		while (kept() < count / 3) await new Promise((resolve) => setTimeout(resolve, 5));
		await sandbox.kill();
		const before = kept();
		assert.ok(before < count, 'everything had arrived before');
		await new Promise((resolve) => setTimeout(resolve, 500));
		await sandbox.start();
		await assertComplete(await untilEnded(uploads));
		const after = uploadCalls(await sandbox.journal()).length;
		assert.ok(after <= count - before + parallel, `${after} calls for ${count - before} files`);
	});

	it('a window killed during an upload is replaced, and only files in transfer are sent again', async function () {
		this.timeout(200_000);
		const count = writePairs(400);
		const orders: WindowOrders = { folder, announced: sandbox.announced, origin, media };
		const child = startWindow(orders);
		while (kept() < count / 3) await new Promise((resolve) => setTimeout(resolve, 5));
		const gone = once(child, 'exit');
		child.kill('SIGKILL');
		await gone;
		const before = kept();
		assert.ok(before < count, 'everything had arrived before');
		const uploads = await openWindow();
		uploads.resume();
		await assertComplete(await untilEnded(uploads));
		const calls = uploadCalls(await sandbox.journal());
		assert.ok(calls.length <= count + parallel, `${calls.length} calls for ${count} files`);
	});

	it('of two windows one sends, and the other one when that is killed', async function () {
		this.timeout(200_000);
		const count = writePairs(400);
		const uploads = await openWindow();
		const child = startWindow({ folder, announced: sandbox.announced, origin, media });
		const seen = await firstLine(child);
		assert.equal(seen.state, 'sending');
		uploads.resume();
		while (kept() < count / 3) await new Promise((resolve) => setTimeout(resolve, 5));
		child.kill('SIGKILL');
		assert.ok(kept() < count, 'everything had arrived before');
		await assertComplete(await untilEnded(uploads));
		const calls = uploadCalls(await sandbox.journal());
		assert.ok(calls.length <= count + parallel, `${calls.length} calls for ${count} files`);
	});

	it('a large file goes to a signed address, and to a new one after its expiry', async function () {
		this.timeout(60_000);
		const video = join(media, 'video.mp4');
		const head = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
		writeFileSync(video, head);
		truncateSync(video, 150_000_001);
		writeFileSync(join(media, 'video.txt'), 'a cat walks');
		await sandbox.faults([{ kind: 'expired-signature', count: 2, match: { host: 'storage' } }]);
		const uploads = await openWindow();
		assert.ok((await uploads.start({ dataset: {}, files: filesIn(media) })).ok);
		await assertComplete(await untilEnded(uploads));
		const journal = await sandbox.journal();
		assert.deepEqual(
			journal.filter(({ method }) => method === 'PUT').map(({ status }) => status),
			[403, 403, 200],
		);
		assert.equal(uploadCalls(journal).length, 1);
	});

	it('waits while the network is gone for a minute, and continues automatically', async function () {
		this.timeout(200_000);
		const count = writePairs(300);
		const uploads = await openWindow();
		assert.ok((await uploads.start({ dataset: { newName: 'killed' }, files: filesIn(media) })).ok);
		while (kept() < count / 3) await new Promise((resolve) => setTimeout(resolve, 5));
		const earlier = uploadCalls(await sandbox.journal()).length;
		await sandbox.faults([{ kind: 'disconnect' }]);
		for (;;) {
			const [upload] = uploads.uploads();
			if (/continues automatically/.test(upload?.notice ?? '')) break;
			assert.equal(upload?.state, 'sending');
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		// A minute on the clock of the window.
		await new Promise((resolve) => setTimeout(resolve, 3000));
		const meanwhile = uploadCalls(await sandbox.journal()).length - earlier;
		assert.ok(meanwhile < 40, `${meanwhile} files were sent into nowhere`);
		const before = kept();
		await sandbox.faults([]);
		const upload = await untilEnded(uploads);
		assert.equal(upload.notice, undefined);
		await assertComplete(upload);
		const calls = uploadCalls(await sandbox.journal()).slice(earlier + meanwhile);
		assert.ok(calls.length <= count - before + parallel, `${calls.length} calls for ${count - before} files`);
	});
});

/** Starts a window in a separate process. Its output must be read, or it would block. */
function startWindow(orders: WindowOrders): ChildProcess {
	const program = join(import.meta.dirname, 'uploadWindow.ts');
	const child = spawn(process.execPath, [program, JSON.stringify(orders)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	child.stdout?.resume();
	return child;
}

async function firstLine(child: ChildProcess): Promise<Upload> {
	const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
	const [line] = (await once(lines, 'line')) as [string];
	return JSON.parse(line) as Upload;
}
