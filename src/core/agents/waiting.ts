import * as z from 'zod/mini';
import type { Result } from '../base/failure.ts';
import type { Operation } from '../operations/operation.ts';
import type { Call } from './tool.ts';

/** The parameters that ask a tool to wait. */
export const waitInput = {
	wait_for_completion: z.exactOptional(
		z.boolean().check(z.describe('wait until it has ended, at most timeout_seconds; false without it')),
	),
	timeout_seconds: z.exactOptional(
		z.int().check(z.gte(1), z.lte(3600), z.describe('how long to wait at most; 300 without it')),
	),
};

interface Waiting {
	readonly wait_for_completion?: boolean;
	readonly timeout_seconds?: number;
}

/** Returns the record in place of a failure that leaves its outcome unknown: a call that failed would be made again. */
export async function orUncertain<I, O>(
	call: Call,
	status: Operation<I, O>,
	result: Result<O>,
): Promise<Result<O>> {
	const { record } = result.ok ? {} : result.failure;
	return record === undefined ? result : call.run(status, { id: record.id });
}

/** Returns the state of a record: at its end where that is waited for and comes in time, otherwise as it is. */
export async function stateOf<I, O>(
	call: Call,
	status: Operation<I, O>,
	id: string,
	{ wait_for_completion: wait = false, timeout_seconds: seconds = 300 }: Waiting,
): Promise<Result<O>> {
	const { signal, clock } = call;
	if (!wait || signal.aborted) return call.run(status, { id });
	const { promise: tooLong, resolve } = Promise.withResolvers<undefined>();
	const end = () => resolve(undefined);
	const stop = clock.after(seconds * 1000, end);
	signal.addEventListener('abort', end, { once: true });
	const ended = await Promise.race([call.run(status, { id, wait: true }), tooLong]);
	stop();
	signal.removeEventListener('abort', end);
	return ended ?? call.run(status, { id });
}
