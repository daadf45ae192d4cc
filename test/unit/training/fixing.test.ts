import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type { CheckOptions } from '../../../src/core/training/check.ts';
import { apply, findings, fixAll } from './config.ts';

const folder = new URL('./careful/', import.meta.url);
const careful = (name: string) => readFileSync(new URL(`${name}.yaml`, folder), 'utf8');
const options: CheckOptions = { hasVariable: (name) => name === 'HF_TOKEN' };

describe('careful configurations', () => {
	for (const name of readdirSync(folder)) {
		it(`${name} gives only quiet hints`, () => {
			const text = careful(name.replace('.yaml', ''));
			const loud = findings(text, options).filter((finding) => finding.severity !== 'hint');
			assert.deepEqual(
				loud.map(({ code, message }) => `${code}: ${message}`),
				[],
			);
			assert.equal(fixAll(text, options), text);
		});
	}
});

interface Mistake {
	readonly title: string;
	readonly base: string;
	/** A text of the careful configuration, and the one that a person writes instead. */
	readonly plant: readonly [string | RegExp, string];
	readonly code: string;
	/** The result of Fix all; without it the careful configuration comes back. */
	readonly fixed?: readonly [string, string] | 'untouched';
	/** The title of the fix that corrects it on demand, and its result. */
	readonly demand?: readonly [string, string | undefined];
}

/** Returns mistakes that Fix all takes back completely: title, base, its text, and what a person writes instead. */
function slips(
	code: string,
	rows: readonly (readonly [string, string, string | RegExp, string])[],
): Mistake[] {
	return rows.map(([title, base, from, to]) => ({ title, base, plant: [from, to], code }));
}

