import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Size } from './media/zoom.ts';

/** How large a view is, in pixels; it draws again when that changes. */
export class SizeObserver implements ReactiveController {
	readonly #view: ReactiveControllerHost & HTMLElement;
	readonly #resize = new ResizeObserver(() => {
		this.#size = { width: this.#view.clientWidth, height: this.#view.clientHeight };
		this.#view.requestUpdate();
	});
	#size: Size;

	/** @param usual taken until the view is laid out. */
	constructor(view: ReactiveControllerHost & HTMLElement, usual: Size) {
		this.#view = view;
		this.#size = usual;
		view.addController(this);
	}

	get size(): Size {
		return this.#size;
	}

	hostConnected(): void {
		this.#resize.observe(this.#view);
	}

	hostDisconnected(): void {
		this.#resize.disconnect();
	}
}
