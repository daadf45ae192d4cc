import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
	matchPrompt,
	nearestCheckpoint,
	placeInOther,
	stepToCompare,
} from '../../../src/core/jobs/samples/compare.ts';
import type { SampledJob } from '../../../src/core/jobs/samples/jobSamples.ts';
import { samplePrompts } from '../../../src/core/jobs/samples/prompts.ts';
import { alongPrompts, alongSteps, sampleGrid } from '../../../src/core/jobs/samples/samples.ts';
import { samplesJob } from '../../../src/core/jobs/samples/view.ts';

const noSamples = {
	files: () => [],
	prompts: [],
	checkpoints: [],
	listed: 'yes' as const,
	failure: undefined,
};
const nameOf = (step: number, index: number, at = 1000 + step) =>
	`${at}__${String(step).padStart(9, '0')}_${index}.jpg`;
/** Returns the files of a job with these names as the panel gets them. */
const filesOf = (names: readonly string[]) => {
	const job = { id: 'a', name: 'fox', phase: 'ended', state: 'RUNNING', attempt: 1 };
	return samplesJob(
		job,
		{ ...noSamples, files: () => names.map((name) => ({ name })) },
		'https://view.test',
		true,
	);
};
const gridOf = (names: readonly string[], prompts = 0) => sampleGrid(filesOf(names).samples, prompts);

describe('the grid of samples', () => {
	it('has steps across and prompts down, with gaps for missing samples', () => {
		const grid = gridOf([nameOf(500, 1), nameOf(0, 0), nameOf(250, 0), nameOf(1000, 0)], 3);
		assert.deepEqual(grid.steps, [0, 250, 500, 1000]);
		assert.deepEqual(grid.rows, [0, 1, 2]);
		assert.deepEqual(grid.takes({ step: 500, index: 0 }), []);
		assert.deepEqual(
			grid.takes({ step: 500, index: 1 }).map(({ name }) => name),
			[nameOf(500, 1)],
		);
		assert.deepEqual(grid.stepsOf(0), [0, 250, 1000]);
		assert.deepEqual(grid.stepsOf(2), []);
	});

	it('has rows for samples of prompts no longer in the configuration', () => {
		assert.deepEqual(gridOf([nameOf(0, 4), nameOf(0, 999_999)], 1).rows, [0, 4, 999_999]);
	});

	it('keeps both samples of a step repeated after a resume, the latest first', () => {
		const names = [nameOf(250, 0, 5000), nameOf(250, 0, 9000), nameOf(250, 0, 7000)];
		assert.deepEqual(
			gridOf(names)
				.takes({ step: 250, index: 0 })
				.map(({ at }) => at),
			[9000, 7000, 5000],
		);
	});

	it('separates names without a step and prompt', () => {
		const names = ['../../etc/passwd', 'preview.png', '1__2_3', nameOf(0, 0), 'x'.repeat(300)];
		const { samples, others } = filesOf(names);
		assert.equal(samples.length, 1);
		assert.deepEqual(
			others.map(({ name }) => name),
			['../../etc/passwd', 'preview.png', '1__2_3', 'x'.repeat(300)],
		);
	});

	it('recognizes videos and audio by name', () => {
		const { samples } = filesOf(['1__000000001_0.mp4', '1__000000001_1.WAV', '1__000000001_2.txt']);
		assert.deepEqual(
			samples.map(({ kind }) => kind),
			['video', 'audio', 'file'],
		);
	});

	it('moves from sample to sample, across gaps, and stops at its edges', () => {
		const grid = gridOf([nameOf(0, 0), nameOf(500, 0), nameOf(250, 2), nameOf(1000, 2)], 4);
		assert.deepEqual(alongSteps(grid, { step: 0, index: 0 }, 1), { step: 500, index: 0 });
		assert.equal(alongSteps(grid, { step: 500, index: 0 }, 1), undefined);
		assert.equal(alongSteps(grid, { step: 0, index: 0 }, -1), undefined);
		// Row 1 has no sample; row 2 was sampled at 250 and 1000, and 250 is nearer to 500.
		assert.deepEqual(alongPrompts(grid, { step: 500, index: 0 }, 1), { step: 250, index: 2 });
		assert.deepEqual(alongPrompts(grid, { step: 1000, index: 2 }, -1), { step: 500, index: 0 });
		assert.equal(alongPrompts(grid, { step: 250, index: 2 }, 1), undefined);
		assert.equal(alongPrompts(grid, { step: 0, index: 0 }, -1), undefined);
	});
});

