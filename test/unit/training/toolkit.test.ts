import assert from 'node:assert/strict';
import { archNames } from '../../../src/core/training/archs.ts';
import type { CheckOptions } from '../../../src/core/training/check.ts';
import { configuration, findings, fixAll, folder, type Sections, train, verdict } from './config.ts';

interface Row {
	readonly title: string;
	readonly text: Sections | string;
	/** `severity code`, hints included. */
	readonly says: readonly string[];
	/** The text of the first finding's place. */
	readonly at: string;
	/** The required result of Fix all; absent if a person has to decide. */
	readonly fixed?: Sections | string | undefined;
	readonly options?: CheckOptions;
}

const control = '/app/ai-toolkit/datasets/before/a.png';
const i2v = ['name_or_path: ai-toolkit/Wan2.2-I2V-A14B-Diffusers-bf16', 'arch: wan22_14b_i2v'];
const t2v = ['name_or_path: ai-toolkit/Wan2.2-T2V-A14B-Diffusers-bf16', 'arch: wan22_14b'];
const chroma = ['name_or_path: lodestones/Chroma1-Base', 'arch: chroma'];
const more = (...lines: readonly string[]) => [...train, ...lines];
const prompts = (...lines: readonly string[]): Sections => ({
	sample: ['prompts:', ...lines.map((line) => `  - ${line}`)],
});
const inTrain = (...lines: readonly string[]): Sections => ({ train: more(...lines) });
const batch = (line: string): Sections => ({ train: [line, ...train.slice(1)] });
const rate = (...lines: readonly string[]): Sections => ({ train: [...train.slice(0, 3), ...lines] });
const model = (name: string, arch: string, ...lines: readonly string[]): Sections => ({
	model: [`name_or_path: ${name}`, `arch: ${arch}`, ...lines],
});
const inModel = (...lines: readonly string[]): Sections => ({ model: [...chroma, ...lines] });
const inDataset = (...lines: readonly string[]): Sections => ({ datasets: [[folder, ...lines]] });
const inSample = (...lines: readonly string[]): Sections => ({ sample: lines });
const inProcess = (...lines: readonly string[]): Sections => ({ process: lines });
const variable = (name: string) => `$\{${name}}`;

function configurationText(given: Sections | string): string {
	return typeof given === 'string' ? given : configuration(given);
}

/** Returns rows with one finding each: title, text with the place between « and », and result of Fix all. */
function found(
	says: string,
	table: readonly (readonly [title: string, marked: Sections | string, fixed?: Sections | string])[],
): Row[] {
	return table.map(([title, marked, fixed]) => {
		const [before, at = '', after] = configurationText(marked).split(/[«»]/);
		return { title, text: before + at + after, says: [says], at, fixed };
	});
}

