import type { ReactiveController, ReactiveControllerHost } from 'lit';

const whileRunning = 1000;
const afterwards = 30_000;

/** The host's time, which may be another computer's; draws again as often as the shown content changes with it. */
export class HostClock implements ReactiveController {
	readonly #view: ReactiveControllerHost;
	#offset = 0;
	#running = false;
	#timer: number | undefined;

	constructor(view: ReactiveControllerHost) {
		this.#view = view;
		view.addController(this);
	}

	/** Milliseconds since 1970. */
	get now(): number {
		return Date.now() + this.#offset;
	}

	/** Starts or stops the clock. @param running whether seconds are shown that keep counting. */
	set(now: number, running: boolean): void {
		this.#offset = now - Date.now();
		this.#running = running;
		this.#schedule();
	}

	hostDisconnected(): void {
		clearTimeout(this.#timer);
	}

	#schedule(): void {
		clearTimeout(this.#timer);
		this.#timer = window.setTimeout(
			() => {
				this.#view.requestUpdate();
				this.#schedule();
			},
			this.#running ? whileRunning : afterwards,
		);
	}
}
