import type { Clock } from '../base/clock.ts';
import type { Run } from './run.ts';

/** Shortest time between two writes, in milliseconds: often enough to watch pictures arrive. */
const pauseMs = 200;

/**
 * Puts many small changes of one run into few writes. The first one is written at once, what follows shortly after waits for
 * the next write. Whoever uses it ends with `flush`.
 */
export class ChangeBatch {
	readonly #clock: Clock;
	readonly #write: (change: (run: Run) => Run) => Promise<unknown>;
	#waiting: ((run: Run) => Run)[] = [];
	#cancelTimer: (() => void) | undefined;
	#written: Promise<unknown> = Promise.resolve();

	constructor(clock: Clock, write: (change: (run: Run) => Run) => Promise<unknown>) {
		this.#clock = clock;
		this.#write = write;
	}

	add(change: (run: Run) => Run): void {
		this.#waiting.push(change);
		if (this.#cancelTimer) return;
		this.#writeWaiting();
		this.#pause();
	}

	/** Writes what waits, now, and waits until everything is written. */
	async flush(): Promise<void> {
		this.#cancelTimer?.();
		this.#cancelTimer = undefined;
		this.#writeWaiting();
		await this.#written;
	}

	#pause(): void {
		this.#cancelTimer = this.#clock.after(pauseMs, () => {
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
		const write = this.#write((run) => changes.reduce((so, change) => change(so), run));
		this.#written = Promise.all([this.#written, write]);
	}
}
