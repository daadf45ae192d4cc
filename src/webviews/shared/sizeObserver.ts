import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Size } from '../../core/base/panel/panZoom.ts';

/** Observes the size of a view, in pixels. */
export class SizeObserver implements ReactiveController {
	readonly #view: ReactiveControllerHost & HTMLElement;
	readonly #resize: ResizeObserver;
	#size: Size;

	/**
	 * @param usual used until the view is laid out.
	 * @param changed called with each different size; without it, the view draws again.
	 */
	constructor(
		view: ReactiveControllerHost & HTMLElement,
		usual: Size,
		changed = (): void => view.requestUpdate(),
	) {
		this.#view = view;
		this.#size = usual;
		this.#resize = new ResizeObserver(() => {
			this.#size = { width: this.#view.clientWidth, height: this.#view.clientHeight };
			changed();
		});
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
