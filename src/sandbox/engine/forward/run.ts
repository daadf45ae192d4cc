import { compact } from '../../../core/base/compact.ts';
import { jsonText } from '../../../core/json/exact.ts';
import { isObject, type Json, type JsonObject, member, parseKnownJson } from '../../../core/json/value.ts';
import { type EngineEnding, type EngineJob, isDetached } from '../engine.ts';
import type { RunError } from '../outcome.ts';
import { type EngineClient, NoAnswer } from './client.ts';
import type { NodeInfo } from './declarations.ts';
import { listen, type RunEvents } from './events.ts';
import { lost, parsed, refusal } from './faults.ts';
import { withUploads } from './media.ts';
import { collect } from './outputs.ts';
import { queuePlaceOf, stopRun } from './queue.ts';

/** One engine and its runs in progress. */
export interface EngineHost {
	readonly client: EngineClient;
	readonly nodeInfo: NodeInfo;
	/** Runs that are being stopped; the end of the sandbox waits for them. */
	readonly stopping: Set<Promise<void>>;
	readonly log: (line: string) => void;
}

/** The engine's reply to a document that it accepted, or the reason why it did not. */
type Reply = { readonly nodeErrors: JsonObject } | { readonly error: RunError };

/**
 * Runs a job under its own id. A cancel stops it on the engine in any state; nothing is interrupted otherwise. Does not
 * throw.
 */
export async function runOn(host: EngineHost, job: EngineJob): Promise<EngineEnding> {
	const workflow = parseKnownJson(job.document) as JsonObject;
	const events = await listen(
		host.client,
		job.id,
		(nodeId) => member(member(workflow, nodeId), 'class_type') === 'SaveImageWebsocket',
	);
	let reply: Promise<Reply> | undefined =
		job.resumed === true ? Promise.resolve({ nodeErrors: {} }) : undefined;
	let ended = false;
	const stop = () => {
		if (ended || reply === undefined || isDetached(job.signal)) return;
		stopLater(host, job.id, reply);
	};
	job.signal.addEventListener('abort', stop, { once: true });
	try {
		let nodeErrors: JsonObject = {};
		const known =
			job.resumed === true && (await queuePlaceOf(host.client, job.id, job.signal)).state !== 'gone';
		if (!known) {
			const prepared = await withUploads(host.client, await host.nodeInfo.declarations(), workflow, job);
			job.signal.throwIfAborted();
			if ('error' in prepared) return { state: 'failed', error: prepared.error, busyMs: 0 };
			reply = submit(host.client, prepared.workflow, job);
			const answer = await reply;
			if ('error' in answer) return { state: 'failed', error: answer.error, busyMs: 0 };
			nodeErrors = answer.nodeErrors;
		}
		const ending = await follow(host.client, job, events);
		if (ending.state === 'failed' || Object.keys(nodeErrors).length === 0) return ending;
		return { ...ending, nodeErrors };
	} catch (error) {
		const details = `The engine at ${host.client.host} could not be used: ${error instanceof Error ? error.message : String(error)}.`;
		return { state: 'failed', error: lost(details), busyMs: 0 };
	} finally {
		// After an abort the listener has been called already.
		ended = true;
		events.close();
	}
}

/** Stops a run after the engine has answered to its document: before, it may not know a run with that id. */
export function stopLater(host: EngineHost, id: string, reply?: Promise<Reply>): void {
	const work = stopAfter(host, id, reply);
	host.stopping.add(work);
	void work.finally(() => host.stopping.delete(work));
}

async function stopAfter(host: EngineHost, id: string, reply: Promise<Reply> | undefined): Promise<void> {
	try {
		const answer = await reply?.catch(() => undefined);
		if (answer === undefined || !('error' in answer)) await stopRun(host.client, id);
	} catch (error) {
		host.log(
			`the run ${id} could not be stopped on the engine: ${error instanceof Error ? error.message : String(error)}`,
		);
	}
}

/**
 * Submits a document. The call is not canceled with the job: only an engine that has answered can be asked to stop the
 * run.
 */
async function submit(client: EngineClient, workflow: JsonObject, job: EngineJob): Promise<Reply> {
	const body = jsonText({
		prompt: workflow,
		prompt_id: job.id,
		client_id: job.id,
		extra_data: job.extraData === undefined ? {} : forEngine(job.extraData),
		...compact({ partial_execution_targets: job.targets }),
	});
	const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
	try {
		const reply = await client.send('/prompt', init, client.times.longCall);
		return answerOf(reply.ok, await reply.text());
	} catch (error) {
		// The reply was lost; the document may have arrived.
		const place = await queuePlaceOf(client, job.id).catch(() => undefined);
		if (place === undefined) throw error;
		if (place.state !== 'gone') return { nodeErrors: {} };
		if (!(error instanceof NoAnswer) || error.silent) throw error;
		const reply = await client.send('/prompt', init, client.times.longCall);
		return answerOf(reply.ok, await reply.text());
	}
}

function answerOf(good: boolean, text: string): Reply {
	if (!good) return { error: refusal(text) };
	const nodeErrors = member(parsed(text), 'node_errors');
	return { nodeErrors: isObject(nodeErrors) ? nodeErrors : {} };
}

/** Returns the names under which an engine reads credentials and leaves them out of its history. */
export function forEngine(extraData: JsonObject): JsonObject {
	const { api_key_partner_org: key, ...rest } = extraData as Record<string, Json>;
	return key === undefined
		? extraData
		: { ...rest, api_key_comfy_org: member(extraData, 'api_key_comfy_org') ?? key };
}

/** Waits until the run has ended, or until it is certain or likely that it never will. */
async function follow(client: EngineClient, job: EngineJob, events: RunEvents): Promise<EngineEnding> {
	const { times } = client;
	const fail = (details: string): EngineEnding => ({ state: 'failed', error: lost(details), busyMs: 0 });
	let failingSince: number | undefined;
	let idleSince: number | undefined;
	for (;;) {
		try {
			const place = await queuePlaceOf(client, job.id, job.signal);
			failingSince = undefined;
			if (place.state === 'ended') return await collect(client, place.entry, events.pictures, job.signal);
			if (place.state === 'gone') return fail(forgotten(client.host));
			const idle = place.state === 'running' ? events.complete && !events.working : !place.othersRun;
			idleSince = idle ? (idleSince ?? performance.now()) : undefined;
			if (idleSince !== undefined && performance.now() - idleSince > times.idleWorker)
				return fail(noWorker(client.host));
		} catch (error) {
			job.signal.throwIfAborted();
			if (!(error instanceof NoAnswer)) throw error;
			failingSince ??= performance.now();
			if (performance.now() - failingSince > (error.silent ? times.silent : times.refused)) throw error;
		}
		await events.next(times.look, job.signal);
		job.signal.throwIfAborted();
	}
}

function forgotten(host: string): string {
	return `The engine at ${host} no longer knows this run: it was restarted, or its queue was cleared. Run it again.`;
}

function noWorker(host: string): string {
	return `The engine at ${host} took the run and does not begin to work on it; its worker has probably ended. Restart the engine, then run it again.`;
}
