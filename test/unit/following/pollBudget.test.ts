import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PollBudget } from '../../../src/core/following/pollBudget.ts';
import { ManualClock } from '../runs/clocks.ts';

/** Takes polls as early as allowed until `count` were made; the moments. */
function takeAll(clock: ManualClock, budget: PollBudget, count: number): number[] {
	return Array.from({ length: count }, () => {
		clock.sleep(budget.allowedAt() - clock.now());
		budget.take();
		return clock.now();
	});
}

describe('the poll budget', () => {
	it('allows five within any second', () => {
		const clock = new ManualClock();
		const moments = takeAll(clock, new PollBudget(clock), 50);
		for (const [index, at] of moments.entries()) {
			const sixth = moments[index + 5];
			if (sixth !== undefined) assert.ok(sixth - at >= 1000);
		}
	});

	it('waits a second if another window may have just polled', () => {
		const clock = new ManualClock();
		const budget = new PollBudget(clock);
		assert.equal(budget.allowedAt(), clock.now() + 1000);
		clock.sleep(60_000);
		assert.equal(budget.allowedAt(), clock.now());
		budget.takeOver(undefined);
		assert.equal(budget.allowedAt(), clock.now() + 1000);
	});

	it('continues with the state of another window', () => {
		const clock = new ManualClock();
		const [before, after] = [new PollBudget(clock), new PollBudget(clock)];
		clock.sleep(10_000);
		for (let index = 0; index < 3; index++) before.take();
		clock.sleep(400);
		after.takeOver(before.handOver());
		assert.equal(after.allowedAt(), clock.now());
		for (let index = 0; index < 2; index++) after.take();
		assert.equal(after.allowedAt(), clock.now() + 600);
		for (const odd of ['', 'no JSON', '{}', '["x"]']) {
			after.takeOver(odd);
			assert.equal(after.allowedAt(), clock.now() + 1000, odd);
		}
	});

	it('keeps the rate when the clock is set back, and never waits longer than a second for it', () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: -7_200_000, max: 3000 }), { maxLength: 40 }), (jumps) => {
				const clock = new ManualClock();
				const budget = new PollBudget(clock);
				for (const jump of jumps) {
					clock.sleep(jump);
					assert.ok(budget.allowedAt() <= clock.now() + 1000);
					assert.ok(budget.allowedAt() >= clock.now());
					clock.sleep(budget.allowedAt() - clock.now());
					budget.take();
				}
			}),
		);
	});
});
