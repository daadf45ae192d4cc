import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { decode } from 'fast-png';
import type { Session } from '../../src/core/account/session.ts';
import { systemClock } from '../../src/core/base/clock.ts';
import { silentLog } from '../../src/core/base/log.ts';
import { dialectOf } from '../../src/core/connection/dialects.ts';
import { noMedia } from '../../src/core/runs/plan/media.ts';
import { planRun } from '../../src/core/runs/plan/plan.ts';
import { hasEnded, type Run } from '../../src/core/runs/run.ts';
import type { RunService } from '../../src/core/runs/runService.ts';
import { TransferQueue } from '../../src/core/transfers/transferQueue.ts';
import { TransferTable } from '../../src/core/transfers/transferTable.ts';
import { parseWorkflow } from '../../src/core/workflow/document.ts';
import { newFolder } from '../support/newFolder.ts';
import { fastClock } from '../unit/runs/clocks.ts';
import { FakeSession } from '../unit/runs/fakeService.ts';
import { openHistory } from '../unit/runs/window.ts';
import { closeRuns, openRuns } from '../unit/support/runServices.ts';
import { type JournalEntry, SandboxProcess } from './sandbox.ts';

/** The deployment of the demo account that is kept warm and has the most instances. */
const deploymentId = '5a9d0000-0000-4000-8000-000000000003';

const calls = '*/requests/*';
const outputs = { host: 'storage' };

/** Faults in three of ten calls, each kind in turn. A submission meets every kind, too. */
const rotatingFaults = [
	{ kind: 'latency', ms: 40, probability: 0.04 },
	{ kind: 'status', status: 429, retryAfter: 0, probability: 0.05 },
	{ kind: 'status', status: 500, probability: 0.05 },
	{ kind: 'status', status: 503, when: 'after', probability: 0.04 },
	{ kind: 'disconnect', probability: 0.04 },
	{ kind: 'disconnect', when: 'after', probability: 0.03 },
	{ kind: 'cut', bytes: 40, probability: 0.05 },
	{ kind: 'cut', bytes: 90, probability: 0.05, match: outputs },
	{ kind: 'truncated-json', probability: 0.03, match: { path: calls } },
	{ kind: 'malformed-json', probability: 0.03, match: { path: calls } },
	{ kind: 'content-type', contentType: 'text/html', probability: 0.03, match: { path: calls } },
];

