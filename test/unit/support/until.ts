import { setTimeout as pause } from 'node:timers/promises';

/** Less than the time limit of a test, so that the failure names the awaited condition. */
const deadlineMs = 55_000;
const intervalMs = 2;

/** Looks again and again until `check` gives a value, and returns it; fails with `what` when it never does. */
export async function until<T>(what: string, check: () => T | undefined | false): Promise<T> {
	const end = performance.now() + deadlineMs;
	for (;;) {
		const value = check();
		if (value !== undefined && value !== false) return value;
		if (performance.now() > end) throw new Error(`This never came: ${what}`);
		await pause(intervalMs);
	}
}
