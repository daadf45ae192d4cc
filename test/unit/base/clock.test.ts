import assert from 'node:assert/strict';
import { systemClock } from '../../../src/core/base/clock.ts';

describe('the clock of the system', () => {
	it('waits longer than one Node timer can', () => {
		const original = globalThis.setTimeout;
		const set: { ms: number; fire: () => void }[] = [];
		globalThis.setTimeout = ((fire: () => void, ms: number) => {
			set.push({ ms, fire });
			return original(() => undefined, 0);
		}) as typeof setTimeout;
		try {
			let called = 0;
			systemClock.after(2 ** 32 + 5, () => called++);
			for (const timer of set) timer.fire();
			assert.deepEqual(
				set.map(({ ms }) => ms),
				[2 ** 31 - 1, 2 ** 31 - 1, 7],
			);
			assert.equal(called, 1);
		} finally {
			globalThis.setTimeout = original;
		}
	});
});
