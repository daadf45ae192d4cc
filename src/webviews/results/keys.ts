import { type Zoom, zoomKeys } from '../shared/media/zoom.ts';

type KeyAction =
	| 'previous'
	| 'next'
	| 'previousRun'
	| 'nextRun'
	| 'pin'
	| 'star'
	| 'details'
	| 'compare'
	| 'save'
	| 'alone'
	| 'leave'
	| { readonly zoom: Zoom };

const actions: Readonly<Record<string, KeyAction>> = {
	ArrowLeft: 'previous',
	ArrowRight: 'next',
	p: 'pin',
	f: 'star',
	d: 'details',
	c: 'compare',
	s: 'save',
	Enter: 'alone',
	Escape: 'leave',
	...zoomKeys,
};

/** With Shift, arrows walk between runs as they do between results. */
const withShift: Readonly<Record<string, KeyAction>> = { ArrowLeft: 'previousRun', ArrowRight: 'nextRun' };

/** Returns the action of a key; undefined for one that means nothing here. @param key as `PanelKeys` names it. */
export function actionOf(key: string, shift: boolean): KeyAction | undefined {
	if (shift && Object.hasOwn(withShift, key)) return withShift[key];
	return Object.hasOwn(actions, key) ? actions[key] : undefined;
}

const ofPanel: ReadonlySet<KeyAction> = new Set(['details', 'previousRun', 'nextRun', 'pin', 'star']);

/** Returns whether an action is about a result, so that it has no effect without one. */
export function needsItem(action: KeyAction): boolean {
	return !ofPanel.has(action);
}