const mistakes: readonly Mistake[] = [
	...slips('42274 INVALID_LEARNING_RATE', [
		['a learning rate with a comma', 'flux', 'lr: 0.0001', 'lr: 0,0001'],
		[
			'a learning rate in quotes becomes a number everywhere, at once',
			'qwen_edit',
			'lr: 2.0e-4',
			'lr: "2e-4"',
		],
	]),
	...slips('wrong-type', [
		['steps with a comma between the thousands', 'flux', 'steps: 2000', 'steps: 2,000'],
		['sizes as one text', 'flux2', 'resolution: [512, 768, 1024]', 'resolution: "512, 768,1024"'],
		['a size with its unit', 'sdxl', /resolution: 1024(?=\n {8}- )/, 'resolution: 1024px'],
		['a size as a square', 'sdxl', /resolution: 1024(?=\n {8}- )/, 'resolution: 1024x1024'],
	]),
	...slips('42253 INVALID_YAML', [
		['a missing colon', 'flux', '        steps: 2000', '        steps 2000'],
		['a missing space', 'flux', '        steps: 2000', '        steps:2000'],
		[
			'lines that are indented too far',
			'chroma',
			/ {8}steps: 2000\n {8}gradient_accumulation: 1\n/,
			'          steps: 2000\n          gradient_accumulation: 1\n',
		],
		['a line that is not indented far enough', 'chroma', '        steps: 2000', '       steps: 2000'],
		['tabs in the place of all spaces', 'chroma', /^(?: {2})+/gm, '\t'],
		['tabs in some lines', 'chroma', /^ {8}(?=\S)/gm, '\t\t\t\t'],
		['an invisible character', 'chroma', 'concert, 1960s', 'con\x07cert,\x00 1960s'],
	]),
	{
		title: 'the learning rate under the word of another trainer keeps its value',
		base: 'flux',
		plant: ['lr: 0.0001', 'learning_rate: 0.0003'],
		code: '42274 INVALID_LEARNING_RATE',
		fixed: ['lr: 0.0001', 'lr: 0.0003'],
	},
	{
		title: 'an adapter under an old name is kept and not added again',
		base: 'zimage',
		plant: ['assistant_lora_path:', 'training_adapter:'],
		code: 'training-adapter',
	},
	{
		title: 'a misspelt scheduler is kept and not added again',
		base: 'flux2',
		plant: ['noise_scheduler:', 'noise_schedular:'],
		code: 'noise-schedule',
	},
	{
		title: 'two misspelt keys do not become the same key twice',
		base: 'flux',
		plant: ['batch_size: 1', 'batchsize: 1\n        batch-size: 2'],
		code: 'unknown-key',
		fixed: ['batch_size: 1', 'batch_size: 1\n        batch-size: 2'],
	},
	{
		title: 'the weights show which architecture was meant',
		base: 'wan22_i2v',
		plant: ['arch: wan22_14b_i2v', 'arch: wan2.2_i2v'],
		code: 'unknown-arch',
	},
	{
		title: 'another number of bits is not a typing mistake',
		base: 'flux2',
		plant: ['qtype: qfloat8', 'qtype: qfloat16'],
		code: 'unknown-value',
		fixed: 'untouched',
	},
	{
		title: 'what is only likely is fixed on demand alone',
		base: 'flux',
		plant: ['gradient_checkpointing: true', 'gradient_checkpointing: false'],
		code: '42270 IMAGE_MODEL_GC_OFF_OOM_RISK',
		fixed: 'untouched',
		demand: ['Write true', undefined],
	},
	{
		title: 'a single prompt in the place of the list',
		base: 'chroma',
		plant: [
			/prompts:\n {10}- a poster of a jazz concert, 1960s/,
			'prompts: a poster of a jazz concert, 1960s',
		],
		code: 'wrong-type',
		fixed: [
			'prompts:\n          - a poster of a jazz concert, 1960s',
			'prompts: ["a poster of a jazz concert, 1960s"]',
		],
	},
	{
		title: 'a prompt with a colon',
		base: 'chroma',
		plant: ['- a poster of a jazz concert, 1960s', '- a poster: jazz'],
		code: 'wrong-type',
		fixed: ['- a poster of a jazz concert, 1960s', '- "a poster: jazz"'],
	},
	{
		title: 'a prompt with two colons',
		base: 'chroma',
		plant: ['- a poster of a jazz concert, 1960s', '- a poster: jazz: blue'],
		code: '42253 INVALID_YAML',
		fixed: ['- a poster of a jazz concert, 1960s', '- "a poster: jazz: blue"'],
	},
	{
		title: 'a dash written as two hyphens',
		base: 'chroma',
		plant: ['concert, 1960s', 'concert -- 1960s'],
		code: 'prompt-flags',
		fixed: ['concert, 1960s', 'concert - 1960s'],
	},
	...['       ', '     '].map(
		(indent): Mistake => ({
			title: `a section ${indent.length > 6 ? 'too deep' : 'not deep enough'}`,
			base: 'chroma',
			plant: ['      train:\n', `${indent}train:\n`],
			code: '42253 INVALID_YAML',
		}),
	),
	{
		title: 'a path of Windows in double quotes leaves the dataset whole',
		base: 'flux',
		plant: ['"/app/ai-toolkit/datasets/portraits"', '"C:\\Users\\me\\photos"'],
		code: '42253 INVALID_YAML',
		fixed: ['"/app/ai-toolkit/datasets/portraits"', "'C:\\Users\\me\\photos'"],
	},
	{
		title: 'a trainer of the toolkit’s own interface',
		base: 'zimage',
		plant: ['type: diffusion_trainer', 'type: ui_trainer'],
		code: 'toolkit-conflict',
	},
	{
		title: 'a length beside the grid of the model goes to the nearest',
		base: 'ltx2',
		plant: ['num_frames: 121\n          fps', 'num_frames: 120\n          fps'],
		code: 'frame-count',
	},
	{
		title: 'a length that the next step would make too much for memory',
		base: 'wan22_i2v',
		plant: ['num_frames: 41\n          shrink', 'num_frames: 80\n          shrink'],
		code: 'frame-count',
		fixed: ['num_frames: 41\n          shrink', 'num_frames: 77\n          shrink'],
	},
	{
		title: 'the only parameter, given twice',
		base: 'flux',
		plant: ['        lr: 0.0001', '        optimizer_params:\n          eps: 1.0e-8\n        lr: 0.0001'],
		code: 'optimizer',
	},
	{
		title: 'a warm-up of a scheduler that knows none',
		base: 'sdxl',
		plant: ['lr_scheduler: constant_with_warmup', 'lr_scheduler: constant'],
		code: 'learning-rate-scheduler',
		fixed: ['lr_scheduler: constant_with_warmup', 'lr_scheduler: "constant_with_warmup"'],
	},
	{
		title: 'a name with letters that no job name has',
		base: 'chroma',
		plant: ['name: chroma_poster', 'name: Große Plakate'],
		code: '42262 INVALID_JOB_NAME',
		fixed: ['name: chroma_poster', 'name: "Grosse_Plakate"'],
	},
	{
		title: 'a key twice is for the person to decide',
		base: 'chroma',
		plant: ['        steps: 2000', '        steps: 1000\n        steps: 2000'],
		code: 'duplicate-key',
		fixed: 'untouched',
		demand: ['Remove this steps', undefined],
	},
	{
		title: 'a key in the wrong place that its own place has already',
		base: 'chroma',
		plant: ['      network:', '      steps: 2000\n      network:'],
		code: 'unknown-key',
		fixed: 'untouched',
		demand: ['Remove steps', undefined],
	},
	{
		title: 'control images that are named nowhere',
		base: 'qwen_edit',
		plant: [/ {10}control_path_1:.*\n {10}control_path_2: null/, '          control_path_2: null'],
		code: '42259 MODELB_EDIT_CONTROL_MISSING',
		fixed: 'untouched',
		demand: ['Fill in control_path_2', 'control_path_2: /app/ai-toolkit/datasets/\n'],
	},
	{
		title: 'the id of a dataset in the place of its name',
		base: 'chroma',
		plant: ['datasets/posters', 'datasets/6f9619ff-8b86-d011-b42d-00cf4fc964ff'],
		code: 'platform-path',
		fixed: 'untouched',
	},
];

