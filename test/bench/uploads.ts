import assert from 'node:assert/strict';
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '../../src/core/base/clock.ts';
import { silentLog } from '../../src/core/base/log.ts';
import { createDataset, datasetStatus, uploadDirect } from '../../src/core/datasets/client.ts';
import { UploadService } from '../../src/core/datasets/upload/service.ts';
import { openSource, SpareBuffers } from '../../src/core/datasets/upload/source.ts';
import { uploadFilesLayout, uploadLayout } from '../../src/core/datasets/upload/table.ts';
import { type UploadFile, uploadHasEnded } from '../../src/core/datasets/upload/upload.ts';
import { WindowCoordinator } from '../../src/core/following/windowCoordinator.ts';
import { openLedger } from '../../src/core/ledger/open.ts';
import { TransferQueue } from '../../src/core/transfers/transferQueue.ts';
import { TransferTable, transferLayout } from '../../src/core/transfers/transferTable.ts';
import { expectValue, serviceAt } from '../unit/http/support.ts';
import { FakeSession } from '../unit/runs/fakeService.ts';
import { type BenchRow, median } from './row.ts';

const parallel = 4;
const megabyte = 1_000_000;

/** A process that takes files, and one window that sends them. */
class Setting {
	readonly folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
	#sink: ChildProcess | undefined;
	url = '';

	async start(roundTripMs: number): Promise<void> {
		const sink = fork(join(import.meta.dirname, 'support', 'uploadSink.ts'), [String(roundTripMs)]);
		this.#sink = sink;
		[this.url] = (await once(sink, 'message')) as [string];
	}

	/** Returns `count` files with the same content, which takes the space of one. */
	files(count: number, bytes: number): UploadFile[] {
		const original = join(this.folder, `original-${count}`);
		writeFileSync(original, '');
		truncateSync(original, bytes);
		const { mtimeMs } = statSync(original);
		return Array.from({ length: count }, (_, index) => {
			const path = join(this.folder, `${count}-${index}.jpg`);
			linkSync(original, path);
			return { path, name: `${index}.jpg`, bytes, modifiedAt: mtimeMs };
		});
	}

	/** Milliseconds from the start to the comparison with the service; `during` is called before the first byte. */
	async upload(files: readonly UploadFile[], during: () => void = () => {}): Promise<number> {
		const ledger = await openLedger({
			clock: systemClock,
			path: join(this.folder, `history-${performance.now()}.db`),
			tables: [transferLayout, uploadLayout, uploadFilesLayout],
			log: silentLog,
		});
		const service = serviceAt(this.url);
		const session = new FakeSession({
			state: 'signedIn',
			connection: service.connection,
			account: { id: 'me', label: 'me' },
			service,
		});
		const coordinator = new WindowCoordinator({
			clock: systemClock,
			leases: ledger.leases,
			session,
			log: silentLog,
			windowId: 'bench',
		});
		const queue = new TransferQueue({ store: new TransferTable(ledger), clock: systemClock });
		const uploads = new UploadService({
			ledger,
			session,
			queue,
			coordinator,
			log: silentLog,
			parallel: () => parallel,
		});
		try {
			during();
			const begun = performance.now();
			const over = new Promise<number>((resolve, reject) => {
				uploads.onDidChange((upload) => {
					if (upload.state === 'validating') resolve(performance.now() - begun);
					else if (uploadHasEnded(upload)) reject(new Error(`${upload.state} ${upload.notice}`));
				});
			});
			expectValue(await uploads.start({ dataset: { newName: 'bench' }, files }));
			return await over;
		} finally {
			coordinator.dispose();
			uploads.dispose();
			void queue.stop();
			await ledger.close();
			await service.transport.close();
		}
	}

	/** Milliseconds for the same files, each after the one before. */
	async oneByOne(files: readonly UploadFile[]): Promise<number> {
		const service = serviceAt(this.url);
		const { id } = expectValue(await createDataset(service));
		const buffers = new SpareBuffers();
		const begun = performance.now();
		for (const file of files) {
			const source = await openSource(file, buffers);
			if (!source.ok) throw new Error(source.reason);
			expectValue(await uploadDirect(service, id, { name: file.name, body: source.body }));
			source.release();
		}
		const took = performance.now() - begun;
		await service.transport.close();
		return took;
	}

