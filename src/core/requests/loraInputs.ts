import type { Json } from '../json/exact.ts';

const controlImage = (title: string): Json => ({ type: 'string', format: 'image_uri', title });

/**
 * The inputs of a LoRA deployment where the service does not say them (wire-facts.md, section 4): names of the flat body, with
 * the ranges of the reference server.
 */
export const loraSchema: Json = {
	type: 'object',
	required: ['prompt'],
	properties: {
		prompt: { type: 'string', title: 'Prompt', description: 'What to make.' },
		neg: { type: 'string', title: 'Negative prompt', description: 'What to leave out.' },
		ctrl_img: controlImage('Control image'),
		ctrl_img_1: controlImage('Control image 1'),
		ctrl_img_2: controlImage('Control image 2'),
		ctrl_img_3: controlImage('Control image 3'),
		width: { type: 'integer', minimum: 64, maximum: 4096 },
		height: { type: 'integer', minimum: 64, maximum: 4096 },
		guidance_scale: { type: 'number', minimum: 0, maximum: 20 },
		sample_steps: { type: 'integer', minimum: 1, maximum: 150 },
		network_multiplier: {
			type: 'number',
			minimum: -2,
			maximum: 2,
			title: 'LoRA strength',
			description: 'How much the LoRA changes the model.',
		},
		seed: { type: 'integer', minimum: -1, description: 'The same seed gives the same result; -1 draws one.' },
		sampler: { type: 'string' },
		num_frames: { type: 'integer', minimum: 1, maximum: 1000, title: 'Frames' },
		fps: { type: 'integer', minimum: 1, maximum: 120, title: 'Frames per second' },
		resolution: { type: 'string', enum: ['Default', 'High'] },
	},
};
