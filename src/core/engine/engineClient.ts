import * as l10n from '@vscode/l10n';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { route, routeParts } from '../connection/route.ts';
import type { RouteName } from '../connection/routes.ts';
import type { RouteCall } from '../http/call.ts';
import { maskSecrets } from '../http/mask.ts';
import { formBody, type StreamBody } from '../http/requestBody.ts';
import type { Service, TransportReply } from '../http/transport.ts';
import { memberOf, recordOf, textOf } from '../json/fields.ts';
import { readJson } from '../json/tolerant.ts';
import type { OutputFile } from '../requests/request.ts';
import {
	type EngineQueue,
	type EngineSystem,
	type HistoryEntry,
	type PromptReply,
	parseHistory,
	parseNames,
	parsePromptReply,
	parseQueue,
	parseSystem,
} from './parseReplies.ts';

/* The calls of the user's own node-graph engine (spec/engine.md). `prompt_id`s are chosen by the caller. */

/** Node info of many packs takes tens of megabytes and millions of values. */
const largestNodeInfo = { replyBytes: 256 * 1024 * 1024, replyValues: 50_000_000 } as const;
/** Each entry of queue and history contains a whole document. */
const largestReply = 128 * 1024 * 1024;
/** Milliseconds to wait for answers that an engine has ready: only one that is stuck takes longer. */
const answerMs = 15_000;
/** A large document is checked before the reply comes. */
const submitMs = 120_000;

/** A file on the engine, as its replies name it. `type` is `output`, `input` or `temp`. */
export type EngineFile = Pick<OutputFile, 'filename' | 'subfolder' | 'type'>;

/** Asks for the version, and for devices and their memory. */
export async function systemStats(service: Service, signal?: AbortSignal): Promise<Result<EngineSystem>> {
	const reply = await get(service, 'engineSystem', { signal });
	if (!reply.ok) return reply;
	const system = parseSystem(reply.value);
	return system === undefined ? failed(notAnEngine(service)) : success(system);
}

/**
 * Requests the node info of the engine, as received, with the token of the sign-in removed in case it is repeated: it
 * is kept on disk.
 */
export async function objectInfo(service: Service): Promise<Result<string>> {
	const reply = await send(service, 'engineNodeInfo', { method: 'GET', ...largestNodeInfo });
	return reply.ok ? success(maskSecrets(reply.value.text, service.transport.secrets())) : reply;
}

/** Asks for the names of the folders that models can be in, such as `checkpoints`. */
export async function modelFolders(service: Service): Promise<Result<readonly string[]>> {
	const reply = await get(service, 'engineModelFolders');
	return reply.ok ? success(parseNames(reply.value)) : reply;
}

/** Asks for the files in one of the folders of models; empty for a folder that the engine does not know. */
export async function modelsIn(service: Service, folder: string): Promise<Result<readonly string[]>> {
	const reply = await get(service, 'engineModels', { ids: { folder } });
	if (reply.ok) return success(parseNames(reply.value));
	return reply.failure.kind === 'notFound' ? success([]) : reply;
}

/** Requests the running and waiting prompts, including those of others. */
export async function queue(service: Service, signal?: AbortSignal): Promise<Result<EngineQueue>> {
	const reply = await get(service, 'engineQueue', { signal });
	if (!reply.ok) return reply;
	const parsed = parseQueue(reply.value);
	return parsed === undefined ? failed(notAnEngine(service)) : success(parsed);
}

/** Requests the outcome of a prompt; undefined while it waits or runs, and for an unknown one. */
export async function history(
	service: Service,
	promptId: string,
	signal?: AbortSignal,
): Promise<Result<HistoryEntry | undefined>> {
	const reply = await get(service, 'engineHistory', { ids: { promptId }, signal });
	if (!reply.ok) return reply;
	if (recordOf(reply.value) === undefined) return failed(notAnEngine(service));
	return success(parseHistory(reply.value, promptId));
}

/**
 * Submits a document to the queue. `bodyText` is the JSON text of the whole body, sent unchanged. A refusal is a value
 * with `accepted: false`; a failure is one of the transport.
 */
export async function prompt(service: Service, bodyText: string): Promise<Result<PromptReply>> {
	const reply = await send(service, 'enginePrompt', {
		method: 'POST',
		body: bodyText,
		answers: [400, 500],
		headersTimeoutMs: submitMs,
	});
	if (!reply.ok) return reply;
	const { status, text } = reply.value;
	return success(parsePromptReply(status, text));
}

