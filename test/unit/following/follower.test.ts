import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Follower, type FollowKind, type FollowStep } from '../../../src/core/following/follower.ts';
import { PollBudget } from '../../../src/core/following/pollBudget.ts';
import type { EarlierTimes } from '../../../src/core/following/pollSchedule.ts';
import { ManualClock } from '../runs/clocks.ts';

interface Thing {
	readonly id: string;
	readonly since: number;
}

interface Setting {
	readonly kind?: string;
	readonly capMs?: number;
	readonly earlier?: readonly EarlierTimes[];
	readonly step: (id: string, clock: ManualClock) => FollowStep | Promise<FollowStep>;
}

/** Returns a follower of several kinds of things under one budget, with the times of its polls. */
function follower(...settings: readonly Setting[]) {
	const clock = new ManualClock();
	const budget = new PollBudget(clock);
	// The first second belongs to a window before this one.
	clock.sleep(1000);
	const steps: { id: string; at: number }[] = [];
	const start = clock.now();
	const things = new Map<string, Thing>();
	const switches = { mayPoll: true };
	const logged: string[] = [];
	const followed = new Follower<undefined>({
		clock,
		budget,
		context: undefined,
		log: { error: (what, cause) => void logged.push(`${what} ${cause}`) },
		mayPoll: async () => switches.mayPoll,
	});
	const kinds = settings.map(
		({ kind = 'thing', capMs = 15_000, earlier, step }): FollowKind<Thing, undefined> => ({
			kind,
			capMs,
			load: () => [...things.values()],
			records: things,
			isActive: () => true,
			times: ({ since }) => ({ since }),
			...(earlier ? { earlier: () => earlier } : {}),
			async step({ id }) {
				steps.push({ id, at: clock.now() - start });
				return step(id, clock);
			},
		}),
	);
	const add = (id: string, waitedMs = 1000, kind = kinds[0]) => {
		const thing = { id, since: clock.now() - waitedMs };
		things.set(id, thing);
		if (kind) followed.add(kind, thing);
	};
	return { clock, steps, followed, add, things, switches, kinds, logged };
}

