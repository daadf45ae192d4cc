import type { ModelFamily } from './model.ts';

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
