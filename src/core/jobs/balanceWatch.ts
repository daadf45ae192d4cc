import type { Balance } from '../account/balance.ts';

/** Milliseconds between two requests for the balance while a job runs. */
const balanceEveryMs = 5 * 60_000;

/** Below this the balance counts as low while a job runs, in millionths of a dollar: a job that uses it up fails. */
const lowMicrodollars = 2_000_000;

interface Seen {
	readonly at: number;
	readonly microdollars: number;
}

/** Watches the balance of one account while its jobs run. */
export class BalanceWatch {
	#first: Seen | undefined;
	#askedAt: number | undefined;

	isDue(now: number): boolean {
		return this.#askedAt === undefined || Math.abs(now - this.#askedAt) >= balanceEveryMs;
	}

	asked(now: number): void {
		this.#askedAt = now;
	}

	/** Takes in a balance: whether it is low, or will be used up within `leftMs` (the time that the longest job still takes). */
	isLow({ microdollars }: Balance, leftMs: number | undefined, now: number): boolean {
		// Money that was added begins the observation again.
		if (this.#first === undefined || microdollars > this.#first.microdollars || now < this.#first.at) {
			this.#first = { at: now, microdollars };
		}
		if (microdollars < lowMicrodollars) return true;
		const spent = this.#first.microdollars - microdollars;
		if (spent <= 0 || leftMs === undefined || now <= this.#first.at) return false;
		return (microdollars * (now - this.#first.at)) / spent < leftMs;
	}
}
