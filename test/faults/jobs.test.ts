import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SignedIn } from '../../src/core/account/session.ts';
import { systemClock } from '../../src/core/base/clock.ts';
import { silentLog } from '../../src/core/base/log.ts';
import { WindowCoordinator } from '../../src/core/following/windowCoordinator.ts';
import { checkpointHeader, saveCheckpoint } from '../../src/core/jobs/checkpoints/checkpoints.ts';
import { isFinished } from '../../src/core/jobs/job.ts';
import { hasEnded, type JobRecord } from '../../src/core/jobs/jobRecord.ts';
import { JobService } from '../../src/core/jobs/jobService.ts';
import { jobLayout } from '../../src/core/jobs/jobTable.ts';
import type { Ledger } from '../../src/core/ledger/ledger.ts';
import { TransferQueue } from '../../src/core/transfers/transferQueue.ts';
import { TransferTable, transferLayout } from '../../src/core/transfers/transferTable.ts';
import { demoJobIds } from '../../src/core/wire/demoJobs.ts';
import { smallConfiguration } from '../support/configuration.ts';
import { newFolder } from '../support/newFolder.ts';
import { killable } from '../unit/following/support.ts';
import { fastClock } from '../unit/runs/clocks.ts';
import { FakeSession } from '../unit/runs/fakeService.ts';
import { ledgerIn } from '../unit/support/ledgerIn.ts';
import { SandboxProcess } from './sandbox.ts';

const calls = '*/ai-toolkit/jobs*';

/** Faults in three of ten calls, each kind in turn. */
const rotatingFaults = [
	{ kind: 'latency', ms: 40, probability: 0.04, match: { path: calls } },
	{ kind: 'status', status: 429, retryAfter: 0, probability: 0.05, match: { path: calls } },
	{ kind: 'status', status: 500, probability: 0.05, match: { path: calls } },
	{ kind: 'status', status: 503, when: 'after', probability: 0.04, match: { path: calls } },
	{ kind: 'disconnect', probability: 0.04, match: { path: calls } },
	{ kind: 'disconnect', when: 'after', probability: 0.04, match: { path: calls } },
	{ kind: 'cut', bytes: 40, probability: 0.05, match: { path: calls } },
	{ kind: 'truncated-json', probability: 0.03, match: { path: calls } },
	{ kind: 'malformed-json', probability: 0.03, match: { path: calls } },
	{ kind: 'content-type', contentType: 'text/html', probability: 0.03, match: { path: calls } },
];

/** A window on the history; its end leaves everything as a crash does. */
interface Window {
	readonly service: JobService;
	readonly ledger: Ledger;
	readonly queue: TransferQueue;
	readonly session: FakeSession;
	kill(): void;
	close(): Promise<void>;
}

