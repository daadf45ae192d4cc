import type { Failure } from './failure.ts';

/** Returns the failure of something that the person, or the end of the window, has stopped; it is never shown. */
export function canceledFailure(): Failure {
	return { kind: 'canceled', message: 'The call was canceled.', nextStep: '', fixer: 'nobody' };
}

/** Waits for a promise; resolves with `undefined` once the signal has aborted. */
export function unlessAborted<T>(
	promise: Promise<T>,
	signal: AbortSignal | undefined,
): Promise<T | undefined> {
	if (signal === undefined) return promise;
	return new Promise((resolve, reject) => {
		const stop = () => resolve(undefined);
		signal.addEventListener('abort', stop);
		promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
		if (signal.aborted) stop();
	});
}