describe('the sample to compare with', () => {
	it('is the prompt of the other job with the same text, at any index', () => {
		const match = matchPrompt(0, ['a fox'], ['a hare', 'a  fox '], [0, 1]);
		assert.deepEqual(match, { index: 1, by: 'text' });
	});

	it('has the same index if the text is repeated or missing', () => {
		assert.deepEqual(matchPrompt(1, ['x', 'a fox'], ['a fox', 'a fox'], [0, 1]), { index: 1, by: 'text' });
		assert.deepEqual(matchPrompt(1, ['x', 'a fox'], ['y', 'z'], [0, 1]), { index: 1, by: 'index' });
		assert.deepEqual(matchPrompt(1, [], [], [0, 1]), { index: 1, by: 'index' });
		assert.equal(matchPrompt(2, [], [], [0, 1]), undefined);
	});

	it('is the first step of the prompt, for the first the last, and in another job the nearest step', () => {
		const grid = gridOf([nameOf(0, 0), nameOf(250, 0), nameOf(1000, 0), nameOf(0, 1)]);
		assert.deepEqual(stepToCompare(grid, { step: 1000, index: 0 }), { step: 0, index: 0 });
		assert.deepEqual(stepToCompare(grid, { step: 0, index: 0 }), { step: 1000, index: 0 });
		assert.equal(stepToCompare(grid, { step: 0, index: 1 }), undefined);
		assert.deepEqual(placeInOther(grid, { index: 0, by: 'index' }, 600), { step: 250, index: 0 });
		assert.equal(placeInOther(grid, undefined, 600), undefined);
	});

	it('has the nearest checkpoint, or the last one at the last step', () => {
		const checkpoints = [{ name: 'a', step: 500 }, { name: 'b', step: 1000 }, { name: 'last' }];
		const near = (step: number, total?: number) =>
			nearestCheckpoint(checkpoints, step, total)?.checkpoint.name;
		assert.equal(near(600), 'a');
		assert.equal(near(750), 'a');
		assert.equal(near(1900), 'b');
		assert.equal(near(1900, 2000), 'last');
		assert.equal(near(1000, 1000), 'b');
		assert.equal(nearestCheckpoint([{ name: 'last' }], 0)?.checkpoint.name, 'last');
		assert.equal(nearestCheckpoint([], 0), undefined);
	});
});

