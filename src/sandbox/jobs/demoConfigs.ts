const datasets = '/app/ai-toolkit/datasets';

/** The differences between the configurations of the demonstration; multi-line settings are lists. */
interface Differences {
	readonly steps: number;
	readonly every: number;
	readonly trigger?: string;
	readonly dataset: readonly string[];
	readonly model: readonly string[];
	readonly size: readonly [width: number, height: number];
	readonly sample?: readonly string[];
	readonly prompts: readonly (readonly string[])[];
}

/** Configurations that break no rule, by the name of their job. */
export const demoConfigs = {
	harbour_style_v1: configuration('harbour_style_v1', {
		steps: 1500,
		every: 250,
		trigger: 'hrbr',
		dataset: [`folder_path: ${datasets}/harbour-photos`, 'resolution: [512, 768]'],
		model: ['name_or_path: black-forest-labs/FLUX.1-dev', 'arch: flux', `hf_token: $\{HF_TOKEN}`],
		size: [768, 512],
		prompts: [
			['prompt: "[trigger], fishing boats at a stone quay on a sunny morning"'],
			['prompt: "[trigger], a harbour at sunset with a lighthouse"'],
			['prompt: "[trigger], a harbour at night with lanterns and stars"'],
			['prompt: "[trigger], a mountain village in winter"'],
		],
	}),
	coast_motion_v1: configuration('coast_motion_v1', {
		steps: 3000,
		every: 250,
		dataset: [`folder_path: ${datasets}/coast-videos`, 'num_frames: 41', 'resolution: 512'],
		model: ['name_or_path: ai-toolkit/Wan2.2-T2V-A14B-Diffusers-bf16', 'arch: wan22_14b:t2v'],
		size: [832, 480],
		sample: ['num_frames: 41', 'fps: 16'],
		prompts: [
			['prompt: the view moves along a coast with sailing boats on a summer day'],
			['prompt: the view moves past a harbour at dusk'],
		],
	}),
	harbour_sketch_v1: configuration('harbour_sketch_v1', {
		steps: 1000,
		every: 100,
		dataset: [`folder_path: ${datasets}/harbour-photos`, 'resolution: 1024'],
		model: ['name_or_path: lodestones/Chroma1-Base', 'arch: chroma'],
		size: [512, 512],
		prompts: [['prompt: a pencil sketch of boats in a harbour'], ['prompt: a pencil sketch of a lighthouse']],
	}),
	winter_edit_v1: configuration('winter_edit_v1', {
		steps: 2000,
		every: 250,
		dataset: [
			`folder_path: ${datasets}/winter-edit`,
			`control_path: ${datasets}/winter-edit-control`,
			'resolution: [512, 768]',
		],
		model: ['name_or_path: Qwen/Qwen-Image-Edit-2509', 'arch: qwen_image_edit_plus'],
		size: [768, 512],
		prompts: [
			[
				'prompt: make it winter, a village street',
				`ctrl_img_1: ${datasets}/winter-edit-control/place_001.png`,
			],
			['prompt: make it winter, a lighthouse', `ctrl_img_1: ${datasets}/winter-edit-control/place_002.png`],
		],
	}),
} as const;

function configuration(name: string, differences: Differences): string {
	const { steps, every, trigger, dataset, model, size, sample = [], prompts } = differences;
	const indented = (lines: readonly string[], spaces: number) =>
		lines.map((line) => ' '.repeat(spaces) + line);
	const item = ([first = '', ...rest]: readonly string[]) => [`          - ${first}`, ...indented(rest, 12)];
	const [firstOfDataset = '', ...restOfDataset] = dataset;
	return [
		'job: extension',
		'config:',
		`  name: ${name}`,
		'  process:',
		'    - type: diffusion_trainer',
		'      training_folder: /app/ai-toolkit/output',
		'      device: cuda:0',
		...(trigger === undefined ? [] : [`      trigger_word: ${trigger}`]),
		'      network:',
		'        type: lora',
		'        linear: 16',
		'        linear_alpha: 16',
		'      save:',
		'        dtype: bf16',
		`        save_every: ${every}`,
		'        max_step_saves_to_keep: 4',
		'      datasets:',
		`        - ${firstOfDataset}`,
		...indented(restOfDataset, 10),
		'          caption_ext: txt',
		'      train:',
		'        batch_size: 1',
		`        steps: ${steps}`,
		'        gradient_checkpointing: true',
		'        noise_scheduler: flowmatch',
		'        optimizer: adamw8bit',
		'        lr: 0.0001',
		'        dtype: bf16',
		'      model:',
		...indented(model, 8),
		'      sample:',
		'        sampler: flowmatch',
		`        sample_every: ${every}`,
		`        width: ${size[0]}`,
		`        height: ${size[1]}`,
		...indented(sample, 8),
		'        seed: 42',
		'        walk_seed: true',
		'        samples:',
		...prompts.flatMap(item),
		'meta:',
		'  name: "[name]"',
		"  version: '1.0'",
		'',
	].join('\n');
}
