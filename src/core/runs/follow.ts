import type { Clock } from '../base/clock.ts';

/** Longest time between two polls of a request, in milliseconds. */
export const requestPollCapMs = 15_000;

/** Polls a second for all items of a connection together. */
export const pollsPerSecond = 5;

/**
 * Milliseconds to the next poll of something that has been waited for `waitedMs`: a tenth of it, at least a second. So the end
 * is seen within a tenth of the length, and the number of polls grows with the logarithm of the length.
 */
export function pollDelay(waitedMs: number, capMs: number): number {
	return Math.min(capMs, Math.max(1000, waitedMs / 10));
}

/** What one step told: whether the item has come to its end, and if not, how long to wait at least. */
export type FollowStep =
	| { readonly done: true }
	| { readonly done: false /** Replaces the usual delay. */; readonly inMs?: number };

export interface FollowerOptions {
	readonly clock: Clock;
	/** Longest time between two steps of an item, in milliseconds. */
	readonly capMs: number;
	readonly perSecond: number;
	/** Takes the next step with an item. A step that throws is repeated after `capMs`. */
	readonly step: (id: string) => Promise<FollowStep>;
}

interface Followed {
	readonly id: string;
	readonly since: number;
	dueAt: number;
	stepping: boolean;
	hurried: boolean;
}

/**
 * Takes steps with many items, each in its own rhythm, and all of them together within a rate. Items that are due wait in
 * the order in which they became due. Without items there is no timer.
 */
export class Follower {
	readonly #options: FollowerOptions;
	readonly #items = new Map<string, Followed>();
	#recent: number[] = [];
	#lastNow = 0;
	#cancelTimer: (() => void) | undefined;

	constructor(options: FollowerOptions) {
		this.#options = options;
	}

	/** Begins with an item that exists since `since` (milliseconds since 1970), first step after `inMs`. Known ones stay as they are. */
	add(id: string, since: number, inMs: number): void {
		if (this.#items.has(id)) return;
		const dueAt = this.#options.clock.now() + inMs;
		this.#items.set(id, { id, since, dueAt, stepping: false, hurried: false });
		this.#arrange();
	}

	/** Makes an item due within a second, because something is about to change. */
	hurry(id: string): void {
		const item = this.#items.get(id);
		if (!item) return;
		item.hurried = item.stepping;
		item.dueAt = Math.min(item.dueAt, this.#options.clock.now() + 1000);
		this.#arrange();
	}

	clear(): void {
		this.#items.clear();
		this.#cancelTimer?.();
		this.#cancelTimer = undefined;
	}

	/** Takes all steps that are due and allowed, and sets the timer for the next one. */
	#arrange(): void {
		this.#cancelTimer?.();
		this.#cancelTimer = undefined;
		for (;;) {
			const now = this.#options.clock.now();
			// A clock that was set back must not hold up everything: what was due soon stays so.
			const back = Math.min(0, now - this.#lastNow);
			this.#lastNow = now;
			if (back < 0) for (const item of this.#items.values()) item.dueAt += back;
			const next = this.#next();
			if (!next) return;
			const wait = Math.max(next.dueAt, this.#allowedAt(now)) - now;
			if (wait > 0) {
				this.#cancelTimer = this.#options.clock.after(wait, () => this.#arrange());
				return;
			}
			this.#recent.push(now);
			void this.#take(next);
		}
	}

	#next(): Followed | undefined {
		let next: Followed | undefined;
		for (const item of this.#items.values()) {
			if (!item.stepping && (!next || item.dueAt < next.dueAt)) next = item;
		}
		return next;
	}

	/** The moment from which one more step keeps the rate. */
	#allowedAt(now: number): number {
		this.#recent = this.#recent.filter((at) => at <= now && at > now - 1000).slice(-this.#options.perSecond);
		return this.#recent.length < this.#options.perSecond ? now : (this.#recent[0] ?? now) + 1000;
	}

	async #take(item: Followed): Promise<void> {
		const { clock, capMs, step } = this.#options;
		item.stepping = true;
		let outcome: FollowStep;
		try {
			outcome = await step(item.id);
		} catch {
			outcome = { done: false, inMs: capMs };
		}
		if (this.#items.get(item.id) !== item) return;
		item.stepping = false;
		if (outcome.done) {
			this.#items.delete(item.id);
		} else {
			const now = clock.now();
			const usual = item.hurried ? 1000 : pollDelay(now - item.since, capMs);
			item.hurried = false;
			item.dueAt = now + (outcome.inMs ?? usual);
		}
		this.#arrange();
	}
}
