import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { configFacts } from '../../../src/core/jobs/config/facts.ts';

describe('the configuration facts used to follow a job', () => {
	it('are the steps, and the sample and save intervals', () => {
		const text = [
			'config:',
			'  process:',
			'    - train:',
			'        steps: 2000 # enough',
			'      sample:',
			'        sample_steps: 25',
			'        "sample_every": 250',
			'        prompts: ["a cat, steps: 7"]',
			'      save:',
			'        save_every: 500',
		].join('\n');
		assert.deepEqual(configFacts(text), { plannedSteps: 2000, sampleEvery: 250, saveEvery: 500 });
	});

	it('are also found on a single line', () => {
		const text =
			'    - train: { lr: 1.0e-4, steps: 60 }\n      save: { dtype: bf16, save_every: 20 }\n      sample: {sample_every: 10}\n';
		assert.deepEqual(configFacts(text), { plannedSteps: 60, sampleEvery: 10, saveEvery: 20 });
	});

	it('are absent if disabled or not numbers', () => {
		assert.deepEqual(configFacts('  steps: many\n  sample_every: 0\n  save_every: null\nsteps: 5\n'), {});
	});
});
