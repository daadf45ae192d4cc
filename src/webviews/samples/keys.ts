import { type Zoom, zoomKeys } from '../shared/media/zoom.ts';

/** The action of a key on a sample that is shown large. */
type LargeKey =
	| { readonly steps: number }
	| { readonly prompts: number }
	| { readonly zoom: Zoom }
	| 'compare'
	| 'save'
	| 'leave';

const actions: Readonly<Record<string, LargeKey>> = {
	ArrowLeft: { steps: -1 },
	ArrowRight: { steps: 1 },
	ArrowUp: { prompts: -1 },
	ArrowDown: { prompts: 1 },
	...zoomKeys,
	c: 'compare',
	s: 'save',
	Escape: 'leave',
};

/** Returns the action of a key; undefined if it belongs to the focused element, or to the editor. */
export function largeKey(event: KeyboardEvent): LargeKey | undefined {
	if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
	const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
	const target = event.composedPath()[0];
	// A slider moves and a player seeks with the arrows; both let the panel have the other keys.
	const own =
		target instanceof HTMLMediaElement ||
		target instanceof HTMLInputElement ||
		(target instanceof HTMLElement && target.getAttribute('role') === 'slider');
	if (own && key.startsWith('Arrow')) return undefined;
	return Object.hasOwn(actions, key) ? actions[key] : undefined;
}
