import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Failure, Result } from '../../../src/core/base/failure.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import { sandboxConnection } from '../../../src/core/connection/connections.ts';
import { lazyTransport } from '../../../src/core/http/lazyTransport.ts';
import type { Service } from '../../../src/core/http/transport.ts';
import type { TransportOptions } from '../../../src/core/http/transportOptions.ts';

/** A request as the server received it, with its whole body. */
export interface Seen {
	readonly method: string;
	readonly url: string;
	readonly headers: http.IncomingHttpHeaders;
	readonly body: string;
}

/** Answers the nth request (from 0). */
export type Answer = (reply: http.ServerResponse, seen: Seen, index: number) => void;

export interface TestServer {
	readonly url: string;
	readonly port: number;
	readonly seen: readonly Seen[];
	close(): Promise<void>;
}

/** Starts a real server on loopback that answers as configured. */
export async function startServer(
	answer: Answer,
	tls?: { readonly key: string; readonly cert: string },
): Promise<TestServer> {
	const seen: Seen[] = [];
	const listener: http.RequestListener = (request, reply) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const body = Buffer.concat(chunks).toString('utf8');
			const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
			seen.push(one);
			answer(reply, one, seen.length - 1);
		});
	};
	const server = tls === undefined ? http.createServer(listener) : https.createServer(tls, listener);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
		port,
		seen,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
	return (reply) => {
		reply.writeHead(status, { 'content-type': 'application/json', ...headers });
		reply.end(typeof value === 'string' ? value : JSON.stringify(value));
	};
}

/** Returns the given answers one after another; the last one for all that follow. */
export function inTurn(...answers: readonly Answer[]): Answer {
	return (reply, seen, index) => answers[Math.min(index, answers.length - 1)]?.(reply, seen, index);
}

/** Closes the connection without a reply. */
export const hangUp: Answer = (reply) => {
	reply.socket?.destroy();
};

/** Announces more than it sends. */
export const cutBody: Answer = (reply) => {
	reply.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
	reply.write('{"cut":', () => reply.socket?.destroy());
};

/** Returns a service with one address for all four. Retries wait only briefly. */
export function serviceAt(url: string, options: Partial<TransportOptions> = {}): Service {
	const connection = sandboxConnection({ baseUrl: url, modelApiUrl: url, webUrl: url, trainerUrl: url });
	const transport = lazyTransport({
		connection,
		token: () => 'secret-token',
		network: { environment: {} },
		log: silentLog,
		...options,
		retry: { baseMs: 1, capMs: 2, ...options.retry },
	});
	return { connection, transport };
}

/** Runs `body` against a server and its service, and ends both. */
export async function withService<T>(
	answer: Answer,
	body: (service: Service, server: TestServer) => Promise<T>,
	options: Partial<TransportOptions> = {},
): Promise<T> {
	const server = await startServer(answer);
	const service = serviceAt(server.url, options);
	try {
		return await body(service, server);
	} finally {
		await service.transport.close();
		await server.close();
	}
}

export function expectValue<T>(result: Result<T>): T {
	if (!result.ok) throw new Error(`expected a value, got ${result.failure.kind}: ${result.failure.message}`);
	return result.value;
}

export function expectFailure(result: Result<unknown>): Failure {
	if (result.ok) throw new Error(`expected a failure, got ${JSON.stringify(result.value)}`);
	return result.failure;
}
