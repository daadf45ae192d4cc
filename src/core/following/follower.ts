import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { PollBudget } from './pollBudget.ts';
import {
	type EarlierTimes,
	type PollCaps,
	PollSchedule,
	type Progress,
	shortestPollMs,
} from './pollSchedule.ts';

/** The outcome of one step: the item has ended, or the time to wait. */
export type FollowStep =
	| { readonly done: true }
	| { readonly done: false /** Milliseconds; replaces the delay of the schedule. */; readonly inMs?: number };

/** The common members of followed items: an id that is unique within its kind. */
export interface Item {
	readonly id: string;
}

/** The times when an item was created and began to run, in milliseconds since 1970. */
export interface ItemTimes {
	readonly since: number;
	/** The time when it was first seen running. */
	readonly runningSince?: number;
}

/**
 * A kind of thing that changes on the service: runs, training jobs, datasets that become ready. `C` is the context of a
 * step in addition to the item. An ended item may restart: it is followed again once `load` returns it.
 */
export interface FollowKind<T extends Item, C> extends PollCaps {
	/** Its name in ids and the log, for example `run`. */
	readonly kind: string;
	/** Where its items are kept. */
	readonly records: { get(id: string): T | undefined };
	/** Returns the items that move now. */
	load(context: C): readonly T[];
	/** Returns whether an item is polled. */
	isActive(item: T): boolean;
	times(item: T): ItemTimes;
	/** Earlier items of the same target, latest first. The same array until an item is added. */
	earlier?(item: T): readonly EarlierTimes[];
	/**
	 * Asks the service once about an item and stores the answer. Downloads may be started and left to continue. A step that throws is
	 * repeated after `capMs`.
	 */
	step(item: T, context: C): Promise<FollowStep>;
}

interface FollowerOptions<C> {
	readonly clock: Clock;
	readonly budget: PollBudget;
	readonly context: C;
	/** Receives exceptions of steps, which would otherwise be lost. */
	readonly log: Pick<Log, 'error'>;
	/** Returns false once another window polls; the item is then released. */
	readonly mayPoll: () => Promise<boolean>;
}

interface Followed<C> {
	readonly key: string;
	readonly id: string;
	readonly kind: FollowKind<Item, C>;
	/** The time when following began, on a clock that is never set back. */
	addedAt: number;
	dueAt: number;
	stepping: boolean;
	pollSoon: boolean;
	/** Resolved after its first step and the steps that follow it without a pause, or when it is no longer followed. */
	readonly asked: PromiseWithResolvers<void>;
}

/**
 * Takes steps with many items of several kinds, each on its own schedule, within one common budget. Due items wait in
 * the order in which they became due. No timer runs without items.
 */
export class Follower<C> {
	readonly #options: FollowerOptions<C>;
	readonly #items = new Map<string, Followed<C>>();
	/** By the list of earlier items; without one, by the kind. */
	readonly #schedules = new WeakMap<object, PollSchedule>();
	#lastNow = 0;
	#cancelTimer: (() => void) | undefined;

	constructor(options: FollowerOptions<C>) {
		this.#options = options;
	}

