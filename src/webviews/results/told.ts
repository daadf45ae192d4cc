import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How long the outcome of an action stays to be read, in milliseconds. */
const readingTime = 6000;

/** The sentence that answers an action, for a while. */
export class Told implements ReactiveController {
	readonly #view: ReactiveControllerHost;
	#timer: number | undefined;
	text = '';

	constructor(view: ReactiveControllerHost) {
		this.#view = view;
		view.addController(this);
	}

	tell(text: string): void {
		this.text = text;
		this.#view.requestUpdate();
		clearTimeout(this.#timer);
		this.#timer = window.setTimeout(() => {
			this.text = '';
			this.#view.requestUpdate();
		}, readingTime);
	}

	hostDisconnected(): void {
		clearTimeout(this.#timer);
	}
}
