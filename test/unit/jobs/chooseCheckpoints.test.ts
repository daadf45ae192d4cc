import assert from 'node:assert/strict';
import { type CheckpointChoice, chooseCheckpoints } from '../../../src/core/jobs/checkpoints/choose.ts';
import type { JobRecord } from '../../../src/core/jobs/jobRecord.ts';

const job = { state: 'STOPPED', progress: { step: 30, totalSteps: 30 } } as JobRecord;
const running = { state: 'RUNNING', progress: { step: 25, totalSteps: 30 } } as JobRecord;

function chosen(
	of: JobRecord,
	names: readonly string[],
	choice: CheckpointChoice,
	samples: readonly string[] = [],
) {
	const files = (each: readonly string[]) => each.map((name) => ({ name, url: 'https://a.invalid/x' }));
	const found = chooseCheckpoints(of, { checkpoints: files(names), samples: files(samples) }, choice);
	return found.ok ? [found.value.step, ...found.value.names] : found.failure.message;
}

const single = ['a_000000010.safetensors', 'a_000000020.safetensors', 'a.safetensors'];
const halves = ['high_noise', 'low_noise'].flatMap((half) => [
	`b_000000010_${half}.safetensors`,
	`b_000000020_${half}.safetensors`,
]);

describe('the choice of training checkpoints', () => {
	it('is the latest by step; a file without a step counts only at the end', () => {
		assert.deepEqual(chosen(job, single, { latest: true }), [30, 'a.safetensors']);
		assert.deepEqual(chosen(running, single.slice(0, 2), { latest: true }), [20, 'a_000000020.safetensors']);
		assert.deepEqual(chosen(running, single.toReversed(), { latest: true }), [undefined, 'a.safetensors']);
	});

	it('includes both halves of a two-part model', () => {
		assert.deepEqual(chosen(job, halves, { step: 10 }), [10, halves[0], halves[2]]);
		assert.deepEqual(chosen(job, halves, { latest: true }), [20, halves[1], halves[3]]);
	});

	it('is nearest to a sample, the earlier if equal', () => {
		const samples = ['1700000000000__000000015_0.jpg', '1700000000000__000000029_1.jpg', 'other.jpg'];
		const near = (sample = '') => chosen(job, single, { sample }, samples);
		assert.deepEqual(near(samples[0]), [10, 'a_000000010.safetensors']);
		assert.deepEqual(near(samples[1]), [30, 'a.safetensors']);
		assert.match(String(near(samples[2])), /no sample "other\.jpg" whose step is known/);
		assert.match(String(near('1700000000000__000000029_0.jpg')), /no sample/);
	});

	it('prefers the step in a name, and rejects a step without a checkpoint', () => {
		const both = [...single, 'a_000000030.safetensors'];
		assert.deepEqual(chosen(job, both, { step: 30 }), [30, 'a_000000030.safetensors']);
		assert.match(String(chosen(job, single, { step: 15 })), /no checkpoint of step 15/);
		assert.match(String(chosen(job, [], { latest: true })), /has no checkpoints/);
	});
});