/** Removes waiting prompts from the queue; unknown ids are harmless. */
export function deletePending(service: Service, promptIds: readonly string[]): Promise<Result<undefined>> {
	return post(service, 'engineQueue', { delete: promptIds });
}

/** Stops a prompt if it is running. Engines before 0.3.57 ignore the prompt and stop any run. */
export function interrupt(service: Service, promptId: string): Promise<Result<undefined>> {
	return post(service, 'engineInterrupt', { prompt_id: promptId });
}

/** Tells the engine to unload models, and to clear its computed results, as soon as it is idle. */
export function free(service: Service): Promise<Result<undefined>> {
	return post(service, 'engineFree', { unload_models: true, free_memory: true });
}

/**
 * Uploads a file into a subfolder of the input folder and returns the value by which loaders identify it
 * (`subfolder/name`). An existing file with the same name and bytes is reused; with other bytes the engine chooses
 * another name.
 */
export async function uploadInput(
	service: Service,
	file: { readonly name: string; readonly subfolder: string; readonly body: StreamBody },
): Promise<Result<string>> {
	const body = formBody([
		{ name: 'image', fileName: file.name, body: file.body },
		{ name: 'type', value: 'input' },
		{ name: 'subfolder', value: file.subfolder },
	]);
	const reply = await send(service, 'engineUpload', { method: 'POST', body });
	if (!reply.ok) return reply;
	const record = recordOf(readJson(reply.value.text));
	const name = textOf(memberOf(record, 'name'));
	if (name === undefined) return failed(notAnEngine(service));
	const subfolder = textOf(memberOf(record, 'subfolder'));
	return success(subfolder === undefined ? name : `${subfolder}/${name}`);
}

/** Returns the address of the bytes of a file. */
export function viewUrl(service: Service, { filename, subfolder, type }: EngineFile): string {
	return `${addressOf(service, 'engineView')}?${new URLSearchParams({ filename, subfolder, type })}`;
}

/** Returns the address of the event stream for a client id. */
export function eventsUrl(service: Service, clientId: string): string {
	const url = new URL(addressOf(service, 'engineEvents'));
	url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
	url.searchParams.set('clientId', clientId);
	return url.href;
}

function addressOf({ connection }: Service, name: RouteName): string {
	const { api, path } = routeParts(connection, name);
	return `${api}${path}`;
}

async function send(
	service: Service,
	name: RouteName,
	{ ids, ...request }: Omit<RouteCall, 'query'>,
): Promise<Result<TransportReply>> {
	const url = route(service.connection, name, ids);
	if (!url.ok) return url;
	const reply = await service.transport.send({ ...request, url: url.value });
	return reply.ok || reply.failure.kind !== 'auth' ? reply : failed(notLetIn(service, reply.failure));
}

/**
 * Returns the failure for an engine that requires a token: it has no accounts itself, so the server in front of it
 * asks.
 */
function notLetIn({ connection }: Service, failure: Failure): Failure {
	return {
		...failure,
		message: l10n.t(
			'The server in front of {0} requires a token, or does not accept the one that was sent.',
			connection.name,
		),
		nextStep: l10n.t('Use the command "Easel: Set Token of the Engine", then try again.'),
	};
}

async function get(
	service: Service,
	name: RouteName,
	options: Pick<RouteCall, 'ids' | 'signal'> = {},
): Promise<Result<unknown>> {
	const limits = { replyBytes: largestReply, headersTimeoutMs: answerMs };
	const reply = await send(service, name, { method: 'GET', ...limits, ...options });
	return reply.ok ? success(readJson(reply.value.text)) : reply;
}

/** Posts a call that may safely be repeated. */
async function post(service: Service, name: RouteName, body: object): Promise<Result<undefined>> {
	const call = { method: 'POST', body: JSON.stringify(body), safeToRepeat: true } as const;
	const reply = await send(service, name, call);
	return reply.ok ? success(undefined) : reply;
}

function notAnEngine({ connection }: Service): Failure {
	return {
		kind: 'protocol',
		message: l10n.t('The server at {0} is not an engine that Easel supports.', connection.baseUrl),
		nextStep: l10n.t('Check the address of the connection in the settings.'),
		fixer: 'you',
	};
}
