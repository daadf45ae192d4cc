import type { Failure } from '../base/failure.ts';

/** The rules for repeating a call. Times in milliseconds. */
export interface RetryPolicy {
	/** Calls in all, the first included. */
	readonly attempts: number;
	readonly baseMs: number;
	readonly capMs: number;
	/** A longer `Retry-After` is handed to the caller instead of being waited for. */
	readonly longestWaitMs: number;
	/** Returns a random number from 0 to 1; replaced in tests. */
	readonly random: () => number;
}

export const defaultRetryPolicy: RetryPolicy = {
	attempts: 4,
	baseMs: 300,
	capMs: 8000,
	longestWaitMs: 30_000,
	random: Math.random,
};

/**
 * Returns the milliseconds to wait before a failed call is repeated, with full jitter; `undefined` if it must not be. An unsafe call is
 * repeated only if it certainly had no effect: no byte left, or 429.
 */
export function retryDelay(
	failure: Failure,
	attempt: number,
	safe: boolean,
	policy: RetryPolicy,
): number | undefined {
	if (attempt + 1 >= policy.attempts) return undefined;
	if (!(safe ? isPassing(failure) : didNothing(failure))) return undefined;
	const asked = failure.retryAfterMs ?? 0;
	return asked > policy.longestWaitMs ? undefined : Math.max(jitter(attempt, policy), asked);
}

/** Returns milliseconds to wait, by chance and more with each attempt. */
export function jitter(attempt: number, policy: RetryPolicy): number {
	return policy.random() * Math.min(policy.capMs, policy.baseMs * 2 ** attempt);
}

/** Returns whether a failure may not recur at the next call. */
export function isPassing(failure: Failure): boolean {
	if (failure.kind === 'certificate' || failure.kind === 'canceled') return false;
	if (failure.isFromBetween) return true;
	if (failure.status !== undefined && failure.status >= 400) {
		return [408, 425, 429].includes(failure.status) || failure.status >= 500;
	}
	return ['network', 'timeout', 'upstream', 'rateLimited'].includes(failure.kind) || isGarbled(failure);
}

/** Returns whether a reply is garbled: an unreadable 2xx was most likely truncated in transit. */
function isGarbled(failure: Failure): boolean {
	return failure.kind === 'protocol' && failure.status !== undefined && failure.status < 300;
}

function didNothing(failure: Failure): boolean {
	if (failure.status === 429) return true;
	return failure.mayHaveArrived === false && (failure.kind === 'network' || failure.kind === 'timeout');
}

/** The longest wait that a service can ask for: an hour. Beyond that the header is a mistake, and no timer takes it. */
const longestRetryAfterMs = 3_600_000;

/** Returns the milliseconds that a `Retry-After` header asks for (seconds or an HTTP date), at most an hour. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
	const text = header?.trim();
	if (text === undefined || text === '') return undefined;
	if (/^\d+(\.\d+)?$/.test(text)) return Math.min(longestRetryAfterMs, Math.round(Number(text) * 1000));
	const date = Date.parse(text);
	return Number.isNaN(date) ? undefined : Math.min(longestRetryAfterMs, Math.max(0, date - now));
}
