import type { Clock } from './clock.ts';

/** Passes values on at most once per interval: the latest one, so that the last always arrives. */
export class Throttle<T> {
	readonly #clock: Clock;
	readonly #pauseMs: number;
	readonly #deliver: (value: T) => void;
	#waiting: { readonly value: T } | undefined;
	#cancelTimer: (() => void) | undefined;

	constructor(clock: Clock, pauseMs: number, deliver: (value: T) => void) {
		this.#clock = clock;
		this.#pauseMs = pauseMs;
		this.#deliver = deliver;
	}

	put(value: T): void {
		if (this.#cancelTimer !== undefined) {
			this.#waiting = { value };
			return;
		}
		this.#pause();
		this.#deliver(value);
	}

	clear(): void {
		this.#cancelTimer?.();
		this.#cancelTimer = undefined;
		this.#waiting = undefined;
	}

	#pause(): void {
		this.#cancelTimer = this.#clock.after(this.#pauseMs, () => {
			this.#cancelTimer = undefined;
			const waiting = this.#waiting;
			this.#waiting = undefined;
			if (waiting !== undefined) this.put(waiting.value);
		});
	}
}
