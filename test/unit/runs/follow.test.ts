import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Follower, type FollowStep, pollDelay } from '../../../src/core/runs/follow.ts';
import { ManualClock } from './clocks.ts';

function follower(step: (id: string, clock: ManualClock) => FollowStep | Promise<FollowStep>) {
	const clock = new ManualClock();
	const steps: { id: string; at: number }[] = [];
	const start = clock.now();
	const followed = new Follower({
		clock,
		capMs: 15_000,
		perSecond: 5,
		async step(id) {
			steps.push({ id, at: clock.now() - start });
			return step(id, clock);
		},
	});
	return { clock, steps, followed };
}

describe('the rhythm of polling', () => {
	it('waits a tenth of the time already waited, between one second and the cap', () => {
		assert.equal(pollDelay(0, 15_000), 1000);
		assert.equal(pollDelay(10_000, 15_000), 1000);
		assert.equal(pollDelay(40_000, 15_000), 4000);
		assert.equal(pollDelay(3_600_000, 15_000), 15_000);
		assert.equal(pollDelay(3_600_000, 30_000), 30_000);
	});

	it('sees an end within a tenth of the length, a second at least and fifteen at most', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 600_000 }), async (length) => {
				const { clock, steps, followed } = follower((_id, now) => ({
					done: now.now() - start >= length,
				}));
				const start = clock.now();
				followed.add('a', start, 1000);
				await clock.advance(700_000);
				const seen = steps.at(-1)?.at ?? Number.POSITIVE_INFINITY;
				assert.ok(seen >= length);
				assert.ok(seen - length <= Math.min(15_000, Math.max(1000, length / 10)));
			}),
			{ numRuns: 25 },
		);
	});

	it('takes at most five steps in any second, however many items are followed, and forgets none', async () => {
		const rounds = new Map<string, number>();
		const { clock, steps, followed } = follower((id) => {
			rounds.set(id, (rounds.get(id) ?? 0) + 1);
			return { done: rounds.get(id) === 3 };
		});
		for (let index = 0; index < 100; index++) followed.add(`run ${index}`, clock.now(), index % 3);
		await clock.advance(120_000);
		assert.equal(steps.length, 300);
		for (const [index, { at }] of steps.entries()) {
			const sixth = steps[index + 5];
			if (sixth) assert.ok(sixth.at - at >= 1000, `six steps within ${sixth.at - at} ms`);
		}
	});

	it('has no timer when nothing is followed', async () => {
		const { clock, steps, followed } = follower(() => ({ done: true }));
		assert.equal(clock.pending, 0);
		followed.add('a', clock.now(), 1000);
		assert.equal(clock.pending, 1);
		await clock.advance(5000);
		assert.equal(clock.pending, 0);
		assert.equal(steps.length, 1);
	});

	it('never takes two steps with one item at a time', async () => {
		let running = 0;
		let finish: () => void = () => undefined;
		const { clock, steps, followed } = follower(async () => {
			assert.equal(++running, 1);
			await new Promise<void>((resolve) => {
				finish = resolve;
			});
			running--;
			return { done: false };
		});
		followed.add('a', clock.now(), 0);
		followed.add('a', clock.now(), 0);
		await clock.advance(30_000);
		followed.hurry('a');
		await clock.advance(30_000);
		assert.equal(steps.length, 1);
		finish();
		await clock.advance(1000);
		assert.equal(steps.length, 2, 'a hurried item is asked again within a second');
	});

	it('asks at once after the computer slept', async () => {
		const { clock, steps, followed } = follower(() => ({ done: false }));
		followed.add('a', clock.now() - 100_000, 0);
		await clock.advance(1);
		clock.sleep(3_600_000);
		await clock.advance(1);
		assert.equal(steps.length, 2);
	});

	it('goes on after a step that failed unexpectedly, and after the clock was set back', async () => {
		let failures = 0;
		const { clock, steps, followed } = follower(() => {
			if (failures++ === 0) throw new Error('unexpected');
			return { done: false };
		});
		followed.add('a', clock.now(), 0);
		await clock.advance(20_000);
		assert.ok(steps.length > 1);
		const before = steps.length;
		clock.sleep(-7_200_000);
		followed.add('b', clock.now(), 0);
		await clock.advance(20_000);
		for (const wanted of ['a', 'b']) assert.ok(steps.slice(before).some(({ id }) => id === wanted));
	});
});