describe('runs under faults', () => {
	let folder: string;
	let sandbox: SandboxProcess;
	let runService: RunService;
	let session: Session & { state: 'signedIn' };
	let dispose: () => void;

	async function begin(speed: number): Promise<void> {
		folder = newFolder();
		sandbox = new SandboxProcess(join(folder, 'data'), speed);
		await sandbox.start();
		session = sandbox.session();
		const clock = fastClock(20);
		const ledger = await openHistory(folder, clock);
		runService = openRuns({
			ledger,
			queue: new TransferQueue({ store: new TransferTable(ledger), clock: systemClock }),
			session: new FakeSession(session),
			archiveFolder: join(folder, 'runs'),
			log: silentLog,
			clock,
			windowId: 'test',
		});
		dispose = () => {
			closeRuns(runService);
			void ledger.close();
		};
	}

	afterEach(async () => {
		dispose();
		await session.service.transport.close();
		await sandbox.kill();
	});

	/** Starts a run that paints one picture in a unique color. */
	async function start(color: number): Promise<void> {
		const document = parseWorkflow(
			JSON.stringify({
				1: { class_type: 'EmptyImage', inputs: { width: 16, height: 16, batch_size: 1, color: color } },
				2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'picture' } },
			}),
		);
		const plan = await planRun({
			document,
			mode: 'auto',
			media: noMedia,
			dialect: dialectOf(session.connection),
		});
		assert.ok(plan.ok);
		await runService.start(plan.value, {
			target: { kind: 'deployment', id: deploymentId, name: 'Kept warm' },
			documentName: `${color}`,
		});
	}

	const runs = () => runService.runs({ connectionId: 'sandbox', limit: 1000 });

	async function allEnded(): Promise<readonly Run[]> {
		for (;;) {
			const all = runs();
			if (all.every(hasEnded)) return all;
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
	}

	/** Returns the color of a run's picture, without the stamp of the sandbox. */
	function colorOf(run: Run): number {
		const [file] = run.files;
		assert.equal(run.files.length, 1);
		assert.ok(file?.archivedAs, `${run.documentName}: ${file?.problem}`);
		const bytes = readFileSync(join(runService.archivePath(run), file.archivedAs));
		assert.equal(bytes.byteLength, file.bytes);
		const { data, channels } = decode(bytes);
		return ((data[0] ?? 0) << 16) | ((data[1] ?? 0) << 8) | (data[channels === 1 ? 0 : 2] ?? 0);
	}

	/** Asserts that every accepted run has succeeded with its own picture and is a separate request. */
	function assertRight(accepted: readonly Run[]): void {
		for (const run of accepted) {
			assert.equal(
				run.state,
				'succeeded',
				`${run.documentName}: ${run.state} ${run.notice ?? ''} ${run.error?.details ?? ''}`,
			);
			assert.equal(colorOf(run), Number(run.documentName));
		}
		assert.equal(new Set(accepted.map(({ requestId }) => requestId)).size, accepted.length);
	}

	/**
	 * Asserts that the service has each run's document, recognized by its color, at most once, and that of an accepted
	 * run once. A sum could not show this: a run sent twice would make up for one that never arrived.
	 */
	function assertNoneTwice(accepted: readonly Run[]): void {
		const database = new DatabaseSync(join(folder, 'data', 'sandbox.sqlite'), { readOnly: true });
		const documents = database
			.prepare('SELECT document FROM requests')
			.all()
			.map((row) => /"color":\s*(\d+)/.exec(String(row.document))?.[1] ?? 'no color');
		database.close();
		assert.equal(new Set(documents).size, documents.length, 'a run is there twice');
		for (const run of accepted) assert.ok(documents.includes(run.documentName), run.documentName);
	}

	const submissions = (journal: readonly JournalEntry[]) =>
		journal.filter(({ method, path }) => method === 'POST' && path.endsWith('/inference'));

	it('200 runs end with the right result, none twice, none lost', async function () {
		this.timeout(400_000);
		await begin(200);
		await sandbox.faults(rotatingFaults);
		let begun = 0;
		const startNext = () => start(0x0a0a0a + 49_361 * begun++);
		while (runs().filter(({ requestId }) => requestId !== undefined).length < 200) {
			const accepted = runs().filter(({ requestId }) => requestId !== undefined).length;
			await Promise.all(Array.from({ length: Math.min(10, 200 - accepted) }, startNext));
		}
		const all = await allEnded();
		await sandbox.faults([]);

		const accepted = all.filter(({ requestId }) => requestId !== undefined);
		assert.equal(accepted.length, 200);
		assertRight(accepted);
		for (const run of all.filter(({ requestId }) => requestId === undefined)) {
			assert.ok(run.state === 'uncertain' || run.state === 'unsent');
			assert.ok(run.notice);
		}

		// A 429 is a refusal and may be repeated; anything else was sent at most once, with any reply.
		const journal = await sandbox.journal();
		const taken = submissions(journal).filter(({ status }) => status !== 429);
		const refused = all.filter(({ state }) => state === 'unsent').length;
		const sums = `${taken.length} of ${all.length} runs, ${refused} refused`;
		assert.ok(taken.length <= all.length - refused, sums);
		assert.ok(taken.length >= accepted.length, sums);
		assertNoneTwice(accepted);

		const hit = journal.filter(({ faults }) => faults.length > 0).length;
		assert.ok(hit / journal.length > 0.25, `${hit} of ${journal.length} calls were hit`);
	});

	it('a truncated picture is downloaded again, and reported if it stays truncated', async function () {
		this.timeout(100_000);
		await begin(200);
		await sandbox.faults([{ kind: 'truncated-json', count: 2, match: outputs }]);
		await start(0x203040);
		assertRight(await allEnded());
		await sandbox.faults([{ kind: 'truncated-json', match: outputs }]);
		await start(0x203041);
		const last = (await allEnded()).find(({ documentName }) => documentName === `${0x203041}`);
		assert.deepEqual([last?.state, last?.files[0]?.archivedAs], ['succeeded', undefined]);
		assert.match(last?.files[0]?.problem ?? '', /sent only a part of picture_\S+\.png/);
	});

	it('killing the service loses nothing that it acknowledged', async function () {
		this.timeout(400_000);
		await begin(15);
		let interrupted = 0;
		for (let batch = 0; batch < 3; batch++) {
			// The last submissions of each batch are under way when the process dies.
			const starting = Array.from({ length: 8 }, (_, index) =>
				start(0x102030 + batch * 0x1000 + index * 0x10),
			);
			await starting[0];
			if (batch > 0) await Promise.all(starting);
			interrupted += runs().filter((run) => !hasEnded(run)).length;
			await sandbox.kill();
			await Promise.all(starting);
			await new Promise((resolve) => setTimeout(resolve, 300));
			await sandbox.start();
		}
		const all = await allEnded();
		const accepted = all.filter(({ requestId }) => requestId !== undefined);
		assert.ok(accepted.length >= 17);
		assert.ok(interrupted > 0, 'nothing was under way when the service died');
		assertRight(accepted);
		for (const run of all.filter(({ requestId }) => requestId === undefined)) {
			assert.ok(run.state === 'uncertain' || run.state === 'unsent');
		}
	});
});
