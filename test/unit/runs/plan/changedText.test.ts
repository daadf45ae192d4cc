import assert from 'node:assert/strict';
import { aroundDifference } from '../../../../src/core/runs/plan/changedText.ts';

describe('two values in one narrow line', () => {
	it('are shown whole if short', () => {
		assert.deepEqual(aroundDifference('20', '30'), { from: '20', to: '30' });
	});

	it('are cut around their difference', () => {
		const same = 'a harbour at dawn, mist over the water, gulls, ';
		const { from, to } = aroundDifference(`"${same}snow, night"`, `"${same}rain, day"`);
		assert.deepEqual({ from, to }, { from: '…ter, gulls, snow, night"', to: '…ter, gulls, rain, day"' });
	});

	it('are cut after it if they end alike', () => {
		const same = ' lighthouse on a rocky coast, waves, gulls';
		assert.deepEqual(aroundDifference(`"a {red|blue}${same}"`, `"a blue${same}"`), {
			from: '"a {red|blue} lighthouse …',
			to: '"a blue lighthouse …',
		});
	});

	it('show an end missing in one of them, and stay within the limit', () => {
		const same = 'x'.repeat(100);
		assert.deepEqual(aroundDifference(same, `${same} more`), {
			from: `…${'x'.repeat(12)}`,
			to: `…${'x'.repeat(12)} more`,
		});
		const { from, to } = aroundDifference('a'.repeat(5000), `${'b'.repeat(59)}😀`, 60);
		assert.ok(from.length <= 60 && to.length <= 60 && to.isWellFormed());
	});
});
