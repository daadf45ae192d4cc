import type { Result } from '../base/failure.ts';
import type { Transfer, TransferLimits } from './transfer.ts';

export type Ending = 'canceled' | 'stopped' | 'stuck';

export interface Job {
	readonly transfer: Transfer<unknown>;
	readonly priority: number;
	readonly order: number;
	readonly ended: PromiseWithResolvers<Result<unknown>>;
	running: AbortController | undefined;
	ending: Ending | undefined;
	slow: boolean;
	/** True if the store contains, or may contain, a part of it. */
	kept: boolean;
	done: number;
	total: number | undefined;
	movedAt: number;
}

/** Returns whether a transfer may start in addition to the open ones. */
export function fits({ transfer }: Job, open: readonly Job[], limits: TransferLimits): boolean {
	const { perOwner, perOrigin } = limits;
	const { parallel } = transfer;
	// A long upload takes no place from the files of a result.
	const counted = open.filter((job) => !job.slow && job.transfer.direction === transfer.direction);
	const of = (same: (other: Transfer<unknown>) => boolean) =>
		counted.filter((job) => same(job.transfer)).length;
	return (
		counted.length < limits.atOnce &&
		of(({ owner }) => owner === transfer.owner) < (parallel ?? perOwner) &&
		of(({ origin }) => origin === transfer.origin) < (parallel ?? perOrigin)
	);
}

/** Returns whether the same limits apply to both. */
export function isAlike(one: Transfer<unknown>, other: Transfer<unknown>): boolean {
	return (
		one.owner === other.owner &&
		one.origin === other.origin &&
		one.direction === other.direction &&
		one.parallel === other.parallel
	);
}
