import { randomUUID } from 'node:crypto';
import { compact } from '../../core/base/compact.ts';
import { jsonText, numberOf, parseJson } from '../../core/json/exact.ts';
import {
	isArray,
	isObject,
	type JsonObject,
	jsonDepth,
	member,
	parseKnownJson,
	stringOf,
} from '../../core/json/value.ts';
import type { Engine } from '../engine/engine.ts';
import type { DirectPrompts } from '../requests/directPrompts.ts';
import { shownExtraData } from '../requests/directPrompts.ts';
import type { Requests } from '../requests/records.ts';
import type { EngineCall } from './live.ts';

const canonicalId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The deepest nesting of a document, as for the bodies of the service. */
const deepest = 1000;

/** Answers `POST prompt`: checks a document as the engine does and queues it on the instance. */
export async function postPrompt(
	call: EngineCall,
	engine: Engine,
	prompts: DirectPrompts,
): Promise<Response> {
	const { context, instance, state } = call;
	const body = await readObject(call);
	if (body === undefined) return serverError(call);
	const document = member(body, 'prompt');
	if (document === undefined) return refused(call, 'no_prompt', 'No prompt provided');
	if (!isObject(document)) return serverError(call);
	const sentId = member(body, 'prompt_id') ?? undefined;
	if (sentId !== undefined && (typeof sentId !== 'string' || !canonicalId.test(sentId))) {
		return refused(call, 'invalid_prompt_id', 'The prompt_id must be a UUID in lower case with hyphens');
	}
	const list = member(body, 'partial_execution_targets');
	const targets = isArray(list) ? list.map(String) : undefined;
	const verdict = await engine.validate(document, instance.uploads, targets);
	if (verdict?.ok === false) {
		return context.json({ error: verdict.error, node_errors: verdict.nodeErrors }, 400);
	}
	const count = state.submitted++;
	const number = numberOf(member(body, 'number')) ?? (member(body, 'front') === true ? -count : count);
	const extraData = member(body, 'extra_data');
	const id = sentId ?? randomUUID();
	prompts.submit(instance, state, {
		id,
		number,
		document: jsonText(document),
		extraData: isObject(extraData) ? extraData : undefined,
		outputs: verdict?.outputs ?? [],
		...compact({ targets }),
	});
	return context.json({ prompt_id: id, number, node_errors: verdict?.nodeErrors ?? {} });
}

/** Answers `POST interrupt`: stops the current run of the instance, or only the run that the body names. */
export async function interrupt(call: EngineCall, prompts: DirectPrompts): Promise<Response> {
	const id = member(await readObject(call, true), 'prompt_id');
	prompts.interrupt(call.instance, call.state, stringOf(id));
	return call.context.body(null, 200);
}

/** Answers `GET queue`: the running and waiting runs of the instance. Requests that wait in the queue of the service are not there. */
export function queue({ context, instance, state }: EngineCall, requests: Requests): Response {
	const item = ({ number, id, document, extraData, outputs }: (typeof state.pending)[number]) => [
		number,
		id,
		parseKnownJson(document),
		shownExtraData(extraData),
		outputs,
	];
	const running = state.running === undefined ? [] : [item(state.running.prompt)];
	const request = instance.busyWith === undefined ? undefined : requests.get(instance.busyWith);
	if (request !== undefined) {
		running.push([request.number, request.id, parseKnownJson(requests.document(request.id)), {}, []]);
	}
	return exact(context, { queue_running: running, queue_pending: state.pending.map(item) });
}

/** Answers `POST queue`: takes prompts that wait out of the queue of the instance. */
export async function changeQueue(call: EngineCall): Promise<Response> {
	const change = await readChange(call);
	if (change === undefined) return serverError(call);
	const { pending } = call.state;
	const left = pending.filter(({ id }) => !change.clear && !change.ids.has(id));
	pending.splice(0, pending.length, ...left);
	return call.context.body(null, 200);
}

/** Answers `POST history`: forgets ended runs. The service still knows its requests. */
export async function changeHistory(call: EngineCall, requests: Requests): Promise<Response> {
	const change = await readChange(call);
	if (change === undefined) return serverError(call);
	const { done, hidden } = call.state;
	if (change.clear) {
		for (const { id, finishedAt } of requests.ofInstance(call.instance.id))
			if (finishedAt !== undefined) hidden.add(id);
	}
	for (const id of change.ids) hidden.add(id);
	const left = done.filter(({ id }) => !change.clear && !change.ids.has(id));
	done.splice(0, done.length, ...left);
	return call.context.body(null, 200);
}

/** Returns a reply with every number in its spelling. */
export function exact(context: EngineCall['context'], body: unknown): Response {
	return context.body(jsonText(body), 200, { 'content-type': 'application/json' });
}

async function readChange(
	call: EngineCall,
): Promise<{ clear: boolean; ids: ReadonlySet<string> } | undefined> {
	const body = await readObject(call);
	if (body === undefined) return undefined;
	const ids = member(body, 'delete');
	return {
		clear: member(body, 'clear') === true,
		ids: new Set(isArray(ids) ? ids.map(String) : []),
	};
}

/** Returns the body as an object; undefined if the engine would fail on it. */
async function readObject({ context }: EngineCall, mayBeEmpty = false): Promise<JsonObject | undefined> {
	const text = await context.req.text();
	if (mayBeEmpty && text === '') return {};
	if (jsonDepth(text, deepest + 1) > deepest) return undefined;
	const parsed = parseJson(text);
	return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

/** Returns the engine's answer to a body that it cannot read. */
function serverError({ context }: EngineCall): Response {
	return context.text('500 Internal Server Error\n\nServer got itself in trouble', 500);
}

function refused({ context }: EngineCall, type: string, message: string): Response {
	const error = { type, message, details: message, extra_info: {} };
	return context.json({ error, node_errors: {} }, 400);
}
