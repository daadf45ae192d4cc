import { once } from 'node:events';
import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type Server,
	type ServerResponse,
	request as sendRequest,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { compact } from '../../../src/core/base/compact.ts';
import type { JournalEntry } from '../sandbox.ts';
import { acceptedBy, addressOf, type Call, entryOf, kindOf } from './calls.ts';
import { Oddities, renameFiles, type Trouble, traced } from './oddities.ts';
import { cut, elsewhere, html, later, notYet, page, type Reply, refusal, send, trickle } from './replies.ts';

/** The moments of a submission: before it takes effect, after that, and after its reply. */
export type Moment = 'sending' | 'sent' | 'answered';

export interface ProxyOptions {
	readonly seed: string;
	readonly token: string;
	/** The origins of the sandbox. */
	readonly origins: Readonly<Record<'api' | 'storage', string>>;
	/** Returns the name of the thing that a body submits; undefined for other bodies. */
	readonly nameOf: (body: string) => string | undefined;
	/** Awaited at each point of a submission. */
	readonly onSubmission: (name: string, moment: Moment) => Promise<void>;
}

/** Headers of the sandbox that are passed on to the caller. */
const passed = [
	'content-type',
	'content-range',
	'accept-ranges',
	'etag',
	'last-modified',
	'location',
	'retry-after',
];

/** Milliseconds for which a list may be an earlier one. */
const lagMs = 2500;

/** A gateway in front of the sandbox with answers that no polite service would give. */
export class OddProxy {
	readonly #options: ProxyOptions;
	readonly #oddities: Oddities;
	readonly #servers: Readonly<Record<'api' | 'storage' | 'elsewhere', Server>>;
	readonly #lists = new Map<string, { readonly reply: Reply; readonly at: number }>();
	/** The calls that took effect, and whether their replies show it. */
	readonly journal: JournalEntry[] = [];
	/** Calls that sent the token to a wrong place. */
	readonly leaks: string[] = [];
	/** From now on each reply is that of the sandbox. */
	isPolite = false;
	calls = 0;

	constructor(options: ProxyOptions) {
		this.#options = options;
		this.#oddities = new Oddities(options.seed);
		const server = (answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>) => {
			const made = createServer((request, response) => {
				answer(request, response).catch(() => request.socket.destroy());
			});
			made.keepAliveTimeout = 75_000;
			return made;
		};
		this.#servers = {
			api: server((request, response) => this.#answer('api', request, response)),
			storage: server((request, response) => this.#answer('storage', request, response)),
			elsewhere: server((request, response) => this.#elsewhere(request, response)),
		};
	}

	async start(): Promise<void> {
		for (const server of Object.values(this.#servers)) {
			server.listen(0, '127.0.0.1');
			await once(server, 'listening');
		}
	}

	close(): void {
		for (const server of Object.values(this.#servers)) {
			server.closeAllConnections();
			server.close();
		}
	}

	/** The address of the service. */
	get baseUrl(): string {
		return this.#originOf('api');
	}

	/** Oddities by name. */
	get kinds(): ReadonlyMap<string, number> {
		return this.#oddities.counts;
	}

	#originOf(host: 'api' | 'storage' | 'elsewhere'): string {
		return `http://127.0.0.1:${(this.#servers[host].address() as AddressInfo).port}`;
	}

	async #answer(host: 'api' | 'storage', request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await buffer(request);
		if (host === 'storage') this.#look('storage', request, body);
		const call = this.#callOf(host, request, body);
		this.calls++;
		const { name } = call;
		if (name !== undefined) await this.#options.onSubmission(name, 'sending');
		await this.#reply(call, request, body, response);
		if (name !== undefined) await this.#options.onSubmission(name, 'answered');
	}

	#callOf(host: 'api' | 'storage', { method = 'GET', url = '/' }: IncomingMessage, body: Buffer): Call {
		const path = new URL(url, 'http://localhost').pathname;
		const kind = kindOf(host, method, path);
		const name = kind === 'submission' ? this.#options.nameOf(body.toString()) : undefined;
		const key = `${method} ${path} ${name ?? ''}`;
		return { host, method, path, kind, name, key, number: this.#oddities.call(key) };
	}

	/**
	 * Returns a reply with which the call has no effect; `reset` for none at all, and undefined if the call is passed
	 * on.
	 */
	#instead({ path }: Call, { name, dice }: Trouble): Reply | 'reset' | undefined {
		if (name === 'reset') return name;
		if (name.startsWith('stray')) return refusal(Number(name.split('-')[1]), dice);
		if (name === 'gateway-page')
			return { status: dice.pick([200, 200, 404, 502, 503]), headers: html, body: page };
		if (name === 'redirect')
			return elsewhere(
				dice.pick([302, 307]),
				`${this.#originOf('elsewhere')}/sign-in?back=${encodeURIComponent(path)}`,
			);
		if (name === 'retry-later') return later(dice);
		return name === 'not-yet' ? notYet(dice) : undefined;
	}

	async #reply(call: Call, request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
		const { kind, key, number } = call;
		const trouble = this.isPolite ? undefined : this.#oddities.trouble(kind, key, number);
		const instead = trouble && this.#instead(call, trouble);
		if (instead === 'reset') return void request.socket.destroy();
		if (instead !== undefined) return send(response, instead);
		const reply = await this.#forward(call, request, body);
		if (call.name !== undefined) await this.#options.onSubmission(call.name, 'sent');
		const accepted = acceptedBy(call, reply);
		const gone = request.socket.destroyed;
		const note = (isLost: boolean) => {
			if (accepted !== undefined) this.journal.push(entryOf(call, this.journal.length, accepted, isLost));
		};
		if (trouble === undefined) {
			note(gone);
			const right = this.isPolite ? reply : this.#formed(call, reply);
			return this.isPolite || this.#oddities.form('trickle', `${key} ${number}`) === undefined
				? send(response, right)
				: trickle(response, right);
		}
		if (trouble.name === 'see-other') {
			note(gone);
			const location = addressOf(call, accepted);
			if (location === undefined) return send(response, reply);
			return send(response, elsewhere(303, location));
		}
		note(true);
		if (trouble.name === 'lost-reset') return void request.socket.destroy();
		if (trouble.name === 'lost-cut') return cut(response, reply);
		const status = Number(trouble.name.split('-')[1]);
		send(response, { status, headers: html, body: page });
	}

