import assert from 'node:assert/strict';
import { planJob, removedSteps, withSteps } from '../../../src/core/training/jobPlan.ts';
import { movedLine, placeRefusal } from '../../../src/core/training/refusal.ts';
import { parseTraining } from '../../../src/core/training/yaml/document.ts';
import { apply, configuration, folder, train } from './config.ts';

const plan = (text: string) => planJob(parseTraining(text));

describe('the plan of a job', () => {
	it('is counted from the steps: checkpoints written and kept, previews drawn', () => {
		const text = configuration({
			process: ['save:', '  save_every: 250', '  max_step_saves_to_keep: 4'],
			train: ['steps: 2000', 'lr: 0.0001'],
			sample: ['sample_every: 500', 'samples:', '  - prompt: a', '  - prompt: b'],
		});
		const { name, steps, checkpoints, samples } = plan(text);
		assert.equal(name, 'portraits_v1');
		assert.equal(steps, 2000);
		assert.deepEqual([checkpoints.every, checkpoints.written, checkpoints.kept], [250, 7, 4]);
		assert.deepEqual([samples?.every, samples?.prompts, samples?.rounds], [500, 2, 5]);
	});

	it('has the pixels per step as its load, with the batch of each dataset, if known and possible', () => {
		const load = (...datasets: readonly (readonly string[])[]) =>
			plan(configuration({ train: ['batch_size: 4', ...train.slice(1)], datasets })).load;
		assert.equal(load([folder, 'resolution: 512']), 4 * 512 * 512);
		assert.equal(load([folder, 'resolution: 512', 'batch_size: 2']), 2 * 512 * 512);
		assert.equal(
			load([folder, 'resolution: 512', 'num_frames: 9', 'auto_frame_count: true']),
			4 * 9 * 512 * 512,
		);
		const both = load([folder, 'resolution: 512', 'batch_size: 1'], [folder, 'resolution: 1024']);
		assert.equal(both, (512 * 512 + 4 * 1024 * 1024) / 2);
		assert.equal(load([folder, 'resolution: 512', 'auto_frame_count: true']), undefined);
		assert.equal(load([folder, 'resolution: 1e300']), undefined);
		assert.equal(load([folder, 'resolution: 0']), undefined);
	});

	it('names the checkpoints that a resumed job removes, since only the newest are kept', () => {
		const withKeep = (keep: number, steps: number) =>
			plan(
				configuration({
					process: ['save:', '  save_every: 250', `  max_step_saves_to_keep: ${keep}`],
					train: [`steps: ${steps}`, 'lr: 0.0001'],
				}),
			);
		assert.deepEqual(removedSteps(withKeep(4, 2000), [750, 500, 250], 1000), [250, 500]);
		assert.deepEqual(removedSteps(withKeep(4, 2250), [500, 750, 750], 750), [500, 750]);
		assert.deepEqual(removedSteps(withKeep(9, 2000), [500, 750], 750), []);
		assert.deepEqual(removedSteps(withKeep(4, 200), [], 0), []);
	});

	it('has only the final file with fewer steps than the interval', () => {
		const { checkpoints } = plan(configuration({ train: ['steps: 200', 'lr: 0.0001'] }));
		assert.deepEqual([checkpoints.every, checkpoints.written, checkpoints.kept], [undefined, 0, 0]);
	});

	it('has no previews if they are off, and one round less without the first', () => {
		const sample = ['sample_every: 500', 'prompts: [x]'];
		assert.equal(
			plan(configuration({ sample, train: [...train, 'disable_sampling: true'] })).samples,
			undefined,
		);
		assert.equal(plan(configuration({})).samples, undefined);
		const skipped = configuration({ sample, train: [...train, 'skip_first_sample: true'] });
		assert.equal(plan(skipped).samples?.rounds, 4);
	});

	it('keeps two files per checkpoint for two-stage models', () => {
		const text = configuration({
			model: ['arch: wan22_14b:t2v'],
			process: ['save: { save_every: 1000, max_step_saves_to_keep: 4 }'],
		});
		assert.deepEqual([plan(text).checkpoints.written, plan(text).checkpoints.kept], [2, 2]);
	});

	it('names each dataset once, both trained and additional ones', () => {
		const text = configuration({
			datasets: [
				[folder, 'control_path: [/app/ai-toolkit/datasets/before, /app/ai-toolkit/datasets/masks/]'],
				[folder],
				['folder_path: /somewhere/else'],
				['folder_path: $' + '{DATA}'],
			],
		});
		assert.deepEqual(
			plan(text).datasets.map(({ name, trained }) => [name, trained]),
			[
				['portraits', true],
				['before', false],
				['masks', false],
			],
		);
	});

	it('lists variables that are sent verbatim', () => {
		const text = configuration({
			model: ['arch: flux', 'hf_token: $' + '{HF_TOKEN}', 'x: $' + '{HF_TOKEN}'],
		});
		assert.deepEqual(plan(text).variables, ['HF_TOKEN']);
	});

	it('is known as far as possible for a broken text', () => {
		const broken = configuration().replace('batch_size: 1', 'batch_size: "1');
		assert.equal(plan(broken).steps, 2000);
		assert.deepEqual(plan('').datasets, []);
	});
});

