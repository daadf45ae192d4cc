/** The time and timers; tests pass their own. */
export interface Clock {
	/** Returns milliseconds since 1970. */
	now(): number;
	/** Calls back once after `ms`, of any length; returns a function that cancels it. */
	after(ms: number, callback: () => void): () => void;
}

/** Resolves after `ms`, or once the signal has aborted. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const done = () => {
			cancel();
			signal?.removeEventListener('abort', done);
			resolve();
		};
		const cancel = clock.after(ms, done);
		signal?.addEventListener('abort', done);
		if (signal?.aborted) done();
	});
}

/** Resolves with the value of a promise, or with undefined after `ms`. */
export function soon<T>(clock: Clock, promise: Promise<T>, ms: number): Promise<T | undefined> {
	const { promise: late, resolve } = Promise.withResolvers<undefined>();
	return Promise.race([promise, late]).finally(clock.after(ms, () => resolve(undefined)));
}

/** Node fires a longer timer immediately. */
const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
	now: Date.now,
	after(ms, callback) {
		let timer: NodeJS.Timeout;
		const wait = (leftMs: number) => {
			const nowMs = Math.min(leftMs, longestTimerMs);
			timer = setTimeout(() => (leftMs > nowMs ? wait(leftMs - nowMs) : callback()), nowMs);
		};
		wait(ms);
		return () => clearTimeout(timer);
	},
};
