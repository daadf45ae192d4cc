import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type EarlierTimes, PollSchedule, pollDelay } from '../../../src/core/following/pollSchedule.ts';
import { follow, type Length, median, seen, spread } from './simulation.ts';

const capMs = 15_000;

describe('the schedule of polls', () => {
	describe('without knowledge of earlier items', () => {
		it('waits a tenth of the time already waited, between one second and the cap', () => {
			assert.equal(pollDelay(0, 15_000), 1000);
			assert.equal(pollDelay(10_000, 15_000), 1000);
			assert.equal(pollDelay(40_000, 15_000), 4000);
			assert.equal(pollDelay(3_600_000, 15_000), 15_000);
			assert.equal(pollDelay(3_600_000, 30_000), 30_000);
		});

		it('learns nothing from four items', () => {
			const schedule = new PollSchedule(
				capMs,
				Array.from({ length: 4 }, () => ({ totalMs: 200_000 })),
			);
			for (const waitedMs of [0, 20_000, 199_000, 900_000]) {
				assert.equal(schedule.delay({ waitedMs }), pollDelay(waitedMs, capMs));
			}
		});
	});

	describe('with five earlier items of the same target', () => {
		const kinds: readonly (readonly [string, (random: () => number) => Length])[] = [
			['spread by 10 %', (random) => ({ queuedMs: 500, runMs: spread(200_000, 0.1, random) })],
			[
				'cold and warm starts',
				(random) => ({
					queuedMs: random() < 0.5 ? 500 : spread(90_000, 0.2, random),
					runMs: spread(150_000, 0.1, random),
				}),
			],
			['a busy queue', (random) => ({ queuedMs: 60_000 * random(), runMs: spread(170_000, 0.1, random) })],
		];
		for (const [what, length] of kinds) {
			it(`sees the end of some 200 s within a second at the median with 20 polls: ${what}`, () => {
				const learned = follow(length, 5, 300);
				assert.ok(median(learned.map(({ lateMs }) => lateMs)) <= 1000);
				assert.ok(median(learned.map(({ polls }) => polls)) <= 20);
				assert.ok(learned.reduce((sum, { polls }) => sum + polls, 0) / learned.length <= 22);
			});
		}

		it('is better in both than without knowledge where the lengths differ by 30 %', () => {
			const length = (random: () => number) => ({ queuedMs: 500, runMs: spread(200_000, 0.3, random) });
			const [learned, unlearned] = [follow(length, 5, 300), follow(length, 0, 300)];
			for (const of of [
				({ lateMs }: (typeof learned)[0]) => lateMs,
				({ polls }: (typeof learned)[0]) => polls,
			]) {
				assert.ok(median(learned.map(of)) < median(unlearned.map(of)) / 2);
			}
		});

		for (const seconds of [2, 20]) {
			it(`is not worse with runs of ${seconds} s`, () => {
				const length = (random: () => number) => ({
					queuedMs: 500,
					runMs: spread(seconds * 1000, 0.1, random),
				});
				const [learned, unlearned] = [follow(length, 5, 200), follow(length, 0, 200)];
				const mean = (values: readonly number[]) =>
					values.reduce((sum, value) => sum + value, 0) / values.length;
				assert.ok(
					mean(learned.map(({ lateMs }) => lateMs)) <= 1.1 * mean(unlearned.map(({ lateMs }) => lateMs)),
				);
				assert.ok(mean(learned.map(({ polls }) => polls)) <= 1.1 * mean(unlearned.map(({ polls }) => polls)));
			});
		}

		const five: readonly EarlierTimes[] = [190, 195, 200, 205, 210].map((seconds) => ({
			totalMs: seconds * 1000,
			queuedMs: 1000,
		}));

		it('finds one that takes ten times longer in the usual rhythm', () => {
			const { lateMs, polls } = seen(new PollSchedule(capMs, five), { queuedMs: 500, runMs: 2_000_000 });
			assert.ok(lateMs <= capMs);
			assert.ok(polls <= seen(new PollSchedule(capMs, []), { queuedMs: 500, runMs: 2_000_000 }).polls + 20);
		});

		it('does not take the wait in the queue for running', () => {
			const schedule = new PollSchedule(capMs, five);
			// A run of 200 s that began a moment ago after an hour in the queue is not about to end.
			assert.ok(schedule.delay({ waitedMs: 3_600_000, runningMs: 20_000 }) > 10_000);
			assert.equal(schedule.delay({ waitedMs: 3_600_000, runningMs: 200_000 }), 1000);
		});

		it('learns from the whole time where nobody saw the start', () => {
			const blind = five.map(({ totalMs }) => ({ totalMs }));
			const schedule = new PollSchedule(capMs, blind);
			assert.equal(schedule.delay({ waitedMs: 200_000 }), 1000);
			assert.equal(schedule.delay({ waitedMs: 200_000, runningMs: 10_000 }), 1000);
			assert.ok(schedule.delay({ waitedMs: 60_000 }) > 10_000);
		});
	});

	it('asks at least once a second and at most twice the cap apart, whatever earlier items took', () => {
		const duration = fc.oneof(
			fc.constant(0),
			fc.integer({ min: 1, max: 50 }),
			fc.integer({ min: 1, max: 10_000_000 }),
		);
		const times = fc.record({ totalMs: duration, queuedMs: fc.option(duration, { nil: undefined }) });
		fc.assert(
			fc.property(
				fc.array(times, { maxLength: 30 }),
				duration,
				fc.option(duration, { nil: undefined }),
				(earlier, waitedMs, runningMs) => {
					const known = earlier.map(({ totalMs, queuedMs }) =>
						queuedMs === undefined ? { totalMs } : { totalMs, queuedMs },
					);
					const delay = new PollSchedule(capMs, known).delay(
						runningMs === undefined ? { waitedMs } : { waitedMs, runningMs },
					);
					assert.ok(delay >= 1000 && delay <= 2 * capMs, String(delay));
				},
			),
			{ numRuns: 60 },
		);
	});
});
