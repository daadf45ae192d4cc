import type { ModelFamily } from './model.ts';

/** A family of video models; each task comes in several resolutions with separate prices. */
export interface VideoFamily extends ModelFamily {
	readonly resolutions: readonly string[];
	/** Lengths in seconds; the first is the usual one. */
	readonly seconds: readonly number[];
}

export const videoFamilies: readonly VideoFamily[] = [
	clip('alder/current', ['1', '2'], 'Calm camera moves over real places.', 0.05, ['720p', '1080p'], [5, 10]),
	clip(
		'brindle/reel',
		['1.5'],
		'Painted worlds that stay painted while they move.',
		0.06,
		['480p', '720p'],
		[4, 6, 8],
	),
	clip(
		'cinder/motion',
		['2', '2.5'],
		'Fast action without smeared edges.',
		0.09,
		['480p', '720p', '1080p'],
		[5, 10],
	),
	clip('drift/storm', ['1'], 'Water, smoke and cloud by the rules of physics.', 0.07, ['720p', '1080p'], [6]),
	clip(
		'fathom/cinema',
		['1', '3'],
		'Shots of a film with cuts that match.',
		0.2,
		['720p', '1080p', '4k'],
		[8, 4, 6],
	),
	clip(
		'hazel/actor',
		['1', '2'],
		'People who keep their face from frame to frame.',
		0.12,
		['720p', '1080p'],
		[5, 10],
	),
	clip(
		'kestrel/flight',
		['6', '6-fast'],
		'One model for every kind of clip, with sound.',
		0.15,
		['480p', '720p', '1080p'],
		[5, 8, 12],
	),
	clip('larch/cel', ['1'], 'Animation on twos, with clean lines.', 0.045, ['480p', '720p'], [4, 8]),
	clip('nimbus/runway', ['1'], 'Garments that move with the body.', 0.11, ['720p', '1080p'], [5]),
];

function clip(
	path: string,
	versions: readonly string[],
	trait: string,
	usd: number,
	resolutions: readonly string[],
	seconds: readonly number[],
): VideoFamily {
	return { path, versions, trait, usd, resolutions, seconds };
}
