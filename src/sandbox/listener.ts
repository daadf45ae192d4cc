import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { refuseCaller } from './base/callers.ts';
import type { FaultPlan, FaultRule } from './base/faults.ts';
import type { Journal, JournalEntry } from './base/journal.ts';
import { storageRefusals } from './base/storageRefusals.ts';
import type { ContraryLayer } from './contrary/layer.ts';

type Fetch = (request: Request) => Response | Promise<Response>;

interface ListenerParts {
	readonly host: 'api' | 'storage';
	readonly fetch: Fetch;
	readonly faults: FaultPlan;
	readonly journal: Journal;
	/** Decides how replies are written; without it they follow the documents' examples. */
	readonly contrary: ContraryLayer | undefined;
	/** Path that belongs to the control routes: neither written down nor hit by faults. */
	readonly controlPath: string;
	/** The name or address that the sandbox listens on. */
	readonly listensOn: string;
}

/** Creates an HTTP server around `fetch` that keeps the journal and applies faults. */
export function createListener(parts: ListenerParts): Server {
	const { contrary } = parts;
	const entries = new WeakMap<object, JournalEntry>();
	const answer = (request: Request, incoming: object) => {
		const entry = entries.get(incoming);
		if (contrary === undefined || entry === undefined) return parts.fetch(request);
		return contrary.reply(request, parts.fetch, entry);
	};
	const plain = getRequestListener((request, { incoming }) => answer(request, incoming), {
		overrideGlobalObjects: false,
	});
	const server = createServer((request, response) => {
		const path = request.url ?? '/';
		const problem = refuseCaller(request, parts.listensOn);
		if (problem === undefined && path.startsWith(parts.controlPath)) {
			void plain(request, response);
			return;
		}
		const method = request.method ?? 'GET';
		const target = { host: parts.host, method, path: path.split('?')[0] ?? path };
		const faults = problem !== undefined || parts.faults.isEmpty ? [] : parts.faults.pick(target);
		const kinds = faults.map((rule) => rule.kind);
		const headers = Object.keys(request.headers);
		const entry = parts.journal.add({ host: parts.host, method, path, headers, faults: kinds });
		entries.set(request, entry);
		response.once('close', () => {
			entry.status = response.headersSent ? response.statusCode : 0;
		});
		if (problem !== undefined) {
			request.resume();
			sendJson(response, 403, { message: problem });
		} else if (faults.length === 0) void plain(request, response);
		else {
			const fetch = (each: Request) => answer(each, request);
			replyWithFaults(fetch, request, response, faults).catch(() => request.socket.destroy());
		}
	});
	// No timeout: a large file on a slow connection may take any time.
	server.requestTimeout = 0;
	// Longer than a busy caller pauses between two calls: a call that is sent while its idle connection is closed is lost.
	server.keepAliveTimeout = 75_000;
	return server;
}

/** Starts listening; resolves to the port. */
export function listen(server: Server, host: string, port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
			server.off('error', reject);
			resolve((server.address() as AddressInfo).port);
		});
	});
}

async function replyWithFaults(
	fetch: Fetch,
	request: IncomingMessage,
	response: ServerResponse,
	faults: readonly FaultRule[],
): Promise<void> {
	for (const rule of faults) if (rule.kind === 'latency') await delay(rule.ms);
	const rule = faults.find((each) => each.kind !== 'latency');
	if (rule?.kind === 'disconnect' && rule.when !== 'after') {
		request.socket.destroy();
		return;
	}
	if (rule?.kind === 'upload-refused') await readPart(request, rule.bytes);
	if (rule !== undefined && refusesFirst(rule)) {
		request.resume();
		sendStatus(request, response, rule);
		return;
	}
	const reply = await fetch(asRequest(request));
	const body = Buffer.from(await reply.arrayBuffer());
	if (rule?.kind === 'disconnect') request.socket.destroy();
	else if (rule?.kind === 'status') sendStatus(request, response, rule);
	else await sendTampered(response, reply, body, rule);
}

