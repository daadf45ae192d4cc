import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Log, silentLog } from '../../../src/core/base/log.ts';
import { WindowCoordinator, type WindowKind } from '../../../src/core/following/windowCoordinator.ts';
import { ChangeFeed } from '../../../src/core/records/changeFeed.ts';
import { ManualClock } from '../runs/clocks.ts';
import { FakeSession } from '../runs/fakeService.ts';
import { InstantService } from '../runs/instantService.ts';
import {
	type Job,
	type JobReply,
	killable,
	MemoryLeases,
	MemoryRecords,
	movesJob,
	numbers,
	stepJob,
} from './support.ts';

/** A computer with windows that follow training jobs, and a simulated service. */
class Computer {
	readonly clock = new ManualClock();
	readonly leases = new MemoryLeases(this.clock);
	readonly records = new MemoryRecords<Job>();
	readonly polls: { readonly at: number; readonly window: string; readonly id: string }[] = [];
	readonly fetched: string[] = [];
	readonly session = new InstantService(this.clock, []).session('any');
	/**
	 * Returns the service's reply about a job; `refused` if it does not accept the sign-in, `leave` if the window
	 * cannot continue.
	 */
	reply: (id: string, window: string) => JobReply | 'refused' | 'leave' = () => ({
		state: 'training',
		samples: [],
	});
	#opened = 0;

	open(log: Log = silentLog) {
		const name = `window ${++this.#opened}`;
		const { clock, kill } = killable(this.clock);
		const session = new FakeSession(this.session);
		const coordinator = new WindowCoordinator({
			leases: this.leases,
			session,
			log,
			clock,
			windowId: 'any',
		});
		const feed = new ChangeFeed(this.records, movesJob, () => undefined);
		const heard: string[] = [];
		feed.onDidChange(({ id, state }) => heard.push(`${id} ${state}`));
		feed.begin();
		coordinator.onDidTick(() => feed.look());
		let refusals = 0;
		const jobs: WindowKind<Job> = {
			kind: 'job',
			capMs: 30_000,
			load: () => this.records.all().filter(movesJob),
			records: { get: (id) => this.records.get(id), reportRefusal: () => refusals++ },
			isActive: movesJob,
			times: ({ createdAt }) => ({ since: createdAt }),
			step: (job, context) => {
				this.polls.push({ at: this.clock.now(), window: name, id: job.id });
				const reply = this.reply(job.id, name);
				if (typeof reply !== 'string')
					return stepJob(this.records, job, reply, (sample) => this.fetched.push(sample));
				context[reply === 'leave' ? 'leave' : 'refused']();
				return Promise.resolve({ done: true });
			},
		};
		coordinator.register(jobs);
		coordinator.begin();
		return { name, coordinator, session, feed, jobs, heard, kill, refusals: () => refusals };
	}

	async submit(id: string): Promise<Job> {
		const job: Job = { id, createdAt: this.clock.now(), state: 'waiting', samples: [], resumes: 0 };
		await this.records.put(job);
		return job;
	}
}

