import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { exactUsd, microdollarsOf } from '../../../src/core/base/money.ts';

describe('an amount of money', () => {
	it('is shown to its last digit, and at least in cents', () => {
		assert.deepEqual([570_000, 2_500, 2_000_000, 0, -1_200_000, 1, 12_345_678].map(exactUsd), [
			'0.57 USD',
			'0.0025 USD',
			'2.00 USD',
			'0.00 USD',
			'-1.20 USD',
			'0.000001 USD',
			'12.345678 USD',
		]);
	});

	it('is whole millionths of a dollar, if possible', () => {
		assert.deepEqual([0.57, 0.1 + 0.2, -1].map(microdollarsOf), [570_000, 300_000, -1_000_000]);
		assert.deepEqual([Number.NaN, Number.POSITIVE_INFINITY, 1e30].map(microdollarsOf), [
			undefined,
			undefined,
			undefined,
		]);
	});
});