	/**
	 * Follows an item. A new item is first polled one second after its creation, and so is a restarted one. Other known
	 * items stay unchanged.
	 */
	add<T extends Item>(kind: FollowKind<T, C>, item: T): void {
		if (!kind.isActive(item)) return;
		const key = keyOf(kind.kind, item.id);
		const now = this.#options.clock.now();
		const { since } = kind.times(item);
		const known = this.#items.get(key);
		if (known !== undefined) {
			if (since <= known.addedAt || since > now) return;
			known.addedAt = now;
			this.pollSoon(kind.kind, item.id);
			return;
		}
		const waited = Math.max(0, now - since);
		const dueAt = now + Math.max(0, shortestPollMs - waited);
		this.#items.set(key, {
			key,
			id: item.id,
			kind: kind as unknown as FollowKind<Item, C>,
			addedAt: now,
			dueAt,
			stepping: false,
			pollSoon: false,
			asked: Promise.withResolvers(),
		});
		this.#arrange();
	}

	/**
	 * Resolves after the first step with an item and any steps that follow it without a pause; immediately if the item
	 * is not followed.
	 */
	askedOnce(kind: string, id: string): Promise<void> | undefined {
		return this.#items.get(keyOf(kind, id))?.asked.promise;
	}

	/** Makes an item due within a second, because something is about to change. */
	pollSoon(kind: string, id: string): void {
		const item = this.#items.get(keyOf(kind, id));
		if (!item) return;
		item.pollSoon = item.stepping;
		item.dueAt = Math.min(item.dueAt, this.#options.clock.now() + shortestPollMs);
		this.#arrange();
	}

	stop(): void {
		for (const { asked } of this.#items.values()) asked.resolve();
		this.#items.clear();
		this.#cancelTimer?.();
		this.#cancelTimer = undefined;
	}

	/** Takes all steps that are due and allowed, and sets the timer for the next one. */
	#arrange(): void {
		this.#cancelTimer?.();
		this.#cancelTimer = undefined;
		const { clock, budget } = this.#options;
		for (;;) {
			const now = clock.now();
			// A clock that was set back must not delay everything: items due soon stay so.
			const back = Math.min(0, now - this.#lastNow);
			this.#lastNow = now;
			if (back < 0) {
				for (const item of this.#items.values()) {
					item.dueAt += back;
					item.addedAt += back;
				}
			}
			const next = this.#next();
			if (!next) return;
			const wait = Math.max(next.dueAt, budget.allowedAt()) - now;
			if (wait > 0) {
				this.#cancelTimer = clock.after(wait, () => this.#arrange());
				return;
			}
			budget.take();
			void this.#take(next);
		}
	}

	#next(): Followed<C> | undefined {
		let next: Followed<C> | undefined;
		for (const item of this.#items.values()) {
			if (!item.stepping && (!next || item.dueAt < next.dueAt)) next = item;
		}
		return next;
	}

	async #take(followed: Followed<C>): Promise<void> {
		followed.stepping = true;
		const outcome = await this.#step(followed);
		if (this.#items.get(followed.key) !== followed) return followed.asked.resolve();
		followed.stepping = false;
		const inMs = this.#pause(followed, outcome);
		if (inMs !== 0) followed.asked.resolve();
		followed.pollSoon = false;
		if (inMs === undefined) this.#items.delete(followed.key);
		else followed.dueAt = this.#options.clock.now() + inMs;
		this.#arrange();
	}

	async #step({ kind, id }: Followed<C>): Promise<FollowStep> {
		try {
			const item = kind.records.get(id);
			if (!item || !kind.isActive(item) || !(await this.#options.mayPoll())) return { done: true };
			return await kind.step(item, this.#options.context);
		} catch (error) {
			return { done: false, inMs: this.#afterError(kind, id, error) };
		}
	}

	/** Returns the milliseconds until the next step; undefined without a next step. */
	#pause(followed: Followed<C>, outcome: FollowStep): number | undefined {
		const { kind, id, pollSoon } = followed;
		if (outcome.done) return undefined;
		try {
			const item = kind.records.get(id);
			if (!item) return undefined;
			const usual = pollSoon ? shortestPollMs : this.#delay(followed, item, this.#options.clock.now());
			return outcome.inMs ?? usual;
		} catch (error) {
			return this.#afterError(kind, id, error);
		}
	}

	#afterError({ kind, capMs }: FollowKind<Item, C>, id: string, error: unknown): number {
		this.#options.log.error(`A step of the ${kind} ${id} failed and is repeated.`, error);
		return capMs;
	}

	#delay({ kind, addedAt }: Followed<C>, item: Item, now: number): number {
		const { since, runningSince } = kind.times(item);
		// If the clock was set back, the time since following began is the better measure.
		const waitedMs = Math.max(now - since, now - addedAt);
		const progress: Progress = {
			waitedMs,
			...(runningSince === undefined
				? {}
				: { runningMs: Math.min(waitedMs, Math.max(0, now - runningSince)) }),
		};
		return this.#scheduleOf(kind, item).delay(progress, this.#items.size);
	}

	#scheduleOf(kind: FollowKind<Item, C>, item: Item): PollSchedule {
		const earlier = kind.earlier?.(item);
		const schedule = this.#schedules.get(earlier ?? kind) ?? new PollSchedule(kind, earlier ?? []);
		this.#schedules.set(earlier ?? kind, schedule);
		return schedule;
	}
}

function keyOf(kind: string, id: string): string {
	return JSON.stringify([kind, id]);
}