describe('the follower', () => {
	it('detects an end within a tenth of the length, at least 1 s and at most 15 s', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 600_000 }), async (length) => {
				let start = 0;
				const { clock, steps, add } = follower({
					step: (_id, now) => ({ done: now.now() - start >= length }),
				});
				start = clock.now();
				add('a', 0);
				await clock.advance(700_000);
				const seen = steps.at(-1)?.at ?? Number.POSITIVE_INFINITY;
				assert.ok(seen >= length);
				assert.ok(seen - length <= Math.min(15_000, Math.max(1000, length / 10)));
			}),
			{ numRuns: 25 },
		);
	});

	it('polls at most five times in any second, however many items of any kind, and forgets none', async () => {
		const rounds = new Map<string, number>();
		const step = (id: string) => {
			rounds.set(id, (rounds.get(id) ?? 0) + 1);
			return { done: rounds.get(id) === 3 };
		};
		const { clock, steps, add, kinds } = follower(
			{ kind: 'run', step },
			{ kind: 'job', capMs: 30_000, step },
		);
		for (let index = 0; index < 100; index++) add(`thing ${index}`, 1000 - (index % 3), kinds[index % 2]);
		await clock.advance(120_000);
		assert.equal(steps.length, 300);
		for (const [index, { at }] of steps.entries()) {
			const sixth = steps[index + 5];
			if (sixth) assert.ok(sixth.at - at >= 1000, `six steps within ${sixth.at - at} ms`);
		}
	});

	it('polls each kind no more often than its cap', async () => {
		const { clock, steps, add, kinds } = follower(
			{ kind: 'run', step: () => ({ done: false }) },
			{ kind: 'job', capMs: 30_000, step: () => ({ done: false }) },
		);
		add('run', 3_600_000, kinds[0]);
		add('job', 3_600_000, kinds[1]);
		await clock.advance(60_000);
		assert.deepEqual(
			steps.filter(({ id }) => id === 'run').map(({ at }) => at),
			[0, 15_000, 30_000, 45_000, 60_000],
		);
		assert.deepEqual(
			steps.filter(({ id }) => id === 'job').map(({ at }) => at),
			[0, 30_000, 60_000],
		);
	});

	it('polls rarely before the expected end, and often around it', async () => {
		const earlier = [90, 95, 100, 105, 110].map((seconds) => ({ totalMs: seconds * 1000 }));
		const { clock, steps, add } = follower({ earlier, step: () => ({ done: false }) });
		add('a', 0);
		await clock.advance(120_000);
		const between = (from: number, until: number) =>
			steps.filter(({ at }) => at >= from && at < until).length;
		assert.ok(between(10_000, 70_000) <= 5, String(between(10_000, 70_000)));
		assert.ok(between(98_000, 108_000) >= 8, String(between(98_000, 108_000)));
	});

	it('has no timer if nothing is followed', async () => {
		const { clock, steps, add } = follower({ step: () => ({ done: true }) });
		assert.equal(clock.pending, 0);
		add('a', 0);
		assert.equal(clock.pending, 1);
		await clock.advance(5000);
		assert.equal(clock.pending, 0);
		assert.equal(steps.length, 1);
	});

	it('continues with an item whose times cannot be read, and with the others', async () => {
		let isBroken = false;
		const { clock, steps, add, kinds, logged } = follower(
			{ kind: 'run', step: () => ({ done: false }) },
			{ kind: 'job', step: () => ({ done: false }) },
		);
		const [run] = kinds;
		assert.ok(run);
		const { times } = run;
		run.times = (thing) => {
			if (isBroken) throw new Error('a bad time');
			return times(thing);
		};
		add('run', 1000, run);
		add('job', 1000, kinds[1]);
		isBroken = true;
		await clock.advance(31_000);
		assert.deepEqual(
			steps.filter(({ id }) => id === 'run').map(({ at }) => at),
			[0, 15_000, 30_000],
		);
		assert.ok(steps.filter(({ id }) => id === 'job').length > 3);
		assert.match(logged[0] ?? '', /run run failed.*a bad time/);
	});

	it('never polls the same item twice at a time', async () => {
		let running = 0;
		let finish: () => void = () => undefined;
		const { clock, steps, followed, add } = follower({
			async step() {
				assert.equal(++running, 1);
				await new Promise<void>((resolve) => {
					finish = resolve;
				});
				running--;
				return { done: false };
			},
		});
		add('a');
		add('a');
		await clock.advance(30_000);
		followed.pollSoon('thing', 'a');
		await clock.advance(30_000);
		assert.equal(steps.length, 1);
		finish();
		await clock.advance(1000);
		assert.equal(steps.length, 2, 'it is asked again within a second');
	});

	it('polls at once after the computer slept', async () => {
		const { clock, steps, add } = follower({ step: () => ({ done: false }) });
		add('a', 100_000);
		await clock.advance(1);
		clock.sleep(3_600_000);
		await clock.advance(1);
		assert.equal(steps.length, 2);
	});

	it('continues after an unexpected failure, and logs it', async () => {
		let failures = 0;
		const { clock, steps, add, logged } = follower({
			step: () => {
				if (failures++ === 0) throw new Error('unexpected');
				return { done: false };
			},
		});
		add('a');
		await clock.advance(20_000);
		assert.ok(steps.length > 1);
		assert.deepEqual(logged, ['A step of the thing a failed and is repeated. Error: unexpected']);
	});

	for (const [what, jump] of [
		['back', -7_200_000],
		['forward', 7_200_000],
	] as const) {
		it(`keeps its rhythm after the clock was set ${what} by two hours`, async () => {
			const { clock, steps, add } = follower({ step: () => ({ done: false }) });
			add('a', 0);
			await clock.advance(100_000);
			clock.set(jump);
			add('b', 0);
			const before = steps.length;
			await clock.advance(100_000);
			for (const wanted of ['a', 'b']) {
				const count = steps.slice(before).filter(({ id }) => id === wanted).length;
				assert.ok(count >= 5 && count <= 40, `${wanted}: ${count}`);
			}
		});
	}

	it('stops for deleted items, and if another window polls', async () => {
		const { clock, steps, add, things, switches } = follower({ step: () => ({ done: false }) });
		add('a');
		await clock.advance(1500);
		things.delete('a');
		await clock.advance(60_000);
		assert.equal(clock.pending, 0);
		switches.mayPoll = false;
		add('b');
		await clock.advance(60_000);
		assert.equal(clock.pending, 0);
		assert.ok(steps.every(({ id }) => id === 'a'));
	});

	it('follows an ended item again', async () => {
		const { clock, steps, add } = follower({ step: () => ({ done: true }) });
		add('a');
		await clock.advance(1000);
		add('a');
		await clock.advance(1000);
		assert.equal(steps.length, 2);
	});

	it('polls a restarted item within a second despite its pause, and otherwise keeps the pause', async () => {
		const { clock, steps, add } = follower({ step: () => ({ done: false, inMs: 60_000 }) });
		add('a');
		await clock.advance(5000);
		add('a', 5000);
		await clock.advance(5000);
		assert.equal(steps.length, 1);
		add('a', 0);
		await clock.advance(1000);
		assert.equal(steps.length, 2);
		add('a', -60_000);
		await clock.advance(5000);
		assert.equal(steps.length, 2);
	});

	it('waits as long as a step requests, beyond the limit of a timer', async () => {
		const { clock, steps, add } = follower({ step: () => ({ done: false, inMs: 2 ** 32 }) });
		add('a');
		await clock.advance(2 ** 32 - 2000);
		assert.equal(steps.length, 1);
		await clock.advance(4000);
		assert.equal(steps.length, 2);
	});
});
