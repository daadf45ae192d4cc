import assert from 'node:assert/strict';
import { busyDocument } from './busyDocument.ts';
import { until } from './realEngine.ts';
import { engine } from './underTest.ts';

/**
 * A run of someone else; resolves when the engine works on it.
 * @param side of its picture, which decides how long it takes.
 */
export async function foreignRun(side?: number): Promise<string> {
	const { id } = await engine.submit(busyDocument(side));
	await atWork(id);
	return id;
}

export function atWork(id: string): Promise<true> {
	return until(`the engine at work on ${id}`, async () => (await engine.queue()).running.includes(id));
}

/** Ids in the engine's queue other than those given. */
export async function othersThan(...known: readonly string[]): Promise<string[]> {
	const { running, pending } = await engine.queue();
	return [...running, ...pending].filter((id) => !known.includes(id));
}

/** The run of someone else was neither interrupted nor taken out of the queue. */
export async function assertUntouched(id: string): Promise<void> {
	assert.equal((await engine.end(id)).status.status_str, 'success', 'the run of someone else ended well');
}