	/** Returns the reply as another host would write it. */
	#formed({ host, method, path, kind, key, number }: Call, reply: Reply): Reply {
		const detour =
			host === 'storage' && method === 'GET' && this.#oddities.form('detour', `${key} ${number}`);
		if (detour) {
			const location = `${this.#originOf('elsewhere')}/files${path}`;
			this.#through.set(`/files${path}`, reply);
			return elsewhere(302, location);
		}
		if (host === 'storage' || reply.status !== 200) return reply;
		if (kind === 'list') {
			const before = this.#lists.get(key);
			if (
				before !== undefined &&
				Date.now() - before.at < lagMs &&
				this.#oddities.form('lag', `${key} ${number}`)
			)
				return before.reply;
			if (before === undefined || Date.now() - before.at >= lagMs)
				this.#lists.set(key, { reply, at: Date.now() });
		}
		const value: unknown = JSON.parse(reply.body.toString());
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return reply;
		// One and the same result has the same names each time.
		const names = path.endsWith('/result') ? this.#oddities.form('names', path) : undefined;
		if (names !== undefined) renameFiles(value, names);
		const trace = kind === 'list' ? undefined : this.#oddities.form('trace', `${key} ${number}`);
		return {
			...reply,
			body: Buffer.from(JSON.stringify(trace === undefined ? value : traced(value, trace))),
		};
	}

	/** Files at an address of another host. */
	readonly #through = new Map<string, Reply>();

	async #elsewhere(request: IncomingMessage, response: ServerResponse): Promise<void> {
		this.#look('elsewhere', request, await buffer(request));
		send(response, this.#through.get(request.url ?? '') ?? { status: 200, headers: html, body: page });
	}

	#look(host: string, { method, url, rawHeaders }: IncomingMessage, body: Buffer): void {
		const { token } = this.#options;
		if (`${url} ${rawHeaders.join(' ')}`.includes(token) || body.includes(token))
			this.leaks.push(`the token went to ${host}: ${method} ${url?.split('?')[0]}`);
	}

	/** Sends a call to the sandbox; its addresses become those of the proxy. */
	async #forward({ host, method }: Call, { url, headers }: IncomingMessage, body: Buffer): Promise<Reply> {
		const { origins } = this.#options;
		const target = new URL(url ?? '/', origins[host]);
		const sent = sendRequest(target, {
			method,
			headers: { ...headersFor(headers), host: target.host, 'content-length': body.length },
		});
		sent.end(body);
		const [reply] = (await once(sent, 'response')) as [IncomingMessage];
		const bytes = await buffer(reply);
		const ours = (text: string) =>
			text
				.replaceAll(origins.api, this.#originOf('api'))
				.replaceAll(origins.storage, this.#originOf('storage'));
		const isText = /json/.test(reply.headers['content-type'] ?? '') && host === 'api';
		return {
			status: reply.statusCode ?? 0,
			headers: compact(Object.fromEntries(passed.map((name) => [name, reply.headers[name]]))) as Record<
				string,
				string
			>,
			body: isText ? Buffer.from(ours(bytes.toString())) : bytes,
		};
	}
}

function headersFor({
	connection: _,
	'transfer-encoding': __,
	...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
	return headers;
}
