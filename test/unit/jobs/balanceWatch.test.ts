import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { BalanceWatch } from '../../../src/core/jobs/balanceWatch.ts';

const hourMs = 3_600_000;
const usd = (amount: number) => ({ microdollars: amount * 1_000_000, currency: 'USD' });

describe('the balance while a job runs', () => {
	it('is low if it will run out before the job ends, at the pace since the first reading or last payment', () => {
		const watch = new BalanceWatch();
		assert.equal(watch.isLow(usd(10), hourMs, 0), false);
		assert.equal(watch.isLow(usd(9), hourMs, 60_000), true);
		assert.equal(watch.isLow(usd(9), 500_000, 60_000), false, 'it lasts until the end of a shorter job');
		assert.equal(watch.isLow(usd(20), hourMs, 120_000), false);
		assert.equal(watch.isLow(usd(18), hourMs, 180_000), true);
	});

	it('is low below two dollars, however long the job runs', () => {
		assert.equal(new BalanceWatch().isLow(usd(1.99), undefined, 0), true);
		assert.equal(new BalanceWatch().isLow(usd(2), undefined, 0), false);
	});
});
