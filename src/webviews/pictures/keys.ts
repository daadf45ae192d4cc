import type { PictureMode } from '../../core/runs/pictures/messages.ts';
import type { Zoom } from '../shared/media/zoom.ts';

/** The action of a key in the panel that compares pictures. */
type PicturesKey = { readonly mode: PictureMode } | { readonly zoom: Zoom } | 'swap' | 'inputs' | 'turn';

const actions: Readonly<Record<string, PicturesKey>> = {
	s: { mode: 'slider' },
	p: { mode: 'pair' },
	b: { mode: 'blink' },
	d: { mode: 'difference' },
	x: 'swap',
	i: 'inputs',
	' ': 'turn',
	'+': { zoom: 'in' },
	'=': { zoom: 'in' },
	'-': { zoom: 'out' },
	'0': { zoom: 'fit' },
	'1': { zoom: 1 },
};

/** Returns the action of a key; undefined for one that means nothing here. @param key as `PanelKeys` names it. */
export function actionOf(key: string): PicturesKey | undefined {
	return Object.hasOwn(actions, key) ? actions[key] : undefined;
}
