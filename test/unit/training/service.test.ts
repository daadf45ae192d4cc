import assert from 'node:assert/strict';
import type { CheckOptions, DatasetKnowledge } from '../../../src/core/training/check.ts';
import { serviceRules } from '../../../src/core/training/context.ts';
import { configuration, findings, folder, train, verdict } from './config.ts';

interface Row {
	readonly code: keyof typeof serviceRules;
	/** Breaks this rule and no other. */
	readonly breaks: string;
	/** The text that the finding must point at. */
	readonly at: string;
	/** One step on the good side of the same rule. */
	readonly keeps: string;
	readonly options?: CheckOptions;
	readonly keepsOptions?: CheckOptions;
	readonly severity?: 'warning';
}

function know(state: string, files: readonly string[], taken?: string): CheckOptions {
	const datasets: DatasetKnowledge = {
		lookup: (name) => (name === 'portraits' ? { state, files } : 'missing'),
		jobNameTaken: (name) => name === taken,
	};
	return { datasets };
}

const pictures = know('READY', ['a.png', 'a.txt']);
const films = know('READY', ['a.mp4', 'a.txt']);
const plain = configuration();
const withTrain = (...lines: readonly string[]) => configuration({ train: lines });
const flux = ['name_or_path: black-forest-labs/FLUX.1-dev', 'arch: flux', 'hf_token: $' + '{HF_TOKEN}'];
const flux2 = ['name_or_path: black-forest-labs/FLUX.2-dev', 'arch: flux2', 'hf_token: $' + '{HF_TOKEN}'];
const edit = ['name_or_path: Qwen/Qwen-Image-Edit-2509', 'arch: qwen_image_edit_plus'];
const controlled = [folder, 'control_path: /app/ai-toolkit/datasets/before'];
const i2v = ['name_or_path: ai-toolkit/Wan2.2-I2V-A14B-Diffusers-bf16', 'arch: wan22_14b_i2v'];
const t2v = ['name_or_path: ai-toolkit/Wan2.2-T2V-A14B-Diffusers-bf16', 'arch: wan22_14b:t2v'];
const ltx = ['name_or_path: Lightricks/LTX-2', 'arch: ltx2'];
const batch = (size: number) => [`batch_size: ${size}`, ...train.slice(1)];
const still = (...more: readonly string[]) => [
	'samples:',
	'  - prompt: a dancer',
	...more.map((line) => `    ${line}`),
];
const control = '/app/ai-toolkit/datasets/before/a.png';

