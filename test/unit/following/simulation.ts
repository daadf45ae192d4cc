import { compact } from '../../../src/core/base/compact.ts';
import {
	type EarlierTimes,
	loneRequestPollCapMs,
	PollSchedule,
	requestPollCapMs,
} from '../../../src/core/following/pollSchedule.ts';
import { numbers } from './support.ts';

/** The longest distances between polls of runs. */
export const requestCaps = { capMs: requestPollCapMs, loneCapMs: loneRequestPollCapMs };

/** The time that an item waits in the queue and runs, in milliseconds. */
export interface Length {
	readonly queuedMs: number;
	readonly runMs: number;
}

/** The delay with which an end was seen, in milliseconds, and the number of polls, the one for the result included. */
export interface Seen {
	readonly lateMs: number;
	readonly polls: number;
	/** The times that later items learn from it. */
	readonly times: EarlierTimes;
}

/** Returns a length that differs from `middle` by up to `share` of it, uniformly distributed. */
export function spread(middle: number, share: number, random: () => number): number {
	return middle * (1 - share + 2 * share * random());
}

/** Polls one item until its end is seen. */
export function seen(schedule: PollSchedule, { queuedMs, runMs }: Length): Seen {
	const endMs = queuedMs + runMs;
	let atMs = 1000;
	let polls = 1;
	let startMs: number | undefined;
	while (atMs < endMs) {
		if (atMs >= queuedMs) startMs ??= atMs;
		atMs += schedule.delay({
			waitedMs: atMs,
			...(startMs === undefined ? {} : { runningMs: atMs - startMs }),
		});
		polls++;
	}
	const queued = compact({ queuedMs: startMs });
	return { lateMs: atMs - endMs, polls: polls + 1, times: { totalMs: endMs, ...queued } };
}

/** Returns the same when polled every `everyMs`, without learning. */
export function seenEvery(everyMs: number, { queuedMs, runMs }: Length): Omit<Seen, 'times'> {
	const polls = Math.max(1, Math.ceil((queuedMs + runMs) / everyMs));
	return { lateMs: polls * everyMs - queuedMs - runMs, polls: polls + 1 };
}

export function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Follows `rounds` items of random length, each after `known` earlier ones that were followed without knowledge. */
export function follow(
	length: (random: () => number) => Length,
	known: number,
	rounds: number,
): readonly Seen[] {
	const random = numbers(20_261_121);
	const unlearned = new PollSchedule(requestCaps, []);
	return Array.from({ length: rounds }, () => {
		const earlier = Array.from({ length: known }, () => seen(unlearned, length(random)).times);
		return seen(new PollSchedule(requestCaps, earlier), length(random));
	});
}

export function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
