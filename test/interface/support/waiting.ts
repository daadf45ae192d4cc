import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';

/** Milliseconds that something that must come may take: a slow computer gets as many seconds as a fast one. */
export const deadlineMs = 120_000;

const intervalMs = 50;
const firstPatienceMs = 5000;

/**
 * Calls `look` repeatedly until there is a value, and returns it. `undefined`, `false` and an error count as not yet.
 * Throws at the deadline with the awaited condition and the last error.
 * A function that takes a step which may fail, such as opening a list, gets the milliseconds after which the step
 * counts as failed. They grow with the elapsed time, so that a slow computer is not interrupted forever.
 */
export async function until<T>(
	look: (patience: number) => Promise<T | false | undefined>,
	what: string,
): Promise<T> {
	const start = Date.now();
	let last: unknown;
	do {
		try {
			const value = await look(Math.max(firstPatienceMs, (Date.now() - start) / 2));
			if (value !== undefined && value !== false) return value;
		} catch (error) {
			last = error;
		}
		await pause(intervalMs);
	} while (Date.now() - start < deadlineMs);
	const why = last instanceof Error ? ` The last look failed: ${last.message}` : '';
	throw new Error(`Not seen within ${deadlineMs / 1000} s: ${what}.${why}`, { cause: last });
}

/**
 * Takes a step until its outcome is visible: a click is lost on elements that are being drawn again. Not for steps that
 * may be taken only once.
 */
export async function leadsTo(
	outcome: Locator,
	act: (patience: number) => Promise<unknown>,
	what: string,
): Promise<void> {
	await until(async (patience) => {
		if (await outcome.isVisible()) return true;
		await act(patience);
		return happens(outcome.waitFor({ timeout: patience }));
	}, what);
}

/** Returns whether a wait succeeded, for steps that are repeated if it did not. */
export async function happens(promise: Promise<unknown>): Promise<boolean> {
	return promise.then(
		() => true,
		() => false,
	);
}

/** One step of a test that is a story, where each step needs the previous one; a failure names its step. */
export async function step(title: string, act: () => Promise<void>): Promise<void> {
	try {
		await act();
	} catch (error) {
		if (error instanceof Error) error.message = `In the step "${title}": ${error.message}`;
		throw error;
	}
}
