import { setTimeout as pause } from 'node:timers/promises';

/** How long something that must come may take, in milliseconds: a slow computer gets as many seconds as a fast one. */
export const deadlineMs = 60_000;

const intervalMs = 50;

/**
 * Looks again and again until there is a value, and returns it. `undefined`, `false` and an error of the look itself count as
 * not yet. Throws at the deadline with what was waited for and the last error.
 */
export async function until<T>(look: () => Promise<T | false | undefined>, what: string): Promise<T> {
	const end = Date.now() + deadlineMs;
	let last: unknown;
	do {
		try {
			const value = await look();
			if (value !== undefined && value !== false) return value;
		} catch (error) {
			last = error;
		}
		await pause(intervalMs);
	} while (Date.now() < end);
	throw new Error(`Not seen within ${deadlineMs / 1000} s: ${what}.`, { cause: last });
}

/** Whether a wait ended well, for steps that are taken again when it did not. */
export async function happens(promise: Promise<unknown>): Promise<boolean> {
	return promise.then(
		() => true,
		() => false,
	);
}
