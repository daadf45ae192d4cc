import { type EarlierTimes, PollSchedule } from '../../../src/core/following/pollSchedule.ts';
import { numbers } from './support.ts';

/** How long an item waits in the queue and runs, in milliseconds. */
export interface Length {
	readonly queuedMs: number;
	readonly runMs: number;
}

/** How an end was seen: how late, in milliseconds, and after how many polls, the one for the result included. */
export interface Seen {
	readonly lateMs: number;
	readonly polls: number;
	/** What later items learn from it. */
	readonly times: EarlierTimes;
}

/** A length that differs from `middle` by up to `share` of it, with equal chances. */
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
	const queued = startMs === undefined ? {} : { queuedMs: startMs };
	return { lateMs: atMs - endMs, polls: polls + 1, times: { totalMs: endMs, ...queued } };
}

/** Follows `rounds` items of random length, each after `known` earlier ones that were followed without knowledge. */
export function follow(
	length: (random: () => number) => Length,
	known: number,
	rounds: number,
	capMs = 15_000,
): readonly Seen[] {
	const random = numbers(20_261_121);
	const unlearned = new PollSchedule(capMs, []);
	return Array.from({ length: rounds }, () => {
		const earlier = Array.from({ length: known }, () => seen(unlearned, length(random)).times);
		return seen(new PollSchedule(capMs, earlier), length(random));
	});
}

export function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
