import * as l10n from '@vscode/l10n';
import type { Json } from '../json/exact.ts';

const controlImage = (title: string): Json => ({ type: 'string', format: 'image_uri', title });

/**
 * The inputs of a LoRA deployment if the service does not describe them (wire-facts.md, section 4): names of the flat body, with the ranges
 * of the reference server.
 */
export const loraSchema: Json = {
	type: 'object',
	required: ['prompt'],
	properties: {
		prompt: { type: 'string', title: l10n.t('Prompt'), description: l10n.t('What to generate.') },
		neg: { type: 'string', title: l10n.t('Negative prompt'), description: l10n.t('What to avoid.') },
		ctrl_img: controlImage(l10n.t('Control image')),
		ctrl_img_1: controlImage(l10n.t('Control image 1')),
		ctrl_img_2: controlImage(l10n.t('Control image 2')),
		ctrl_img_3: controlImage(l10n.t('Control image 3')),
		width: { type: 'integer', minimum: 64, maximum: 4096 },
		height: { type: 'integer', minimum: 64, maximum: 4096 },
		guidance_scale: { type: 'number', minimum: 0, maximum: 20 },
		sample_steps: { type: 'integer', minimum: 1, maximum: 150 },
		network_multiplier: {
			type: 'number',
			minimum: -2,
			maximum: 2,
			title: l10n.t('LoRA strength'),
			description: l10n.t('How much the LoRA changes the model.'),
		},
		seed: {
			type: 'integer',
			minimum: -1,
			description: l10n.t('The same seed gives the same result; -1 picks a random one.'),
		},
		sampler: { type: 'string' },
		num_frames: { type: 'integer', minimum: 1, maximum: 1000, title: l10n.t('Frames') },
		fps: { type: 'integer', minimum: 1, maximum: 120, title: l10n.t('Frames per second') },
		resolution: { type: 'string', enum: ['Default', 'High'] },
	},
};
