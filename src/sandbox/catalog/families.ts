/** A family of models: each has several versions, each version several models. */
interface ModelFamily {
	/** Maker and name, such as `alder/river`. */
	readonly path: string;
	readonly versions: readonly string[];
	/** One sentence that all members share. */
	readonly trait: string;
	/** US dollars for the unit of the first version's price. */
	readonly usd: number;
}

/** A family of models for pictures. */
export interface ImageFamily extends ModelFamily {
	/** The style of its schema: three houses, three styles. */
	readonly style: 'plain' | 'sized' | 'rich';
}

export const imageFamilies: readonly ImageFamily[] = [
	family('alder/river', ['1', '1.5', '2'], 'Photographic light and calm compositions.', 0.03, 'plain'),
	family('alder/river-turbo', ['1', '2'], 'Four steps to a picture, for quick drafts.', 0.008, 'plain'),
	family('brindle/canvas', ['3', '4'], 'Paint, ink and paper that look touched by a hand.', 0.04, 'rich'),
	family('cinder/forge', ['xl', 'xl-2'], 'Game art and hard surfaces with clean edges.', 0.025, 'sized'),
	family('drift/tide', ['mini', 'base', 'pro'], 'Wide landscapes and weather.', 0.02, 'sized'),
	family('elmwood/poster', ['1', '2'], 'Spells long texts on signs, covers and posters.', 0.05, 'rich'),
	family('fathom/deep', ['8b', '20b'], 'Follows long prompts word by word.', 0.045, 'plain'),
	family('gable/interiors', ['1', '1.1'], 'Rooms, furniture and floor plans.', 0.035, 'sized'),
	family('hazel/portrait', ['2', '3'], 'Skin, hair and eyes of people of every age.', 0.04, 'rich'),
	family('juniper/sketch', ['1', '2'], 'Line drawings from a few words.', 0.012, 'plain'),
	family(
		'kestrel/vision',
		['5', '6'],
		'An all-round model with a wide knowledge of the world.',
		0.06,
		'rich',
	),
	family('larch/toon', ['1', '2'], 'Flat colors and outlines, frame after frame alike.', 0.022, 'sized'),
	family('marram/product', ['1', '2'], 'Objects on clean backgrounds with true shadows.', 0.038, 'plain'),
	family('nimbus/fashion', ['1', '2'], 'Fabric that folds and falls as it does in a studio.', 0.042, 'rich'),
	family('osprey/map', ['1'], 'Maps, diagrams and views from above.', 0.03, 'sized'),
];

function family(
	path: string,
	versions: readonly string[],
	trait: string,
	usd: number,
	style: ImageFamily['style'],
): ImageFamily {
	return { path, versions, trait, usd, style };
}

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

/** A family of models for sounds. */
export interface AudioFamily extends ModelFamily {
	readonly tasks: readonly ('text-to-speech' | 'text-to-music' | 'sound-effects')[];
}

export const audioFamilies: readonly AudioFamily[] = [
	sound('pipit/voice', ['2', '3', '3-turbo'], 'Reads aloud with breath and pauses.', 0.02, [
		'text-to-speech',
	]),
	sound('quill/narrator', ['1', '2'], 'Long texts in one steady voice.', 0.015, ['text-to-speech']),
	sound('reed/song', ['1', '2'], 'Songs with verses, from a line of words.', 0.05, ['text-to-music']),
	sound('sedge/score', ['1', '1.5'], 'Instrumental music for pictures.', 0.04, [
		'text-to-music',
		'sound-effects',
	]),
	sound('teal/foley', ['1', '2'], 'Steps, doors, rain: the noises of a scene.', 0.01, ['sound-effects']),
];

function sound(
	path: string,
	versions: readonly string[],
	trait: string,
	usd: number,
	tasks: AudioFamily['tasks'],
): AudioFamily {
	return { path, versions, trait, usd, tasks };
}
