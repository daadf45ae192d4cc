import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { type Failure, failed, inputFailure, mapped, type Result, success } from '../base/failure.ts';
import { route } from '../connection/route.ts';
import { FailureError } from '../http/networkErrors.ts';
import type { Service, TransportRequest, TransportStream } from '../http/transport.ts';

export interface InstancePlace {
	readonly deploymentId: string;
	readonly instanceId: string;
}

export interface InstanceCall {
	/** The document shows POST only; other methods are in use (wire-facts.md, section 5). */
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** The route with its query, for example `api/free` or `view?filename=a.png&type=output`. */
	readonly path: string;
	/** JSON text, sent unchanged. */
	readonly body?: string;
	readonly signal?: AbortSignal | undefined;
}

export interface InstanceReply {
	readonly status: number;
	/** Without parameters, in lower case; empty if the engine does not report it. */
	readonly contentType: string;
	readonly bytes: Uint8Array;
}

/** The memory that a free call releases on an instance (inference-service.md, "Instance proxy"). */
interface FreeFlags {
	/** True to unload model weights; the execution cache stays. */
	readonly unloadModels: boolean;
	/** Also clear the execution cache to release GPU memory. */
	readonly freeMemory: boolean;
}

/** Real descriptions with many node packs take a few megabytes; a picture or video of an engine takes tens. */
const largestReply = 256 * 1024 * 1024;

/** Calls a route of the engine. Without a body, a POST carries an empty object, as other clients send it. */
export async function callInstance(
	service: Service,
	place: InstancePlace,
	call: InstanceCall,
): Promise<Result<InstanceReply>> {
	const url = routeUrl(service, place, call.path);
	return url.ok ? callAddress(service, url.value, call) : url;
}

async function callAddress(
	service: Service,
	url: string,
	call: Omit<InstanceCall, 'path'>,
): Promise<Result<InstanceReply>> {
	const { method, signal } = call;
	const body = call.body ?? (method === 'POST' ? '{}' : undefined);
	const request: TransportRequest = { method, url, ...compact({ body, signal }) };
	const reply = method === 'GET' ? await download(service, request) : await exchange(service, request);
	return reply.ok ? reply : failed(explained(reply.failure));
}

/** Removes models from the GPU of an instance, and its computed results. */
export async function freeInstance(
	service: Service,
	place: InstancePlace,
	{ unloadModels, freeMemory }: FreeFlags,
): Promise<Result<undefined>> {
	const body = JSON.stringify({ unload_models: unloadModels, free_memory: freeMemory });
	const url = route(service.connection, 'instanceFree', { ...place });
	if (!url.ok) return url;
	return mapped(await callAddress(service, url.value, { method: 'POST', body }), () => undefined);
}

/** Asks for the node info of the engine on an instance, as text. */
export async function instanceNodeInfo(
	service: Service,
	place: InstancePlace,
	signal?: AbortSignal,
): Promise<Result<string>> {
	const url = route(service.connection, 'instanceNodeInfo', { ...place });
	if (!url.ok) return url;
	const reply = await callAddress(service, url.value, { method: 'GET', signal });
	return mapped(reply, ({ bytes }) => new TextDecoder().decode(bytes));
}

/** The engine's own routes that only read. */
const readingRoutes =
	/^(?:api\/)?(?:system_stats|queue|prompt|features|extensions|embeddings|view|(?:object_info|history|models|settings|view_metadata)(?:\/[^/?]+)?)(?:\?.*)?$/;

/** Returns whether a call certainly changes nothing. Some routes of node packs change state with a GET. */
export function onlyReads({ method, path }: Pick<InstanceCall, 'method' | 'path'>): boolean {
	return method === 'GET' && readingRoutes.test(path.trim().replace(/^\//, ''));
}

/** Returns the reason why a path is not one of a route; `undefined` if it is. */
export function routeProblem(path: string): 'empty' | 'leadsAway' | undefined {
	const route = path.trim().replace(/^\//, '');
	if (route === '' || route.startsWith('?')) return 'empty';
	const base = 'http://instance.invalid/proxy/';
	const url = URL.parse(`${base}${route}`);
	// Dots in a path, in any spelling, have been resolved by then.
	return url?.href.startsWith(base) && url.pathname.length > '/proxy/'.length ? undefined : 'leadsAway';
}

function routeUrl(service: Service, place: InstancePlace, path: string): Result<string> {
	const base = route(service.connection, 'instance', { ...place });
	if (!base.ok) return base;
	if (routeProblem(path) !== undefined) return failed(badRoute);
	const url = URL.parse(`${base.value}${path.trim().replace(/^\//, '')}`);
	if (url === null) return failed(badRoute);
	url.hash = '';
	return success(url.href);
}

/** Requests a reply of any kind, with its bytes. */
async function download(service: Service, request: TransportRequest): Promise<Result<InstanceReply>> {
	const reply = await service.transport.stream(request);
	if (!reply.ok) return reply;
	const bytes = await bytesOf(reply.value);
	if (!bytes.ok) return bytes;
	const { status, headers } = reply.value;
	return success({ status, contentType: typeOf(headers), bytes: bytes.value });
}

/** Makes a call that changes something: redirects are not followed, and its reply is small. */
async function exchange(service: Service, request: TransportRequest): Promise<Result<InstanceReply>> {
	const reply = await service.transport.send(request);
	if (!reply.ok) return reply;
	const { status, headers, text } = reply.value;
	return success({ status, contentType: typeOf(headers), bytes: new TextEncoder().encode(text) });
}

async function bytesOf({ body }: TransportStream): Promise<Result<Uint8Array>> {
	const parts: Uint8Array[] = [];
	let length = 0;
	try {
		for await (const part of body) {
			length += part.byteLength;
			if (length > largestReply) return failed(tooLarge);
			parts.push(part);
		}
	} catch (error) {
		if (error instanceof FailureError) return failed(error.failure);
		throw error;
	}
	const bytes = new Uint8Array(length);
	let at = 0;
	for (const part of parts) {
		bytes.set(part, at);
		at += part.byteLength;
	}
	return success(bytes);
}

function typeOf(headers: Readonly<Record<string, string>>): string {
	return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * "Calls fail" before an instance is up and after it has shut down, and the document does not specify how
 * (wire-facts.md, section 5): these are the statuses by which a gateway reports that no instance takes the call.
 */
const absentStatuses: readonly (number | undefined)[] = [404, 409, 410, 424, 425, 502, 503, 504];

function explained(failure: Failure): Failure {
	if (!absentStatuses.includes(failure.status)) return failure;
	return {
		...failure,
		message: l10n.t(
			'The instance did not accept the call. It may have shut down, or it does not have this route. {0}',
			failure.message,
		),
		nextStep: l10n.t(
			'An instance stays up during a run and for the keep-warm seconds of its deployment afterwards. Run the workflow again to start one.',
		),
		fixer: 'you',
	};
}

export const badRoute = inputFailure(
	l10n.t('This is not the path of a route.'),
	l10n.t('Enter a path such as "api/free" or "history?max_items=1".'),
);

const tooLarge: Failure = {
	kind: 'protocol',
	message: l10n.t('The reply of the instance is larger than 256 MB, so it was not read completely.'),
	nextStep: l10n.t('Request less, for example one file of a list.'),
	fixer: 'you',
	mayHaveArrived: true,
};
