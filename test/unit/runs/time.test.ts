import assert from 'node:assert/strict';
import { systemClock } from '../../../src/core/base/clock.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import type { Ledger } from '../../../src/core/ledger/ledger.ts';
import type { RunService } from '../../../src/core/runs/runService.ts';
import { TransferQueue } from '../../../src/core/transfers/transferQueue.ts';
import { TransferTable } from '../../../src/core/transfers/transferTable.ts';
import { newFolder } from '../../support/newFolder.ts';
import { closeRuns, openRuns } from '../support/runServices.ts';
import { ManualClock } from './clocks.ts';
import { FakeSession } from './fakeService.ts';
import { InstantService } from './instantService.ts';
import { openHistory, origin, plan } from './window.ts';

const hour = 3_600_000;

describe('runs over time', () => {
	let folder: string;
	let clock: ManualClock;
	let service: InstantService;
	let ledgers: Ledger[];
	let services: RunService[];

	async function begin(lengths: readonly number[], windows: number): Promise<RunService> {
		service = new InstantService(clock, lengths);
		for (let index = 0; index < windows; index++) {
			const ledger = await openHistory(folder, clock);
			const runService = openRuns({
				ledger,
				queue: new TransferQueue({ store: new TransferTable(ledger), clock: systemClock }),
				session: new FakeSession(service.session(`window ${index}`)),
				archiveFolder: folder,
				log: silentLog,
				clock,
				windowId: 'same',
			});
			runService.resume();
			ledgers.push(ledger);
			services.push(runService);
		}
		const [first] = services;
		assert.ok(first);
		return first;
	}
	const start = async (runService: RunService) => {
		const run = await runService.start(plan, origin);
		assert.ok(run.ok);
		return run.value.id;
	};

	beforeEach(() => {
		folder = newFolder();
		clock = new ManualClock();
		ledgers = [];
		services = [];
	});
	afterEach(async () => {
		for (const runService of services) closeRuns(runService);
		for (const ledger of ledgers) await ledger.close();
	});

	it('the sixth run of a target needs fewer polls than the first five, and its end is seen sooner than average', async () => {
		const runService = await begin(
			Array.from({ length: 6 }, (_, index) => 101_300 + 700 * index),
			1,
		);
		const seen: { readonly polls: number; readonly lateMs: number }[] = [];
		for (let index = 0; index < 6; index++) {
			const before = service.polls.length;
			const id = await start(runService);
			while (runService.get(id)?.state !== 'succeeded') await clock.advance(500);
			const polls = service.polls.slice(before);
			const requestId = runService.get(id)?.requestId ?? '';
			seen.push({ polls: polls.length, lateMs: (polls.at(-1)?.at ?? 0) - service.endOf(requestId) });
		}
		const [first, last] = [seen[0], seen[5]];
		assert.ok(first && last);
		const late = seen.slice(0, 5).reduce((sum, { lateMs }) => sum + lateMs / 5, 0);
		assert.ok(last.polls <= (2 / 3) * first.polls, JSON.stringify(seen));
		assert.ok(last.lateMs < late / 2, JSON.stringify(seen));
	});

	it('the starting window reports the end of a run, whichever polls', async () => {
		const runService = await begin([hour, 30_000], 3);
		const [, other, third] = services;
		assert.ok(other && third);
		await start(runService);
		await clock.advance(2000);
		const id = await start(other);
		await clock.advance(60_000);
		assert.deepEqual(new Set(service.polls.map(({ window }) => window)), new Set(['window 0']));
		assert.deepEqual(
			[
				await runService.claimNotification(id),
				await third.claimNotification(id),
				await other.claimNotification(id),
				await third.claimNotification(id),
			],
			[false, false, true, false],
		);
	});

	it('send nothing while the service asks to wait', async () => {
		const runService = await begin([1000], 1);
		const id = await start(runService);
		service.trouble = {
			kind: 'rateLimited',
			message: 'Too many.',
			nextStep: '',
			fixer: 'nobody',
			status: 429,
			retryAfterMs: 60_000,
		};
		await clock.advance(30_000);
		assert.equal(service.polls.length, 1);
		service.trouble = undefined;
		await clock.advance(35_000);
		assert.equal(runService.get(id)?.state, 'succeeded');
	});

	it('survive an hour without network with few calls', async function () {
		// Some four thousand looks into the history.
		this.timeout(120_000);
		const runService = await begin([5000], 1);
		const id = await start(runService);
		service.trouble = {
			kind: 'network',
			message: 'Nothing answers.',
			nextStep: 'Check the network.',
			fixer: 'you',
		};
		await clock.advance(hour);
		assert.ok(service.polls.length <= 260, `${service.polls.length} calls in an hour`);
		assert.match(runService.get(id)?.notice ?? '', /cannot be reached.*Check the network/);
		service.trouble = undefined;
		await clock.advance(20_000);
		assert.deepEqual([runService.get(id)?.state, runService.get(id)?.notice], ['succeeded', undefined]);
	});
});
