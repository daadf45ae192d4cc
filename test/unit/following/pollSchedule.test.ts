import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type EarlierTimes, PollSchedule, pollDelay } from '../../../src/core/following/pollSchedule.ts';
import { follow, type Length, mean, median, requestCaps, seen, seenEvery, spread } from './simulation.ts';
import { numbers } from './support.ts';

const { capMs } = requestCaps;

describe('the poll schedule', () => {
	describe('without knowledge of earlier items', () => {
		const unlearned = new PollSchedule(requestCaps, []);
		/** Many items of one kind of length, by the schedule and asked every 5 s. */
		const compared = (length: (random: () => number) => number) => {
			const random = numbers(7);
			const lengths = Array.from({ length: 2000 }, () => ({ queuedMs: 0, runMs: length(random) }));
			const of = (each: (length: Length) => { lateMs: number; polls: number }) => {
				const all = lengths.map(each);
				return { lateMs: mean(all.map(({ lateMs }) => lateMs)), polls: mean(all.map(({ polls }) => polls)) };
			};
			return [of((each) => seen(unlearned, each)), of((each) => seenEvery(5000, each))] as const;
		};

		it('detects runs of up to ten minutes as early as polls every 5 s, with at most 1.35 times as many', () => {
			const [ours, every5s] = compared((random) => 600_000 * random());
			assert.ok(ours.lateMs <= 2300, `${ours.lateMs} ms`);
			assert.ok(ours.polls <= 1.35 * every5s.polls, `${ours.polls} polls, ${every5s.polls} every 5 s`);
		});

		for (const seconds of [200, 300, 450, 540]) {
			it(`does the same for runs of about ${seconds} s alone`, () => {
				const [ours, every5s] = compared((random) => spread(seconds * 1000, 0.1, random));
				assert.ok(ours.lateMs <= 2300, `${ours.lateMs} ms`);
				assert.ok(ours.polls <= 1.35 * every5s.polls, `${ours.polls} polls, ${every5s.polls} every 5 s`);
			});
		}

		for (const seconds of [2, 5, 10, 20, 60, 120]) {
			it(`detects runs of about ${seconds} s within a tenth of their length or 2.3 s, with at most eight more polls`, () => {
				const [ours, every5s] = compared((random) => spread(seconds * 1000, 0.1, random));
				assert.ok(ours.lateMs <= Math.min(2300, Math.max(600, seconds * 110)), `${ours.lateMs} ms`);
				assert.ok(ours.polls <= 1.35 * every5s.polls + 8, `${ours.polls} polls, ${every5s.polls} every 5 s`);
			});
		}

		it('polls less often the more items are followed, and at most five times a second in total', () => {
			for (const waitedMs of [1000, 60_000, 599_000, 3_600_000, 86_400_000]) {
				let before = 0;
				for (const followed of [1, 2, 5, 11, 20, 50, 100, 500, 5000]) {
					const delay = unlearned.delay({ waitedMs }, followed);
					assert.ok(delay >= before, `${followed} items`);
					assert.ok((1000 * followed) / delay <= 5, `${followed} items: every ${delay} ms`);
					before = delay;
				}
			}
			assert.equal(unlearned.delay({ waitedMs: 300_000 }, 1), 4400);
			assert.equal(unlearned.delay({ waitedMs: 300_000 }, 50), 15_000);
		});

		it('polls a run of hours as rarely as one of many', () => {
			assert.equal(unlearned.delay({ waitedMs: 3 * 3_600_000 }), 15_000);
		});

		it('waits a tenth of the elapsed time, up to the cap, for kinds without a separate cap for few items', () => {
			const jobs = new PollSchedule({ capMs: 30_000 }, []);
			for (const waitedMs of [0, 10_000, 40_000, 3_600_000]) {
				assert.equal(jobs.delay({ waitedMs }), pollDelay(waitedMs, 30_000));
			}
			assert.equal(pollDelay(0, 30_000), 1000);
			assert.equal(pollDelay(40_000, 30_000), 4000);
			assert.equal(pollDelay(3_600_000, 30_000), 30_000);
		});

		it('learns nothing from four items', () => {
			const schedule = new PollSchedule(
				requestCaps,
				Array.from({ length: 4 }, () => ({ totalMs: 200_000 })),
			);
			for (const waitedMs of [0, 20_000, 199_000, 900_000]) {
				assert.equal(schedule.delay({ waitedMs }), unlearned.delay({ waitedMs }));
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
			it(`detects the end of about 200 s within a second at the median with 20 polls: ${what}`, () => {
				const learned = follow(length, 5, 1000);
				assert.ok(median(learned.map(({ lateMs }) => lateMs)) <= 1000);
				assert.ok(median(learned.map(({ polls }) => polls)) <= 20);
				assert.ok(learned.reduce((sum, { polls }) => sum + polls, 0) / learned.length <= 22);
			});
		}

		it('is as early as without knowledge with half of the polls if lengths vary by 30 %', () => {
			const length = (random: () => number) => ({ queuedMs: 500, runMs: spread(200_000, 0.3, random) });
			const [learned, unlearned] = [follow(length, 5, 1000), follow(length, 0, 1000)];
			assert.ok(
				median(learned.map(({ lateMs }) => lateMs)) <= 1.1 * median(unlearned.map(({ lateMs }) => lateMs)),
			);
			assert.ok(median(learned.map(({ polls }) => polls)) < median(unlearned.map(({ polls }) => polls)) / 2);
		});

		for (const seconds of [2, 20]) {
			it(`is no later for runs of ${seconds} s, with 20 polls`, () => {
				const length = (random: () => number) => ({
					queuedMs: 500,
					runMs: spread(seconds * 1000, 0.1, random),
				});
				const [learned, unlearned] = [follow(length, 5, 200), follow(length, 0, 200)];
				assert.ok(
					mean(learned.map(({ lateMs }) => lateMs)) <= 1.1 * mean(unlearned.map(({ lateMs }) => lateMs)),
				);
				assert.ok(mean(learned.map(({ polls }) => polls)) <= 20);
			});
		}

		const five: readonly EarlierTimes[] = [190, 195, 200, 205, 210].map((seconds) => ({
			totalMs: seconds * 1000,
			queuedMs: 1000,
		}));

		it('detects a run ten times longer at the usual rhythm', () => {
			const { lateMs, polls } = seen(new PollSchedule(requestCaps, five), {
				queuedMs: 500,
				runMs: 2_000_000,
			});
			assert.ok(lateMs <= capMs);
			assert.ok(
				polls <= seen(new PollSchedule(requestCaps, []), { queuedMs: 500, runMs: 2_000_000 }).polls + 20,
			);
		});

		it('does not count time in the queue as running', () => {
			const schedule = new PollSchedule(requestCaps, five);
			// A run of 200 s that has just begun after an hour in the queue is not about to end.
			assert.ok(schedule.delay({ waitedMs: 3_600_000, runningMs: 20_000 }) > 10_000);
			assert.equal(schedule.delay({ waitedMs: 3_600_000, runningMs: 200_000 }), 1000);
		});

		it('learns from the total time if the start is unknown', () => {
			const blind = five.map(({ totalMs }) => ({ totalMs }));
			const schedule = new PollSchedule(requestCaps, blind);
			assert.equal(schedule.delay({ waitedMs: 200_000 }), 1000);
			assert.equal(schedule.delay({ waitedMs: 200_000, runningMs: 10_000 }), 1000);
			assert.ok(schedule.delay({ waitedMs: 60_000 }) > 10_000);
		});
	});

	it('polls at least once a second and at most twice the cap apart, whatever the earlier times', () => {
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
					const delay = new PollSchedule(requestCaps, known).delay(
						runningMs === undefined ? { waitedMs } : { waitedMs, runningMs },
					);
					assert.ok(delay >= 1000 && delay <= 2 * capMs, String(delay));
				},
			),
			{ numRuns: 60 },
		);
	});
});
