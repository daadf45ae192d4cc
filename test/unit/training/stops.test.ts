import assert from 'node:assert/strict';
import type { CheckOptions } from '../../../src/core/training/check.ts';
import { configuration, findings, fixAll, folder, type Sections, train } from './config.ts';

const local: CheckOptions = { target: 'local' };
const more = (...lines: readonly string[]) => [...train, ...lines];
const rate = (lr: string, ...lines: readonly string[]) => ({
	train: [...train.slice(0, 3), `lr: ${lr}`, ...lines],
});

/** Returns the findings of a text that are not hints, as `severity code`, with the text that each points at. */
function loud(sections: Sections | string, options: CheckOptions): string[] {
	const text = typeof sections === 'string' ? sections : configuration(sections);
	return findings(text, options)
		.filter(({ severity }) => severity !== 'hint')
		.map(({ severity, code, range }) => `${severity} ${code}: ${text.slice(range.start, range.end)}`);
}

/** `locally` and `onService` are the finding of each target, or empty; one stands for both. */
type Row = readonly [title: string, text: Sections | string, locally: string, onService?: string];

const noData = configuration().replace(/ {6}datasets:\n(?: {8}.*\n)+/, '      datasets: []\n');
const second = configuration()
	.replace('config:\n', '')
	.replace(/^[\s\S]*? {2}process:\n/, '');

