import { choice, decimal, flag, media, type Property, prompt, schemaOf, seed } from '../inputs/properties.ts';
import { type VideoFamily, videoFamilies } from './families.ts';
import type { CatalogModel } from './model.ts';
import { familyTitle, title } from './title.ts';

interface VideoTask {
	readonly slug: string;
	readonly sentence: string;
	readonly inputs: Readonly<Record<string, Property>>;
	readonly required: readonly string[];
}

const tasks: readonly VideoTask[] = [
	{ slug: 'text-to-video', sentence: 'A video from a text.', inputs: {}, required: ['prompt'] },
	{
		slug: 'image-to-video',
		sentence: 'Sets a picture in motion.',
		inputs: {
			image_url: media('image', 'First frame', 'The picture to start from. A public https address.'),
		},
		required: ['prompt', 'image_url'],
	},
	{
		slug: 'first-last-frame',
		sentence: 'The way from one picture to another.',
		inputs: {
			first_frame: media('image', 'First frame', 'A public https address.'),
			last_frame: media('image', 'Last frame', 'A public https address.'),
		},
		required: ['first_frame', 'last_frame'],
	},
];

/** Twice the pixels, a little less than twice the price. */
const priceOfResolution: Readonly<Record<string, number>> = { '480p': 1, '720p': 1.6, '1080p': 2.9, '4k': 6 };

/** Returns every version of every family with each of its tasks, in each of its resolutions. */
export function videoModels(): readonly CatalogModel[] {
	return videoFamilies.flatMap((family) =>
		family.versions.flatMap((version, index) =>
			tasks.flatMap((task) =>
				family.resolutions.map((resolution) => videoModel(family, version, index, task, resolution)),
			),
		),
	);
}

function videoModel(
	family: VideoFamily,
	version: string,
	index: number,
	task: VideoTask,
	resolution: string,
): CatalogModel {
	const usd = family.usd * (priceOfResolution[resolution] ?? 1) * (1 + index * 0.3);
	const withSound = family.path.endsWith('/flight');
	const properties = {
		prompt: prompt('What happens in the video.'),
		...task.inputs,
		duration: choice('Length', 'Seconds.', family.seconds),
		aspect_ratio: choice('Aspect ratio', 'Width to height.', ['16:9', '9:16', '1:1', '4:3']),
		camera: {
			type: 'object',
			title: 'Camera',
			description: 'Movement of the camera.',
			properties: {
				move: choice('Move', 'Direction.', ['still', 'left', 'right', 'up', 'down', 'in', 'out']),
				speed: decimal('Speed', 'From slow to fast.', [0, 1, 0.3], 'float'),
			},
			default: null,
		},
		...(withSound
			? {
					generate_audio: flag('Sound', 'Make a sound track.', true),
					audio_url: {
						...media('audio', 'Music', 'A sound to move to. A public https address.'),
						default: null,
					},
				}
			: {}),
		seed: seed(family.resolutions.length > 2 ? 'anyOf' : 'default'),
	};
	return {
		id: `${family.path}/${version}/${task.slug}/${resolution}`,
		name: `${familyTitle(family.path)} ${title(version)} ${title(task.slug)} (${resolution})`,
		description: `${task.sentence} ${family.trait}`,
		categories: [task.slug === 'text-to-video' ? 'text-to-video' : 'image-to-video'],
		kind: 'model',
		price: {
			usd: Math.round(usd * 1000) / 1000,
			unit: 'second',
			...(withSound ? { note: 'The same with and without sound.' } : {}),
		},
		schema: schemaOf(properties, task.required),
		makes: 'video',
		runMs: 20_000 + 10_000 * family.resolutions.indexOf(resolution),
	};
}