const rows: readonly Row[] = [
	...found('warning unknown-key', [
		['a misspelt key', inTrain('«gradient_checkpoint»: true'), inTrain('gradient_checkpointing: true')],
		[
			'the word of another trainer',
			{ train: ['batch_size: 1', 'noise_scheduler: flowmatch', 'lr: 0.0001', '«max_train_steps»: 100'] },
			{ train: ['batch_size: 1', 'noise_scheduler: flowmatch', 'lr: 0.0001', 'steps: 100'] },
		],
		['a key in the wrong section', inTrain('«trigger_word»: p3rson')],
		['a key that moves to its one home', inTrain('«quantize_te»: true'), inModel('quantize_te: true')],
		[
			'a training adapter under its wrong name',
			model('lodestones/Chroma1-Base', 'chroma', '«training_adapter»: a/b'),
			model('lodestones/Chroma1-Base', 'chroma', 'assistant_lora_path: a/b'),
		],
		['a key that nobody knows', inTrain('«zzz_unheard_of»: 1')],
		[
			'the word of other programs for the strength of the guidance',
			inSample('«cfg_scale»: 4', 'prompts: [a place]'),
			inSample('guidance_scale: 4', 'prompts: [a place]'),
		],
	]),
	...found('error wrong-type', [
		[
			'a switch in quotes',
			inTrain('gradient_checkpointing: «"false"»'),
			inTrain('gradient_checkpointing: false'),
		],
		['a number in quotes', batch('batch_size: «"1"»'), { train }],
		[
			'a number without a digit before its point',
			rate('lr: 0.0001', 'min_snr_gamma: «-.5»'),
			rate('lr: 0.0001', 'min_snr_gamma: -0.5'),
		],
		['a fraction where whole numbers go', batch('batch_size: «1.5»')],
		['a word that YAML takes as a switch', inProcess('trigger_word: «no»'), inProcess('trigger_word: "no"')],
		['a bracket that reads as a list', prompts('«[trigger]»')],
	]),
	...found('error unknown-value', [
		['an unknown optimizer', inTrain('optimizer: «adamw8bits»'), inTrain('optimizer: adamw8bit')],
		[
			'an unknown save format',
			configuration().replace(
				'      datasets:',
				'      save:\n        save_format: «safetensor»\n      datasets:',
			),
			configuration().replace(
				'      datasets:',
				'      save:\n        save_format: safetensors\n      datasets:',
			),
		],
		['a process type of another job', configuration().replace('diffusion_trainer', '«to_folder»')],
		['a precision under another name', inTrain('dtype: «bfloat»'), inTrain('dtype: bf16')],
		[
			'a process that the service does not have',
			configuration().replace('type: diffusion_trainer', 'type: «flow_grpo_trainer»'),
		],
	]),
	...found('warning out-of-range', [
		['a rate above one', inDataset('caption_dropout_rate: «5»')],
		['a learning rate without its minus', rate('lr: «1e4»')],
		['a learning rate far too high', rate('lr: «0.1»')],
		['a learning rate with an underscore in the place of a point', rate('lr: «1_000»')],
	]),
	...found('error missing-key', [
		['no weights', { model: ['«arch»: chroma'] }],
		['a dataset without a folder', { datasets: [['«resolution»: 512']] }],
		['an upload to nowhere', inProcess('save:', '  «push_to_hub»: true')],
	]),
	...found('error unknown-arch', [
		['an architecture misspelt', model('a/b', '«chroam»'), model('a/b', 'chroma')],
		[
			'an architecture whose digits are wrong for its weights',
			model('Lightricks/LTX-2.5', '«ltx_v2.5»'),
			model('Lightricks/LTX-2.5', 'ltx2.5'),
		],
	]),
	...found('warning unknown-arch', [
		['an architecture that nobody knows', model('a/b', '«brandnew9»')],
		['an architecture with other digits than a known one', model('a/b', '«qwen_image_3»')],
		['an architecture with a further part behind a known name', model('a/b', '«chroma_hd»')],
		['a new architecture for known weights', model('Comfy-Org/MiniMax-H3', '«minimax_h3_i2v»')],
		['the weights of another model', model('Qwen/Qwen-Image', '«chroma»')],
	]),
	...found('info exponent-spelling', [['a loose exponent', rate('lr: «1e-4»'), rate('lr: 1.0e-4')]]),
	...found('warning prompt-flags', [
		['a double hyphen inside of words', prompts('a well«--known» place'), prompts('a well-known place')],
		['a flag with an equals sign', prompts('a place «--w=640»'), prompts('a place --w 640')],
		['a flag in capitals', prompts('a place «--W» 640'), prompts('a place --w 640')],
		['a numbered control flag', prompts('a place «--ctrl_img_1» x.png')],
		['a prompt that begins with a flag', prompts('«"--n blurry a place"»')],
		['a flag behind a dash', prompts('"a park «—w» 640"'), prompts('"a park --w 640"')],
	]),
	...found('error prompt-flags', [
		['a flag value with a unit', prompts('a place --w «640px»'), prompts('a place --w 640')],
		['a flag without its value', prompts('a place «--seed»')],
	]),
	...found('warning sample-prompts', [
		['a trigger that is never replaced', prompts('"«[trigger]» at home"')],
		['prompts beside samples', inSample('«prompts»:', '  - one', 'samples:', '  - prompt: two')],
		['a preview without a prompt', inSample('samples:', '  - «width»: 512')],
	]),
	...found('error control-images', [
		[
			'a preview that must have a picture',
			{ model: ['name_or_path: HiDream-ai/HiDream-E1-1', 'arch: hidream_e1'], ...prompts('«a place»') },
		],
		[
			'the numbered control for a single-control model',
			{ model: i2v, sample: ['samples:', '  - prompt: go', `    «ctrl_img_1»: ${control}`] },
			{ model: i2v, sample: ['samples:', '  - prompt: go', `    ctrl_img: ${control}`] },
		],
	]),
	...found('warning frame-count', [
		[
			'frames beside the grid',
			{ model: t2v, datasets: [[folder, 'num_frames: «40»']] },
			{ model: t2v, datasets: [[folder, 'num_frames: 41']] },
		],
		['frames of a picture model', inDataset('num_frames: «9»')],
	]),
	...found('error learning-rate-scheduler', [
		['the step scheduler', inTrain('lr_scheduler: «step»')],
		[
			'a warm-up on cosine',
			inTrain('lr_scheduler: cosine', 'lr_scheduler_params:', '  «num_warmup_steps»: 10'),
		],
	]),
	...found('warning noise-schedule', [
		[
			'a timestep type that is not read',
			{ train: ['batch_size: 1', 'steps: 10', 'lr: 0.001', '«timestep_type»: sigmoid'] },
			{
				train: [
					'batch_size: 1',
					'steps: 10',
					'lr: 0.001',
					'timestep_type: sigmoid',
					'noise_scheduler: "flowmatch"',
				],
			},
		],
		[
			'a noise schedule of other models',
			{ train: ['batch_size: 1', 'steps: 2000', 'noise_scheduler: «ddpm»', 'lr: 0.0001'] },
			{ train: ['batch_size: 1', 'steps: 2000', 'noise_scheduler: "flowmatch"', 'lr: 0.0001'] },
		],
		[
			'a sampler of other models',
			inSample('sampler: «ddpm»', 'prompts: [a place]'),
			inSample('sampler: "flowmatch"', 'prompts: [a place]'),
		],
	]),
	...found('error toolkit-conflict', [
		[
			'two kinds of accumulation',
			inTrain('gradient_accumulation: «2»', 'gradient_accumulation_steps: 2'),
			inTrain('gradient_accumulation: 2'),
		],
		['guidance bypassed and trained', inTrain('bypass_guidance_embedding: «true»', 'do_guidance_loss: true')],
		[
			'two preservations',
			{
				process: ['trigger_word: x'],
				train: more('diff_output_preservation: «true»', 'blank_prompt_preservation: true'),
			},
		],
		[
			'a text encoder trained and unloaded',
			inTrain('train_text_encoder: «true»', 'unload_text_encoder: true'),
		],
		[
			'a text encoder trained and cached',
			inTrain('train_text_encoder: «true»', 'cache_text_embeddings: true'),
		],
		[
			'a text encoder that an editing model needs',
			{
				model: ['name_or_path: Qwen/Qwen-Image-Edit', 'arch: qwen_image_edit'],
				datasets: [[folder, 'control_path: /app/ai-toolkit/datasets/before']],
				train: more('unload_text_encoder: «true»'),
			},
		],
		[
			'embeddings cached for one dataset of two',
			{ datasets: [[folder, 'cache_text_embeddings: «true»'], [folder]] },
		],
		['a removed key', inDataset('«poi»: x'), { datasets: [[folder]] }],
		['attn_masking without the old flag', inModel('attn_masking: «true»')],
		[
			'both stages off',
			{ model: [...t2v, 'model_kwargs:', '  train_high_noise: «false»', '  train_low_noise: false'] },
		],
		['an assistant for a model of two stages', { model: [...t2v, 'assistant_lora_path: «a/b»'] }],
		[
			'a recovery adapter beside an assistant',
			inModel('qtype: uint3|«a/b»/c.safetensors', 'assistant_lora_path: a/b'),
		],
		[
			'buckets off with a batch of the dataset',
			inDataset('batch_size: 2', 'buckets: «false»'),
			inDataset('batch_size: 2', 'buckets: true'),
		],
		['offloading for ACE-Step', model('a/b', 'ace_step_15', 'layer_offloading: «true»')],
		[
			'datasets with and without buckets',
			{ datasets: [[folder, 'buckets: «false»'], [folder]] },
			{ datasets: [[folder, 'buckets: true'], [folder]] },
		],
	]),
	...found('hint no-effect', [
		[
			'a text encoder unloaded beside cached embeddings, which unload it too',
			inTrain('«unload_text_encoder»: true', 'cache_text_embeddings: true'),
		],
		['a key that is never used', inTrain('«unet_lr»: 0.1')],
		['a key of another architecture', inDataset('«do_i2v»: true')],
		['an old name', { network: ['type: lora', '«rank»: 8'] }],
		[
			'words dropped from captions that are stored',
			{ datasets: [[folder, '«token_dropout_rate»: 0.1']], train: more('cache_text_embeddings: true') },
		],
		['captions under the old key with a dot', inDataset('«caption_type»: .txt')],
	]),
	...found('error 42253 INVALID_YAML', [
		['a tab', configuration().replace('job: extension', 'job:«\t»extension'), configuration()],
		['a bracket before words', prompts('«[trigger] at home»')],
		['a backslash in double quotes', inProcess('log_dir: "C:«\\l»ogs"'), inProcess("log_dir: 'C:\\logs'")],
		[
			'a closing quote taken in by a backslash, with another quoted text below',
			prompts('«"a sign that says hello\\"»', '"second prompt"'),
			prompts('"a sign that says hello"', '"second prompt"'),
		],
		[
			'a closing quote written twice, with another quoted text below',
			{ process: ["trigger_word: «'it''»"], train: more("optimizer: 'adamw8bit'") },
			{ process: ["trigger_word: 'it'"], train: more("optimizer: 'adamw8bit'") },
		],
		[
			'the same anchor on two values',
			{ train: [...train.slice(0, 3), 'lr: &a 0.0001'], sample: ['width: &a «1024»', 'prompts: [x]'] },
		],
		['a merge of what is not a group of keys', { train: ['<<: «5»', ...train] }],
	]),
	...found('info dataset-files', [
		['pictures that are cropped to squares', inDataset('buckets: «false»')],
		[
			'datasets with and without buckets in batches of their own',
			{ datasets: [[folder, 'buckets: «false»', 'is_reg: true'], [folder]] },
		],
	]),
	{
		title: 'a near miss among free keys',
		text: rate('lr: 1.0', 'optimizer: dadaptation', 'optimizer_params:', '  weight_decy: 0.1'),
		says: ['hint unknown-key'],
		at: 'weight_decy',
	},
	{
		title: 'a word that YAML takes as a date',
		text: inProcess('log_dir: 2026-08-21'),
		options: { target: 'local' },
		says: ['error wrong-type'],
		at: '2026-08-21',
		fixed: inProcess('log_dir: "2026-08-21"'),
	},
	{
		title: 'a whole number written as a fraction',
		text: batch('batch_size: 1.0'),
		says: ['warning wrong-type'],
		at: '1.0',
		fixed: { train },
	},
	{
		title: 'a mapping where a list goes',
		text: configuration().replace(
			`        - ${folder}\n          resolution`,
			`        ${folder}\n        resolution`,
		),
		says: ['error wrong-type'],
		at: 'datasets',
	},
	{
		title: 'saving switched off',
		text: configuration().replace('      datasets:', '      save:\n        save_every: 0\n      datasets:'),
		says: ['info out-of-range'],
		at: '0',
	},
	{
		title: 'a missing name',
		text: { name: 'nmae: x' },
		says: ['warning unknown-key', 'error missing-key'],
		at: 'nmae',
		fixed: { name: 'name: x' },
	},
	{
		title: 'a key written twice',
		text: inTrain('steps: 3000'),
		says: ['warning duplicate-key', 'hint duplicate-key'],
		at: 'steps',
	},
	{
		title: 'the old flag of an architecture',
		text: { model: ['name_or_path: stabilityai/x', 'is_xl: true'] },
		says: ['error 42275 MISSING_MODEL_ARCH'],
		at: 'is_xl',
		fixed: { model: ['name_or_path: stabilityai/x', 'is_xl: true', 'arch: sdxl'] },
	},
	{
		title: 'a line that ends for the toolkit alone, in a quoted prompt',
		text: prompts('"a fox\u2028on a pier"'),
		says: ['warning line-separator'],
		at: '\u2028',
		fixed: prompts('"a fox on a pier"'),
	},
	{
		title: 'a comment that ends for the toolkit in the middle',
		text: { train: [...train, '# a pasted comment\u2028more words'] },
		says: ['error 42253 INVALID_YAML', 'warning line-separator'],
		at: '\u2028',
		fixed: { train: [...train, '# a pasted comment more words'] },
	},
	{
		title: 'a token in the open',
		text: inModel(`hf_token: hf_${'a1'.repeat(17)}`),
		says: ['warning literal-token'],
		at: `hf_${'a1'.repeat(17)}`,
	},
	{
		title: 'a token in a comment',
		text: `# hf_${'b2'.repeat(17)}\n${configuration()}`,
		says: ['warning literal-token'],
		at: `hf_${'b2'.repeat(17)}`,
	},
	{
		title: 'a placeholder without a value',
		text: inProcess(`trigger_word: ${variable('WHO')}`),
		says: ['warning placeholder'],
		at: variable('WHO'),
		options: { hasVariable: (name) => name === 'HF_TOKEN' },
	},
	{
		title: 'an editing model outside of the service’s family',
		text: model('Boogu/Boogu-Image-0.1-Edit', 'boogu_image_edit'),
		says: ['error control-images'],
		at: 'folder_path',
	},
	{
		title: 'a control image for a model that takes none',
		text: {
			model: ['name_or_path: Qwen/Qwen-Image', 'arch: qwen_image'],
			sample: ['samples:', '  - prompt: go', `    ctrl_img: ${control}`],
		},
		says: ['error no-effect'],
		at: 'ctrl_img',
	},
	{
		title: 'previews between the steps of a model',
		text: { sample: ['width: 1000', 'height: 1024', 'prompts:', '  - a place'] },
		says: ['hint preview-size'],
		at: '1000',
	},
	{
		title: 'latents cached for a model that reads pictures',
		text: { model: i2v, datasets: [[folder, 'cache_latents: true']] },
		says: ['warning latent-caching'],
		at: 'true',
		fixed: { model: i2v, datasets: [[folder, 'cache_latents: false']] },
	},
	{
		title: 'LTX-2 in batches without saying do_i2v',
		text: {
			model: ['name_or_path: Lightricks/LTX-2', 'arch: ltx2'],
			train: ['batch_size: 2', ...train.slice(1)],
		},
		says: ['warning ltx-batch'],
		at: '2',
		fixed: model('Lightricks/LTX-2', 'ltx2'),
	},
	{
		title: 'gated weights outside of the family',
		text: model('krea/Krea-2-Raw', 'krea2'),
		says: ['info gated-weights'],
		at: 'krea2',
	},
	{
		title: 'distilled weights without their adapter',
		text: model('Tongyi-MAI/Z-Image-Turbo', 'zimage:turbo'),
		says: ['warning training-adapter'],
		at: 'Tongyi-MAI/Z-Image-Turbo',
	},
	{
		title: 'a linear scheduler that rises',
		text: inTrain('lr_scheduler: linear'),
		says: ['info learning-rate-scheduler'],
		at: 'linear',
	},
	{
		title: 'eps given twice',
		text: inTrain('optimizer: adamw', 'optimizer_params:', '  weight_decay: 0.1', '  eps: 0.1'),
		says: ['error optimizer'],
		at: 'eps',
		fixed: inTrain('optimizer: adamw', 'optimizer_params:', '  weight_decay: 0.1'),
	},
	{
		title: 'a small rate for an optimizer that finds its own',
		text: inTrain('optimizer: prodigy'),
		says: ['info optimizer'],
		at: '0.0001',
	},
	{
		title: 'the rank of a LoKr that is trained at full rank',
		text: { network: ['type: lokr', 'linear: 8'] },
		says: ['warning no-effect'],
		at: '8',
	},
	{ title: 'no network', text: { network: [] }, says: ['info full-fine-tune'], at: 'train' },
	{
		title: 'a preservation without a network',
		text: { network: [], train: more('blank_prompt_preservation: true') },
		says: ['info full-fine-tune', 'error toolkit-conflict'],
		at: 'train',
	},
	{
		title: 'captions that are missing',
		text: {},
		says: ['warning dataset-files'],
		at: '/app/ai-toolkit/datasets/portraits',
		options: { datasets: { lookup: () => ({ state: 'READY', files: ['a.png', 'a.txt', 'b.png'] }) } },
	},
	{
		title: 'control images that are missing',
		text: inDataset('control_path: /app/ai-toolkit/datasets/before'),
		says: ['warning dataset-files'],
		at: '/app/ai-toolkit/datasets/before',
		options: {
			datasets: {
				lookup: (name) => ({ state: 'READY', files: name === 'before' ? ['b.png'] : ['a.png', 'a.txt'] }),
			},
		},
	},
	{
		title: 'a token without a value on this computer',
		text: inModel(`hf_token: ${variable('HF_TOKEN')}`),
		says: ['info placeholder'],
		at: variable('HF_TOKEN'),
		options: { hasVariable: () => false },
	},
	{
		title: 'a dataset of control images that is not there',
		text: inDataset('control_path: /app/ai-toolkit/datasets/before'),
		says: ['error 42254 DATASET_NOT_FOUND'],
		at: '/app/ai-toolkit/datasets/before',
		options: {
			datasets: {
				lookup: (name) => (name === 'before' ? 'missing' : { state: 'READY', files: ['a.png', 'a.txt'] }),
			},
		},
	},
	{
		title: 'the single control for a model with several',
		text: {
			model: ['name_or_path: black-forest-labs/FLUX.2-klein-base-4B', 'arch: flux2_klein_4b'],
			sample: ['samples:', '  - prompt: go', `    ctrl_img: ${control}`],
		},
		says: ['hint control-images'],
		at: 'ctrl_img',
		fixed: {
			model: ['name_or_path: black-forest-labs/FLUX.2-klein-base-4B', 'arch: flux2_klein_4b'],
			sample: ['samples:', '  - prompt: go', `    ctrl_img_1: ${control}`],
		},
	},
	{
		title: 'captions under the old key, which adds no dot',
		text: inDataset('caption_type: txt'),
		says: ['warning dataset-files'],
		at: 'txt',
		fixed: inDataset('caption_ext: txt'),
	},
	{
		title: 'no noise schedule for a flow-matching model',
		text: { train: ['batch_size: 1', 'steps: 2000', 'lr: 0.0001'] },
		says: ['warning noise-schedule'],
		at: 'train',
		fixed: { train: ['batch_size: 1', 'steps: 2000', 'noise_scheduler: "flowmatch"', 'lr: 0.0001'] },
	},
	{
		title: 'weights of a known model without its architecture, trained elsewhere',
		text: { model: ['name_or_path: Qwen/Qwen-Image'] },
		options: { target: 'local' },
		says: ['error 42275 MISSING_MODEL_ARCH'],
		at: 'Qwen/Qwen-Image',
	},
	{
		title: 'weights of Stable Diffusion without an architecture, trained elsewhere',
		text: { model: ['name_or_path: stable-diffusion-v1-5/stable-diffusion-v1-5'] },
		options: { target: 'local' },
		says: ['hint 42275 MISSING_MODEL_ARCH'],
		at: 'model',
	},
	{
		title: 'the recovery adapter of another model',
		text: model(
			'Qwen/Qwen-Image',
			'qwen_image',
			'quantize: true',
			'qtype: "uint4|ostris/accuracy_recovery_adapters/wan22_14b_t2i_torchao_uint4.safetensors"',
		),
		says: ['warning toolkit-conflict'],
		at: '"uint4|ostris/accuracy_recovery_adapters/wan22_14b_t2i_torchao_uint4.safetensors"',
	},
	{
		title: 'one folder before and after the edit',
		text: {
			datasets: [[folder, 'control_path: /app/ai-toolkit/datasets/portraits/']],
			model: ['name_or_path: Qwen/Qwen-Image-Edit', 'arch: qwen_image_edit'],
		},
		says: ['warning control-images'],
		at: '/app/ai-toolkit/datasets/portraits/',
	},
	{
		title: 'frames of a preview that the pipeline rounds to one more',
		text: {
			model: ['name_or_path: ai-toolkit/Wan2.2-T2V-A14B-Diffusers-bf16', 'arch: wan22_14b'],
			sample: ['num_frames: 40', 'prompts: [a place]'],
		},
		says: ['info frame-count'],
		at: '40',
	},
	{
		title: 'a colon without a key before it',
		text: { sample: ['extra_values: [: 1]', 'prompts: [x]'] },
		says: ['error 42253 INVALID_YAML', 'error wrong-type'],
		at: ':',
	},
	{
		title: 'the weights of an editing model that are trained without pairs',
		text: model('Qwen/Qwen-Image-Edit-2509', 'qwen_image'),
		says: ['info unknown-arch'],
		at: 'qwen_image',
	},
	{
		title: 'a process of an extension of one’s own',
		text: configuration().replace('type: diffusion_trainer', 'type: pixlstash_fetch'),
		options: { target: 'local' },
		says: ['warning unknown-value'],
		at: 'pixlstash_fetch',
	},
	{
		title: 'a process that is a number',
		text: configuration().replace('type: diffusion_trainer', 'type: 7'),
		options: { target: 'local' },
		says: ['error unknown-value'],
		at: '7',
	},
	{
		title: 'a process that is misspelt',
		text: configuration().replace('type: diffusion_trainer', 'type: difusion_trainer'),
		options: { target: 'local' },
		says: ['error unknown-value'],
		at: 'difusion_trainer',
		fixed: configuration(),
	},
];

