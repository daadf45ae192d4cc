import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { refuseCaller } from './callers.ts';
import type { FaultPlan, FaultRule } from './faults.ts';
import type { Journal } from './journal.ts';

type Fetch = (request: Request) => Response | Promise<Response>;

interface ListenerParts {
	readonly host: 'api' | 'storage';
	readonly fetch: Fetch;
	readonly faults: FaultPlan;
	readonly journal: Journal;
	/** Path that belongs to the control routes: neither written down nor hit by faults. */
	readonly controlPath: string;
	/** The name or address that the sandbox listens on. */
	readonly listensOn: string;
}

/** An HTTP server around `fetch` that keeps the journal and applies faults. */
export function createListener(parts: ListenerParts): Server {
	const plain = getRequestListener(parts.fetch, { overrideGlobalObjects: false });
	return createServer((request, response) => {
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
		response.once('close', () => {
			entry.status = response.headersSent ? response.statusCode : 0;
		});
		if (problem !== undefined) {
			request.resume();
			sendJson(response, 403, { message: problem });
		} else if (faults.length === 0) void plain(request, response);
		else replyWithFaults(parts.fetch, request, response, faults).catch(() => request.socket.destroy());
	});
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
	if (
		rule?.kind === 'expired-signature' ||
		rule?.kind === 'artifact-gone' ||
		(rule?.kind === 'status' && rule.when !== 'after')
	) {
		request.resume();
		sendStatus(response, rule);
		return;
	}
	const reply = await fetch(asRequest(request));
	const body = Buffer.from(await reply.arrayBuffer());
	if (rule?.kind === 'disconnect') request.socket.destroy();
	else if (rule?.kind === 'status') sendStatus(response, rule);
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

function sendStatus(response: ServerResponse, rule: FaultRule): void {
	if (rule.kind === 'expired-signature') {
		sendJson(response, 403, { message: 'The signature of this address is missing, wrong or expired.' });
	} else if (rule.kind === 'artifact-gone') {
		sendJson(response, rule.status ?? 404, { message: 'The file does not exist.' });
	} else if (rule.kind === 'status') {
		if (rule.retryAfter !== undefined) response.setHeader('retry-after', String(rule.retryAfter));
		const text = `Injected fault: status ${rule.status}.`;
		const usual = { error_code: rule.status * 1000 + 1, error_message: text, message: text };
		sendJson(response, rule.status, rule.body ?? usual);
	}
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
