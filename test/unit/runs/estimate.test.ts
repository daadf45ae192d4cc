import assert from 'node:assert/strict';
import { runEstimate } from '../../../src/core/runs/estimate.ts';
import type { Run } from '../../../src/core/runs/run.ts';
import { runRecord } from '../support/runRecord.ts';

describe('the estimate of a run', () => {
	/** Returns a run with a duration in seconds. */
	const run = (seconds: number, changes: Partial<Run> = {}): Run =>
		runRecord({
			id: `r${seconds}`,
			state: 'succeeded',
			submittedAt: 0,
			startedAt: 10_000,
			endedAt: 10_000 + seconds * 1000,
			...changes,
		});

	it('spans the durations and costs of earlier successful runs', () => {
		const runs = [run(10), run(12, { costMicrodollars: 6000 }), run(500, { state: 'failed' }), run(11)];
		const costs = [{ id: 'r10', startedAt: 0, endedAt: 20_000, microdollars: 5000 }];
		const estimate = runEstimate(runs, costs);
		assert.equal(estimate.count, 3);
		assert.ok(estimate.ms && estimate.ms.low <= 10_000 && estimate.ms.low > 8000);
		assert.ok(estimate.ms.high >= 12_000 && estimate.ms.high < 14_000);
		assert.ok(estimate.microdollars && estimate.microdollars.low < 5000 && estimate.microdollars.high > 6000);
	});

	it('counts a shared cost as one figure', () => {
		const costs = [10, 11, 12].map((seconds) => ({
			id: `r${seconds}`,
			startedAt: 0,
			endedAt: 20_000,
			microdollars: 6000,
			together: 'r10',
		}));
		const { microdollars } = runEstimate([run(10), run(11), run(12)], costs);
		assert.deepEqual(microdollars, { low: 4500, high: 7500 });
	});

	it('is unknown without a successful run', () => {
		assert.deepEqual(runEstimate([run(10, { state: 'failed' }), run(10, { state: 'running' })], []), {
			count: 0,
		});
	});
});
