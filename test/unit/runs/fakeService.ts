import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Session, SessionSource, SignedIn } from '../../../src/core/account/session.ts';
import { Emitter } from '../../../src/core/base/emitter.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import { lazyTransport } from '../../../src/core/http/lazyTransport.ts';
import type { Transport } from '../../../src/core/http/transport.ts';
import { connectionTo, sessionOn } from '../../support/connection.ts';

/** The fate of one call: a reply, the connection cut before one, or a byte now and then and no end. */
export type Answer =
	| {
			readonly status: number;
			readonly body?: unknown;
			readonly headers?: Readonly<Record<string, string>>;
	  }
	| 'cut'
	| 'trickle';

export type CallKind = 'submit' | 'status' | 'result' | 'cancel' | 'file';

export interface Call {
	readonly kind: CallKind;
	readonly requestId: string | undefined;
	/** The window that called, by the user agent. */
	readonly window: string;
	readonly body: string;
	readonly path: string;
	/** The query, with its question mark. */
	readonly search: string;
}

export interface FakeRequest {
	status: string;
	queuePosition?: number;
	result?: Record<string, unknown>;
}

/** The token with which the tests are signed in to their service. */
export const fakeToken = 'tok-0123456789-in-confidence';

/** The request queue of one deployment, or of the catalog, over real HTTP, moved by the test. */
export class FakeService {
	readonly calls: Call[] = [];
	/** Calls that windows have made, whether or not they have arrived yet. */
	sent = 0;
	readonly requests = new Map<string, FakeRequest>();
	readonly files = new Map<string, Buffer>();
	/** Decides about a call before it takes effect; `undefined` lets it through. */
	before: (call: Call) => Answer | undefined = () => undefined;
	/** Replaces the reply after the call took effect. */
	after: (call: Call) => Answer | undefined = () => undefined;
	readonly #server: Server;
	readonly #transports: Transport[] = [];

	constructor() {
		this.#server = createServer((request, response) => void this.#handle(request, response));
	}

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
	}

	async stop(): Promise<void> {
		for (const transport of this.#transports) await transport.close();
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	/** Returns a session of a window; `account` distinguishes accounts. Calls are made once, without repetition. */
	session(window: string, account = 'me'): SignedIn {
		const connection = connectionTo(this.url);
		const transport = lazyTransport({
			connection,
			token: () => fakeToken,
			network: { environment: {} },
			log: silentLog,
			retry: { attempts: 1 },
		});
		this.#transports.push(transport);
		const named: Transport = {
			json: (request) => {
				this.sent++;
				return transport.json({ ...request, headers: { ...request.headers, 'user-agent': window } });
			},
			stream: (request) => {
				this.sent++;
				return transport.stream({ ...request, headers: { ...request.headers, 'user-agent': window } });
			},
			send: (request) => transport.send(request),
			socket: (url, handlers) => transport.socket(url, handlers),
			secrets: () => transport.secrets(),
			close: () => transport.close(),
		};
		return sessionOn(connection, named, account);
	}

	count(kind: CallKind, window?: string): number {
		return this.calls.filter((call) => call.kind === kind && (window === undefined || call.window === window))
			.length;
	}

	/** The only request, for tests that make one. */
	get only(): FakeRequest {
		const [request] = this.requests.values();
		if (!request) throw new Error('There is no request yet.');
		return request;
	}

	/** Ends a request well, with these files (name to content). */
	succeed(requestId: string, files: Record<string, string>): void {
		for (const [name, content] of Object.entries(files))
			this.files.set(`${requestId}/${name}`, Buffer.from(content));
		const images = Object.keys(files).map((filename) => ({
			filename,
			subfolder: '',
			type: 'output',
			url: `${this.url}/files/${requestId}/${filename}?signature=5ecret`,
		}));
		this.requests.set(requestId, {
			status: 'completed',
			result: { status: 'succeeded', outputs: images.length > 0 ? { '9': { images } } : {} },
		});
	}

	async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const { pathname: path, search } = new URL(request.url ?? '', this.url);
		const match = /\/requests\/([^/]+)\/(status|result|cancel)$/.exec(path);
		const isSubmission = path.endsWith('/inference') || path.startsWith('/v1/models/');
		const kind = isSubmission ? 'submit' : ((match?.[2] ?? 'file') as CallKind);
		const call: Call = {
			kind,
			requestId: match?.[1],
			window: request.headers['user-agent'] ?? '',
			body: Buffer.concat(chunks).toString(),
			path,
			search,
		};
		this.calls.push(call);
		const answer = this.before(call) ?? this.#effect(call, path);
		const final = this.after(call) ?? answer;
		if (final === 'cut') {
			response.destroy();
			return;
		}
		if (final === 'trickle') {
			response.writeHead(200, { 'content-length': '1000000' }).write('x');
			return;
		}
		const body = Buffer.isBuffer(final.body) ? final.body : JSON.stringify(final.body ?? {});
		response.writeHead(final.status, { 'content-type': 'application/json', ...final.headers }).end(body);
	}

	#effect(call: Call, path: string): Answer {
		if (call.kind === 'submit') {
			const requestId = `request-${this.requests.size + 1}`;
			this.requests.set(requestId, { status: 'in_queue', queuePosition: 2 });
			return { status: 200, body: { request_id: requestId } };
		}
		if (call.kind === 'file') {
			const file = this.files.get(path.slice('/files/'.length));
			return file ? { status: 200, body: file } : { status: 404, body: {} };
		}
		const request = this.requests.get(call.requestId ?? '');
		if (!request) return { status: 404, body: { error_code: 404001, error_message: 'Not Found' } };
		const base = { request_id: call.requestId };
		if (call.kind === 'status') {
			return {
				status: 200,
				body: { ...base, status: request.status, queue_position: request.queuePosition },
			};
		}
		if (call.kind === 'result') {
			return { status: 200, body: { ...base, status: request.status, ...request.result } };
		}
		const over = request.status === 'completed' || request.status === 'canceled';
		if (!over) Object.assign(request, { status: 'canceled', result: { status: 'canceled' } });
		return { status: 202, body: { ...base, status: over ? 'not_cancellable' : 'cancellation_requested' } };
	}
}

/** A session that tests replace. */
export class FakeSession implements SessionSource {
	#current: Session;
	readonly #changed = new Emitter<Session>();
	readonly onDidChange = this.#changed.event;

	constructor(session: Session) {
		this.#current = session;
	}

	get current(): Session {
		return this.#current;
	}

	replace(session: Session): void {
		this.#current = session;
		this.#changed.fire(session);
	}
}