describe('checks beyond the service', () => {
	for (const row of rows) {
		it(row.title, () => {
			const text = configurationText(row.text);
			assert.deepEqual(verdict(text, row.options, true).sort(), [...row.says].sort());
			const [finding] = findings(text, row.options ?? {});
			assert.ok(finding);
			assert.equal(text.slice(finding.range.start, finding.range.end), row.at);
			assert.match(finding.message, /[.…]$/);
			assert.ok((finding.remedy ?? '').length > 5);
		});
		if (row.fixed === undefined) continue;
		it(`${row.title}: Fix All fixes it`, () => {
			const fixed = fixAll(configurationText(row.text), row.options);
			assert.equal(fixed, configurationText(row.fixed ?? ''));
		});
	}

	it('values of other keys are read as YAML 1.1', () => {
		for (const value of ['yes', 'On', 'TRUE', 'off']) {
			assert.deepEqual(verdict(configuration(inTrain(`gradient_checkpointing: ${value}`))), [], value);
		}
		assert.deepEqual(
			verdict(configuration({ train: ['batch_size: 0x2', 'steps: 2_000', ...train.slice(2)] })),
			[],
		);
	});

	it('an ambiguous guess is left to the user', () => {
		const text = configuration(inTrain('dtype: gfloat'));
		const [finding] = findings(text);
		assert.deepEqual(
			finding?.fixes?.map(({ title, preferred }) => [title, preferred]),
			[['Change to float', undefined]],
		);
		assert.equal(fixAll(text), text);
	});

	it('an architecture of the newest toolkit is known with its keys', () => {
		for (const lines of [
			['name_or_path: Comfy-Org/Qwen-Image-2.1', 'arch: qwen_image_2', 'quantize: true', 'qtype: convrot8'],
			['name_or_path: Kijai/Ming-Image-ComfyUI', 'arch: ming_image', 'model_kwargs:', '  rgba: true'],
			[
				'name_or_path: ai-toolkit/Qwen2.5-Omni-7B/qwen2_5_omni_7b_convrot8.safetensors',
				'arch: qwen25_omni',
				'model_kwargs:',
				'  instruction: What is this?',
			],
		])
			assert.deepEqual(verdict(configuration({ model: lines }), {}, true), [], lines[1]);
		const song = configuration({
			model: ['name_or_path: Comfy-Org/YuE2/checkpoints/yue2_3b_int8_convrot.safetensors', 'arch: yue2'],
			sample: ['sampler: flowmatch', 'duration: 120', 'prompts: [a song]'],
		});
		assert.deepEqual(verdict(song, {}, true), []);
	});

	it('no made-up successor of a known architecture is an error, whatever it resembles', () => {
		const plain = new Set(archNames().map((name) => name.replace(/\W|_/g, '')));
		for (const arch of archNames().filter((name) => !name.includes(':'))) {
			const successor = arch.replace(/(\d+)?$/, (digits) => String(Number(digits) + 1));
			for (const name of [successor, `${arch}_pro`, `${arch}-xl`, `${arch}_2`]) {
				// The name of another one, spelled with or without a mark between its parts, is not a successor.
				if (plain.has(name.replace(/\W|_/g, ''))) continue;
				const says = verdict(configuration({ model: ['name_or_path: a/b', `arch: ${name}`] }), {
					target: 'local',
				});
				assert.deepEqual(says, ['warning unknown-arch'], name);
			}
		}
	});

	it('a rank of 0 means no convolution', () => {
		assert.deepEqual(verdict(configuration({ network: ['type: lora', 'linear: 16', 'conv: 0'] })), []);
	});

	it('a preview of 40 frames gets the frame count of the model pipeline', () => {
		const small = ['name_or_path: Wan-AI/Wan2.1-T2V-1.3B-Diffusers', 'arch: wan21:1b'];
		for (const [model, frames] of [
			[['name_or_path: ai-toolkit/Wan2.2-T2V-A14B-Diffusers-bf16', 'arch: wan22_14b'], 41],
			[['name_or_path: Wan-AI/Wan2.2-TI2V-5B-Diffusers', 'arch: wan22_5b'], 37],
			[small, 41],
			[[...small, 'low_vram: true'], 37],
		] as const) {
			const text = configuration({ model, sample: ['num_frames: 40', 'prompts: [a place]'] });
			const { message } = findings(text).find(({ code }) => code === 'frame-count') ?? {};
			assert.match(message ?? '', new RegExp(`has ${frames}\\.`), model.join());
		}
	});

	it('the fix of a preview writes its actual frame count', () => {
		for (const [arch, frames, written] of [
			['wan22_14b', 40, 41],
			['wan22_14b', 39, 37],
			['wan22_5b', 40, 37],
		] as const) {
			const model = ['name_or_path: ai-toolkit/Wan2.2-T2V-A14B-Diffusers-bf16', `arch: ${arch}`];
			const text = configuration({ model, sample: [`num_frames: ${frames}`, 'prompts: [a place]'] });
			const { fixes = [] } = findings(text).find(({ code }) => code === 'frame-count') ?? {};
			assert.deepEqual(
				fixes.filter(({ preferred }) => preferred).map(({ title }) => title),
				[`Write ${written}`],
			);
		}
	});

	it('hexadecimal and binary digits are whole numbers to the loader of the toolkit', () => {
		for (const steps of ['+0x7D0', '0b11111010000', '2_000'])
			assert.deepEqual(
				verdict(configuration({ train: train.map((line) => line.replace('2000', steps)) })),
				[],
				steps,
			);
	});

	it('a date tagged as a text is one', () => {
		assert.deepEqual(verdict(configuration(inProcess('log_dir: !!str 2026-08-21')), { target: 'local' }), []);
	});

	it('the local toolkit caches the latents of videos', () => {
		const text = configuration({
			model: ['name_or_path: Comfy-Org/MiniMax-H3', 'arch: minimax_h3'],
			datasets: [[folder, 'num_frames: 39', 'cache_latents_to_disk: true']],
		});
		assert.deepEqual(verdict(text, { target: 'local' }, true), []);
		assert.deepEqual(verdict(text), ['error 42263 MULTI_FRAME_LATENT_CACHING']);
	});

	it('keys of a process with only a known type are not judged', () => {
		const text = configuration()
			.replace('diffusion_trainer', 'example_merge_extension')
			.replace('      network:', '      save_path: x\n      models_to_merge: []\n      network:');
		assert.deepEqual(
			verdict(text).filter((code) => code.includes('unknown-key')),
			[],
		);
	});

	it('prodigy, dadaptation and any letter case of an optimizer are known', () => {
		for (const name of ['AdamW8bit', 'prodigy_custom', 'dadaptadam', 'dadaptationlion']) {
			const known = name !== 'dadaptadam';
			const says = verdict(
				configuration({
					train: [...train.slice(0, 3), name.startsWith('A') ? 'lr: 0.001' : 'lr: 1.0', `optimizer: ${name}`],
				}),
			);
			assert.equal(says.length === 0, known, `${name}: ${says}`);
		}
	});

	it('anchors, aliases and merges are followed', () => {
		const text = [
			'x-shared: &shared',
			'  resolution: 512',
			'  num_frames: 9',
			configuration({ datasets: [['<<: *shared', folder]] }),
		].join('\n');
		const [finding, ...rest] = findings(text);
		assert.equal(rest.length, 0);
		assert.equal(finding?.code, 'frame-count');
		assert.equal(text.slice(finding?.range.start, finding?.range.end), '9');
	});

	it('a broken line does not hide other faults', () => {
		const text = configuration({
			process: ['log_dir: "C:\\logs"'],
			train: ['batch_size: 8', ...train.slice(1, 3), 'lr: 0'],
		});
		assert.deepEqual(verdict(text).sort(), ['error 42253 INVALID_YAML', 'error 42274 INVALID_LEARNING_RATE']);
	});

	it('a process of another kind is exempt from the rules of training', () => {
		const text =
			'job: generate\nconfig:\n  name: x\n  process:\n    - type: to_folder\n      generate:\n        prompts:\n          - a place\n';
		assert.deepEqual(verdict(text, { target: 'local' }, true), []);
	});

	it('a job that trains nothing is reported for the service, in one sentence', () => {
		for (const job of ['extract', 'generate', 'mod']) {
			const [finding, ...rest] = findings(
				`job: ${job}\nconfig:\n  name: x\n  process:\n    - type: ${{ extract: 'lora', generate: 'to_folder', mod: 'rescale_lora' }[job]}\n`,
			).filter(({ severity, code }) => severity === 'error' && code !== 'missing-key');
			assert.deepEqual([finding?.code, rest], ['42274 INVALID_LEARNING_RATE', []], job);
			assert.match(finding?.message ?? '', /trains nothing/);
		}
	});

	it('[trigger] is replaced by an embedding, by a clip adapter, and by an empty trigger word', () => {
		const sample = ['prompts:', '  - "[trigger] at home"'];
		for (const process of [
			['embedding:', '  trigger: my_word', '  tokens: 8'],
			['adapter:', '  type: clip', '  trigger: my_word'],
			['trigger_word: ""'],
		])
			assert.deepEqual(verdict(configuration({ process, sample })), [], process[0]);
		for (const process of [['trigger_word: on'], ['trigger_word: [p3rson]']])
			assert.deepEqual(verdict(configuration({ process, sample })), ['error wrong-type'], process[0]);
		for (const process of [[], ['adapter:', '  type: redux'], ['trigger_word:']])
			assert(verdict(configuration({ process, sample })).includes('warning sample-prompts'), process[0]);
	});

	it('an embedding or an adapter is trained without the whole model', () => {
		for (const process of [
			['embedding:', '  trigger: my_word'],
			['adapter:', '  type: redux', '  train: true'],
		])
			assert.deepEqual(verdict(configuration({ process, network: [] })), [], process[0]);
		assert.deepEqual(verdict(configuration({ process: ['adapter:', '  type: redux'], network: [] })), [
			'info full-fine-tune',
		]);
	});

	it('a missing dataset is reported with the first existing ones, and the number of the others', () => {
		const existing = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
		const lookup = () => 'missing' as const;
		const { remedy } =
			findings(configuration({}), { datasets: { lookup, names: () => existing } }).find(({ code }) =>
				/42254/.test(code),
			) ?? {};
		assert.equal(remedy, 'Use one of a, b, c, d, e, f and 2 more, or create it.');
	});

	it('files without captions or control images are counted, or reported together', () => {
		const text = configuration(inDataset('control_path: /app/ai-toolkit/datasets/before'));
		const said = (...files: readonly string[]) => {
			const lookup = (name: string) => ({ state: 'READY', files: name === 'before' ? ['d.png'] : files });
			return findings(text, { datasets: { lookup } }).flatMap(({ code, message }) =>
				code === 'dataset-files' ? [message] : [],
			);
		};
		assert.deepEqual(said('a.png', 'b.png'), [
			'None of the 2 files of the dataset has a .txt caption.',
			'None of the 2 training files has a control image of the same base name in before.',
		]);
		assert.deepEqual(said('a.png', 'd.png', 'd.txt'), [
			'a.png has no .txt caption in the dataset.',
			'a.png has no control image of the same base name in before.',
		]);
		assert.deepEqual(said('a.png', 'b.png', 'd.png', 'd.txt'), [
			'2 of 3 files of the dataset have no .txt caption: a.png, b.png.',
			'2 of 3 training files have no control image of the same base name in before: a.png, b.png.',
		]);
	});

	it('a fault that stops the toolkit is an error for every target', () => {
		for (const lr of ['"0.0001"', '1,e-4', '0,0001', '[0.0001]', '']) {
			const text = configuration({ train: [...train.slice(0, 3), `lr: ${lr}`] });
			assert.deepEqual(verdict(text, { target: 'local' }), ['error 42274 INVALID_LEARNING_RATE'], lr);
		}
		for (const name of ['202412', 'on']) {
			const text = configuration({ name: `name: ${name}` });
			assert.deepEqual(verdict(text, { target: 'local' }), ['error wrong-type'], name);
			assert.match(
				findings(text, { target: 'local' })[0]?.message ?? '',
				/the toolkit stops|stops the toolkit/,
			);
		}
	});
});