	/** Milliseconds for the same with curl: a dataset, the files, and a request for the list. */
	async curl(files: readonly UploadFile[]): Promise<number> {
		const service = serviceAt(this.url);
		const begun = performance.now();
		const { id } = expectValue(await createDataset(service));
		const address = `${this.url}/prod/v1/trainers/datasets/${id}/upload`;
		const calls = files.map(({ path, name }) =>
			[
				`url = "${address}"`,
				`form = "file=@${path};filename=${name}"`,
				'header = "Authorization: Bearer secret-token"',
				// Curl waits for a permission otherwise, which no service of ours sends.
				'header = "Expect:"',
				'output = "/dev/null"',
				'silent',
				'fail',
			].join('\n'),
		);
		const config = join(this.folder, 'curl.config');
		writeFileSync(config, calls.join('\nnext\n'));
		const options = ['--parallel', '--parallel-max', String(parallel), '--config', config];
		const child = spawn('curl', options, { stdio: 'ignore' });
		const [code] = await once(child, 'exit');
		if (code !== 0) throw new Error(`curl ended with ${code}`);
		assert.equal(expectValue(await datasetStatus(service, id)).files?.length, files.length);
		const took = performance.now() - begun;
		await service.transport.close();
		return took;
	}

	async end(): Promise<void> {
		this.#sink?.disconnect();
		rmSync(this.folder, { recursive: true, force: true });
	}
}

async function within<T>(roundTripMs: number, work: (setting: Setting) => Promise<T>): Promise<T> {
	const setting = new Setting();
	await setting.start(roundTripMs);
	try {
		return await work(setting);
	} finally {
		await setting.end();
	}
}

/** Uploads of many files, compared with two other methods, and their memory and time in this process. */
export async function bench(): Promise<readonly BenchRow[]> {
	return [...(await memory()), ...(await manySmall()), ...(await distant())];
}

/** Measures one file of 2 GB: the growth of the process's memory. */
function memory(): Promise<readonly BenchRow[]> {
	return within(0, async (setting) => {
		// The first upload loads the modules of all uploads.
		await setting.upload(setting.files(20, megabyte));
		const files = setting.files(1, 2_000_000_000);
		let idle = 0;
		let highest = 0;
		const look = () => {
			highest = Math.max(highest, process.memoryUsage.rss());
		};
		const timer = setInterval(look, 20);
		const took = await setting.upload(files, () => {
			gc?.();
			idle = process.memoryUsage.rss();
			highest = idle;
		});
		clearInterval(timer);
		return [
			{
				name: 'upload of 2 GB, memory above idle',
				value: (highest - idle) / megabyte,
				unit: 'MB',
				budget: 64,
			},
			{ name: 'upload of 2 GB, rate', value: 2000 / (took / 1000), unit: 'MB/s', lowerIsBetter: false },
		];
	});
}

/** Checks that each of 10,000 files costs no more than each of 1,000, and that the window stays responsive. */
function manySmall(): Promise<readonly BenchRow[]> {
	return within(0, async (setting) => {
		const measured = async (count: number) => {
			const delay = monitorEventLoopDelay({ resolution: 5 });
			const took = await setting.upload(setting.files(count, 1000), () => delay.enable());
			delay.disable();
			return { each: took / count, delay: delay.percentile(99.9) / 1e6 };
		};
		const few = await measured(1000);
		const many = await measured(10_000);
		return [
			{
				name: 'upload of 10,000 small files, each',
				value: many.each,
				unit: 'ms',
				budget: 1.5 * few.each,
				peer: { name: 'of 1,000', value: few.each },
			},
			{
				name: 'upload of 10,000 small files, event-loop delay (99.9 %)',
				value: many.delay,
				unit: 'ms',
				budget: Math.max(50, 1.5 * few.delay),
				peer: { name: 'of 1,000', value: few.delay },
			},
		];
	});
}

/** Measures 500 files of 1 MB with a latency of 50 ms. */
function distant(): Promise<readonly BenchRow[]> {
	return within(50, async (setting) => {
		const files = setting.files(500, megabyte);
		const hasCurl = spawnSync('curl', ['--version']).status === 0;
		const own: number[] = [];
		const curl: number[] = [];
		// In turn, so that other work of the computer affects both.
		for (let round = 0; round < 3; round++) {
			own.push(await setting.upload(files));
			if (hasCurl) curl.push(await setting.curl(files));
		}
		const single = await setting.oneByOne(files);
		const rate = (ms: number) => (files.length * 1000) / ms;
		const ours = rate(median(own));
		const base = { unit: 'files/s', lowerIsBetter: false } as const;
		const rows: BenchRow[] = [
			{
				...base,
				name: 'upload of 500 files of 1 MB at 50 ms, beside one by one',
				value: ours,
				budget: 3 * rate(single),
				peer: { name: 'one by one', value: rate(single) },
			},
		];
		if (hasCurl) {
			rows.push({
				...base,
				name: `upload of 500 files of 1 MB at 50 ms, beside curl --parallel-max ${parallel}`,
				value: ours,
				budget: rate(median(curl)),
				peer: { name: 'curl', value: rate(median(curl)) },
			});
		}
		return rows;
	});
}
