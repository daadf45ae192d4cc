import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compact } from '../../../src/core/base/compact.ts';
import type { Sandbox } from './sandbox.ts';

/** A call to a server of the test. */
export interface SeenCall {
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
}

/** A service that passes every call on to a sandbox, and a stranger on another origin to whom its replies point. */
export interface Middleman {
	/** The address of the service. */
	readonly address: string;
	/** The calls to the stranger, which serves the files. */
	readonly stranger: readonly SeenCall[];
	/** The calls to the service. */
	readonly service: readonly SeenCall[];
	/** Redirects the caller to the stranger instead of answering calls with a matching path. */
	redirect: RegExp | undefined;
	close(): void;
}

/**
 * Starts both. Addresses of the sandbox in its replies are replaced by those of the stranger: for the state, for
 * cancel, and for the files.
 */
export async function startMiddleman(sandbox: Sandbox): Promise<Middleman> {
	const seen = { stranger: [] as SeenCall[], service: [] as SeenCall[] };
	const stranger = await listen(async (path, call) => {
		seen.stranger.push(call);
		const [, port, rest] = /^\/(\d+)(\/.*)$/.exec(path) ?? [];
		const reply = await fetch(`http://127.0.0.1:${port}${rest}`);
		return { status: reply.status, body: Buffer.from(await reply.arrayBuffer()) };
	});
	const service = await listen(async (path, call, method, body) => {
		seen.service.push(call);
		if (middleman.redirect?.test(path))
			return { status: 302, location: `${stranger.address}/elsewhere${path}` };
		const reply = await fetch(`${sandbox.baseUrl}${path}`, {
			method,
			headers: { authorization: call.headers.authorization ?? '', 'content-type': 'application/json' },
			...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
		});
		const text = (await reply.text()).replaceAll(/http:\/\/127\.0\.0\.1:(\d+)/g, `${stranger.address}/$1`);
		return { status: reply.status, body: Buffer.from(text) };
	});
	const middleman: Middleman = {
		address: service.address,
		...seen,
		redirect: undefined,
		close() {
			service.server.close();
			stranger.server.close();
		},
	};
	return middleman;
}

interface Answer {
	readonly status: number;
	readonly body?: Buffer;
	readonly location?: string;
}

async function listen(
	answer: (path: string, call: SeenCall, method: string, body: Buffer) => Promise<Answer>,
): Promise<{ readonly server: Server; readonly address: string }> {
	const server = createServer((incoming, outgoing) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk) => chunks.push(chunk));
		incoming.once('end', async () => {
			const path = incoming.url ?? '/';
			const call = { path, headers: incoming.headers };
			const { status, body, location } = await answer(
				path,
				call,
				incoming.method ?? 'GET',
				Buffer.concat(chunks),
			).catch(() => ({ status: 502, body: undefined, location: undefined }));
			outgoing.writeHead(status, compact({ location })).end(body);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
