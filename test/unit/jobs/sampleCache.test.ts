import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { systemClock } from '../../../src/core/base/clock.ts';
import { type Failure, failed, type Result, success } from '../../../src/core/base/failure.ts';
import type { Transport } from '../../../src/core/http/transport.ts';
import type { JobResult } from '../../../src/core/jobs/job.ts';
import { SampleAddresses } from '../../../src/core/jobs/samples/addresses.ts';
import { SampleCache, sampleFileName } from '../../../src/core/jobs/samples/cache.ts';
import {
	JobSamples,
	type SampledJob,
	type SamplesSource,
} from '../../../src/core/jobs/samples/jobSamples.ts';
import { TransferQueue } from '../../../src/core/transfers/transferQueue.ts';
import { ManualClock } from '../runs/clocks.ts';
import { part } from '../support/part.ts';
import { until } from '../support/until.ts';

const refused = (status: number): Failure => ({
	kind: 'notFound',
	message: 'no',
	nextStep: '',
	fixer: 'nobody',
	status,
});

/** Returns the smallest file accepted as a picture. */
function picture(length: number): Uint8Array {
	const bytes = Buffer.alloc(length);
	bytes.set([0xff, 0xd8, 0xff, 0xd9]);
	return bytes;
}

/** A storage host: the addresses of files, and the requests. */
class FakeStorage {
	readonly asked: string[] = [];
	readonly bytes = new Map<string, number>();
	readonly refusals = new Map<string, number>();
	onAsk: (url: string) => void = () => {};

	readonly transport = part<Transport>({
		stream: async ({ url }: { readonly url: string }) => {
			this.asked.push(url);
			this.onAsk(url);
			const length = this.bytes.get(url);
			const status = this.refusals.get(url) ?? (length === undefined ? 404 : undefined);
			if (status !== undefined || length === undefined) return failed(refused(status ?? 404));
			return success({
				status: 200,
				headers: {},
				length,
				body: (async function* () {
					yield picture(length);
				})(),
			});
		},
	});
}

const resultOf = (addresses: Readonly<Record<string, string>>): JobResult => ({
	state: 'RUNNING',
	checkpoints: [],
	samples: Object.entries(addresses).map(([name, url]) => ({ name, url })),
});

