import type { Clock } from '../base/clock.ts';

/** Shortest time between two writes, in milliseconds: often enough to watch pictures arrive. */
const pauseMs = 200;

/** The length of the pause after a write in relation to the write: large records are written more rarely. */
const pauseShare = 10;

/**
 * Combines many small changes of one record into few writes. The first one is written immediately, later ones wait for
 * the next write, longer for slower writes. End with `flush`.
 */
export class ThrottledWriter<T> {
	readonly #clock: Clock;
	readonly #write: (change: (record: T) => T) => Promise<unknown>;
	#waiting: ((record: T) => T)[] = [];
	#cancelTimer: (() => void) | undefined;
	#written: Promise<unknown> = Promise.resolve();
	/** Duration of the last write in milliseconds. */
	#tookMs = 0;

	constructor(clock: Clock, write: (change: (record: T) => T) => Promise<unknown>) {
		this.#clock = clock;
		this.#write = write;
	}

	add(change: (record: T) => T): void {
		this.#waiting.push(change);
		if (this.#cancelTimer) return;
		this.#writeWaiting();
		this.#pause();
	}

	/** Writes the waiting change now, and waits until everything is written. */
	async flush(): Promise<void> {
		this.#cancelTimer?.();
		this.#cancelTimer = undefined;
		this.#writeWaiting();
		await this.#written;
	}

	#pause(): void {
		this.#cancelTimer = this.#clock.after(Math.max(pauseMs, pauseShare * this.#tookMs), () => {
			this.#cancelTimer = undefined;
			if (this.#waiting.length === 0) return;
			this.#writeWaiting();
			this.#pause();
		});
	}

	#writeWaiting(): void {
		const changes = this.#waiting;
		if (changes.length === 0) return;
		this.#waiting = [];
		const begin = this.#clock.now();
		const write = this.#write((record) => changes.reduce((so, change) => change(so), record)).finally(() => {
			this.#tookMs = this.#clock.now() - begin;
		});
		this.#written = Promise.all([this.#written, write]);
	}
}
