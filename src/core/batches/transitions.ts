import { compact } from '../base/compact.ts';
import {
	type Batch,
	type BatchCaps,
	type BatchCounts,
	batchCanContinue,
	batchHasEnded,
	endedItems,
} from './batch.ts';
import { hourMs } from './itemCost.ts';
import { costNotice, failuresNotice, unknownCostNotice } from './notices.ts';
import type { ItemState } from './work.ts';

/* Every change of a batch. Pure, and each may be applied twice or late. */

export interface ItemsSeen {
	readonly counts: BatchCounts;
	readonly costMicrodollars: number;
	/** Items with a cost reported by the service, and successful ones without one. */
	readonly withCost: number;
	readonly withoutCost: number;
	/** Milliseconds of the ended items without a reported cost. */
	readonly msWithoutCost: number;
}

/** Returns the totals of the items that were handed over. `refused` are those that the service does not accept. */
export function sumOf(states: Iterable<ItemState>, refused: number): ItemsSeen {
	const counts = { moving: 0, succeeded: 0, failed: refused, canceled: 0, uncertain: 0 };
	let costMicrodollars = 0;
	let withCost = 0;
	let withoutCost = 0;
	let msWithoutCost = 0;
	for (const { state, costMicrodollars: cost, ms = 0 } of states) {
		if (state === 'unsent') continue;
		counts[state]++;
		costMicrodollars += cost ?? 0;
		if (cost === undefined) msWithoutCost += ms;
		if (cost !== undefined) withCost++;
		else if (state === 'succeeded') withoutCost++;
	}
	return { counts, costMicrodollars, withCost, withoutCost, msWithoutCost };
}

/** Returns the batch with the current state of its items; it has ended if no item is left. */
export function withItems(
	batch: Batch,
	{ counts, costMicrodollars }: Pick<ItemsSeen, 'counts' | 'costMicrodollars'>,
	now: number,
): Batch {
	if (batchHasEnded(batch)) return batch;
	const seen = { ...batch, counts, costMicrodollars };
	if (batch.state === 'canceling' && counts.moving === 0) return ended(seen, 'canceled', now);
	return endedItems(seen) >= batch.count ? ended(seen, 'ended', now) : seen;
}

/** Returns the paused batch: nothing more is sent until a person continues it. `notice` has the reason; absent if a person paused it. */
export function paused(batch: Batch, notice?: string): Batch {
	if (batch.state !== 'running') return batch;
	const { notice: _, ...rest } = batch;
	return { ...rest, state: 'paused', ...compact({ notice }) };
}

/** Returns the batch after a person has continued it, perhaps with other caps; absent caps no longer apply. */
export function continued(batch: Batch, terms: BatchCaps & Pick<Batch, 'mayPassLimit'>): Batch {
	if (!batchCanContinue(batch)) return batch;
	const { notice: _, pauseSaid: __, maxFailures: ___, maxMicrodollars: ____, ...rest } = batch;
	return { ...rest, ...terms, failedBefore: batch.counts.failed, state: 'running' };
}

/** Returns whether the person is still to be notified of its automatic pause. */
export function isPauseUnreported({ state, notice, pauseSaid }: Batch): boolean {
	return state === 'paused' && notice !== undefined && pauseSaid !== true;
}

/** Returns the batch after a person was notified of the reason for its pause. */
export function withPauseReported(batch: Batch): Batch {
	return isPauseUnreported(batch) ? { ...batch, pauseSaid: true } : batch;
}

/** Returns the batch after a person has canceled it; its moving items are canceled one by one. */
export function canceling(batch: Batch): Batch {
	if (batchHasEnded(batch)) return batch;
	const { notice: _, ...rest } = batch;
	return { ...rest, state: 'canceling' };
}

/** Returns the batch with an item that the service refuses. */
export function withRefused(batch: Batch, item: number): Batch {
	return batch.refused.includes(item) ? batch : { ...batch, refused: [...batch.refused, item] };
}

/** Returns the batch with a sentence about trouble that passes, or without one. */
export function withNotice(batch: Batch, notice: string | undefined): Batch {
	if (batch.state !== 'running') return batch;
	const { notice: _, ...rest } = batch;
	return notice === undefined ? rest : { ...rest, notice };
}

/** Returns a batch that can no longer be continued. */
export function gone(batch: Batch, notice: string, now: number): Batch {
	return batchHasEnded(batch) ? batch : { ...ended(batch, 'ended', now), notice };
}

function ended(batch: Batch, state: 'ended' | 'canceled', now: number): Batch {
	const { notice: _, ...rest } = batch;
	return { ...rest, state, endedAt: now };
}

/**
 * Returns the number of items that may move now within the caps, or the sentence with which the batch pauses. While the
 * cost of an item is unknown, a limit lets only one move. `inTheAir` is the number of items being sent.
 */
export function capReached(
	{
		maxFailures,
		failedBefore = 0,
		maxMicrodollars,
		microdollarsPerHour,
	}: Pick<Batch, 'maxFailures' | 'failedBefore' | 'maxMicrodollars' | 'microdollarsPerHour'>,
	{ counts, costMicrodollars, withCost, withoutCost, msWithoutCost }: ItemsSeen,
	inTheAir: number,
): number | string {
	const failures = counts.failed - failedBefore;
	if (maxFailures !== undefined && failures >= maxFailures) return failuresNotice(failures);
	if (maxMicrodollars === undefined) return Number.POSITIVE_INFINITY;
	if (withCost + withoutCost === 0) return 1;
	if (withCost === 0 && microdollarsPerHour === undefined) return unknownCostNotice(maxMicrodollars);
	const isEstimated = microdollarsPerHour !== undefined;
	const cost = costMicrodollars + ((microdollarsPerHour ?? 0) * msWithoutCost) / hourMs;
	const each = cost / (isEstimated ? withCost + withoutCost : withCost);
	const possible = each === 0 ? Number.POSITIVE_INFINITY : Math.floor((maxMicrodollars - cost) / each);
	return possible < 1 && counts.moving + inTheAir === 0 ? costNotice(maxMicrodollars) : Math.max(0, possible);
}