const rows: readonly Row[] = [
	['an empty list of datasets', noData, 'error missing-key: []'],
	[
		'weights without a name',
		{ model: ['name_or_path: ""', 'arch: chroma'] },
		'error missing-key: name_or_path',
	],
	[
		'weights named by a space',
		{ model: ['name_or_path: " "', 'arch: chroma'] },
		'error missing-key: name_or_path',
	],
	['a dataset whose folder is empty', { datasets: [['folder_path: ""']] }, 'error missing-key: folder_path'],
	[
		'a dataset whose other folder is empty as well',
		{ datasets: [['dataset_path:', 'resolution: 512']] },
		'error missing-key: dataset_path',
	],
	[
		'a dataset without a folder in the second process',
		`${configuration()}${second.replace(folder, 'caption_ext: txt')}`,
		'error missing-key: caption_ext',
	],
	['a negative learning rate', rate('-0.0001'), 'error 42274 INVALID_LEARNING_RATE: -0.0001'],
	['an infinite learning rate', rate('.inf'), 'error 42274 INVALID_LEARNING_RATE: .inf'],
	[
		'a learning rate of nothing',
		rate('0'),
		'warning out-of-range: 0',
		'error 42274 INVALID_LEARNING_RATE: 0',
	],
	[
		'a learning rate of nothing for an optimizer that refuses it',
		rate('0.0', 'optimizer: lion'),
		'error 42274 INVALID_LEARNING_RATE: 0.0',
	],
	[
		'a learning rate of nothing for an optimizer that replaces it',
		rate('0', 'optimizer: prodigy'),
		'',
		'error 42274 INVALID_LEARNING_RATE: 0',
	],
	[
		'a negative learning rate in the second process',
		`${configuration()}${second.replace('lr: 0.0001', 'lr: -1')}`,
		'error 42274 INVALID_LEARNING_RATE: -1',
	],
	['a name with a slash', { name: 'name: sets/my_lora' }, 'error 42262 INVALID_JOB_NAME: sets/my_lora'],
	[
		'a process with a name of its own and a slash in it',
		{ process: ['name: sets/my_lora'] },
		'error 42262 INVALID_JOB_NAME: sets/my_lora',
	],
	['a batch of nothing', { train: ['batch_size: 0', ...train.slice(1)] }, 'error out-of-range: 0'],
	['a batch of nothing in one dataset', { datasets: [[folder, 'batch_size: 0']] }, 'error out-of-range: 0'],
	['a rank of nothing', { network: ['type: lora', 'linear: 0'] }, 'error out-of-range: 0'],
	[
		'a size of nothing among others',
		{ datasets: [[folder, 'resolution: [512, 0]']] },
		'error out-of-range: 0',
	],
	['a precision of no training', { train: more('dtype: fp8') }, 'error unknown-value: fp8'],
	['a precision in which nothing is saved', { process: ['save: {dtype: fp8}'] }, 'error unknown-value: fp8'],
	['a precision of eight bits for what is saved', { process: ['save: {dtype: float8}'] }, ''],
	['a prompt that is a number', { sample: ['prompts: [2024]'] }, 'error wrong-type: 2024'],
	[
		'a prompt that is a number, with keys of its own',
		{ sample: ['samples:', '  - prompt: 2024'] },
		'error wrong-type: 2024',
	],
	...[
		'optimizer',
		'lr_scheduler',
		'lr_scheduler_params',
		'gradient_accumulation',
		'guidance_loss_target',
	].map((key): Row => [`an empty ${key}`, { train: more(`${key}:`) }, `error wrong-type: ${key}`]),
	...[
		'caption_dropout_rate',
		'token_dropout_rate',
		'network_weight',
		'controls',
		'augments',
		'resolution',
	].map((key): Row => [`an empty ${key}`, { datasets: [[folder, `${key}:`]] }, `error wrong-type: ${key}`]),
	['an empty list of previews', { sample: ['samples:'] }, 'error wrong-type: samples'],
	['a kind of network that is a number', { network: ['type: 7'] }, 'error unknown-value: 7'],
	['an empty kind of network', { network: ['type:'] }, 'error wrong-type: type'],
	[
		'an architecture that is a number',
		{ model: ['name_or_path: a/b', 'arch: 1.5'] },
		'error 42275 MISSING_MODEL_ARCH: 1.5',
	],
	[
		'a factor of the scheduler above 1',
		{ train: more('lr_scheduler: linear', 'lr_scheduler_params: {start_factor: 1.0, end_factor: 2.0}') },
		'error out-of-range: 2.0',
	],
	[
		'a negative weight decay',
		{ train: more('optimizer_params: {weight_decay: -0.1}') },
		'error out-of-range: -0.1',
	],
	[
		'no step of noise that is left',
		{ train: more('min_denoising_steps: 600', 'max_denoising_steps: 400') },
		'error toolkit-conflict: 600',
	],
	[
		'steps of noise beyond the last',
		{ train: more('min_denoising_steps: 1000') },
		'error toolkit-conflict: 1000',
	],
	['one step of noise', { train: more('min_denoising_steps: 600', 'max_denoising_steps: 600') }, ''],
	[
		'steps in base 8',
		{ train: ['batch_size: 1', 'steps: 02000', ...train.slice(2)] },
		'warning wrong-type: 02000',
	],
	[
		'steps in base 60',
		{ train: ['batch_size: 1', 'steps: 33:20', ...train.slice(2)] },
		'warning wrong-type: 33:20',
	],
];

describe('faults that stop the toolkit', () => {
	for (const [title, text, locally, onService = locally] of rows) {
		it(title, () => {
			assert.equal(loud(text, local).join(), locally);
			assert.equal(loud(text, {}).join(), onService);
		});
	}

	it('writes the decimal number if a leading zero changes it', () => {
		const text = configuration({ train: ['batch_size: 1', 'steps: 02000', ...train.slice(2)] });
		const [finding] = findings(text, local);
		assert.match(finding?.message ?? '', /1024/);
		assert.equal(finding?.fixes?.[0]?.edits[0]?.newText, '2000');
		assert.equal(fixAll(text, local), text);
	});

	it('accepts numbers with a harmless zero', () => {
		for (const number of ['0', '7', '1_000', '07']) {
			const text = configuration({
				train: ['batch_size: 1', `steps: ${number === '0' ? 1 : number}`, ...train.slice(2)],
			});
			assert.deepEqual(loud(text, local), [], number);
		}
	});

	it('requires no rank for a LoKr of full rank', () => {
		const text = configuration({ network: ['type: lokr', 'linear: 0', 'lokr_factor: 8'] });
		assert.ok(loud(text, local).every((each) => !each.startsWith('error')));
	});
});
