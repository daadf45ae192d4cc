import { isArray, isObject, type Json, type JsonObject, member } from '../../../core/json/value.ts';
import type { EngineClient } from './client.ts';

/** The state of a run on the engine. `gone`: the engine does not know it. */
type RunPlace =
	| { readonly state: 'ended'; readonly entry: JsonObject }
	| { readonly state: 'running' }
	| { readonly state: 'pending'; readonly othersRun: boolean }
	| { readonly state: 'gone' };

/** Looks for a run in history and queue. A run that moves from one to the other between two calls is found in the end. */
export async function queuePlaceOf(
	client: EngineClient,
	id: string,
	signal?: AbortSignal,
): Promise<RunPlace> {
	const before = await entryOf(client, id, signal);
	if (before !== undefined) return { state: 'ended', entry: before };
	const queue = await client.read('/queue', signal);
	const running = idsOf(queue, 'queue_running');
	if (running.includes(id)) return { state: 'running' };
	if (idsOf(queue, 'queue_pending').includes(id)) return { state: 'pending', othersRun: running.length > 0 };
	const after = await entryOf(client, id, signal);
	return after === undefined ? { state: 'gone' } : { state: 'ended', entry: after };
}

/**
 * Removes a run from the queue, or interrupts it while it is running and nothing else is. An engine older than 0.3.57
 * interrupts any running prompt, so it is called only while the run is seen running.
 */
export async function stopRun(client: EngineClient, id: string): Promise<void> {
	const seen = await queuePlaceOf(client, id);
	if (seen.state === 'pending') await client.post('/queue', { delete: [id] });
	const now = seen.state === 'pending' ? await queuePlaceOf(client, id) : seen;
	if (now.state === 'running') await client.post('/interrupt', { prompt_id: id });
}

async function entryOf(
	client: EngineClient,
	id: string,
	signal?: AbortSignal,
): Promise<JsonObject | undefined> {
	const entry = member(await client.read(`/history/${encodeURIComponent(id)}`, signal), id);
	return isObject(entry) ? entry : undefined;
}

function idsOf(queue: Json, name: string): readonly unknown[] {
	const list = member(queue, name);
	return isArray(list) ? list.map((item) => (isArray(item) ? item[1] : undefined)) : [];
}
