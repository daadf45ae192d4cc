import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The key as a panel names it, letters small; undefined when it belongs to what has the focus, or to the editor. */
function panelKey(event: KeyboardEvent): string | undefined {
	if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
	const target = event.composedPath()[0];
	if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return undefined;
	// A player seeks with arrows and starts with Enter; a button is pressed with Enter.
	if (target instanceof HTMLMediaElement) return undefined;
	const control = target instanceof HTMLElement && target.closest('button, vscode-button, summary') !== null;
	if (control && event.key === 'Enter') return undefined;
	return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** Listens to the keys of a whole panel while it is there. */
export class PanelKeys implements ReactiveController {
	readonly #onKey: (event: KeyboardEvent) => void;

	/** @param press does what a key means; false when it means nothing, so that the key stays the editor's. */
	constructor(view: ReactiveControllerHost, press: (key: string, event: KeyboardEvent) => boolean) {
		this.#onKey = (event) => {
			const key = panelKey(event);
			if (key !== undefined && press(key, event)) event.preventDefault();
		};
		view.addController(this);
	}

	hostConnected(): void {
		document.addEventListener('keydown', this.#onKey);
	}

	hostDisconnected(): void {
		document.removeEventListener('keydown', this.#onKey);
	}
}