const rows: readonly Row[] = [
	{
		code: 40951,
		breaks: plain,
		at: 'portraits_v1',
		keeps: plain,
		options: know('READY', ['a.png', 'a.txt'], 'portraits_v1'),
		keepsOptions: know('READY', ['a.png', 'a.txt'], 'portraits_v2'),
	},
	{
		code: 42251,
		breaks: plain,
		at: 'job',
		keeps: plain,
		options: { submission: { format: 'json' } },
		keepsOptions: { submission: { format: 'yaml' } },
	},
	{
		code: 42252,
		breaks: plain,
		at: 'job',
		keeps: plain,
		options: { submission: { gpuType: 'ADA_24' } },
		keepsOptions: { submission: { gpuType: 'HOPPER_141' } },
	},
	{
		code: 42253,
		breaks: plain.replace('job: extension', 'job: "extension'),
		at: '"extension',
		keeps: plain.replace('job: extension', 'job: "extension"'),
	},
	{
		code: 42254,
		breaks: configuration({ datasets: [['folder_path: /app/ai-toolkit/datasets/landscapes']] }),
		at: '/app/ai-toolkit/datasets/landscapes',
		keeps: plain,
		options: pictures,
	},
	{
		code: 42255,
		breaks: plain,
		at: '/app/ai-toolkit/datasets/portraits',
		keeps: plain,
		options: know('UPLOADING', ['a.png', 'a.txt']),
		keepsOptions: pictures,
	},
	{
		code: 42256,
		breaks: plain,
		at: '/app/ai-toolkit/datasets/portraits',
		keeps: plain,
		options: know('READY', ['a.txt', 'b.gif']),
		keepsOptions: pictures,
	},
	{
		code: 42257,
		breaks: configuration({ model: flux.slice(0, 2) }),
		at: 'flux',
		keeps: configuration({ model: flux }),
	},
	{
		code: 42258,
		breaks: configuration({ model: flux2, train: batch(6) }),
		at: '6',
		keeps: configuration({ model: flux2, train: batch(5) }),
	},
	{
		code: 42259,
		breaks: configuration({ model: edit }),
		at: 'folder_path',
		keeps: configuration({ model: edit, datasets: [controlled] }),
	},
	{
		code: 42260,
		breaks: configuration({ model: edit, datasets: [controlled], sample: still() }),
		at: 'a dancer',
		keeps: configuration({ model: edit, datasets: [controlled], sample: still(`ctrl_img_1: ${control}`) }),
	},
	{
		code: 42261,
		breaks: configuration({ model: i2v, sample: still() }),
		at: 'a dancer',
		keeps: configuration({ model: i2v, sample: still(`ctrl_img: ${control}`) }),
	},
	{
		code: 42262,
		breaks: configuration({ name: 'name: my portraits' }),
		at: 'my portraits',
		keeps: configuration({ name: 'name: my-portraits_2' }),
	},
	{
		code: 42263,
		breaks: configuration({
			model: t2v,
			datasets: [[folder, 'num_frames: 5', 'cache_latents_to_disk: true']],
		}),
		at: 'true',
		keeps: configuration({
			model: t2v,
			datasets: [[folder, 'num_frames: 1', 'cache_latents_to_disk: true']],
		}),
	},
	{
		code: 42264,
		breaks: withTrain(...train, 'diff_output_preservation: true'),
		at: 'true',
		keeps: configuration({
			process: ['trigger_word: p3rson'],
			train: [...train, 'diff_output_preservation: true'],
		}),
	},
	{
		code: 42265,
		breaks: configuration({ model: t2v }),
		at: '/app/ai-toolkit/datasets/portraits',
		keeps: configuration({ model: t2v, datasets: [[folder, 'num_frames: 5']] }),
		options: films,
	},
	{
		code: 42266,
		breaks: configuration({ model: t2v, datasets: [[folder, 'num_frames: 5']] }),
		at: '5',
		keeps: configuration({ model: t2v, datasets: [[folder, 'num_frames: 1']] }),
		options: pictures,
	},
	{
		code: 42267,
		breaks: plain,
		at: 'job',
		keeps: plain,
		options: { submission: { operation: 'resume', jobStatus: 'RUNNING' } },
		keepsOptions: { submission: { operation: 'resume', jobStatus: 'STOPPED' } },
	},
	{
		code: 42268,
		breaks: configuration({
			model: ltx,
			datasets: [[folder, 'num_frames: 9', 'do_i2v: false']],
			train: batch(2),
		}),
		at: '2',
		keeps: configuration({ model: ltx, datasets: [[folder, 'num_frames: 9', 'do_i2v: false']] }),
	},
	{
		code: 42269,
		breaks: configuration({
			process: ['trigger_word: p3rson'],
			train: [...train, 'diff_output_preservation: true', 'cache_text_embeddings: true'],
		}),
		at: 'true',
		keeps: configuration({
			process: ['trigger_word: p3rson'],
			train: [...train, 'diff_output_preservation: true', 'cache_text_embeddings: false'],
		}),
	},
	{
		code: 42270,
		severity: 'warning',
		breaks: configuration({ model: flux, train: [...train, 'gradient_checkpointing: false'] }),
		at: 'false',
		keeps: configuration({ model: flux, train: [...train, 'gradient_checkpointing: true'] }),
	},
	{
		code: 42271,
		breaks: configuration({ model: flux, train: batch(8) }),
		at: '8',
		keeps: configuration({ model: flux, train: batch(7) }),
	},
	{
		code: 42272,
		breaks: configuration({ model: t2v, datasets: [[folder, 'num_frames: 81', 'resolution: 1024']] }),
		at: '81',
		keeps: configuration({ model: t2v, datasets: [[folder, 'num_frames: 77', 'resolution: 1024']] }),
	},
	{
		code: 42273,
		breaks: plain,
		at: 'job',
		keeps: plain,
		options: { submission: { gpuType: 'HOPPER_141', gpuCount: 8 } },
		keepsOptions: { submission: { gpuType: 'ADA_80_PLUS', gpuCount: 8 } },
	},
	{
		code: 42274,
		breaks: withTrain(...train.slice(0, 3), 'lr: 0'),
		at: '0',
		keeps: withTrain(...train.slice(0, 3), 'lr: 0.0000001'),
	},
	{
		code: 42275,
		breaks: configuration({ model: ['name_or_path: someone/some-model'] }),
		at: 'model',
		keeps: configuration({ model: ['name_or_path: someone/some-model', 'arch: chroma'] }),
	},
	{
		code: 42276,
		breaks: plain,
		at: 'job',
		keeps: plain,
		options: { submission: { operation: 'edit', jobStatus: 'IN_QUEUE' } },
		keepsOptions: { submission: { operation: 'edit', jobStatus: 'FAILED' } },
	},
	{
		code: 42277,
		breaks: plain,
		at: 'portraits_v1',
		keeps: plain,
		options: { submission: { operation: 'edit', originalName: 'portraits' } },
		keepsOptions: { submission: { operation: 'edit', originalName: 'portraits_v1' } },
	},
];

