import type { Dispatcher } from 'undici';
import type { Failure } from '../base/failure.ts';
import { FailureError } from './networkErrors.ts';

/** The clock of one call. */
interface Deadline {
	/** The pool of the call; it notes when the call gets a connection. */
	readonly dispatcher: Dispatcher;
	/** Aborts after the time; its reason is a `FailureError`. */
	readonly signal: AbortSignal;
	/** Ends the deadline. Call it when the head of the reply has arrived, or the call has failed. */
	end(): void;
}

interface DeadlineOptions {
	/** Milliseconds for everything up to the head of the reply: a free connection, a proxy, certificates, and the answer. */
	readonly ms: number;
	/** True if the time applies only until the call has a connection; the rest has its own limit. */
	readonly untilBegun: boolean;
	/**
	 * Returns the failure for an expired time; `begun` is true if the call had a connection, so that bytes of it may
	 * have been sent.
	 */
	readonly late: (begun: boolean) => Failure;
}

/** Starts the clock of a call. Interim replies do not reset it. */
export function startDeadline(pool: Dispatcher, { ms, untilBegun, late }: DeadlineOptions): Deadline {
	const over = new AbortController();
	let begun = false;
	const timer = setTimeout(() => over.abort(new FailureError(late(begun))), ms);
	const dispatcher = pool.compose((dispatch) => (options, handler) => {
		const start = handler.onRequestStart?.bind(handler);
		handler.onRequestStart = (controller, context) => {
			begun = true;
			if (untilBegun) clearTimeout(timer);
			start?.(controller, context);
		};
		return dispatch(options, handler);
	});
	return { dispatcher, signal: over.signal, end: () => clearTimeout(timer) };
}
