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
	readonly fixed?: Sections | string;
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
const variable = (name: string) => `$\{${name}}`;

const rows: Row[] = [
	{
		title: 'a misspelt key',
		text: { train: more('gradient_checkpoint: true') },
		says: ['warning unknown-key'],
		at: 'gradient_checkpoint',
		fixed: { train: more('gradient_checkpointing: true') },
	},
	{
		title: 'the word of another trainer',
		text: {
			train: [...train.slice(0, 3), 'lr: 0.0001', 'max_train_steps: 100'].filter(
				(line) => !line.startsWith('steps'),
			),
		},
		says: ['warning unknown-key'],
		at: 'max_train_steps',
		fixed: {
			train: [...train.slice(0, 3), 'lr: 0.0001', 'steps: 100'].filter((line) => line !== 'steps: 2000'),
		},
	},
	{
		title: 'a key in the wrong section',
		text: { train: more('trigger_word: p3rson') },
		says: ['warning unknown-key'],
		at: 'trigger_word',
	},
	{
		title: 'a key that moves to its one home',
		text: { train: more('quantize_te: true') },
		says: ['warning unknown-key'],
		at: 'quantize_te',
		fixed: { model: [...chroma, 'quantize_te: true'] },
	},
	{
		title: 'a training adapter under its wrong name',
		text: { model: ['name_or_path: lodestones/Chroma1-Base', 'arch: chroma', 'training_adapter: a/b'] },
		says: ['warning unknown-key'],
		at: 'training_adapter',
		fixed: { model: ['name_or_path: lodestones/Chroma1-Base', 'arch: chroma', 'assistant_lora_path: a/b'] },
	},
	{
		title: 'a key that nobody knows',
		text: { train: more('zzz_unheard_of: 1') },
		says: ['warning unknown-key'],
		at: 'zzz_unheard_of',
	},
	{
		title: 'a near miss among free keys',
		text: {
			train: [
				...train.slice(0, 3),
				'lr: 1.0',
				'optimizer: dadaptation',
				'optimizer_params:',
				'  weight_decy: 0.1',
			],
		},
		says: ['hint unknown-key'],
		at: 'weight_decy',
	},
	{
		title: 'a switch in quotes',
		text: { train: more('gradient_checkpointing: "false"') },
		says: ['error wrong-type'],
		at: '"false"',
		fixed: { train: more('gradient_checkpointing: false') },
	},
	{
		title: 'a word that YAML takes as a date',
		text: { process: ['log_dir: 2026-08-21'] },
		options: { target: 'local' },
		says: ['error wrong-type'],
		at: '2026-08-21',
		fixed: { process: ['log_dir: "2026-08-21"'] },
	},
	{
		title: 'a number in quotes',
		text: { train: ['batch_size: "1"', ...train.slice(1)] },
		says: ['error wrong-type'],
		at: '"1"',
		fixed: { train },
	},
	{
		title: 'a number without a digit before its point',
		text: { train: [...train.slice(0, 3), 'lr: 0.0001', 'min_snr_gamma: -.5'] },
		says: ['error wrong-type'],
		at: '-.5',
		fixed: { train: [...train.slice(0, 3), 'lr: 0.0001', 'min_snr_gamma: -0.5'] },
	},
	{
		title: 'a fraction where whole numbers go',
		text: { train: ['batch_size: 1.5', ...train.slice(1)] },
		says: ['error wrong-type'],
		at: '1.5',
	},
	{
		title: 'a whole number written as a fraction',
		text: { train: ['batch_size: 1.0', ...train.slice(1)] },
		says: ['warning wrong-type'],
		at: '1.0',
		fixed: { train },
	},
	{
		title: 'a word that YAML takes as a switch',
		text: { process: ['trigger_word: no'] },
		says: ['error wrong-type'],
		at: 'no',
		fixed: { process: ['trigger_word: "no"'] },
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
		title: 'a bracket that reads as a list',
		text: prompts('[trigger]'),
		says: ['error wrong-type'],
		at: '[trigger]',
	},
	{
		title: 'an unknown optimizer',
		text: { train: more('optimizer: adamw8bits') },
		says: ['error unknown-value'],
		at: 'adamw8bits',
		fixed: { train: more('optimizer: adamw8bit') },
	},
	{
		title: 'an unknown save format',
		text: configuration().replace(
			'      datasets:',
			'      save:\n        save_format: safetensor\n      datasets:',
		),
		says: ['error unknown-value'],
		at: 'safetensor',
		fixed: configuration().replace(
			'      datasets:',
			'      save:\n        save_format: safetensors\n      datasets:',
		),
	},
	{
		title: 'a rate above one',
		text: { datasets: [[folder, 'caption_dropout_rate: 5']] },
		says: ['warning out-of-range'],
		at: '5',
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
	{ title: 'no weights', text: { model: ['arch: chroma'] }, says: ['error missing-key'], at: 'arch' },
	{
		title: 'a dataset without a folder',
		text: { datasets: [['resolution: 512']] },
		says: ['error missing-key'],
		at: 'resolution',
	},
	{
		title: 'a key written twice',
		text: { train: more('steps: 3000') },
		says: ['warning duplicate-key', 'hint duplicate-key'],
		at: 'steps',
	},
	{
		title: 'an architecture misspelt',
		text: { model: ['name_or_path: a/b', 'arch: chroam'] },
		says: ['error unknown-arch'],
		at: 'chroam',
		fixed: { model: ['name_or_path: a/b', 'arch: chroma'] },
	},
	{
		title: 'an architecture that nobody knows',
		text: { model: ['name_or_path: a/b', 'arch: brandnew9'] },
		says: ['warning unknown-arch'],
		at: 'brandnew9',
	},
	{
		title: 'an architecture with other digits than a known one',
		text: { model: ['name_or_path: a/b', 'arch: qwen_image_3'] },
		says: ['warning unknown-arch'],
		at: 'qwen_image_3',
	},
	{
		title: 'an architecture with a further part behind a known name',
		text: { model: ['name_or_path: a/b', 'arch: chroma_hd'] },
		says: ['warning unknown-arch'],
		at: 'chroma_hd',
	},
	{
		title: 'a new architecture for known weights',
		text: { model: ['name_or_path: Comfy-Org/MiniMax-H3', 'arch: minimax_h3_i2v'] },
		says: ['warning unknown-arch'],
		at: 'minimax_h3_i2v',
	},
	{
		title: 'an architecture whose digits are wrong for its weights',
		text: { model: ['name_or_path: Lightricks/LTX-2.5', 'arch: ltx_v2.5'] },
		says: ['error unknown-arch'],
		at: 'ltx_v2.5',
		fixed: { model: ['name_or_path: Lightricks/LTX-2.5', 'arch: ltx2.5'] },
	},
	{
		title: 'the old flag of an architecture',
		text: { model: ['name_or_path: stabilityai/x', 'is_xl: true'] },
		says: ['error 42275 MISSING_MODEL_ARCH'],
		at: 'is_xl',
		fixed: { model: ['name_or_path: stabilityai/x', 'is_xl: true', 'arch: sdxl'] },
	},
	{
		title: 'a loose exponent',
		text: { train: [...train.slice(0, 3), 'lr: 1e-4'] },
		says: ['info exponent-spelling'],
		at: '1e-4',
		fixed: { train: [...train.slice(0, 3), 'lr: 1.0e-4'] },
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
		text: { model: [...chroma, `hf_token: hf_${'a1'.repeat(17)}`] },
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
		text: { process: [`trigger_word: ${variable('WHO')}`] },
		says: ['warning placeholder'],
		at: variable('WHO'),
		options: { hasVariable: (name) => name === 'HF_TOKEN' },
	},
	{
		title: 'a double hyphen inside of words',
		text: prompts('a well--known place'),
		says: ['warning prompt-flags'],
		at: '--known',
		fixed: prompts('a well-known place'),
	},
	{
		title: 'a flag with an equals sign',
		text: prompts('a place --w=640'),
		says: ['warning prompt-flags'],
		at: '--w=640',
		fixed: prompts('a place --w 640'),
	},
	{
		title: 'a flag in capitals',
		text: prompts('a place --W 640'),
		says: ['warning prompt-flags'],
		at: '--W',
		fixed: prompts('a place --w 640'),
	},
	{
		title: 'a numbered control flag',
		text: prompts('a place --ctrl_img_1 x.png'),
		says: ['warning prompt-flags'],
		at: '--ctrl_img_1',
	},
	{
		title: 'a flag value with a unit',
		text: prompts('a place --w 640px'),
		says: ['error prompt-flags'],
		at: '640px',
		fixed: prompts('a place --w 640'),
	},
	{
		title: 'a flag without its value',
		text: prompts('a place --seed'),
		says: ['error prompt-flags'],
		at: '--seed',
	},
	{
		title: 'a prompt that begins with a flag',
		text: prompts('"--n blurry a place"'),
		says: ['warning prompt-flags'],
		at: '"--n blurry a place"',
	},
	{
		title: 'a trigger that is never replaced',
		text: prompts('"[trigger] at home"'),
		says: ['warning sample-prompts'],
		at: '[trigger]',
	},
	{
		title: 'prompts beside samples',
		text: { sample: ['prompts:', '  - one', 'samples:', '  - prompt: two'] },
		says: ['warning sample-prompts'],
		at: 'prompts',
	},
	{
		title: 'a preview without a prompt',
		text: { sample: ['samples:', '  - width: 512'] },
		says: ['warning sample-prompts'],
		at: 'width',
	},
	{
		title: 'an editing model outside of the service’s family',
		text: { model: ['name_or_path: Boogu/Boogu-Image-0.1-Edit', 'arch: boogu_image_edit'] },
		says: ['error control-images'],
		at: 'folder_path',
	},
	{
		title: 'a preview that must have a picture',
		text: { model: ['name_or_path: HiDream-ai/HiDream-E1-1', 'arch: hidream_e1'], ...prompts('a place') },
		says: ['error control-images'],
		at: 'a place',
	},
	{
		title: 'the numbered control for a single-control model',
		text: { model: i2v, sample: ['samples:', '  - prompt: go', `    ctrl_img_1: ${control}`] },
		says: ['error control-images'],
		at: 'ctrl_img_1',
		fixed: { model: i2v, sample: ['samples:', '  - prompt: go', `    ctrl_img: ${control}`] },
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
		title: 'frames beside the grid',
		text: { model: t2v, datasets: [[folder, 'num_frames: 40']] },
		says: ['warning frame-count'],
		at: '40',
		fixed: { model: t2v, datasets: [[folder, 'num_frames: 41']] },
	},
	{
		title: 'frames of a picture model',
		text: { datasets: [[folder, 'num_frames: 9']] },
		says: ['warning frame-count'],
		at: '9',
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
		fixed: { model: ['name_or_path: Lightricks/LTX-2', 'arch: ltx2'] },
	},
	{
		title: 'gated weights outside of the family',
		text: { model: ['name_or_path: krea/Krea-2-Raw', 'arch: krea2'] },
		says: ['info gated-weights'],
		at: 'krea2',
	},
	{
		title: 'distilled weights without their adapter',
		text: { model: ['name_or_path: Tongyi-MAI/Z-Image-Turbo', 'arch: zimage:turbo'] },
		says: ['warning training-adapter'],
		at: 'Tongyi-MAI/Z-Image-Turbo',
	},
	{
		title: 'the step scheduler',
		text: { train: more('lr_scheduler: step') },
		says: ['error learning-rate-scheduler'],
		at: 'step',
	},
	{
		title: 'a warm-up on cosine',
		text: { train: more('lr_scheduler: cosine', 'lr_scheduler_params:', '  num_warmup_steps: 10') },
		says: ['error learning-rate-scheduler'],
		at: 'num_warmup_steps',
	},
	{
		title: 'a linear scheduler that rises',
		text: { train: more('lr_scheduler: linear') },
		says: ['info learning-rate-scheduler'],
		at: 'linear',
	},
	{
		title: 'eps given twice',
		text: { train: more('optimizer: adamw', 'optimizer_params:', '  weight_decay: 0.1', '  eps: 0.1') },
		says: ['error optimizer'],
		at: 'eps',
		fixed: { train: more('optimizer: adamw', 'optimizer_params:', '  weight_decay: 0.1') },
	},
	{
		title: 'a small rate for an optimizer that finds its own',
		text: { train: more('optimizer: prodigy') },
		says: ['info optimizer'],
		at: '0.0001',
	},
	{
		title: 'a timestep type that is not read',
		text: { train: ['batch_size: 1', 'steps: 10', 'lr: 0.001', 'timestep_type: sigmoid'] },
		says: ['warning noise-schedule'],
		at: 'timestep_type',
		fixed: {
			train: [
				'batch_size: 1',
				'steps: 10',
				'lr: 0.001',
				'timestep_type: sigmoid',
				'noise_scheduler: "flowmatch"',
			],
		},
	},
	{
		title: 'the rank of a LoKr that is trained at full rank',
		text: { network: ['type: lokr', 'linear: 8'] },
		says: ['warning no-effect'],
		at: '8',
	},
	{
		title: 'an upload to nowhere',
		text: { process: ['save:', '  push_to_hub: true'] },
		says: ['error missing-key'],
		at: 'push_to_hub',
	},
	{ title: 'no network', text: { network: [] }, says: ['info full-fine-tune'], at: 'train' },
	{
		title: 'two kinds of accumulation',
		text: { train: more('gradient_accumulation: 2', 'gradient_accumulation_steps: 2') },
		says: ['error toolkit-conflict'],
		at: '2',
		fixed: { train: more('gradient_accumulation: 2') },
	},
	{
		title: 'guidance bypassed and trained',
		text: { train: more('bypass_guidance_embedding: true', 'do_guidance_loss: true') },
		says: ['error toolkit-conflict'],
		at: 'true',
	},
	{
		title: 'two preservations',
		text: {
			process: ['trigger_word: x'],
			train: more('diff_output_preservation: true', 'blank_prompt_preservation: true'),
		},
		says: ['error toolkit-conflict'],
		at: 'true',
	},
	{
		title: 'a preservation without a network',
		text: { network: [], train: more('blank_prompt_preservation: true') },
		says: ['info full-fine-tune', 'error toolkit-conflict'],
		at: 'train',
	},
	{
		title: 'a text encoder trained and unloaded',
		text: { train: more('train_text_encoder: true', 'unload_text_encoder: true') },
		says: ['error toolkit-conflict'],
		at: 'true',
	},
	{
		title: 'a text encoder trained and cached',
		text: { train: more('train_text_encoder: true', 'cache_text_embeddings: true') },
		says: ['error toolkit-conflict'],
		at: 'true',
	},
	{
		title: 'a text encoder that an editing model needs',
		text: {
			model: ['name_or_path: Qwen/Qwen-Image-Edit', 'arch: qwen_image_edit'],
			datasets: [[folder, 'control_path: /app/ai-toolkit/datasets/before']],
			train: more('unload_text_encoder: true'),
		},
		says: ['error toolkit-conflict'],
		at: 'true',
	},
	{
		title: 'a text encoder unloaded beside cached embeddings, which unload it too',
		text: { train: more('unload_text_encoder: true', 'cache_text_embeddings: true') },
		says: ['hint no-effect'],
		at: 'unload_text_encoder',
	},
	{
		title: 'embeddings cached for one dataset of two',
		text: { datasets: [[folder, 'cache_text_embeddings: true'], [folder]] },
		says: ['error toolkit-conflict'],
		at: 'true',
	},
	{
		title: 'a removed key',
		text: { datasets: [[folder, 'poi: x']] },
		says: ['error toolkit-conflict'],
		at: 'poi',
		fixed: { datasets: [[folder]] },
	},
	{
		title: 'attn_masking without the old flag',
		text: { model: [...chroma, 'attn_masking: true'] },
		says: ['error toolkit-conflict'],
		at: 'true',
	},
	{
		title: 'both stages off',
		text: { model: [...t2v, 'model_kwargs:', '  train_high_noise: false', '  train_low_noise: false'] },
		says: ['error toolkit-conflict'],
		at: 'false',
	},
	{
		title: 'an assistant for a model of two stages',
		text: { model: [...t2v, 'assistant_lora_path: a/b'] },
		says: ['error toolkit-conflict'],
		at: 'a/b',
	},
	{
		title: 'a recovery adapter beside an assistant',
		text: { model: [...chroma, 'qtype: uint3|a/b/c.safetensors', 'assistant_lora_path: a/b'] },
		says: ['error toolkit-conflict'],
		at: 'a/b',
	},
	{
		title: 'buckets off with a batch of the dataset',
		text: { datasets: [[folder, 'batch_size: 2', 'buckets: false']] },
		says: ['error toolkit-conflict'],
		at: 'false',
		fixed: { datasets: [[folder, 'batch_size: 2', 'buckets: true']] },
	},
	{
		title: 'offloading for ACE-Step',
		text: { model: ['name_or_path: a/b', 'arch: ace_step_15', 'layer_offloading: true'] },
		says: ['error toolkit-conflict'],
		at: 'true',
	},
	{
		title: 'a key that is never used',
		text: { train: more('unet_lr: 0.1') },
		says: ['hint no-effect'],
		at: 'unet_lr',
	},
	{
		title: 'a key of another architecture',
		text: { datasets: [[folder, 'do_i2v: true']] },
		says: ['hint no-effect'],
		at: 'do_i2v',
	},
	{
		title: 'an old name',
		text: { network: ['type: lora', 'rank: 8'] },
		says: ['hint no-effect'],
		at: 'rank',
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
		text: { datasets: [[folder, 'control_path: /app/ai-toolkit/datasets/before']] },
		says: ['warning dataset-files'],
		at: '/app/ai-toolkit/datasets/before',
		options: {
			datasets: {
				lookup: (name) => ({ state: 'READY', files: name === 'before' ? ['b.png'] : ['a.png', 'a.txt'] }),
			},
		},
	},
	{
		title: 'a process type of another job',
		text: configuration().replace('diffusion_trainer', 'to_folder'),
		says: ['error unknown-value'],
		at: 'to_folder',
	},
	{
		title: 'a token without a value on this computer',
		text: { model: [...chroma, `hf_token: ${variable('HF_TOKEN')}`] },
		says: ['info placeholder'],
		at: variable('HF_TOKEN'),
		options: { hasVariable: () => false },
	},
	{
		title: 'a dataset of control images that is not there',
		text: { datasets: [[folder, 'control_path: /app/ai-toolkit/datasets/before']] },
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
		title: 'words dropped from captions that are stored',
		text: { datasets: [[folder, 'token_dropout_rate: 0.1']], train: more('cache_text_embeddings: true') },
		says: ['hint no-effect'],
		at: 'token_dropout_rate',
	},
	{
		title: 'a tab',
		text: configuration().replace('job: extension', 'job:\textension'),
		says: ['error 42253 INVALID_YAML'],
		at: '\t',
		fixed: configuration(),
	},
	{
		title: 'a bracket before words',
		text: prompts('[trigger] at home'),
		says: ['error 42253 INVALID_YAML'],
		at: '[trigger] at home',
	},
	{
		title: 'a backslash in double quotes',
		text: { process: ['log_dir: "C:\\logs"'] },
		says: ['error 42253 INVALID_YAML'],
		at: '\\l',
		fixed: { process: ["log_dir: 'C:\\logs'"] },
	},
	{
		title: 'captions under the old key, which adds no dot',
		text: { datasets: [[folder, 'caption_type: txt']] },
		says: ['warning dataset-files'],
		at: 'txt',
		fixed: { datasets: [[folder, 'caption_ext: txt']] },
	},
	{
		title: 'captions under the old key with a dot',
		text: { datasets: [[folder, 'caption_type: .txt']] },
		says: ['hint no-effect'],
		at: 'caption_type',
	},
	{
		title: 'a learning rate without its minus',
		text: { train: [...train.slice(0, 3), 'lr: 1e4'] },
		says: ['warning out-of-range'],
		at: '1e4',
	},
	{
		title: 'a learning rate far too high',
		text: { train: [...train.slice(0, 3), 'lr: 0.1'] },
		says: ['warning out-of-range'],
		at: '0.1',
	},
	{
		title: 'a learning rate with an underscore in the place of a point',
		text: { train: [...train.slice(0, 3), 'lr: 1_000'] },
		says: ['warning out-of-range'],
		at: '1_000',
	},
	{
		title: 'a noise schedule of other models',
		text: { train: ['batch_size: 1', 'steps: 2000', 'noise_scheduler: ddpm', 'lr: 0.0001'] },
		says: ['warning noise-schedule'],
		at: 'ddpm',
		fixed: { train: ['batch_size: 1', 'steps: 2000', 'noise_scheduler: "flowmatch"', 'lr: 0.0001'] },
	},
	{
		title: 'no noise schedule for a flow-matching model',
		text: { train: ['batch_size: 1', 'steps: 2000', 'lr: 0.0001'] },
		says: ['warning noise-schedule'],
		at: 'train',
		fixed: { train: ['batch_size: 1', 'steps: 2000', 'noise_scheduler: "flowmatch"', 'lr: 0.0001'] },
	},
	{
		title: 'a sampler of other models',
		text: { sample: ['sampler: ddpm', 'prompts: [a place]'] },
		says: ['warning noise-schedule'],
		at: 'ddpm',
		fixed: { sample: ['sampler: "flowmatch"', 'prompts: [a place]'] },
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
		title: 'the weights of another model',
		text: { model: ['name_or_path: Qwen/Qwen-Image', 'arch: chroma'] },
		says: ['warning unknown-arch'],
		at: 'chroma',
	},
	{
		title: 'the recovery adapter of another model',
		text: {
			model: [
				'name_or_path: Qwen/Qwen-Image',
				'arch: qwen_image',
				'quantize: true',
				'qtype: "uint4|ostris/accuracy_recovery_adapters/wan22_14b_t2i_torchao_uint4.safetensors"',
			],
		},
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
		title: 'a flag behind a dash',
		text: prompts('"a park —w 640"'),
		says: ['warning prompt-flags'],
		at: '—w',
		fixed: prompts('"a park --w 640"'),
	},
	{
		title: 'the word of other programs for the strength of the guidance',
		text: { sample: ['cfg_scale: 4', 'prompts: [a place]'] },
		says: ['warning unknown-key'],
		at: 'cfg_scale',
		fixed: { sample: ['guidance_scale: 4', 'prompts: [a place]'] },
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
		title: 'a precision under another name',
		text: { train: more('dtype: bfloat') },
		says: ['error unknown-value'],
		at: 'bfloat',
		fixed: { train: more('dtype: bf16') },
	},
	{
		title: 'a closing quote taken in by a backslash, with another quoted text below',
		text: prompts('"a sign that says hello\\"', '"second prompt"'),
		says: ['error 42253 INVALID_YAML'],
		at: '"a sign that says hello\\"',
		fixed: prompts('"a sign that says hello"', '"second prompt"'),
	},
	{
		title: 'a closing quote written twice, with another quoted text below',
		text: { process: ["trigger_word: 'it''"], train: more("optimizer: 'adamw8bit'") },
		says: ['error 42253 INVALID_YAML'],
		at: "'it''",
		fixed: { process: ["trigger_word: 'it'"], train: more("optimizer: 'adamw8bit'") },
	},
	{
		title: 'the same anchor on two values',
		text: { train: [...train.slice(0, 3), 'lr: &a 0.0001'], sample: ['width: &a 1024', 'prompts: [x]'] },
		says: ['error 42253 INVALID_YAML'],
		at: '1024',
	},
	{
		title: 'a merge of what is not a group of keys',
		text: { train: ['<<: 5', ...train] },
		says: ['error 42253 INVALID_YAML'],
		at: '5',
	},
	{
		title: 'a colon without a key before it',
		text: { sample: ['extra_values: [: 1]', 'prompts: [x]'] },
		says: ['error 42253 INVALID_YAML', 'error wrong-type'],
		at: ':',
	},
];

rows.push(
	{
		title: 'pictures that are cropped to squares',
		text: { datasets: [[folder, 'buckets: false']] },
		says: ['info dataset-files'],
		at: 'false',
	},
	{
		title: 'datasets with and without buckets',
		text: { datasets: [[folder, 'buckets: false'], [folder]] },
		says: ['error toolkit-conflict'],
		at: 'false',
		fixed: { datasets: [[folder, 'buckets: true'], [folder]] },
	},
	{
		title: 'datasets with and without buckets in batches of their own',
		text: { datasets: [[folder, 'buckets: false', 'is_reg: true'], [folder]] },
		says: ['info dataset-files'],
		at: 'false',
	},
	{
		title: 'the weights of an editing model that are trained without pairs',
		text: { model: ['name_or_path: Qwen/Qwen-Image-Edit-2509', 'arch: qwen_image'] },
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
		title: 'a process that the service does not have',
		text: configuration().replace('type: diffusion_trainer', 'type: flow_grpo_trainer'),
		says: ['error unknown-value'],
		at: 'flow_grpo_trainer',
	},
	{
		title: 'a process that is misspelt',
		text: configuration().replace('type: diffusion_trainer', 'type: difusion_trainer'),
		options: { target: 'local' },
		says: ['error unknown-value'],
		at: 'difusion_trainer',
		fixed: configuration(),
	},
);

const configurationText = (given: Sections | string) =>
	typeof given === 'string' ? given : configuration(given);

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
			assert.deepEqual(
				verdict(configuration({ train: more(`gradient_checkpointing: ${value}`) })),
				[],
				value,
			);
		}
		assert.deepEqual(
			verdict(configuration({ train: ['batch_size: 0x2', 'steps: 2_000', ...train.slice(2)] })),
			[],
		);
	});

	it('an ambiguous guess is left to the user', () => {
		const text = configuration({ train: more('dtype: gfloat') });
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
		assert.deepEqual(
			verdict(configuration({ process: ['log_dir: !!str 2026-08-21'] }), { target: 'local' }),
			[],
		);
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
		const text = configuration({ datasets: [[folder, 'control_path: /app/ai-toolkit/datasets/before']] });
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