describe('the sample prompts of a configuration', () => {
	const config = (sample: string, more = '') =>
		[
			'job: extension',
			'config:',
			'  name: fox_lora',
			'  process:',
			'    - type: diffusion_trainer',
			more,
			'      sample:',
			...sample.split('\n').map((line) => `        ${line}`),
		].join('\n');

	it('include their flags, which override their items, which override the section', () => {
		const [first, second] = samplePrompts(
			config(
				[
					'width: 1024',
					'height: 1024',
					'seed: 42',
					'neg: false',
					'samples:',
					'  - prompt: "a fox --w 640 --d 18446744073709551615 --n blurry, dark"',
					'    seed: 7',
					'  - prompt: "a hare"',
					'    height: 768',
					'    ctrl_img: /app/ai-toolkit/datasets/x/1.png',
				].join('\n'),
			),
		);
		assert.equal(first?.text, 'a fox');
		assert.equal(first?.seed, '18446744073709551615');
		assert.deepEqual(first?.settings, [
			{ label: 'Width', value: '640' },
			{ label: 'Height', value: '1024' },
			{ label: 'Negative prompt', value: 'blurry, dark' },
		]);
		assert.deepEqual(second?.settings, [
			{ label: 'Width', value: '1024' },
			{ label: 'Height', value: '768' },
			{ label: 'Control image', value: '/app/ai-toolkit/datasets/x/1.png' },
		]);
	});

	it('have the seeds assigned by the toolkit', () => {
		const seeds = (sample: string) => samplePrompts(config(sample)).map(({ seed }) => seed);
		assert.deepEqual(seeds('seed: 42\nwalk_seed: true\nprompts: [a, b, c]'), ['42', '43', '44']);
		assert.deepEqual(seeds('seed: 42\nsamples:\n  - prompt: a\n    seed: 7\n  - prompt: b'), ['7', '7']);
		assert.deepEqual(seeds('prompts: [a, "b --d 5", c]'), ['0', '5', '0']);
		assert.deepEqual(seeds('seed: -1\nprompts: [a]'), [undefined]);
	});

	it('contain the trigger word and the name of the job', () => {
		const [first] = samplePrompts(
			config('prompts:\n  - "[trigger] on [name]"', '      trigger_word: "f$&x"'),
		);
		assert.equal(first?.text, 'f$&x on fox_lora');
		const [second] = samplePrompts(config('prompts:\n  - "[trigger] alone"'));
		assert.equal(second?.text, '[trigger] alone');
	});

	it('are empty for a text that is not a configuration', () => {
		for (const text of ['', '- a\n- b', '{"1": {}}', 'job: [', '\u0000']) {
			assert.deepEqual(samplePrompts(text), []);
		}
	});
});

describe('the state of a job in the samples panel', () => {
	const shown = (job: Partial<SampledJob>) => {
		const whole = { id: 'a', name: 'fox', phase: 'ended', state: 'RUNNING', attempt: 1, ...job };
		const { look, stateText } = samplesJob(whole, noSamples, 'https://view.test', true);
		return [look, stateText];
	};

	it('is its phase until the service reports a state', () => {
		assert.deepEqual(shown({ phase: 'submitting', state: '' }), ['waiting', 'Sending the job']);
		assert.deepEqual(shown({ phase: 'moving', state: '' }), ['waiting', 'Waiting for the service']);
		assert.deepEqual(shown({ phase: 'moving', state: 'IN_QUEUE' }), ['waiting', 'Waiting in the queue']);
		assert.deepEqual(shown({ phase: 'moving' }), ['running', 'Running']);
		assert.deepEqual(shown({ phase: 'moving', state: 'WARMING_UP' }), ['waiting', 'WARMING_UP']);
		assert.deepEqual(shown({ phase: 'moving', state: 'toString' }), ['waiting', 'toString']);
		assert.deepEqual(shown({ state: 'FAILED' }), ['failed', 'Failed']);
		assert.deepEqual(shown({ state: 'CANCELED' }), ['stopped', 'Canceled']);
		assert.deepEqual(shown({ phase: 'lost' }), ['quiet', 'No longer known to the service']);
		assert.deepEqual(shown({ phase: 'unsent', state: '' }), ['failed', 'Not sent']);
	});

	it('distinguishes a job with all steps done from one stopped early', () => {
		const progress = { step: 2000, totalSteps: 2000 };
		assert.deepEqual(shown({ state: 'STOPPED', progress }), ['finished', 'Finished']);
		assert.deepEqual(shown({ state: 'STOPPED', progress: { ...progress, step: 10 } }), [
			'stopped',
			'Stopped early',
		]);
		assert.deepEqual(shown({ state: 'STOPPED', progress, error: 'reclaimed' }), ['stopped', 'Stopped early']);
		assert.deepEqual(shown({ state: 'STOPPED' }), ['finished', 'Finished']);
	});
});