function asRequest(message: IncomingMessage): Request {
	const headers = new Headers();
	for (const [name, value] of Object.entries(message.headers)) {
		for (const each of [value ?? []].flat()) headers.append(name, each);
	}
	const method = message.method ?? 'GET';
	const url = `http://${message.headers.host ?? 'localhost'}${message.url ?? '/'}`;
	if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers });
	const body = Readable.toWeb(message) as ReadableStream;
	return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit);
}

/** Returns whether the call is answered by the fault alone. */
function refusesFirst(rule: FaultRule): boolean {
	if (rule.kind === 'status') return rule.when !== 'after';
	return ['expired-signature', 'artifact-gone', 'size-refused', 'upload-refused'].includes(rule.kind);
}

/** Reads that much of a body, or half of the announced length. */
async function readPart(request: IncomingMessage, bytes: number | undefined): Promise<void> {
	const wanted = bytes ?? Number(request.headers['content-length'] ?? 0) / 2;
	let read = 0;
	while (read < wanted && !request.readableEnded) {
		const part: Buffer | null = request.read();
		if (part === null) await Promise.race([once(request, 'readable'), once(request, 'end')]);
		else read += part.length;
	}
}

function sendStatus(request: IncomingMessage, response: ServerResponse, rule: FaultRule): void {
	if (rule.kind === 'expired-signature') sendJson(response, 403, { message: storageRefusals.signature });
	else if (rule.kind === 'size-refused') sendJson(response, 400, { message: storageRefusals.size });
	else if (rule.kind === 'artifact-gone')
		sendJson(response, rule.status ?? 404, { message: 'The file does not exist.' });
	else if (rule.kind === 'upload-refused') {
		const message = 'Injected fault: the upload was refused half-way.';
		sendJson(response, 500, { error_code: 50_002, error_message: message, message });
	} else if (rule.kind === 'status') {
		if (rule.retryAfter !== undefined) response.setHeader('retry-after', String(rule.retryAfter));
		const text = `Injected fault: status ${rule.status}.`;
		const usual = {
			error_code: usualCode(request.url ?? '', rule.status),
			error_message: text,
			message: text,
		};
		sendJson(response, rule.status, rule.body ?? usual);
	}
}

/**
 * Returns the first code that a part of the service has for a status: 500001, of the trainer 50001 (datasets) or 50051
 * (jobs).
 */
function usualCode(path: string, status: number): number {
	if (path.startsWith('/prod/v1/trainers/datasets')) return status * 100 + 1;
	return path.startsWith('/prod/v1/trainers/') ? status * 100 + 51 : status * 1000 + 1;
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function sendTampered(
	response: ServerResponse,
	reply: Response,
	body: Buffer,
	rule: FaultRule | undefined,
): Promise<void> {
	for (const [name, value] of reply.headers) response.appendHeader(name, value);
	let sent = body;
	if (rule?.kind === 'truncated-json') sent = body.subarray(0, Math.floor(body.length / 2));
	if (rule?.kind === 'malformed-json') sent = Buffer.from(`{"status": ${body.toString('utf8').slice(0, 40)}`);
	if (rule?.kind === 'content-type') response.setHeader('content-type', rule.contentType ?? 'text/html');
	response.setHeader('content-length', sent.length);
	response.writeHead(reply.status);
	if (rule?.kind === 'cut') {
		const part = sent.subarray(0, rule.bytes ?? Math.floor(sent.length / 2));
		response.write(part, () => response.socket?.destroy());
		if (part.length === 0) response.flushHeaders();
	} else if (rule?.kind === 'slow') {
		const step = Math.max(1, Math.ceil(rule.bytesPerSecond / 10));
		for (let at = 0; at < sent.length && !response.destroyed; at += step) {
			response.write(sent.subarray(at, at + step));
			await delay(100);
		}
		response.end();
	} else response.end(sent);
}
