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

const byType = byName<Family>({
	model: ['MODEL', 'UPSCALE_MODEL'],
	clip: ['CLIP', 'CLIP_VISION'],
	vae: ['VAE'],
	conditioning: ['CONDITIONING', 'GUIDER', 'CONTROL_NET', 'CLIP_VISION_OUTPUT', 'STYLE_MODEL'],
	latent: ['LATENT', 'NOISE', 'SAMPLER', 'SIGMAS'],
	image: ['IMAGE'],
	mask: ['MASK'],
	video: ['VIDEO'],
	audio: ['AUDIO'],
	value: ['INT', 'FLOAT', 'STRING', 'BOOLEAN', 'COMBO'],
	other: [],
});

/** Returns the key of a table by each name that the table has for it. */
function byName<Key extends string>(
	names: Readonly<Record<Key, readonly string[]>>,
): ReadonlyMap<string, Key> {
	const keys = Object.keys(names) as Key[];
	return new Map(keys.flatMap((key) => names[key].map((name) => [name, key] as const)));
}

export function familyOf(type: string): Family {
	for (const name of type.split(',')) {
		const family = byType.get(name.trim().toUpperCase());
		if (family !== undefined) return family;
	}
	return 'other';
}

const byInputName = byName({
	MODEL: ['model'],
	CLIP: ['clip'],
	VAE: ['vae'],
	CONDITIONING: ['positive', 'negative', 'conditioning'],
	LATENT: ['latent', 'latent_image', 'samples'],
	IMAGE: ['image', 'images', 'pixels'],
	MASK: ['mask'],
	CONTROL_NET: ['control_net'],
	CLIP_VISION: ['clip_vision'],
	VIDEO: ['video'],
	AUDIO: ['audio'],
	STRING: ['text'],
});

/** Returns the type that an input of this name nearly always has, for unknown classes. */
export function guessedType(inputName: string): string {
	const name = inputName.toLowerCase();
	const stem = trimEndOf(name, /\d/);
	// `image_2` is one more `image`, and `image_` is not.
	return byInputName.get(stem !== name && stem.endsWith('_') ? stem.slice(0, -1) : stem) ?? '*';
}
