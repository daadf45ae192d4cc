/** What a key means to the panel as a whole. */
export type KeyAction =
	| 'previous'
	| 'next'
	| 'details'
	| 'compare'
	| 'save'
	| 'alone'
	| 'leave'
	| { readonly zoom: 'in' | 'out' | 'fit' | number };

const actions: Readonly<Record<string, KeyAction>> = {
	ArrowLeft: 'previous',
	ArrowRight: 'next',
	d: 'details',
	c: 'compare',
	s: 'save',
	Enter: 'alone',
	Escape: 'leave',
	'+': { zoom: 'in' },
	'=': { zoom: 'in' },
	'-': { zoom: 'out' },
	'0': { zoom: 'fit' },
	'1': { zoom: 1 },
};

/** Undefined when the key belongs to what has the focus, or to the editor. */
export function keyAction(event: KeyboardEvent): KeyAction | undefined {
	if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
	const target = event.composedPath()[0];
	// A player seeks with arrows and starts with Enter; a button is pressed with Enter.
	if (target instanceof HTMLMediaElement) return undefined;
	const control = target instanceof HTMLElement && target.closest('button, vscode-button, summary') !== null;
	if (control && event.key === 'Enter') return undefined;
	const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
	return Object.hasOwn(actions, key) ? actions[key] : undefined;
}
