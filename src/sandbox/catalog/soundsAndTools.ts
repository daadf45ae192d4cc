import type { ModelFamily } from './model.ts';

export interface AudioFamily extends ModelFamily {
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

/** A tool: takes a medium and returns it changed. */
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
