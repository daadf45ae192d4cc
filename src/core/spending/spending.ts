import type { Owner } from '../account/session.ts';
import type { PaidStart } from '../records/startWatch.ts';

/** A start made here, with the balance around it. Immutable. Amounts are in millionths of a US dollar, times in milliseconds since 1970. */
export interface Spending extends PaidStart, Owner {
	readonly startedAt: number;
	readonly endedAt?: number;
	/** The known balance at the start, and when it was read. */
	readonly before?: number;
	readonly beforeAt?: number;
	/** The first balance that was read after the end, and when. */
	readonly after?: number;
	readonly readAt?: number;
	/** The cost as the service reports it. */
	readonly reported?: number;
}

/** A balance that is older than this is not the one at a start, in milliseconds. */
export const freshMs = 5 * 60_000;
/** A balance that is read later than this after an end shows little of its cost, in milliseconds. */
export const balanceTrustedMs = 5 * 60_000;
/** Records for the usual cost of a target. */
export const remembered = 500;

/** The target of a start: earlier starts of the same target indicate its cost. */
export type PaidTarget = Pick<Spending, 'kind' | 'targetId'>;

export function targetKey({ kind, targetId }: PaidTarget): string {
	return `${kind} ${targetId}`;
}

/** Returns the expected cost of a record, if known. */
export type Expected = (record: Spending) => number | undefined;

/**
 * Returns whether a start was certainly free, such as a refused one: it took nothing from a balance, and predicts
 * nothing for others.
 */
export function isFree({ reported }: Spending): boolean {
	return reported === 0;
}

export function sumOf(values: readonly number[]): number {
	return values.reduce((sum, each) => sum + each, 0);
}

/** Returns the milliseconds from the start to the end; at least one. */
export function lengthOf({ startedAt, endedAt = startedAt }: Spending): number {
	return Math.max(1, endedAt - startedAt);
}
