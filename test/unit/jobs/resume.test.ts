import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { resumePoint } from '../../../src/core/jobs/checkpoints/resume.ts';
import { jobRecord } from '../support/jobRecord.ts';

const stopped = (step: number, totalSteps = 1000) => jobRecord({ progress: { step, totalSteps } });
const made = (...names: readonly string[]) => ({
	checkpoints: names.map((name) => ({ name, url: 'https://x.test' })),
});

describe('the starting point of a resumed job', () => {
	it('is the checkpoint with the highest step, in any order', () => {
		const names = ['harbor_000000500.safetensors', 'harbor_000000250.safetensors', 'optimizer.pt'];
		assert.deepEqual(resumePoint(stopped(730), made(...names)), {
			step: 500,
			checkpoint: 'harbor_000000500.safetensors',
			repeated: 230,
		});
	});

	it('is the highest step of both halves of a two-part model', () => {
		const names = ['h_000000250_high_noise.safetensors', 'h_000000250_low_noise.safetensors'];
		assert.deepEqual(resumePoint(stopped(300), made(...names)), {
			step: 250,
			checkpoint: 'h_000000250_high_noise.safetensors',
			repeated: 50,
		});
	});

	it('is step 0 without a usable checkpoint', () => {
		assert.deepEqual(resumePoint(stopped(120), made()), { step: 0, repeated: 120 });
		assert.deepEqual(resumePoint(stopped(120), made('harbor.safetensors')), { step: 0, repeated: 120 });
	});

	it('is the end for a job with all steps done', () => {
		const names = ['harbor_000000500.safetensors', 'harbor.safetensors'];
		assert.deepEqual(resumePoint(stopped(1000), made(...names)), {
			step: 1000,
			checkpoint: 'harbor.safetensors',
			repeated: 0,
		});
	});
});