describe('training jobs under faults', () => {
	let folder: string;
	let sandbox: SandboxProcess;
	let session: SignedIn;
	const windows = new Set<Window>();

	async function begin(speed: number): Promise<void> {
		folder = newFolder();
		sandbox = new SandboxProcess(join(folder, 'data'), speed);
		await sandbox.start();
		session = sandbox.session();
	}

	async function open(): Promise<Window> {
		const { clock, kill } = killable(fastClock(20));
		const ledger = await ledgerIn(folder, [jobLayout, transferLayout], clock);
		const own = new FakeSession(session);
		const coordinator = new WindowCoordinator({
			leases: ledger.leases,
			session: own,
			log: silentLog,
			windowId: 'test',
			clock,
		});
		const service = new JobService({
			ledger,
			session: own,
			coordinator,
			configFolder: join(folder, 'jobs'),
			log: silentLog,
		});
		service.begin();
		const queue = new TransferQueue({ store: new TransferTable(ledger), clock: systemClock });
		const window: Window = {
			service,
			ledger,
			queue,
			session: own,
			kill,
			close: async () => {
				windows.delete(window);
				coordinator.dispose();
				service.dispose();
				await ledger.close();
			},
		};
		windows.add(window);
		return window;
	}

	afterEach(async () => {
		for (const window of [...windows]) await window.close();
		await session.service.transport.close();
		await sandbox.kill();
	});

	const submit = ({ service }: Window, name: string) =>
		service.submit({ configText: smallConfiguration(name), gpuType: 'ADA_80_PLUS', gpuCount: 1, name });

	async function allEnded({ service }: Window): Promise<readonly JobRecord[]> {
		for (;;) {
			const all = service.jobs();
			if (all.every(hasEnded)) return all;
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
	}

	/** Returns the names of the jobs at the service, except those of the demo account. */
	function namesAtTheService(): readonly string[] {
		const database = new DatabaseSync(join(folder, 'data', 'sandbox.sqlite'), { readOnly: true });
		const rows = database.prepare("SELECT name FROM training_jobs WHERE name LIKE 'fault-%'").all();
		database.close();
		return rows.map(({ name }) => String(name));
	}

	function assertWhole(jobs: readonly JobRecord[]): void {
		for (const job of jobs) {
			assert.ok(isFinished(job), `${job.name}: ${job.phase} ${job.state} ${job.error} ${job.notice}`);
			assert.deepEqual(job.progress, { step: 60, totalSteps: 60 });
			assert.deepEqual(
				job.artifacts?.checkpoints.toSorted(),
				[20, 40]
					.map((step) => `${job.name}_${String(step).padStart(9, '0')}.safetensors`)
					.concat(`${job.name}.safetensors`)
					.toSorted(),
			);
			assert.ok((job.artifacts?.sampleCount ?? 0) >= 3, `${job.artifacts?.sampleCount} samples`);
		}
	}

	function assertNoneTwice(all: readonly JobRecord[]): void {
		const names = namesAtTheService();
		assert.equal(new Set(names).size, names.length, 'a job is there twice');
		for (const { name, jobId, phase } of all) {
			if (jobId !== undefined) assert.ok(names.includes(name), name);
			else assert.ok(phase === 'unsent' || phase === 'uncertain', `${name}: ${phase}`);
			if (phase === 'unsent') assert.ok(!names.includes(name), `${name} was said not to have arrived`);
		}
	}

	it('40 jobs end with all that they made, none twice, none lost, while three calls in ten go wrong', async function () {
		this.timeout(200_000);
		await begin(100);
		await sandbox.faults(rotatingFaults);
		const window = await open();
		let begun = 0;
		const known = () => window.service.jobs().filter(({ jobId }) => jobId !== undefined).length;
		while (known() < 40) {
			const wanted = Math.min(8, 40 - known());
			await Promise.all(Array.from({ length: wanted }, () => submit(window, `fault-${++begun}`)));
		}
		const all = await allEnded(window);
		await sandbox.faults([]);
		assertWhole(all.filter(({ jobId }) => jobId !== undefined));
		assertNoneTwice(all);
		const journal = (await sandbox.journal()).filter(({ path }) => path.includes('/ai-toolkit/jobs'));
		const hit = journal.filter(({ faults }) => faults.length > 0).length;
		assert.ok(hit / journal.length > 0.25, `${hit} of ${journal.length} calls were hit`);
		const sent = journal.filter(({ method, path }) => method === 'POST' && path.endsWith('/jobs'));
		// A 429 is a refusal and may be repeated; anything else was sent once at most.
		assert.ok(sent.filter(({ status }) => status !== 429).length <= all.length);
	});

	it('killing the service and the window in the middle loses nothing', async function () {
		this.timeout(200_000);
		await begin(15);
		let window = await open();
		let interrupted = 0;
		for (let batch = 0; batch < 3; batch++) {
			// The last submissions of each batch are under way when the process dies.
			const starting = Array.from({ length: 4 }, (_, index) => submit(window, `fault-${batch}-${index}`));
			await starting[0];
			if (batch > 0) await Promise.all(starting);
			interrupted += window.service.jobs().filter((job) => !hasEnded(job)).length;
			window.kill();
			await sandbox.kill();
			await Promise.all(starting);
			await new Promise((resolve) => setTimeout(resolve, 300));
			await sandbox.start();
			window = await open();
		}
		const all = await allEnded(window);
		assert.ok(interrupted > 0, 'nothing was under way when the service died');
		assert.ok(all.filter(({ jobId }) => jobId !== undefined).length >= 9);
		assertWhole(all.filter(({ jobId }) => jobId !== undefined));
		assertNoneTwice(all);
	});

	it('the jobs of the demo account are read correctly', async function () {
		this.timeout(60_000);
		await begin(1);
		const { service } = await open();
		const states = await Promise.all(
			Object.values(demoJobIds).map(async (id) => {
				const tracked = await service.recovery.track(id);
				assert.ok(tracked.ok, tracked.ok ? '' : tracked.failure.message);
				const { state, error, progress, artifacts } = tracked.value;
				if (state !== 'RUNNING') assert.ok((artifacts?.sampleCount ?? 0) > 0, `${state} has samples`);
				assert.ok(progress?.totalSteps);
				return [state, isFinished(tracked.value), error !== undefined];
			}),
		);
		assert.deepEqual(states, [
			['STOPPED', true, false],
			['RUNNING', false, false],
			['FAILED', false, true],
			['STOPPED', false, true],
		]);
	});

	it('a checkpoint arrives whole over a connection that breaks, and its header is read alone', async function () {
		this.timeout(120_000);
		await begin(200);
		const { service, session: source, queue, ledger } = await open();
		const submitted = await service.submit({
			configText: smallConfiguration('fault-checkpoint'),
			gpuType: 'ADA_80_PLUS',
			gpuCount: 1,
			name: 'fault-checkpoint',
		});
		assert.ok(
			submitted.ok,
			submitted.ok ? '' : (submitted.failure.details?.join() ?? submitted.failure.message),
		);
		const { id } = submitted.value;
		for (;;) {
			const job = service.get(id);
			if (job && hasEnded(job)) break;
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		const name = 'fault-checkpoint.safetensors';
		const header = await checkpointHeader({ service, session: source }, { id, name });
		assert.ok(header.ok, header.ok ? '' : header.failure.message);
		assert.ok(header.value.tensors > 0 && header.value.metadata.length > 0);

		await sandbox.faults([{ kind: 'cut', bytes: 3000, count: 2, match: { host: 'storage' } }]);
		const target = join(folder, 'saved');
		const saved = await saveCheckpoint(
			{ service, session: source, queue, leases: ledger.leases, owner: 'test' },
			{ id, name, folder: target, as: 'mine.safetensors' },
		);
		assert.ok(saved.ok, saved.ok ? '' : saved.failure.message);
		assert.equal(saved.value.name, 'mine.safetensors');
		const path = join(target, 'mine.safetensors');
		assert.equal(statSync(path).size, header.value.bytes);
		assert.equal(Number(readFileSync(path).readBigUInt64LE(0)) + 8 < header.value.bytes, true);
	});
});