describe('a new total of steps', () => {
	it('changes only this value', () => {
		const text = configuration().replace('steps: 2000', 'steps:   2000  # as always');
		const edit = withSteps(parseTraining(text), 3000);
		assert.ok(edit !== undefined);
		assert.equal(apply(text, [edit]), text.replace('steps:   2000', 'steps:   3000'));
	});

	it('is not written for missing, merged or aliased steps', () => {
		assert.equal(withSteps(parseTraining(configuration({ train: ['lr: 0.0001'] })), 3000), undefined);
		const merged = `x: &x { steps: 5 }\n${configuration({ train: ['<<: *x', 'lr: 0.0001'] })}`;
		assert.equal(withSteps(parseTraining(merged), 3000), undefined);
		const alias = `x: &x 5\n${configuration({ train: ['steps: *x', 'lr: 0.0001'] })}`;
		assert.equal(withSteps(parseTraining(alias), 3000), undefined);
	});
});

describe('a rejection by the service', () => {
	const text = configuration({
		datasets: [
			[folder, 'num_frames: 1'],
			['folder_path: /app/ai-toolkit/datasets/garden', 'num_frames: 41'],
		],
	});
	const at = (key: string | undefined, ...words: string[]) => {
		const { start, end } = placeRefusal(parseTraining(text), { key, words });
		return text.slice(start, end);
	};

	it('belongs to the value of its key, with or without an index', () => {
		assert.equal(at('config.process[0].train.lr'), '0.0001');
		assert.equal(at('config.process[].train.lr'), '0.0001');
		assert.equal(at('config.name'), 'portraits_v1');
		assert.equal(at('config.process[0].datasets[1].num_frames'), '41');
	});

	it('belongs to the dataset named in its text', () => {
		const key = 'config.process[].datasets[].folder_path';
		assert.equal(at(key, "Dataset 'garden' does not exist."), '/app/ai-toolkit/datasets/garden');
		assert.equal(at(key, 'no dataset portraits.'), '/app/ai-toolkit/datasets/portraits');
		assert.equal(at(key, 'gardens'), '/app/ai-toolkit/datasets/portraits');
		assert.equal(at('config.process[].datasets[].num_frames', 'The dataset garden has pictures only'), '41');
		assert.equal(at('config.process[].datasets[].control_path', 'garden'), '/app/ai-toolkit/datasets/garden');
	});

	it('belongs to the group around a missing key, and else to the top', () => {
		assert.equal(at('config.process[0].train.max_res'), 'train');
		assert.equal(at('config.process[0].sample.samples[2].ctrl_img'), 'type');
		assert.equal(at('config.process[].datasets[].control_path'), '/app/ai-toolkit/datasets/portraits');
		assert.equal(at('meta.name'), 'job');
		assert.equal(at(undefined, 'something else'), 'job');
		assert.deepEqual(placeRefusal(parseTraining(''), { key: 'config.name', words: [] }), {
			start: 0,
			end: 0,
		});
	});

	it('moves with its line, until the line itself changes', () => {
		const change = (start: [number, number], end: [number, number], inserted: string) => ({
			start: { line: start[0], character: start[1] },
			end: { line: end[0], character: end[1] },
			text: inserted,
		});
		assert.equal(movedLine(5, 10, change([2, 3], [2, 4], 'x')), 5);
		assert.equal(movedLine(5, 10, change([2, 3], [2, 3], 'x\n\ny')), 7);
		assert.equal(movedLine(5, 10, change([2, 3], [4, 0], '')), 3);
		assert.equal(movedLine(5, 10, change([4, 0], [5, 0], '')), 4);
		assert.equal(movedLine(5, 10, change([5, 0], [5, 0], 'above\n')), 6);
		assert.equal(movedLine(5, 10, change([5, 10], [5, 10], '\nbelow')), 5);
		assert.equal(movedLine(5, 10, change([6, 0], [9, 0], '')), 5);
		assert.equal(movedLine(5, 10, change([5, 3], [5, 3], 'x')), undefined);
		assert.equal(movedLine(5, 10, change([4, 2], [6, 0], '')), undefined);
	});
});
