/** A family of picture models: each has several versions, each version several tasks. */
export interface ImageFamily {
	readonly maker: string;
	readonly family: string;
	readonly versions: readonly string[];
	/** One sentence that all members share. */
	readonly trait: string;
	/** US dollars for a picture of the first version. */
	readonly usd: number;
	/** How it writes its schema: three houses, three styles. */
	readonly style: 'plain' | 'sized' | 'rich';
}

export const imageFamilies: readonly ImageFamily[] = [
	family('alder', 'river', ['1', '1.5', '2'], 'Photographic light and calm compositions.', 0.03, 'plain'),
	family('alder', 'river-turbo', ['1', '2'], 'Four steps to a picture, for quick drafts.', 0.008, 'plain'),
	family('brindle', 'canvas', ['3', '4'], 'Paint, ink and paper that look touched by a hand.', 0.04, 'rich'),
	family('cinder', 'forge', ['xl', 'xl-2'], 'Game art and hard surfaces with clean edges.', 0.025, 'sized'),
	family('drift', 'tide', ['mini', 'base', 'pro'], 'Wide landscapes and weather.', 0.02, 'sized'),
	family('elmwood', 'poster', ['1', '2'], 'Spells long texts on signs, covers and posters.', 0.05, 'rich'),
	family('fathom', 'deep', ['8b', '20b'], 'Follows long prompts word by word.', 0.045, 'plain'),
	family('gable', 'interiors', ['1', '1.1'], 'Rooms, furniture and floor plans.', 0.035, 'sized'),
	family('hazel', 'portrait', ['2', '3'], 'Skin, hair and eyes of people of every age.', 0.04, 'rich'),
	family('juniper', 'sketch', ['1', '2'], 'Line drawings from a few words.', 0.012, 'plain'),
	family(
		'kestrel',
		'vision',
		['5', '6'],
		'An all-round model with a wide knowledge of the world.',
		0.06,
		'rich',
	),
	family('larch', 'toon', ['1', '2'], 'Flat colors and outlines, frame after frame alike.', 0.022, 'sized'),
	family('marram', 'product', ['1', '2'], 'Objects on clean backgrounds with true shadows.', 0.038, 'plain'),
	family(
		'nimbus',
		'fashion',
		['1', '2'],
		'Fabric that folds and falls as it does in a studio.',
		0.042,
		'rich',
	),
	family('osprey', 'map', ['1'], 'Maps, diagrams and views from above.', 0.03, 'sized'),
];

function family(
	maker: string,
	name: string,
	versions: readonly string[],
	trait: string,
	usd: number,
	style: ImageFamily['style'],
): ImageFamily {
	return { maker, family: name, versions, trait, usd, style };
}

/** A family of video models; each task comes in several resolutions with prices of their own. */
export interface VideoFamily {
	readonly maker: string;
	readonly family: string;
	readonly versions: readonly string[];
	readonly trait: string;
	/** US dollars for a second at the lowest resolution. */
	readonly usd: number;
	readonly resolutions: readonly string[];
	/** Lengths in seconds; the first is the usual one. */
	readonly seconds: readonly number[];
}

export const videoFamilies: readonly VideoFamily[] = [
	clip(
		'alder',
		'current',
		['1', '2'],
		'Calm camera moves over real places.',
		0.05,
		['720p', '1080p'],
		[5, 10],
	),
	clip(
		'brindle',
		'reel',
		['1.5'],
		'Painted worlds that stay painted while they move.',
		0.06,
		['480p', '720p'],
		[4, 6, 8],
	),
	clip(
		'cinder',
		'motion',
		['2', '2.5'],
		'Fast action without smeared edges.',
		0.09,
		['480p', '720p', '1080p'],
		[5, 10],
	),
	clip(
		'drift',
		'storm',
		['1'],
		'Water, smoke and cloud by the rules of physics.',
		0.07,
		['720p', '1080p'],
		[6],
	),
	clip(
		'fathom',
		'cinema',
		['1', '3'],
		'Shots of a film with cuts that match.',
		0.2,
		['720p', '1080p', '4k'],
		[8, 4, 6],
	),
	clip(
		'hazel',
		'actor',
		['1', '2'],
		'People who keep their face from frame to frame.',
		0.12,
		['720p', '1080p'],
		[5, 10],
	),
	clip(
		'kestrel',
		'flight',
		['6', '6-fast'],
		'One model for every kind of clip, with sound.',
		0.15,
		['480p', '720p', '1080p'],
		[5, 8, 12],
	),
	clip('larch', 'cel', ['1'], 'Animation on twos, with clean lines.', 0.045, ['480p', '720p'], [4, 8]),
	clip('nimbus', 'runway', ['1'], 'Garments that move with the body.', 0.11, ['720p', '1080p'], [5]),
];

