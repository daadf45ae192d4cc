import { type ExpectedEnd, enoughEarlier, expectEnd } from './expectedEnd.ts';
import { pollsPerSecond } from './pollBudget.ts';

/** Longest time between two polls of a request, in milliseconds, while nothing is known of earlier ones. */
export const requestPollCapMs = 15_000;

/** The same while little else is followed and the request has not been waited for long. */
export const loneRequestPollCapMs = 4400;

/** The same for a training job. */
export const jobPollCapMs = 30_000;

/** Shortest time between two polls of one item, in milliseconds. */
export const shortestPollMs = 1000;

/**
 * Returns the milliseconds to the next poll after waiting for `waitedMs`: a tenth of it, at least a second. So the end
 * is seen within a tenth of the duration, and the number of polls grows with its logarithm.
 */
export function pollDelay(waitedMs: number, capMs: number): number {
	return Math.min(capMs, Math.max(shortestPollMs, waitedMs / 10));
}

export interface PollCaps {
	/** Longest delay, for any number of items and any duration. */
	readonly capMs: number;
	/** At most while few items are followed and for `loneMs`; without it `capMs` from the beginning. */
	readonly loneCapMs?: number;
}

/** Up to this length an end is seen within `loneCapMs`; longer items are polled less often. */
const loneMs = 600_000;

/** Polls a second that all items together may have before their polls become rarer than `loneCapMs`: half of the budget. */
const crowdPollsPerSecond = pollsPerSecond / 2;

/**
 * Milliseconds to the next poll of one of `followed` items without an expectation: a fifth of the time waited, at least a second. The cap
 * grows with the number of items, and beyond ten minutes with the time waited; all items together stay within the budget.
 */
function unlearnedDelay(waitedMs: number, { capMs, loneCapMs }: PollCaps, followed: number): number {
	if (loneCapMs === undefined) return pollDelay(waitedMs, capMs);
	const longMs = loneCapMs * Math.max(1, waitedMs / loneMs);
	const crowdMs = (1000 * followed) / crowdPollsPerSecond;
	const longest = Math.min(capMs, Math.max(longMs, crowdMs));
	const shortest = Math.max(shortestPollMs, (1000 * followed) / pollsPerSecond);
	return Math.max(shortest, Math.min(longest, waitedMs / 5));
}

/** The times of an earlier item of the same target, in milliseconds. */
export interface EarlierTimes {
	/** Milliseconds from the submission to the end. */
	readonly totalMs: number;
	/** Milliseconds from the submission until it was seen running; absent if it never was. */
	readonly queuedMs?: number;
}

/** The elapsed times of an item, in milliseconds. */
export interface Progress {
	/** Since its submission. */
	readonly waitedMs: number;
	/** Since it was first seen running; absent while it waits in the queue. */
	readonly runningMs?: number;
}

/** Polls that the wait in the queue and the way from there to the end may cost on average. */
const queuePolls = 3;
const runPolls = 17;

/** Earlier items beyond this number are too old to be representative. */
export const earlierUsed = 20;

/**
 * Decides when to poll items of one target. Without earlier items it is `unlearnedDelay`. With at least five, the end
 * is expected: polls are close around it and rare before (never further apart than twice the cap), and an item that
 * takes longer than all earlier ones is polled at the usual rate. Queue time and running time are learned separately if
 * the start was seen, since the former depends on the other items in the queue and the latter on the workflow.
 */
export class PollSchedule {
	readonly #caps: PollCaps;
	readonly #total: ExpectedEnd | undefined;
	readonly #queue: ExpectedEnd | undefined;
	readonly #run: ExpectedEnd | undefined;
	/** The median. While an item is queued, no gap is longer than an eighth of it, so that a short run is not missed. */
	readonly #typicalRunMs: number;

	constructor(caps: PollCaps, earlier: readonly EarlierTimes[]) {
		this.#caps = caps;
		const known = earlier.slice(0, earlierUsed).filter(({ totalMs }) => totalMs >= 0);
		const seen = known.filter((times) => times.queuedMs !== undefined && times.queuedMs <= times.totalMs);
		const maxMs = 2 * caps.capMs;
		this.#total = learn(
			known.map(({ totalMs }) => totalMs),
			runPolls,
			maxMs,
		);
		const runs = seen.map(({ totalMs, queuedMs = 0 }) => totalMs - queuedMs);
		// If the queue takes its share of the polls, fewer are left for the way from there.
		const queues = seen.some(({ queuedMs = 0 }) => queuedMs > 10 * shortestPollMs);
		this.#run = learn(runs, queues ? runPolls - queuePolls : runPolls, maxMs);
		this.#typicalRunMs = runs.toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? 0;
		this.#queue = learn(
			seen.map(({ queuedMs = 0 }) => queuedMs),
			queuePolls,
			maxMs,
		);
	}

	/** Returns the milliseconds to the next poll with `followed` items in all. */
	delay({ waitedMs, runningMs }: Progress, followed = 1): number {
		const usual = () => unlearnedDelay(waitedMs, this.#caps, followed);
		if (runningMs !== undefined && this.#run) return within(this.#run, runningMs) ?? usual();
		if (runningMs === undefined && this.#queue) {
			const { capMs } = this.#caps;
			const longest = Math.max(pollDelay(waitedMs, capMs), this.#typicalRunMs / 8);
			return Math.min(longest, within(this.#queue, waitedMs) ?? longest, 2 * capMs);
		}
		return (this.#total && within(this.#total, waitedMs)) ?? usual();
	}
}

function learn(durationsMs: readonly number[], polls: number, maxMs: number): ExpectedEnd | undefined {
	if (durationsMs.length < enoughEarlier) return undefined;
	return expectEnd(durationsMs, { polls, minMs: shortestPollMs, maxMs });
}

function within(expected: ExpectedEnd, elapsedMs: number): number | undefined {
	return elapsedMs < expected.horizonMs ? expected.delayAfter(Math.max(0, elapsedMs)) : undefined;
}
