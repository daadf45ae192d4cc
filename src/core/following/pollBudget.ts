import type { Clock } from '../base/clock.ts';

/** Polls per second of one connection, for any number and kinds of items. */
export const pollsPerSecond = 5;

const windowMs = 1000;

/**
 * The polls that one connection may make: at most `pollsPerSecond` within any second, shared by all kinds of items. A window
 * that stops polling hands its budget over. If it vanished silently, the budget counts as just used up, because it may
 * have polled until now. So no second exceeds the rate, and no minute sixty times the rate.
 */
export class PollBudget {
	readonly #clock: Clock;
	/** The latest polls, oldest first, as many as a second may have at most. */
	#polls: readonly number[] = [];

	constructor(clock: Clock) {
		this.#clock = clock;
		this.takeOver(undefined);
	}

	/** Returns, as text, the state for the window that polls next. */
	handOver(): string {
		return JSON.stringify(this.#polls);
	}

	/** Continues with the budget of another window; without it, that one may have polled until now. */
	takeOver(handedOver: string | undefined): void {
		const now = this.#clock.now();
		this.#polls = momentsOf(handedOver) ?? Array.from({ length: pollsPerSecond }, () => now);
	}

	/** Returns the time (milliseconds since 1970) from which one more poll is allowed; now or later. */
	allowedAt(): number {
		const now = this.#clock.now();
		// After a clock was set back, earlier polls seem to be in the future: they count as just made.
		this.#polls = this.#polls.map((at) => Math.min(at, now));
		return this.#polls.length < pollsPerSecond ? now : Math.max(now, (this.#polls[0] ?? 0) + windowMs);
	}

	/** Counts a poll that is made now. */
	take(): void {
		this.#polls = [...this.#polls, this.#clock.now()].slice(-pollsPerSecond);
	}
}

function momentsOf(text: string | undefined): readonly number[] | undefined {
	if (!text) return undefined;
	try {
		const moments: unknown = JSON.parse(text);
		return Array.isArray(moments) && moments.every((moment) => typeof moment === 'number')
			? moments
			: undefined;
	} catch {
		return undefined;
	}
}