describe('fixing common mistakes', () => {
	for (const { title, base, plant, code, fixed, demand } of mistakes) {
		it(title, () => {
			const good = careful(base);
			const [from, to] = plant;
			const text = good.replace(from, (found) => (to === '\t' ? '\t'.repeat(found.length / 2) : to));
			assert.notEqual(text, good);
			const found = findings(text, options);
			const finding = found.find((each) => each.code === code);
			assert.ok(finding, `${code} is not among ${found.map((each) => each.code).join(', ')}`);
			const wanted = fixed === 'untouched' ? text : fixed === undefined ? good : good.replace(...fixed);
			assert.equal(fixAll(text, options), wanted);
			if (demand === undefined) return;
			const fix = found.flatMap((each) => each.fixes ?? []).find((each) => each.title === demand[0]);
			assert.ok(fix, `there is no fix ${demand[0]}`);
			const after = apply(text, fix.edits);
			if (demand[1] === undefined) assert.equal(after, good);
			else assert.ok(after.includes(demand[1]));
		});
	}

	it('leaves a local configuration unchanged if only the service would object', () => {
		const text = careful('ltx2')
			.replace('batch_size: 1', 'batch_size: 2')
			.replace('/app/ai-toolkit/output', 'out');
		assert.equal(fixAll(text, { ...options, target: 'local' }), text);
	});

	it('changes nothing else before unreadable parts are fixed', () => {
		const text = careful('flux')
			.replace('batch_size: 1', 'batchsize: 1')
			.replace('      sample:\n', '      sample:\n        neg: @x\n');
		assert.equal(fixAll(text, options), text);
	});

	it('reports a broken section once, without findings for its lines', () => {
		for (const indent of ['       ', '     ']) {
			const text = careful('chroma').replace('      train:\n', `${indent}train:\n`);
			assert.deepEqual(
				findings(text, options).map((finding) => finding.code),
				['42253 INVALID_YAML'],
			);
		}
	});

	it('guesses nothing in an implausibly large mapping, but names each key', () => {
		const keys = Array.from({ length: 5000 }, (_, index) => `        bathc_siz${index}: 1\n`).join('');
		const text = careful('chroma').replace('      train:\n', `      train:\n${keys}`);
		const unknown = findings(text, options).filter((finding) => finding.code === 'unknown-key');
		assert.equal(unknown.length, 5000);
		assert.ok(unknown.every((finding) => finding.fixes === undefined));
	});

	it('is quick with a prompt of flags only', () => {
		const text = careful('chroma').replace('1960s', '--w x '.repeat(20_000));
		assert.equal(findings(text, options).filter((finding) => finding.code === 'prompt-flags').length, 100);
	});
});
