import { type Clock, systemClock } from '../../../src/core/base/clock.ts';

/** A clock that is stopped until it is moved on; timers fire in their order, each with the work that follows from it. */
export class ManualClock implements Clock {
	#now = Date.UTC(2030, 0, 1);
	#timers: { at: number; callback: () => void }[] = [];

	now(): number {
		return this.#now;
	}

	after(ms: number, callback: () => void): () => void {
		const timer = { at: this.#now + ms, callback };
		this.#timers.push(timer);
		return () => {
			this.#timers = this.#timers.filter((other) => other !== timer);
		};
	}

	get pending(): number {
		return this.#timers.length;
	}

	/** Lets `ms` pass, stopping at every timer on the way. */
	async advance(ms: number): Promise<void> {
		const until = this.#now + ms;
		await settle();
		for (;;) {
			const next = this.#timers.toSorted((a, b) => a.at - b.at)[0];
			if (!next || next.at > until) break;
			this.#now = Math.max(this.#now, next.at);
			this.#timers = this.#timers.filter((other) => other !== next);
			next.callback();
			await settle();
		}
		this.#now = until;
	}

	/** Simulates sleep of the computer: time has passed, but no timer has fired yet. */
	sleep(ms: number): void {
		this.#now += ms;
	}

	/** Simulates a changed clock: the time of day jumps, and the duration of timers stays. */
	set(ms: number): void {
		this.#now += ms;
		for (const timer of this.#timers) timer.at += ms;
	}
}

/** Lets everything run that waits for nothing but its turn. */
async function settle(): Promise<void> {
	for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns real time, `factor` times as fast from `origin` on, common to processes that share leases. */
export function fastClock(factor: number, origin = Date.now()): Clock {
	return {
		now: () => origin + (Date.now() - origin) * factor,
		after(ms, callback) {
			const timer = setTimeout(callback, ms / factor);
			return () => clearTimeout(timer);
		},
	};
}

/** Real time, with a count of the timers that would keep a process. */
export class CountingClock implements Clock {
	readonly now = systemClock.now;
	readonly #open = new Set<object>();

	get pending(): number {
		return this.#open.size;
	}

	after(ms: number, callback: () => void): () => void {
		const timer = {};
		this.#open.add(timer);
		const cancel = systemClock.after(ms, () => {
			this.#open.delete(timer);
			callback();
		});
		return () => {
			this.#open.delete(timer);
			cancel();
		};
	}
}