describe('rules of the trainer service', () => {
	it('covers every number that applies to a configuration', () => {
		assert.deepEqual(
			rows.map((row) => row.code),
			Object.keys(serviceRules).map(Number),
		);
		for (let code = 42251; code <= 42277; code++) assert.ok(code in serviceRules, `${code} has a rule`);
	});

	it('finds nothing in a valid configuration', () => {
		assert.deepEqual(verdict(plain, pictures, true), []);
	});

	for (const row of rows) {
		const code = `${row.code} ${serviceRules[row.code]}`;
		it(`${code}: the violation is the only finding, at its exact place`, () => {
			assert.deepEqual(verdict(row.breaks, row.options), [`${row.severity ?? 'error'} ${code}`]);
			const [finding] = findings(row.breaks, row.options ?? {}).filter((each) => each.code === code);
			assert.ok(finding);
			assert.equal(row.breaks.slice(finding.range.start, finding.range.end), row.at);
			assert.ok(finding.remedy !== undefined && finding.remedy.length > 10);
			assert.equal(finding.documentation, `training.md#${row.code}`);
		});
		it(`${code}: a value just within the rule is not a finding`, () => {
			assert.deepEqual(verdict(row.keeps, row.keepsOptions ?? row.options), []);
		});
	}
});

describe('the edges of the service rules', () => {
	const lr = (value: string) => verdict(withTrain(...train.slice(0, 3), value));
	const learningRate = ['error 42274 INVALID_LEARNING_RATE'];

	it('42274 requires a positive number, written as one', () => {
		for (const bad of [
			'lr: -0.1',
			'lr: "0.0001"',
			'lr: fast',
			'lr:',
			'lr: .nan',
			'lr: .inf',
			'lr: [0.1]',
			'steps: 1',
		]) {
			assert.ok(lr(bad).includes(learningRate[0] ?? ''), bad);
		}
		assert.deepEqual(lr('lr: 1.0e-4'), []);
		assert.deepEqual(lr('lr: 1e-4'), ['info exponent-spelling']);
	});

	it('42258 matches the worked examples for each size', () => {
		const table: readonly (readonly [number, number])[] = [
			[768, 11],
			[1024, 6],
			[1280, 4],
			[1536, 3],
			[2048, 2],
		];
		for (const [size, first] of table) {
			const at = (count: number) =>
				verdict(
					configuration({
						model: flux2,
						datasets: [[folder, `resolution: [512, ${size}]`]],
						train: batch(count),
					}),
				);
			assert.deepEqual(at(first), ['error 42258 MODELA2_OOM_RISK'], `${size} at ${first}`);
			assert.deepEqual(at(first - 1), [], `${size} at ${first - 1}`);
		}
	});

	it('likely but uncertain families give a warning that mentions it', () => {
		const klein = ['name_or_path: black-forest-labs/FLUX.2-klein-base-4B', 'arch: flux2_klein_4b'];
		const [finding] = findings(configuration({ model: klein, train: batch(6) }));
		assert.equal(finding?.severity, 'warning');
		assert.match(finding?.message ?? '', /likely but not certain/);
	});

	it('the suffix after a colon of an architecture is ignored, and flex1 is not a gated model', () => {
		const tagged = [...ltx.slice(0, 1), 'arch: ltx2:x'];
		const codes = verdict(
			configuration({ model: tagged, datasets: [[folder, 'num_frames: 9']], train: batch(2) }),
		);
		assert.deepEqual(codes, ['error 42268 MODELD_VIDEO_I2V_BATCH_SIZE']);
		assert.deepEqual(
			verdict(
				configuration({ model: ['name_or_path: ostris/Flex.1-alpha', 'arch: flex1'], train: batch(8) }),
			),
			[],
		);
	});

	it('42272 counts wan21 only with 14B weights, and mentions an unknown limit', () => {
		const wan = (weights: string) =>
			findings(
				configuration({
					model: [`name_or_path: Wan-AI/Wan2.1-T2V-${weights}-Diffusers`, 'arch: wan21'],
					datasets: [[folder, 'num_frames: 81', 'resolution: 640']],
				}),
			).map((finding) => `${finding.severity} ${finding.code.slice(0, 5)}`);
		assert.deepEqual(wan('14B'), ['warning 42272']);
		assert.deepEqual(wan('1.3B'), []);
	});

	it('42264 ignores trigger words of the datasets, which only newer toolkits read', () => {
		const preserved = configuration({
			datasets: [[folder, 'trigger_word: p3rson']],
			train: [...train, 'diff_output_preservation: true'],
		});
		assert.deepEqual(verdict(preserved), ['error 42264 DIFF_OUTPUT_PRESERVATION_TRIGGER']);
		assert.deepEqual(verdict(preserved, { target: 'local' }), []);
	});

	it('42271 also counts a batch in quotes and one of a dataset', () => {
		const high = 'error 42271 MODELA_HIGH_BATCH_OOM_RISK';
		const quoted = configuration({ model: flux, train: ['batch_size: "8"', ...train.slice(1)] });
		assert.ok(verdict(quoted).includes(high));
		const ofDataset = (size: number) =>
			findings(configuration({ model: flux, datasets: [[folder, `batch_size: ${size}`]] }));
		const [found] = ofDataset(8).filter(({ code }) => code.startsWith('42271'));
		assert.equal(found?.path, 'config.process[0].datasets[0].batch_size');
		assert.deepEqual(
			ofDataset(7).filter(({ code }) => code.startsWith('42271')),
			[],
		);
	});

	it('42275 requires the architecture as a text', () => {
		for (const arch of ['5', 'true', '[chroma]', '{ chroma: 1 }']) {
			const text = configuration({ model: ['name_or_path: someone/some-model', `arch: ${arch}`] });
			assert.deepEqual(verdict(text), ['error 42275 MISSING_MODEL_ARCH'], arch);
		}
	});

	it('42277 applies to the name of the metadata, alone and with the other name', () => {
		const renamed = 'error 42277 CONFIG_NAME_IMMUTABLE';
		const submission = { operation: 'edit', originalName: 'portraits_v1' } as const;
		const named = (name: string) => `${plain}meta:\n  name: ${name}\n`;
		const alone = (name: string) => named(name).replace('  name: portraits_v1\n', '');
		assert.deepEqual(verdict(named('portraits_v2'), { submission }), [renamed]);
		for (const same of ['portraits_v1', '"[name]"'])
			assert.deepEqual(verdict(named(same), { submission }), [], same);
		assert.ok(verdict(alone('portraits_v2'), { submission }).includes(renamed));
		assert.ok(!verdict(alone('portraits_v1'), { submission }).includes(renamed));
	});

	it('a job named only by its metadata counts, and its name may be in use', () => {
		const text = `${plain}meta:\n  name: from_meta\n`.replace('  name: portraits_v1\n', '');
		assert.deepEqual(verdict(text), ['warning missing-key']);
		assert.deepEqual(verdict(text, { target: 'local' }), ['error missing-key']);
		const datasets = { lookup: () => undefined, jobNameTaken: (name: string) => name === 'from_meta' };
		const [taken] = findings(text, { datasets }).filter(({ code }) => code.startsWith('40951'));
		assert.deepEqual([taken?.path, taken?.fixes?.[0]?.title], ['meta.name', 'Write from_meta_2']);
	});

	it('40951 offers a free name', () => {
		const datasets = {
			lookup: () => undefined,
			jobNameTaken: (name: string) => ['portraits_v1', 'portraits_v2'].includes(name),
		};
		const [taken] = findings(plain, { datasets });
		assert.equal(taken?.fixes?.[0]?.title, 'Write portraits_v3');
	});

	it('42260 and 42261 need no picture when previews are off', () => {
		for (const model of [edit, i2v]) {
			const text = configuration({
				model,
				datasets: [controlled],
				sample: still(),
				train: [...train, 'disable_sampling: true'],
			});
			assert.deepEqual(verdict(text), []);
		}
	});

	it('42260 also reads the picture from a flag of the prompt', () => {
		const sample = ['prompts:', `  - make her smile --ctrl_img ${control}`];
		assert.deepEqual(verdict(configuration({ model: edit, datasets: [controlled], sample })), []);
	});

	it('service rules are hints for local use, but faults of the toolkit stay errors', () => {
		const local: CheckOptions = { target: 'local' };
		const gated = configuration({ model: flux.slice(0, 2), process: [] }).replace(
			'/app/ai-toolkit/output',
			'output',
		);
		assert.deepEqual(verdict(gated, local, true), ['hint 42257 MODELA_HUB_TOKEN_REQUIRED']);
		assert.deepEqual(verdict(configuration({ model: edit }), local), [
			'error 42259 MODELB_EDIT_CONTROL_MISSING',
		]);
	});

	it('rules about the account are silent for an unknown account', () => {
		assert.deepEqual(verdict(plain, { datasets: { lookup: () => undefined } }), []);
	});

	it('fixed paths of the service', () => {
		const output = plain.replace('/app/ai-toolkit/output', 'output');
		assert.deepEqual(verdict(output), ['error platform-path']);
		assert.deepEqual(verdict(configuration({ datasets: [['folder_path: ./photos']] })), [
			'error platform-path',
		]);
		assert.deepEqual(
			verdict(configuration({ datasets: [['folder_path: "/app/ai-toolkit/datasets/my photos"']] })),
			['error platform-path'],
		);
		assert.deepEqual(verdict(output, { target: 'local' }), []);
	});
});
