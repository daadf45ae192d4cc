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

interface Row {
	readonly title: string;
	readonly text: Sections | string;
	/** The findings for a local computer. */
	readonly locally: readonly string[];
	/** The findings for the service; without it the same. */
	readonly onService?: readonly string[];
}

const noData = configuration().replace(/ {6}datasets:\n(?: {8}.*\n)+/, '      datasets: []\n');
const second = configuration()
	.replace('config:\n', '')
	.replace(/^[\s\S]*? {2}process:\n/, '');

const rows: readonly Row[] = [
	{ title: 'an empty list of datasets', text: noData, locally: ['error missing-key: []'] },
	{
		title: 'weights without a name',
		text: { model: ['name_or_path: ""', 'arch: chroma'] },
		locally: ['error missing-key: name_or_path'],
	},
	{
		title: 'weights named by a space',
		text: { model: ['name_or_path: " "', 'arch: chroma'] },
		locally: ['error missing-key: name_or_path'],
	},
	{
		title: 'a dataset whose folder is empty',
		text: { datasets: [['folder_path: ""']] },
		locally: ['error missing-key: folder_path'],
	},
	{
		title: 'a dataset whose other folder is empty as well',
		text: { datasets: [['dataset_path:', 'resolution: 512']] },
		locally: ['error missing-key: dataset_path'],
	},
	{
		title: 'a dataset without a folder in the second process',
		text: `${configuration()}${second.replace(folder, 'caption_ext: txt')}`,
		locally: ['error missing-key: caption_ext'],
	},
	{
		title: 'a negative learning rate',
		text: rate('-0.0001'),
		locally: ['error 42274 INVALID_LEARNING_RATE: -0.0001'],
	},
	{
		title: 'an infinite learning rate',
		text: rate('.inf'),
		locally: ['error 42274 INVALID_LEARNING_RATE: .inf'],
	},
	{
		title: 'a learning rate of nothing',
		text: rate('0'),
		locally: ['warning out-of-range: 0'],
		onService: ['error 42274 INVALID_LEARNING_RATE: 0'],
	},
	{
		title: 'a learning rate of nothing for an optimizer that refuses it',
		text: rate('0.0', 'optimizer: lion'),
		locally: ['error 42274 INVALID_LEARNING_RATE: 0.0'],
	},
	{
		title: 'a learning rate of nothing for an optimizer that replaces it',
		text: rate('0', 'optimizer: prodigy'),
		locally: [],
		onService: ['error 42274 INVALID_LEARNING_RATE: 0'],
	},
	{
		title: 'a negative learning rate in the second process',
		text: `${configuration()}${second.replace('lr: 0.0001', 'lr: -1')}`,
		locally: ['error 42274 INVALID_LEARNING_RATE: -1'],
	},
	{
		title: 'a name with a slash',
		text: { name: 'name: sets/my_lora' },
		locally: ['error 42262 INVALID_JOB_NAME: sets/my_lora'],
	},
	{
		title: 'a process with a name of its own and a slash in it',
		text: { process: ['name: sets/my_lora'] },
		locally: ['error 42262 INVALID_JOB_NAME: sets/my_lora'],
	},
	{
		title: 'a batch of nothing',
		text: { train: ['batch_size: 0', ...train.slice(1)] },
		locally: ['error out-of-range: 0'],
	},
	{
		title: 'a batch of nothing in one dataset',
		text: { datasets: [[folder, 'batch_size: 0']] },
		locally: ['error out-of-range: 0'],
	},
	{
		title: 'a rank of nothing',
		text: { network: ['type: lora', 'linear: 0'] },
		locally: ['error out-of-range: 0'],
	},
	{
		title: 'a size of nothing among others',
		text: { datasets: [[folder, 'resolution: [512, 0]']] },
		locally: ['error out-of-range: 0'],
	},
	{
		title: 'a precision of no training',
		text: { train: more('dtype: fp8') },
		locally: ['error unknown-value: fp8'],
	},
	{
		title: 'a precision in which nothing is saved',
		text: { process: ['save: {dtype: fp8}'] },
		locally: ['error unknown-value: fp8'],
	},
	{
		title: 'a precision of eight bits for what is saved',
		text: { process: ['save: {dtype: float8}'] },
		locally: [],
	},
	{
		title: 'a prompt that is a number',
		text: { sample: ['prompts: [2024]'] },
		locally: ['error wrong-type: 2024'],
	},
	{
		title: 'a prompt that is a number, with keys of its own',
		text: { sample: ['samples:', '  - prompt: 2024'] },
		locally: ['error wrong-type: 2024'],
	},
	...[
		'optimizer',
		'lr_scheduler',
		'lr_scheduler_params',
		'gradient_accumulation',
		'guidance_loss_target',
	].map(
		(key): Row => ({
			title: `an empty ${key}`,
			text: { train: more(`${key}:`) },
			locally: [`error wrong-type: ${key}`],
		}),
	),
	...[
		'caption_dropout_rate',
		'token_dropout_rate',
		'network_weight',
		'controls',
		'augments',
		'resolution',
	].map(
		(key): Row => ({
			title: `an empty ${key}`,
			text: { datasets: [[folder, `${key}:`]] },
			locally: [`error wrong-type: ${key}`],
		}),
	),
	{
		title: 'an empty list of previews',
		text: { sample: ['samples:'] },
		locally: ['error wrong-type: samples'],
	},
	{
		title: 'a kind of network that is a number',
		text: { network: ['type: 7'] },
		locally: ['error unknown-value: 7'],
	},
	{ title: 'an empty kind of network', text: { network: ['type:'] }, locally: ['error wrong-type: type'] },
	{
		title: 'an architecture that is a number',
		text: { model: ['name_or_path: a/b', 'arch: 1.5'] },
		locally: ['error 42275 MISSING_MODEL_ARCH: 1.5'],
	},
	{
		title: 'a factor of the scheduler above 1',
		text: {
			train: more('lr_scheduler: linear', 'lr_scheduler_params: {start_factor: 1.0, end_factor: 2.0}'),
		},
		locally: ['error out-of-range: 2.0'],
	},
	{
		title: 'a negative weight decay',
		text: { train: more('optimizer_params: {weight_decay: -0.1}') },
		locally: ['error out-of-range: -0.1'],
	},
	{
		title: 'no step of noise that is left',
		text: { train: more('min_denoising_steps: 600', 'max_denoising_steps: 400') },
		locally: ['error toolkit-conflict: 600'],
	},
	{
		title: 'steps of noise beyond the last',
		text: { train: more('min_denoising_steps: 1000') },
		locally: ['error toolkit-conflict: 1000'],
	},
	{
		title: 'one step of noise',
		text: { train: more('min_denoising_steps: 600', 'max_denoising_steps: 600') },
		locally: [],
	},
	{
		title: 'steps in base 8',
		text: { train: ['batch_size: 1', 'steps: 02000', ...train.slice(2)] },
		locally: ['warning wrong-type: 02000'],
	},
	{
		title: 'steps in base 60',
		text: { train: ['batch_size: 1', 'steps: 33:20', ...train.slice(2)] },
		locally: ['warning wrong-type: 33:20'],
	},
];

describe('faults that stop the toolkit', () => {
	for (const { title, text, locally, onService } of rows) {
		it(title, () => {
			assert.deepEqual(loud(text, local), locally);
			assert.deepEqual(loud(text, {}), onService ?? locally);
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
