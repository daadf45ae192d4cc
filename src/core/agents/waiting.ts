import type * as z from 'zod/mini';
import type { Result } from '../base/failure.ts';
import { optionalFlag, optionalInteger } from '../operations/members.ts';
import type { Operation } from '../operations/operation.ts';
import type { Call } from './tool.ts';

export const waitInput = {
	wait_for_completion: optionalFlag('wait for the end; the answer may come earlier: call again then'),
	timeout_seconds: optionalInteger(1, 3600, '300 without it'),
};
type Waiting = z.output<z.ZodMiniObject<typeof waitInput>>;

/** Returns the record in place of a failure with an unknown outcome: a client would repeat a failed call. */
export async function orUncertain<I, O>(
	call: Call,
	status: Operation<I, O>,
	result: Result<O>,
): Promise<Result<O>> {
	if (result.ok) return result;
	const { record, mayHaveArrived } = result.failure;
	return record === undefined || mayHaveArrived === false ? result : call.run(status, { id: record.id });
}

/**
 * Returns the state of a record: at its end if that is awaited and reached in time, otherwise the current one. A client
 * without progress is answered before it times out.
 */
export async function stateOf<I, O>(
	call: Call,
	status: Operation<I, O>,
	id: string,
	{ wait_for_completion: wait = false, timeout_seconds: seconds = 300 }: Waiting,
): Promise<Result<O>> {
	if (!wait) return call.run(status, { id });
	const { caller, clock } = call;
	const longest = Math.max(0, Math.min(seconds * 1000, caller.patience() ?? Number.POSITIVE_INFINITY));
	const over = new AbortController();
	const stop = clock.after(longest, () => over.abort());
	const left = AbortSignal.any([caller.signal, over.signal]);
	left.addEventListener('abort', stop, { once: true });
	if (left.aborted) stop();
	try {
		return await call.run(status, { id, wait }, left);
	} finally {
		stop();
	}
}