function clip(
	maker: string,
	name: string,
	versions: readonly string[],
	trait: string,
	usd: number,
	resolutions: readonly string[],
	seconds: readonly number[],
): VideoFamily {
	return { maker, family: name, versions, trait, usd, resolutions, seconds };
}

/** A family of models for speech, music or sounds. */
export interface AudioFamily {
	readonly maker: string;
	readonly family: string;
	readonly versions: readonly string[];
	readonly trait: string;
	readonly usd: number;
	readonly tasks: readonly ('text-to-speech' | 'text-to-music' | 'sound-effects')[];
}

export const audioFamilies: readonly AudioFamily[] = [
	sound('pipit', 'voice', ['2', '3', '3-turbo'], 'Reads aloud with breath and pauses.', 0.02, [
		'text-to-speech',
	]),
	sound('quill', 'narrator', ['1', '2'], 'Long texts in one steady voice.', 0.015, ['text-to-speech']),
	sound('reed', 'song', ['1', '2'], 'Songs with verses, from a line of words.', 0.05, ['text-to-music']),
	sound('sedge', 'score', ['1', '1.5'], 'Instrumental music for pictures.', 0.04, [
		'text-to-music',
		'sound-effects',
	]),
	sound('teal', 'foley', ['1', '2'], 'Steps, doors, rain: the noises of a scene.', 0.01, ['sound-effects']),
];

function sound(
	maker: string,
	name: string,
	versions: readonly string[],
	trait: string,
	usd: number,
	tasks: AudioFamily['tasks'],
): AudioFamily {
	return { maker, family: name, versions, trait, usd, tasks };
}

/** A tool: takes a medium and gives it back changed. */
export interface Tool {
	readonly task:
		| 'upscale'
		| 'remove-background'
		| 'relight'
		| 'restore'
		| 'video-upscale'
		| 'frame-interpolation'
		| 'lip-sync'
		| 'video-to-video';
	readonly makers: readonly (readonly [maker: string, family: string, usd: number])[];
}

export const tools: readonly Tool[] = [
	{
		task: 'upscale',
		makers: [
			['umber', 'sharp', 0.01],
			['umber', 'sharp-pro', 0.04],
			['vale', 'detail', 0.02],
			['willow', 'enlarge', 0.006],
			['kestrel', 'zoom', 0.03],
		],
	},
	{
		task: 'remove-background',
		makers: [
			['umber', 'cut', 0.004],
			['vale', 'matte', 0.008],
			['willow', 'mask', 0.003],
			['marram', 'isolate', 0.006],
		],
	},
	{
		task: 'relight',
		makers: [
			['vale', 'lamp', 0.03],
			['hazel', 'daylight', 0.05],
			['marram', 'softbox', 0.04],
		],
	},
	{
		task: 'restore',
		makers: [
			['umber', 'revive', 0.02],
			['willow', 'archive', 0.015],
			['hazel', 'faces', 0.025],
		],
	},
	{
		task: 'video-upscale',
		makers: [
			['umber', 'sharp-video', 0.02],
			['vale', 'detail-video', 0.035],
			['cinder', 'remaster', 0.05],
		],
	},
	{
		task: 'frame-interpolation',
		makers: [
			['willow', 'between', 0.008],
			['cinder', 'smooth', 0.012],
			['drift', 'slow', 0.01],
		],
	},
	{
		task: 'lip-sync',
		makers: [
			['pipit', 'lips', 0.06],
			['hazel', 'speak', 0.08],
			['kestrel', 'dub', 0.1],
		],
	},
	{
		task: 'video-to-video',
		makers: [
			['brindle', 'restyle', 0.07],
			['larch', 'to-cel', 0.05],
			['cinder', 'swap', 0.09],
			['fathom', 'reshoot', 0.2],
		],
	},
];

