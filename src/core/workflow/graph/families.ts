import { trimEndOf } from '../../base/trimEnd.ts';

/** The kinds of data that travel along links. The kind decides the color, in the convention of the node editor. */
export const families = [
	'model',
	'clip',
	'vae',
	'conditioning',
	'latent',
	'image',
	'mask',
	'video',
	'audio',
	'value',
	'other',
] as const;
export type Family = (typeof families)[number];

/** The colors of groups, as names of a theme; `plain` if the group's own color is gray or unknown. */
export const tints = ['plain', 'red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const;
export type Tint = (typeof tints)[number];

const byType: ReadonlyMap<string, Family> = new Map<string, Family>([
	['MODEL', 'model'],
	['CLIP', 'clip'],
	['VAE', 'vae'],
	['CONDITIONING', 'conditioning'],
	['LATENT', 'latent'],
	['NOISE', 'latent'],
	['SAMPLER', 'latent'],
	['SIGMAS', 'latent'],
	['GUIDER', 'conditioning'],
	['CONTROL_NET', 'conditioning'],
	['CLIP_VISION', 'clip'],
	['CLIP_VISION_OUTPUT', 'conditioning'],
	['STYLE_MODEL', 'conditioning'],
	['UPSCALE_MODEL', 'model'],
	['IMAGE', 'image'],
	['MASK', 'mask'],
	['VIDEO', 'video'],
	['AUDIO', 'audio'],
	['INT', 'value'],
	['FLOAT', 'value'],
	['STRING', 'value'],
	['BOOLEAN', 'value'],
	['COMBO', 'value'],
]);

export function familyOf(type: string): Family {
	for (const name of type.split(',')) {
		const family = byType.get(name.trim().toUpperCase());
		if (family !== undefined) return family;
	}
	return 'other';
}

const byInputName: ReadonlyMap<string, string> = new Map([
	['model', 'MODEL'],
	['clip', 'CLIP'],
	['vae', 'VAE'],
	['positive', 'CONDITIONING'],
	['negative', 'CONDITIONING'],
	['conditioning', 'CONDITIONING'],
	['latent', 'LATENT'],
	['latent_image', 'LATENT'],
	['samples', 'LATENT'],
	['image', 'IMAGE'],
	['images', 'IMAGE'],
	['pixels', 'IMAGE'],
	['mask', 'MASK'],
	['control_net', 'CONTROL_NET'],
	['clip_vision', 'CLIP_VISION'],
	['video', 'VIDEO'],
	['audio', 'AUDIO'],
	['text', 'STRING'],
]);

/** Returns the type that an input of this name nearly always has, for unknown classes. */
export function guessedType(inputName: string): string {
	const name = inputName.toLowerCase();
	const stem = trimEndOf(name, /\d/);
	// `image_2` is one more `image`, and `image_` is not.
	return byInputName.get(stem !== name && stem.endsWith('_') ? stem.slice(0, -1) : stem) ?? '*';
}