describe('the copies of samples', () => {
	let folder: string;
	let storage: FakeStorage;
	let cache: SampleCache;
	const signal = new AbortController().signal;

	beforeEach(() => {
		folder = join(mkdtempSync(join(tmpdir(), 'easel-samples-')), 'samples');
		storage = new FakeStorage();
		cache = new SampleCache({
			folder,
			queue: new TransferQueue({ clock: systemClock }),
			limitBytes: 1000,
			clock: systemClock,
		});
	});
	afterEach(() => rmSync(resolve(folder, '..'), { recursive: true, force: true }));

	const at = (url: string) => ({ of: async () => success<string | undefined>(url) });
	async function keep(job: string, name: string, bytes: number): Promise<void> {
		const url = `https://files.test/${job}/${encodeURIComponent(name)}`;
		storage.bytes.set(url, bytes);
		const outcome = await cache.fetch(job, name, at(url), storage.transport, signal);
		assert.equal(outcome.kind, 'there');
	}

	it('are fetched once and then reused', async () => {
		await keep('job-1', '1__000000000_0.jpg', 10);
		await keep('job-1', '1__000000000_0.jpg', 10);
		assert.equal(storage.asked.length, 1);
		assert.deepEqual([...(await cache.files('job-1'))], ['1__000000000_0.jpg']);
		assert.deepEqual(await cache.files('job-2'), new Set());
	});

	it('stay in the folder of their job, however jobs and files are named', async () => {
		const names = [
			'../../outside.png',
			'..',
			'/etc/passwd',
			'a\\..\\..\\b.png',
			'C:\\x.png',
			'con',
			'.hidden',
			'',
			'\u202egnp.exe',
			`${'é'.repeat(255)}.png`,
			'A.PNG',
			'a.png',
			'x\u0000y.png',
		];
		for (const job of ['..', '../up', '', 'a/b', 'x'.repeat(400)]) {
			for (const name of names) await keep(job, name, 4);
			assert.equal((await cache.files(job)).size, names.length, JSON.stringify(job));
		}
		assert.deepEqual(readdirSync(resolve(folder, '..')), ['samples']);
		assert.equal(readdirSync(folder).length, 5);
		const inside = readdirSync(folder, { recursive: true, withFileTypes: true });
		assert.ok(inside.every((entry) => Buffer.byteLength(entry.name) <= 200));
	});

	it('keep plain names of the service, and get different names for different files', () => {
		assert.equal(sampleFileName('1712345678901__000000250_3.jpg'), '1712345678901__000000250_3.jpg');
		const odd = [
			'A.png',
			'a.png',
			'a_.png',
			'a?.png',
			'a*.png',
			`${'x'.repeat(300)}1`,
			`${'x'.repeat(300)}2`,
		];
		assert.equal(new Set(odd.map((name) => sampleFileName(name).toLowerCase())).size, odd.length);
	});

	it('of the jobs viewed longest ago are removed first, those in use last', async () => {
		let evictions = 0;
		cache.onDidEvict(() => evictions++);
		for (const [index, job] of ['old', 'used', 'newer'].entries()) {
			await keep(job, '1__000000000_0.jpg', 300);
			utimesSync(cache.folderOf(job), 1000 + index, 1000 + index);
		}
		const using = cache.use('old');
		await keep('latest', '1__000000000_0.jpg', 300);
		assert.equal(evictions, 1);
		assert.deepEqual(readdirSync(folder).sort(), ['latest', 'newer', 'old']);
		using.dispose();
	});

	it('of one large job are removed one by one, the oldest first, never the newest', async () => {
		const using = cache.use('job');
		for (const index of [0, 1, 2]) {
			const name = `1__000000000_${index}.jpg`;
			await keep('job', name, 300);
			utimesSync(join(cache.folderOf('job'), name), 1000 + index, 1000 + index);
		}
		await keep('job', '1__000000000_3.jpg', 500);
		const left = await cache.files('job');
		assert.deepEqual([...left].sort(), ['1__000000000_2.jpg', '1__000000000_3.jpg']);
		using.dispose();
	});

	it('contain no file larger than the total limit', async () => {
		const url = 'https://files.test/large';
		storage.bytes.set(url, 1001);
		const outcome = await cache.fetch('job', '1__000000000_0.mp4', at(url), storage.transport, signal);
		assert.equal(outcome.kind, 'failed');
		assert.deepEqual(await cache.files('job'), new Set());
	});

	it('delete temporary files of closed windows', async () => {
		mkdirSync(cache.folderOf('job'), { recursive: true });
		const abandoned = join(cache.folderOf('job'), '.abc.part');
		writeFileSync(abandoned, 'x');
		utimesSync(abandoned, 1000, 1000);
		const open = join(cache.folderOf('job'), '.def.part');
		writeFileSync(open, 'x');
		await keep('job', '1__000000000_0.jpg', 4);
		assert.deepEqual(
			readdirSync(cache.folderOf('job')).filter((name) => name.startsWith('.')),
			[basename(open)],
		);
	});

	it('are a single file even if another window was faster', async () => {
		const name = '1__000000000_0.jpg';
		const url = 'https://files.test/a';
		storage.bytes.set(url, 7);
		storage.onAsk = () => writeFileSync(join(cache.folderOf('job'), name), 'by another window');
		const outcome = await cache.fetch('job', name, at(url), storage.transport, signal);
		assert.deepEqual(outcome, { kind: 'there', file: name });
		assert.deepEqual(readdirSync(cache.folderOf('job')), [name]);
		assert.equal(statSync(join(cache.folderOf('job'), name)).size, 17);
	});

	it('are deleted with their job', async () => {
		await keep('job', '1__000000000_0.jpg', 4);
		await cache.remove('job');
		assert.deepEqual(readdirSync(folder), []);
	});

	describe('with expired addresses', () => {
		const name = '1__000000000_0.jpg';
		let answers: Result<JobResult>[];
		let asked: number;
		let clock: ManualClock;
		let addresses: SampleAddresses;

		beforeEach(() => {
			asked = 0;
			answers = [];
			clock = new ManualClock();
			addresses = new SampleAddresses(async () => {
				asked++;
				return answers.shift() ?? failed(refused(500));
			}, clock);
		});
		const fetch = () => cache.fetch('job', name, addresses, storage.transport, signal);

		it('are fetched with a fresh address', async () => {
			answers.push(success(resultOf({ [name]: 'https://files.test/?sig=1' })));
			answers.push(success(resultOf({ [name]: 'https://files.test/?sig=2' })));
			storage.refusals.set('https://files.test/?sig=1', 403);
			storage.bytes.set('https://files.test/?sig=2', 5);
			await addresses.refresh();
			await clock.advance(3_600_000);
			assert.equal((await fetch()).kind, 'there');
			assert.equal(asked, 2);
		});

		it('are requested again once, however many files there are', async () => {
			const names = Array.from({ length: 20 }, (_, index) => `1__000000000_${index}.jpg`);
			const list = (sig: number) =>
				success(
					resultOf(Object.fromEntries(names.map((each) => [each, `https://files.test/${each}?${sig}`]))),
				);
			answers.push(list(1), list(2));
			for (const each of names) {
				storage.refusals.set(`https://files.test/${each}?1`, 403);
				storage.bytes.set(`https://files.test/${each}?2`, 5);
			}
			await addresses.refresh();
			await clock.advance(3_600_000);
			const outcomes = await Promise.all(
				names.map((each) => cache.fetch('job', each, addresses, storage.transport, signal)),
			);
			assert.ok(outcomes.every(({ kind }) => kind === 'there'));
			assert.equal(asked, 2);
		});

		it('are missing if a fresh address fails too, without a request for each', async () => {
			answers.push(success(resultOf({ [name]: 'https://files.test/?sig=1' })));
			answers.push(success(resultOf({ [name]: 'https://files.test/?sig=2' })));
			await addresses.refresh();
			await clock.advance(3_600_000);
			assert.deepEqual(await fetch(), { kind: 'gone' });
			assert.deepEqual(await fetch(), { kind: 'gone' });
			assert.equal(asked, 2);
		});

		it('are not missing if a fresh address fails for another reason, and are fetched once it works', async () => {
			for (const status of [400, 401, 403]) {
				for (const fresh of ['https://files.test/?sig=2', 'https://files.test/?sig=1']) {
					answers.push(success(resultOf({ [name]: 'https://files.test/?sig=1' })));
					answers.push(success(resultOf({ [name]: fresh })));
					for (const url of ['https://files.test/?sig=1', fresh]) storage.refusals.set(url, status);
					await addresses.refresh();
					await clock.advance(3_600_000);
					for (let turn = 0; turn < 2; turn++) {
						const outcome = await fetch();
						assert.equal(outcome.kind === 'failed' && outcome.failure.status, status);
					}
					assert.equal(answers.length, 0);
				}
			}
			assert.equal(asked, 12, 'the service is not asked for each attempt');
			storage.refusals.clear();
			storage.bytes.set('https://files.test/?sig=1', 5);
			assert.equal((await fetch()).kind, 'there');
		});

		it('are missing if rejected and no longer listed by the service', async () => {
			answers.push(success(resultOf({ [name]: 'https://files.test/?sig=1' })), success(resultOf({})));
			storage.refusals.set('https://files.test/?sig=1', 403);
			await addresses.refresh();
			await clock.advance(3_600_000);
			assert.deepEqual(await fetch(), { kind: 'gone' });
		});

		it('are missing if the service no longer lists them', async () => {
			answers.push(success(resultOf({})));
			assert.deepEqual(await fetch(), { kind: 'gone' });
		});

		it('report the reason if the service fails', async () => {
			const outcome = await fetch();
			assert.equal(outcome.kind === 'failed' && outcome.failure.status, 500);
		});
	});

	describe('of a viewed job', () => {
		const name = (step: number) => `1__${String(step).padStart(9, '0')}_0.jpg`;
		let job: SampledJob & { artifacts: { sampleCount: number } };
		let listed: number[];
		let asked: number;
		let trouble: Failure | undefined;
		let signedIn: boolean;
		let listeners: ((changed: { id: string }) => unknown)[];
		let samples: JobSamples;

		beforeEach(async () => {
			job = {
				id: 'job',
				name: 'fox',
				phase: 'moving',
				state: 'RUNNING',
				attempt: 1,
				artifacts: { sampleCount: 2 },
			};
			listed = [0, 250];
			asked = 0;
			trouble = undefined;
			signedIn = true;
			listeners = [];
			const source: SamplesSource = {
				get: () => job,
				async result() {
					asked++;
					if (trouble !== undefined) return failed(trouble);
					return success(
						resultOf(Object.fromEntries(listed.map((step) => [name(step), `https://files.test/${step}`]))),
					);
				},
				configText: async () =>
					'job: extension\nconfig:\n  process:\n    - sample:\n        prompts: [a fox]',
				transport: () => (signedIn ? storage.transport : undefined),
				onDidChange(listener) {
					listeners.push(listener);
					return { dispose: () => listeners.splice(listeners.indexOf(listener), 1) };
				},
			};
			for (const step of [0, 250, 500]) storage.bytes.set(`https://files.test/${step}`, 5);
			samples = new JobSamples({ jobId: 'job', source, cache, onChange: () => {}, clock: systemClock });
			await samples.start();
		});
		afterEach(() => samples.dispose());
		const change = () => {
			for (const listener of listeners) listener({ id: 'job' });
		};
		const stateOf = (step: number) => samples.files().find((file) => file.name === name(step));

		it('are fetched only when visible', async () => {
			assert.deepEqual(
				samples.files().map((file) => file.name),
				[name(0), name(250)],
			);
			assert.deepEqual(storage.asked, []);
			samples.want([name(250)]);
			await until('the copy', () => stateOf(250)?.file !== undefined);
			assert.deepEqual(storage.asked, ['https://files.test/250']);
			assert.equal(samples.prompts[0]?.text, 'a fox');
		});

		it('appear as the job produces them, with a request only when there can be more', async () => {
			assert.equal(asked, 1);
			change();
			assert.equal(asked, 1);
			listed.push(500);
			job = { ...job, artifacts: { sampleCount: 3 } };
			change();
			await until('the new sample', () => stateOf(500) !== undefined);
			assert.equal(asked, 2);
		});

		it('stay visible after the service has lost the job', async () => {
			samples.want([name(0)]);
			await until('the copy', () => stateOf(0)?.file !== undefined);
			trouble = refused(404);
			await samples.tryAgain();
			assert.equal(samples.failure?.status, 404);
			assert.ok(stateOf(0)?.file);
			const reopened = new JobSamples({
				clock: systemClock,
				jobId: 'job',
				source: {
					get: () => job,
					result: async () => failed(refused(404)),
					configText: async () => undefined,
					transport: () => undefined,
					onDidChange: () => ({ dispose() {} }),
				},
				cache,
				onChange: () => {},
			});
			await reopened.start();
			assert.deepEqual(reopened.files(), [{ name: name(0), file: name(0) }]);
			assert.equal(reopened.listed, 'no');
			reopened.dispose();
		});

		it('that failed are fetched again only on request or with a new reply', async () => {
			storage.refusals.set('https://files.test/0', 500);
			samples.want([name(0)]);
			await until('the problem', () => stateOf(0)?.problem?.kind === 'failed');
			samples.want([name(0)]);
			assert.equal(storage.asked.length, 1);
			storage.refusals.clear();
			await samples.tryAgain();
			await until('the copy', () => stateOf(0)?.file !== undefined);
		});

		it('wait while signed out', async () => {
			signedIn = false;
			samples.want([name(0)]);
			assert.deepEqual(stateOf(0), { name: name(0) });
			signedIn = true;
			await samples.tryAgain();
			await until('the copy', () => stateOf(0)?.file !== undefined);
		});

		it('are fetched again if a copy is deleted', async () => {
			samples.want([name(0)]);
			await until('the copy', () => stateOf(0)?.file !== undefined);
			rmSync(join(cache.folderOf('job'), name(0)));
			await samples.unreadable();
			await until('a second download', () => storage.asked.length === 2);
			await until('the copy again', () => stateOf(0)?.file !== undefined);
		});

		it('are not requested after closing', async () => {
			samples.dispose();
			listed.push(500);
			job = { ...job, artifacts: { sampleCount: 3 } };
			change();
			assert.equal(asked, 1);
			assert.equal(listeners.length, 0);
		});
	});
});
