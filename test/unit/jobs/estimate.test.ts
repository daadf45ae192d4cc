import assert from 'node:assert/strict';
import { restOf, trainingEstimate } from '../../../src/core/jobs/estimate.ts';
import type { JobRecord } from '../../../src/core/jobs/jobRecord.ts';
import { estimateText, spanOf } from '../../../src/core/records/estimate.ts';
import { jobRecord } from '../support/jobRecord.ts';

const minute = 60_000;

describe('the estimate of a training', () => {
	const machine = { gpuType: 'ADA_80_PLUS', gpuCount: 1 };
	const planned = { ...machine, arch: 'flux', load: 512 * 512, steps: 2000 };
	/** Returns a finished training of 1,000 steps with this duration. */
	const job = (minutes: number, changes: Partial<JobRecord> = {}): JobRecord => ({
		...jobRecord({ id: `j${minutes}`, startedAt: minute, endedAt: (minutes + 1) * minute }),
		progress: { step: 1000, totalSteps: 1000 },
		arch: 'flux',
		load: 512 * 512,
		...machine,
		...changes,
	});
	const start = (minutes: number, microdollars: number) => ({
		id: `j${minutes}`,
		startedAt: 0,
		endedAt: minutes * minute,
		microdollars,
	});

	it('multiplies the earlier time per step by the steps, with the cost of that time', () => {
		const jobs = [job(10), job(11), job(12), job(10.5)];
		const estimate = trainingEstimate(planned, jobs, [start(10, 500_000), start(12, 600_000)]);
		assert.equal(estimate.count, 4);
		const { ms, microdollars } = estimate;
		assert.ok(ms !== undefined && microdollars !== undefined);
		assert.ok(ms.low <= 20 * minute && ms.low > 18 * minute, String(ms.low / minute));
		assert.ok(ms.high >= 24 * minute && ms.high < 26 * minute, String(ms.high / minute));
		assert.ok(microdollars.low < 1_000_000 && microdollars.high > 1_200_000);
		assert.match(estimateText(estimate), /^\d+ min to \d+ min and 0\.\d\d USD to 1\.\d\d USD$/);
	});

	it('uses the cost per step of an earlier job, however exactly its time was seen', () => {
		const seenLate = { ...job(1), id: 'j10' };
		const { microdollars } = trainingEstimate(planned, [seenLate, job(12)], [start(10, 500_000)]);
		assert.deepEqual(microdollars, { low: 500_000 * 2 * 0.75, high: 500_000 * 2 * 1.25 });
	});

	it('uses the cost of another architecture over its running time, without the queue and late end', () => {
		const late = { ...start(10, 500_000), startedAt: -30 * minute, endedAt: 60 * minute };
		const jobs = [job(12), job(10, { arch: 'sdxl' })];
		const { ms, microdollars } = trainingEstimate(planned, jobs, [late]);
		assert.equal(ms?.low, 18 * minute);
		assert.equal(Math.round(microdollars?.low ?? 0), 500_000 * 1.8 * 0.75);
	});

	it('counts the time of a resumed job from its resume, and a cost measured together with another job', () => {
		const resumed = { ...job(10), attempt: 2, resumedAt: 1000 * minute, endedAt: 1010 * minute };
		const { startedAt: _, ...unseen } = resumed;
		const rates = trainingEstimate(planned, [job(12), unseen], [{ ...start(10, 500_000), id: 'j10/2' }]);
		assert.equal(Math.round(rates.microdollars?.low ?? 0), 500_000 * 1.8 * 0.75);
		const together = { startedAt: 0, endedAt: minute, together: 'one' };
		const costs = [
			{ ...together, id: 'failed', microdollars: 1 },
			{ ...together, id: 'j10', microdollars: 500_000 },
		];
		assert.equal(trainingEstimate(planned, [job(10)], costs).microdollars?.low, 500_000 * 2 * 0.75);
	});

	it('is unknown for a job with all steps done', () => {
		const rest = restOf(job(10, { state: 'FAILED', saveEvery: 250 }));
		assert.deepEqual(trainingEstimate(rest, [job(10)], [start(10, 500_000)]), { count: 0 });
	});

	it('is unknown from another architecture or machine, or from a resumed or stopped training', () => {
		const others = [
			job(10, { arch: 'sdxl' }),
			job(10, { gpuCount: 8 }),
			job(10, { attempt: 2 }),
			job(10, { progress: { step: 400, totalSteps: 1000 } }),
			job(10, { state: 'FAILED' }),
		];
		assert.deepEqual(trainingEstimate(planned, others, []), { count: 0 });
		assert.deepEqual(trainingEstimate({ ...machine, steps: 10 }, [job(10)], []), { count: 0 });
		assert.deepEqual(trainingEstimate({ ...machine, arch: 'flux' }, [job(10)], []), { count: 0 });
	});

	it('prefers images of the same size, and otherwise scales by size, less exactly', () => {
		const large = { ...planned, load: 4 * 512 * 512 };
		const same = trainingEstimate(large, [job(10), job(40, { load: large.load })], []);
		assert.equal(same.count, 1);
		assert.ok((same.ms?.low ?? 0) > 55 * minute && (same.ms?.high ?? 0) < 105 * minute);
		const other = trainingEstimate(large, [job(10), job(10)], []);
		assert.equal(other.count, 2);
		assert.ok((other.ms?.low ?? 0) < 60 * minute && (other.ms?.high ?? 0) > 100 * minute);
	});

	it('scales only if both sizes are known and valid', () => {
		const plain = trainingEstimate({ ...planned, load: 4 * 512 * 512 }, [job(10, { load: 0 })], []);
		const { load: _, ...withoutLoad } = planned;
		for (const estimate of [
			trainingEstimate(withoutLoad, [job(10)], []),
			trainingEstimate({ ...planned, load: 0 }, [job(10)], []),
			trainingEstimate({ ...planned, load: Number.POSITIVE_INFINITY }, [job(10)], []),
			plain,
		]) {
			const { low = 0, high = 0 } = estimate.ms ?? {};
			assert.ok(low > 5 * minute && low < 20 * minute, String(low / minute));
			assert.ok(high > 20 * minute && high < 40 * minute, String(high / minute));
		}
		const comparable = trainingEstimate(planned, [job(1, { load: 0 }), job(10, { load: 256 * 256 })], []);
		assert.equal(comparable.count, 1);
		assert.ok((comparable.ms?.high ?? 0) > 80 * minute);
	});

	it('is wider with fewer jobs', () => {
		const width = (values: readonly number[]) => {
			const span = spanOf(values);
			return (span?.high ?? 0) - (span?.low ?? 0);
		};
		assert.ok(width([10]) > width([10, 10]));
		assert.ok(width([10, 10]) > width([10, 10, 10, 10, 10]));
		assert.equal(spanOf([]), undefined);
	});

	it('is shown in two digits, once if both ends are equal', () => {
		const text = (low: number, high: number) => estimateText({ ms: { low, high } });
		assert.equal(text(8_300, 11_700), '8 s to 12 s');
		assert.equal(text(20 * minute, 20.2 * minute), 'about 20 min');
		assert.equal(text(95 * minute, 130 * minute), '1 h 35 min to 2 h 10 min');
		assert.equal(estimateText({ microdollars: { low: 4_231, high: 9_876 } }), '0.0042 USD to 0.0099 USD');
		assert.equal(estimateText({}), '');
	});
});
