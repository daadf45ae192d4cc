interface Alarm {
	readonly at: number;
	readonly ring: () => void;
}

/**
 * The state that a stored clock needs to continue after a restart: virtual and real time of the same instant, in ms
 * since 1970.
 */
export interface ClockMark {
	readonly virtual: number;
	readonly real: number;
}

const longestTimeout = 2_000_000_000;
/** The end of the last year with four digits. */
const latest = Date.UTC(9999, 11, 31);

/** The sandbox's own time: runs `speed` times as fast as the wall clock, and can be moved forward. All values in ms. */
export class VirtualClock {
	readonly speed: number;
	#realStart: number;
	#virtualStart: number;
	#alarms: Alarm[] = [];
	#timer: NodeJS.Timeout | undefined;
	#advancing: Promise<void> = Promise.resolve();
	readonly #work = new Set<Promise<void>>();

	/**
	 * Starts at the wall clock or, if later, where `mark` left off plus the time since then. A process that was killed
	 * may have lived for `notedEvery` real milliseconds after its mark, so these count at full speed: events of the
	 * past stay in the past after a restart.
	 */
	constructor(speed: number, mark?: ClockMark, notBefore = 0, notedEvery = 0) {
		this.speed = speed;
		this.#realStart = Date.now();
		const since = Math.max(0, this.#realStart - (mark?.real ?? 0));
		const lived = Math.min(since, notedEvery);
		const resumed = mark === undefined ? 0 : mark.virtual + lived * Math.max(1, speed) + since - lived;
		this.#virtualStart = Math.max(this.#realStart, resumed, notBefore);
	}

	/** Returns virtual time as integer milliseconds since 1970. */
	now(): number {
		return Math.floor(this.#virtualStart + (Date.now() - this.#realStart) * this.speed);
	}

	/** Returns the milliseconds that the clock ran since this process began, no faster than real time; moving it forward does not count. */
	ran(): number {
		return (Date.now() - this.#realStart) * Math.min(1, this.speed);
	}

	mark(): ClockMark {
		return { virtual: this.now(), real: Date.now() };
	}

	/**
	 * Moves the clock forward. Every alarm on the way rings at its own time, and its effects have happened before the clock continues:
	 * alarms set on the way ring too if they are due.
	 */
	advance(milliseconds: number): Promise<void> {
		const advanced = this.#advancing.then(() => this.#advanceTo(this.now() + milliseconds));
		this.#advancing = advanced;
		return advanced;
	}

	/** Returns whether the clock can be moved forward by a time and stay in the years that a timestamp can represent. */
	canAdvance(milliseconds: number): boolean {
		return this.now() + milliseconds < latest;
	}

	/** Runs real work that takes no virtual time, such as painting: {@link advance} waits for it. Settles as `work` does. */
	during<T>(work: Promise<T>): Promise<T> {
		const done = work.then(
			() => {},
			() => {},
		);
		this.#work.add(done);
		void done.then(() => this.#work.delete(done));
		return work;
	}

	realDuration(milliseconds: number): number {
		return milliseconds / this.speed;
	}

	/** Calls `ring` at the virtual time `at`, never before this call has returned. Returns the way to call it off. */
	at(at: number, ring: () => void): () => void {
		const alarm: Alarm = { at, ring };
		let index = this.#alarms.length;
		while (index > 0 && (this.#alarms[index - 1]?.at ?? 0) > at) index--;
		this.#alarms.splice(index, 0, alarm);
		if (index === 0) this.#arm();
		return () => {
			const found = this.#alarms.indexOf(alarm);
			if (found >= 0) this.#alarms.splice(found, 1);
		};
	}

	/** Resolves after a virtual duration, or immediately when `signal` aborts. */
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted || milliseconds <= 0) return Promise.resolve();
		return new Promise((resolve) => {
			const cancel = this.at(this.now() + milliseconds, done);
			function done() {
				signal?.removeEventListener('abort', done);
				cancel();
				resolve();
			}
			signal?.addEventListener('abort', done, { once: true });
		});
	}

	/** Forgets all alarms. */
	stop(): void {
		clearTimeout(this.#timer);
		this.#alarms = [];
	}

	async #advanceTo(target: number): Promise<void> {
		for (;;) {
			await this.#atRest();
			const next = this.#alarms[0];
			if (next === undefined || next.at > target) break;
			this.#goTo(next.at);
			this.#ringDue();
		}
		this.#goTo(target);
		this.#ringDue();
		await this.#atRest();
	}

	/** Lets everything happen that needs no virtual time. */
	async #atRest(): Promise<void> {
		do {
			await Promise.all(this.#work);
			await new Promise((resolve) => setImmediate(resolve));
		} while (this.#work.size > 0);
	}

	/** Never backwards: real time has passed in the meantime. */
	#goTo(time: number): void {
		this.#virtualStart += Math.max(0, time - this.now());
	}

	#arm(): void {
		clearTimeout(this.#timer);
		const next = this.#alarms[0];
		if (next === undefined) return;
		const delay = Math.ceil((next.at - this.now()) / this.speed);
		this.#timer = setTimeout(() => this.#ringDue(), Math.min(Math.max(delay, 0), longestTimeout));
	}

	#ringDue(): void {
		const now = this.now();
		const due = this.#alarms.findIndex((alarm) => alarm.at > now);
		const ringing = this.#alarms.splice(0, due < 0 ? this.#alarms.length : due);
		for (const alarm of ringing) alarm.ring();
		this.#arm();
	}
}

/** The last written time: an unchanged record has it twice, and so have those created together. */
let written = { milliseconds: Number.NaN, text: '' };

/** Returns a time in ISO 8601 with microseconds and a numeric offset, as the service spells its timestamps. */
export function timestamp(milliseconds: number): string {
	if (milliseconds !== written.milliseconds)
		written = { milliseconds, text: new Date(milliseconds).toISOString().replace('Z', '000+00:00') };
	return written.text;
}
