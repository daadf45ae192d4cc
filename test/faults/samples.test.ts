import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SignedIn } from '../../src/core/account/session.ts';
import { type Clock, systemClock } from '../../src/core/base/clock.ts';
import { jobResult } from '../../src/core/jobs/client.ts';
import { SampleCache } from '../../src/core/jobs/samples/cache.ts';
import { JobSamples, type SampledJob } from '../../src/core/jobs/samples/jobSamples.ts';
import { TransferQueue } from '../../src/core/transfers/transferQueue.ts';
import { newFolder } from '../support/newFolder.ts';
import { SandboxProcess } from './sandbox.ts';

/** A job of the demo account that has done all its steps, with four prompts at seven steps. */
const jobId = '7a100000-0000-4000-8000-000000000001';
const job: SampledJob = { id: 'ours', name: 'harbour', phase: 'ended', state: 'STOPPED', attempt: 1 };

describe('samples under faults', () => {
	let folder: string;
	let sandbox: SandboxProcess;
	let session: SignedIn;
	let samples: JobSamples;
	let ahead: number;
	let asked: number;

	beforeEach(async () => {
		folder = newFolder();
		sandbox = new SandboxProcess(join(folder, 'data'), 1);
		await sandbox.start();
		session = sandbox.session();
		ahead = 0;
		asked = 0;
		const clock: Clock = { now: () => Date.now() + ahead, after: systemClock.after };
		samples = new JobSamples({
			jobId: job.id,
			source: {
				get: () => job,
				result: () => {
					asked++;
					return jobResult(session.service, jobId);
				},
				configText: async () => undefined,
				transport: () => session.service.transport,
				onDidChange: () => ({ dispose() {} }),
			},
			cache: new SampleCache({
				folder: join(folder, 'samples'),
				queue: new TransferQueue({ clock }),
				clock: systemClock,
			}),
			onChange: () => {},
			clock,
		});
		await samples.start();
	});
	afterEach(async () => {
		samples.dispose();
		await session.service.transport.close();
		await sandbox.kill();
	});

	const names = () => samples.files().map(({ name }) => name);
	async function settled(wanted: readonly string[]): Promise<void> {
		const of = new Set(wanted);
		const open = () => samples.files().some(({ name, file, problem }) => of.has(name) && !file && !problem);
		while (open()) await pause(20);
	}
	async function fetchAll(wanted: readonly string[]): Promise<void> {
		samples.want(wanted);
		await settled(wanted);
	}
	/** Moves the clocks of the window and the service beyond the life of addresses. */
	async function expire(): Promise<void> {
		ahead += 7_200_000;
		const reply = await fetch(`${sandbox.announced.controlUrl}/clock`, {
			method: 'POST',
			body: JSON.stringify({ advance_seconds: 7200 }),
			headers: { 'content-type': 'application/json' },
		});
		assert.equal(reply.status, 200);
	}
	const copies = () => readdirSync(join(folder, 'samples', job.id)).filter((name) => !name.startsWith('.'));

	it('arrive whole, without a token, and again with fresh addresses when the first ones have expired', async function () {
		this.timeout(60_000);
		const all = names();
		assert.equal(all.length, 28);
		await fetchAll(all.slice(0, 4));
		assert.equal(copies().length, 4);
		for (const name of copies()) {
			const bytes = readFileSync(join(folder, 'samples', job.id, name));
			assert.equal(
				bytes.subarray(0, 2).toString('hex') + bytes.subarray(-2).toString('hex'),
				'ffd8ffd9',
				name,
			);
		}
		assert.equal(asked, 1);
		await expire();
		await fetchAll(all.slice(4, 12));
		assert.equal(copies().length, 12);
		assert.equal(asked, 2);
		const refused = (await sandbox.journal()).filter(
			({ path, status }) => path.includes('/samples/') && status !== 200,
		);
		assert.ok(refused.length > 0, 'no address had expired');
	});

	it('arrive in the end while half of the downloads fail, and leave nothing behind', async function () {
		this.timeout(120_000);
		const wanted = names().slice(0, 12);
		const storage = { match: { host: 'storage' } };
		await sandbox.faults([
			{ kind: 'cut', bytes: 2000, probability: 0.2, ...storage },
			{ kind: 'disconnect', probability: 0.1, ...storage },
			{ kind: 'status', status: 500, probability: 0.1, ...storage },
			{ kind: 'status', status: 403, probability: 0.1, ...storage },
		]);
		for (let round = 0; round < 40 && samples.files().filter(({ file }) => file).length < 12; round++) {
			await samples.tryAgain();
			await fetchAll(wanted);
			// A sample reported as gone is requested again after a while.
			ahead += 60_000;
		}
		await sandbox.faults([]);
		assert.deepEqual(copies().sort(), wanted.toSorted());
		assert.equal(readdirSync(join(folder, 'samples', job.id)).length, 12, 'temporary files are left');
	});

	it('that the service has deleted are gone, without a question for each', async function () {
		this.timeout(60_000);
		await sandbox.faults([{ kind: 'artifact-gone' }]);
		await expire();
		await fetchAll(names());
		assert.ok(samples.files().every(({ problem }) => problem?.kind === 'gone'));
		assert.ok(asked <= 3, `${asked} questions`);
	});
});
