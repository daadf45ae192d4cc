import type { Clock } from '../base/clock.ts';

/** Polls a second of one connection, however many items of whatever kind are followed. */
export const pollsPerSecond = 5;

const windowMs = 1000;

/**
 * The polls that one connection may have: at most `perSecond` within any second. All kinds of items draw on the same one. A new
 * budget is used up for its first second, because another window may have polled until this very moment; so taking over needs
 * no word from a window that vanished, and a minute never sees more than sixty times the rate.
 */
export class PollBudget {
	readonly #clock: Clock;
	readonly #perSecond: number;
	/** The latest polls, oldest first, `perSecond` at most. */
	#polls: number[];

	constructor(clock: Clock, perSecond = pollsPerSecond) {
		this.#clock = clock;
		this.#perSecond = perSecond;
		this.#polls = Array.from({ length: perSecond }, () => clock.now());
	}

	/** Another window may have polled meanwhile. */
	takeOver(): void {
		this.#polls = this.#polls.map(() => this.#clock.now());
	}

	/** The moment (milliseconds since 1970) from which one more poll is allowed; now or later. */
	allowedAt(): number {
		const now = this.#clock.now();
		// After a clock was set back, polls seem to lie ahead: they count as made just now.
		this.#polls = this.#polls.map((at) => Math.min(at, now));
		return this.#polls.length < this.#perSecond ? now : Math.max(now, (this.#polls[0] ?? 0) + windowMs);
	}

	/** One poll is made now. */
	take(): void {
		this.#polls = [...this.#polls, this.#clock.now()].slice(-this.#perSecond);
	}
}