/** A workflow of several steps that is offered as one call. */
export interface HostedWorkflow {
	readonly path: string;
	readonly name: string;
	readonly description: string;
	readonly usd: number;
	readonly makes: 'image' | 'video';
	readonly takes: readonly ('prompt' | 'image' | 'mask' | 'video' | 'audio' | 'color')[];
}

export const hostedWorkflows: readonly HostedWorkflow[] = [
	flow(
		'product-shot/white-table',
		'Product Shot on a White Table',
		'Cuts out an object and lights it from the left.',
		0.12,
		'image',
		['image', 'prompt'],
	),
	flow(
		'product-shot/colored-paper',
		'Product Shot on Colored Paper',
		'The same object before a paper of any color.',
		0.12,
		'image',
		['image', 'color'],
	),
	flow(
		'portrait/id-photo',
		'ID Photo',
		'A portrait before a plain background, in passport proportions.',
		0.08,
		'image',
		['image', 'color'],
	),
	flow('portrait/age-progression', 'Age Progression', 'One face in five ages.', 0.3, 'image', ['image']),
	flow(
		'interior/empty-room',
		'Furnish an Empty Room',
		'Furniture for an empty room, in the style of a prompt.',
		0.18,
		'image',
		['image', 'prompt'],
	),
	flow('interior/night-view', 'Day to Night', 'The same room after sunset, lamps lit.', 0.15, 'image', [
		'image',
	]),
	flow('fashion/try-on', 'Try On', 'Puts a garment of one picture on the person of another.', 0.25, 'image', [
		'image',
		'mask',
		'prompt',
	]),
	flow('fashion/fabric-swap', 'Fabric Swap', 'The same cut in another cloth.', 0.2, 'image', [
		'image',
		'prompt',
		'color',
	]),
	flow('comic/page', 'Comic Page', 'A page of panels from a short script.', 0.4, 'image', ['prompt']),
	flow('comic/colorist', 'Comic Colorist', 'Flat colors for line art.', 0.1, 'image', ['image', 'color']),
	flow('texture/seamless', 'Seamless Texture', 'A tile that repeats without an edge.', 0.06, 'image', [
		'prompt',
	]),
	flow(
		'texture/from-photo',
		'Texture from a Photo',
		'A repeating tile from a photograph of a surface.',
		0.08,
		'image',
		['image'],
	),
	flow('logo/sketch-to-logo', 'Sketch to Logo', 'A clean mark from a scribble.', 0.09, 'image', [
		'image',
		'prompt',
		'color',
	]),
	flow(
		'panorama/360',
		'360 Degree Panorama',
		'A view all around, in equirectangular projection.',
		0.35,
		'image',
		['prompt'],
	),
	flow(
		'scan/clean-document',
		'Clean Document',
		'Straightens a photographed page and removes its shadows.',
		0.03,
		'image',
		['image'],
	),
	flow('animate/talking-portrait', 'Talking Portrait', 'A portrait that speaks a recording.', 0.5, 'video', [
		'image',
		'audio',
	]),
	flow(
		'animate/living-photo',
		'Living Photo',
		'A still photograph with a little movement in it.',
		0.4,
		'video',
		['image', 'prompt'],
	),
	flow('animate/character-turn', 'Character Turn', 'A figure turned once around.', 0.45, 'video', ['image']),
	flow(
		'story/three-shots',
		'Three Shots',
		'Three shots that follow each other, from one paragraph.',
		1.2,
		'video',
		['prompt'],
	),
	flow('story/teaser', 'Teaser', 'A short film with music, from a paragraph and a sound.', 1.8, 'video', [
		'prompt',
		'audio',
	]),
	flow('edit/remove-object', 'Remove an Object', 'Fills what a mask covers.', 0.07, 'image', [
		'image',
		'mask',
	]),
	flow(
		'edit/remove-passer-by',
		'Remove a Passer-by',
		'The same for a video, from frame to frame.',
		0.6,
		'video',
		['video', 'prompt'],
	),
	flow('edit/stabilize', 'Stabilize', 'A steady shot from a shaking hand.', 0.2, 'video', ['video']),
	flow('edit/vertical', 'Wide to Vertical', 'Extends a wide video to the height of a phone.', 0.55, 'video', [
		'video',
		'prompt',
	]),
];

function flow(
	path: string,
	name: string,
	description: string,
	usd: number,
	makes: HostedWorkflow['makes'],
	takes: HostedWorkflow['takes'],
): HostedWorkflow {
	return { path, name, description, usd, makes, takes };
}
