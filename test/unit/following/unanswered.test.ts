import assert from 'node:assert/strict';
import { answered, Unanswered } from '../../../src/core/following/unanswered.ts';
import { ManualClock } from '../runs/clocks.ts';

describe('a question to a window', () => {
	it('returns its reply, and leaves no timer behind', async () => {
		const clock = new ManualClock();
		assert.equal(await answered(Promise.resolve('key'), clock), 'key');
		await assert.rejects(answered(Promise.reject(new Error('locked')), clock), /locked/);
		assert.equal(clock.pending, 0);
	});

	it('fails without a reply', async () => {
		const clock = new ManualClock();
		const asked = answered(new Promise(() => undefined), clock);
		const refused = assert.rejects(asked, Unanswered);
		await clock.advance(20_000);
		await refused;
	});
});
