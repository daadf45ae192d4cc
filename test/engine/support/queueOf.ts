import assert from 'node:assert/strict';
import { busyDocument } from './busyDocument.ts';
import { until } from './realEngine.ts';
import { engine } from './underTest.ts';

/** Starts a run of another user; resolves when the engine works on it. */
export async function foreignRun(): Promise<string> {
	const { id } = await engine.submit(busyDocument());
	await atWork(id);
	return id;
}

export function atWork(id: string): Promise<true> {
	return until(`the engine at work on ${id}`, async () => (await engine.queue()).running.includes(id));
}

/** Returns ids in the engine's queue other than those given. */
export async function othersThan(...known: readonly string[]): Promise<string[]> {
	const { running, pending } = await engine.queue();
	return [...running, ...pending].filter((id) => !known.includes(id));
}

/** Asserts that the run of another user was neither interrupted nor removed from the queue. */
export async function assertUntouched(id: string): Promise<void> {
	assert.equal((await engine.end(id)).status.status_str, 'success', 'the run of someone else ended well');
}
