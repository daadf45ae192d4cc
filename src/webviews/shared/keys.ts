import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Returns the key as a panel names it, letters small; undefined if it belongs to the focused element, or to the editor. */
export function panelKey(event: KeyboardEvent): string | undefined {
	if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
	const target = event.composedPath()[0];
	if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return undefined;
	// A player seeks with arrows and starts with Enter; a button is pressed with Enter.
	if (target instanceof HTMLMediaElement) return undefined;
	const control = target instanceof HTMLElement && target.closest('button, vscode-button, summary') !== null;
	if (control && event.key === 'Enter') return undefined;
	return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** Listens to the keys of a whole panel while connected. */
export class PanelKeys implements ReactiveController {
	readonly #onKey: (event: KeyboardEvent) => void;
	readonly #first: boolean;

	/**
	 * @param press handles a key; returns false if the key has no meaning, so that the editor gets it.
	 * @param first true if the panel gets a key before the focused element and the editor, so that handled keys reach
	 * neither.
	 */
	constructor(view: ReactiveControllerHost, press: (event: KeyboardEvent) => boolean, first = false) {
		this.#first = first;
		this.#onKey = (event) => {
			if (!press(event)) return;
			event.preventDefault();
			if (first) event.stopPropagation();
		};
		view.addController(this);
	}

	hostConnected(): void {
		document.addEventListener('keydown', this.#onKey, this.#first);
	}

	hostDisconnected(): void {
		document.removeEventListener('keydown', this.#onKey, this.#first);
	}
}