describe('windows that follow together', () => {
	let computer: Computer;
	let opened: ReturnType<Computer['open']>[];
	beforeEach(() => {
		computer = new Computer();
		opened = [];
	});
	afterEach(() => {
		for (const { coordinator } of opened) coordinator.dispose();
	});
	const open = () => {
		const window = computer.open();
		opened.push(window);
		return window;
	};
	const pollers = (since = 0) =>
		new Set(computer.polls.filter(({ at }) => at >= since).map(({ window }) => window));

	it('poll once for all of them, and all see the result', async () => {
		const windows = [open(), open(), open()];
		await computer.submit('a');
		await computer.clock.advance(10_000);
		computer.reply = () => ({ state: 'done', samples: [] });
		await computer.clock.advance(10_000);
		assert.equal(pollers().size, 1);
		for (const { heard } of windows) assert.deepEqual(heard, ['a waiting', 'a training', 'a done']);
	});

	it('replace a closed window at once, which rejoins after the others close', async () => {
		const [first, second] = [open(), open()];
		const { clock } = computer;
		computer.reply = (_id, window) => (window === first.name ? 'leave' : { state: 'training', samples: [] });
		await computer.submit('a');
		await clock.advance(10_000);
		const polled = () => computer.polls.map(({ window }) => window);
		assert.deepEqual([polled()[0], polled()[1]], [first.name, second.name]);
		await clock.advance(100_000);
		assert.ok(
			polled()
				.slice(1)
				.every((window) => window === second.name),
		);
		computer.reply = () => ({ state: 'training', samples: [] });
		second.coordinator.dispose();
		const since = clock.now();
		await clock.advance(60_000);
		assert.deepEqual([...pollers(since)], [first.name]);
	});

	it('follow one kind while another fails, and log each cause once', async () => {
		const logged: string[] = [];
		const window = computer.open({
			...silentLog,
			error: (message, cause) => void logged.push(`${message} ${cause}`),
		});
		opened.push(window);
		const failing = (kind: string, more: Partial<WindowKind<Job>>): WindowKind<Job> => ({
			...window.jobs,
			kind,
			step: async () => ({ done: false }),
			...more,
		});
		const fail = (why: string) => () => {
			throw new Error(why);
		};
		for (const kind of [
			failing('one', { load: fail('no list') }),
			failing('two', { maintain: async () => fail('no upkeep')() }),
			failing('three', { times: fail('no times') }),
			failing('four', { note: fail('no note') }),
			failing('five', { step: fail('no step') }),
		])
			window.coordinator.register(kind);
		window.coordinator.register(
			failing('last', {
				async step(job) {
					computer.fetched.push(job.id);
					return { done: false };
				},
			}),
		);
		await computer.submit('a');
		await computer.clock.advance(20_000);
		assert.ok(computer.polls.length > 3, String(computer.polls.length));
		assert.ok(computer.fetched.length > 3, String(computer.fetched.length));
		assert.deepEqual(logged.map((line) => /Error: (.*)/.exec(line)?.[1]).sort(), [
			'no list',
			'no note',
			'no step',
			'no times',
			'no upkeep',
		]);
	});

	it('poll nothing if nothing moves, without a lease', async () => {
		open();
		await computer.submit('a');
		computer.reply = () => ({ state: 'done', samples: [] });
		await computer.clock.advance(10_000);
		const polls = computer.polls.length;
		await computer.clock.advance(600_000);
		assert.equal(computer.polls.length, polls);
		assert.deepEqual(computer.leases.holders(), []);
	});

	it('replace a closed window, and a killed one', async () => {
		await computer.submit('a');
		const first = open();
		await computer.clock.advance(5000);
		const second = open();
		first.coordinator.dispose();
		await computer.clock.advance(5000);
		assert.deepEqual([...pollers()], [first.name, second.name]);
		const third = open();
		second.kill();
		const killed = computer.clock.now() + 1;
		await computer.clock.advance(30_000);
		assert.deepEqual([...pollers(killed)], [third.name]);
	});

	it('fetch the output of a running job, and follow a job restarted after its end', async () => {
		open();
		await computer.submit('a');
		computer.reply = () => ({ state: 'training', samples: ['step 100'] });
		await computer.clock.advance(60_000);
		computer.reply = () => ({ state: 'stopped', samples: ['step 100', 'step 200'] });
		await computer.clock.advance(60_000);
		assert.deepEqual(computer.fetched, ['step 100', 'step 200']);
		assert.equal(computer.records.get('a')?.state, 'stopped');
		const polls = computer.polls.length;
		await computer.clock.advance(60_000);
		assert.equal(computer.polls.length, polls);
		computer.reply = () => ({ state: 'done', samples: ['step 100', 'step 200', 'step 300'] });
		await computer.records.update('a', (job) => ({ ...job, state: 'waiting', resumes: job.resumes + 1 }));
		await computer.clock.advance(60_000);
		assert.equal(computer.records.get('a')?.state, 'done');
		assert.deepEqual(computer.fetched, ['step 100', 'step 200', 'step 300']);
	});

	it('poll a job within a second if it is about to change', async () => {
		const window = open();
		await computer.submit('a');
		await computer.clock.advance(300_000);
		const before = computer.polls.length;
		window.coordinator.pollSoon('job', 'a');
		await computer.clock.advance(1000);
		assert.equal(computer.polls.length, before + 1);
	});

	it('poll rarely while the sign-in is rejected, and resume once it is accepted', async () => {
		const window = open();
		await computer.submit('a');
		computer.reply = () => 'refused';
		await computer.clock.advance(3_600_000);
		const minutes = computer.polls.map(({ at }) => Math.round((at - (computer.polls[0]?.at ?? 0)) / 60_000));
		assert.deepEqual(minutes, [0, 0, 0, 1, 3, 8, 23]);
		assert.equal(window.refusals(), minutes.length);
		computer.reply = () => ({ state: 'training', samples: [] });
		await computer.clock.advance(3_600_000);
		assert.ok(computer.polls.length > minutes.length + 60);
		computer.reply = () => 'refused';
		await computer.clock.advance(60_000);
		computer.reply = () => ({ state: 'done', samples: [] });
		await computer.clock.advance(90_000);
		assert.equal(window.heard.at(-1), 'a done');
	});

	it('resume at once with another session after a rejected sign-in', async () => {
		const window = open();
		await computer.submit('a');
		computer.reply = () => 'refused';
		await computer.clock.advance(600_000);
		const polls = computer.polls.length;
		computer.reply = () => ({ state: 'training', samples: [] });
		window.session.replace({ ...computer.session });
		await computer.clock.advance(10_000);
		assert.ok(computer.polls.length > polls);
	});

	it('stop when signed out', async () => {
		const window = open();
		await computer.submit('a');
		await computer.clock.advance(5000);
		window.session.replace({ state: 'signedOut', connection: computer.session.connection });
		const polls = computer.polls.length;
		await computer.clock.advance(60_000);
		assert.equal(computer.polls.length, polls);
		assert.deepEqual(computer.leases.holders(), []);
	});

	for (const [what, jump] of [
		['back', -3_600_000],
		['forward', 3_600_000],
	] as const) {
		it(`continue when the clock is set ${what} by an hour`, async () => {
			open();
			await computer.submit('a');
			await computer.clock.advance(5000);
			computer.clock.set(jump);
			const polls = computer.polls.length;
			await computer.clock.advance(60_000);
			assert.ok(computer.polls.length > polls);
		});
	}

	it('stay within the budget in any second and minute, however often windows are killed, closed and opened', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 60 }), async (seed, jobs) => {
				const random = numbers(seed >>> 0);
				const busy = new Computer();
				const windows = [busy.open(), busy.open(), busy.open()];
				for (let index = 0; index < jobs; index++) await busy.submit(`job ${index}`);
				for (let turn = 0; turn < 25; turn++) {
					await busy.clock.advance(Math.floor(random() * 6000));
					const [victim] = windows.splice(Math.floor(random() * windows.length), 1);
					if (random() < 0.5) victim?.kill();
					else victim?.coordinator.dispose();
					windows.push(busy.open());
				}
				await busy.clock.advance(20_000);
				for (const { coordinator } of windows) coordinator.dispose();
				const moments = busy.polls.map(({ at }) => at);
				for (const [index, at] of moments.entries()) {
					const sixth = moments[index + 5];
					assert.ok(sixth === undefined || sixth - at >= 1000, `six polls within ${(sixth ?? 0) - at} ms`);
					const tooMany = moments[index + 300];
					assert.ok(tooMany === undefined || tooMany - at >= 60_000, '301 polls within a minute');
				}
				assert.ok(moments.length >= jobs, 'each job was asked about');
			}),
			{ numRuns: 12 },
		);
	});
});
