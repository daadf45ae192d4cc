import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignedIn } from '../../../src/core/account/session.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import { lazyTransport } from '../../../src/core/http/lazyTransport.ts';
import type { Transport } from '../../../src/core/http/transport.ts';
import { connectionTo, sessionOn } from '../../support/connection.ts';

/** The fate of a call: a reply, the connection cut before one, or nothing. */
export type Answer =
	| { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
	| 'cut'
	| 'hang';

export type CallKind = 'create' | 'list' | 'status' | 'upload' | 'endpoint' | 'put' | 'delete';

export interface Call {
	readonly kind: CallKind;
	readonly datasetId: string | undefined;
	/** The file of an upload, by form or by signed address, and of a request for an address. */
	readonly file: string | undefined;
	readonly content: Buffer;
	readonly headers: IncomingMessage['headers'];
	/** With its query. */
	readonly url: string;
	readonly window: string;
}

export interface FakeDataset {
	readonly id: string;
	readonly name: string;
	status: string;
	error?: unknown;
	readonly files: Map<string, Buffer>;
}

/** Datasets over real HTTP, moved by the test. */
export class FakeDatasets {
	readonly calls: Call[] = [];
	readonly datasets = new Map<string, FakeDataset>();
	/** Decides about a call before it takes effect; `undefined` lets it through. */
	before: (call: Call) => Answer | undefined = () => undefined;
	/** Replaces the reply after the call took effect. */
	after: (call: Call) => Answer | undefined = () => undefined;
	/** The state that a status call finds after files have come. */
	settle: (dataset: FakeDataset) => string = () => 'READY';
	#server: Server;
	readonly #transports: Transport[] = [];
	#port = 0;
	#addresses = 0;

	constructor() {
		this.#server = this.#create();
	}

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
		this.#port = (this.#server.address() as AddressInfo).port;
	}

	/** Simulates a lost network: nothing answers until `start`. */
	async vanish(): Promise<void> {
		const gone = new Promise((resolve) => this.#server.close(resolve));
		this.#server.closeAllConnections();
		await gone;
		this.#server = this.#create();
	}

	async stop(): Promise<void> {
		for (const transport of this.#transports) await transport.close();
		if (this.#server.listening) await this.vanish();
	}

	get url(): string {
		return `http://127.0.0.1:${this.#port}`;
	}

	session(window: string, account = 'me'): SignedIn {
		const connection = connectionTo(this.url);
		const transport = lazyTransport({
			connection,
			token: () => `token-${window}`,
			network: { environment: {} },
			log: silentLog,
			retry: { attempts: 1 },
		});
		this.#transports.push(transport);
		return sessionOn(connection, transport, account);
	}

	/** Adds a dataset that exists before the test begins. */
	add(name: string, files: Record<string, string> = {}, status = 'READY'): FakeDataset {
		const id = `dataset-${this.datasets.size + 1}`;
		const contents = Object.entries(files).map(([file, text]) => [file, Buffer.from(text)] as const);
		const dataset = { id, name, status, files: new Map(contents) };
		this.datasets.set(id, dataset);
		return dataset;
	}

	get only(): FakeDataset {
		const [dataset] = this.datasets.values();
		if (!dataset) throw new Error('There is no dataset yet.');
		return dataset;
	}

	/** Returns the number of times that each file was sent, by form or by signed address. */
	sendings(): ReadonlyMap<string, number> {
		const counts = new Map<string, number>();
		for (const { kind, file } of this.calls) {
			if ((kind === 'upload' || kind === 'put') && file !== undefined)
				counts.set(file, (counts.get(file) ?? 0) + 1);
		}
		return counts;
	}

	of(kind: CallKind): readonly Call[] {
		return this.calls.filter((call) => call.kind === kind);
	}

	#create(): Server {
		return createServer((request, response) => {
			this.#handle(request, response).catch(() => response.destroy());
		});
	}

	async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const call = this.#read(request, Buffer.concat(chunks));
		this.calls.push(call);
		const answer = this.before(call) ?? this.#effect(call);
		const final = this.after(call) ?? answer;
		if (final === 'hang') return;
		if (final === 'cut') {
			response.destroy();
			return;
		}
		const text = typeof final.body === 'string' ? final.body : JSON.stringify(final.body ?? {});
		response.writeHead(final.status, { 'content-type': 'application/json', ...final.headers }).end(text);
	}

	#read(request: IncomingMessage, body: Buffer): Call {
		const url = new URL(request.url ?? '', this.url);
		const { method = '' } = request;
		const match = /\/datasets(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(url.pathname);
		const [, datasetId, last] = match ?? [];
		const kind: CallKind = url.pathname.startsWith('/put/')
			? 'put'
			: last === 'upload'
				? 'upload'
				: last === 'get-upload-endpoint'
					? 'endpoint'
					: last === 'status'
						? 'status'
						: method === 'DELETE'
							? 'delete'
							: method === 'POST'
								? 'create'
								: 'list';
		const common = {
			kind,
			headers: request.headers,
			url: request.url ?? '',
			window: /token-(.*)/.exec(request.headers.authorization ?? '')?.[1] ?? '',
		};
		if (kind === 'put') {
			const [, , dataset, file = ''] = url.pathname.split('/');
			return { ...common, datasetId: dataset, file: decodeURIComponent(file), content: body };
		}
		if (kind === 'endpoint') {
			const sizes = JSON.parse(body.toString()).filenameToByteSize as Record<string, number>;
			return { ...common, datasetId, file: Object.keys(sizes)[0], content: body };
		}
		if (kind === 'upload') {
			const begin = body.indexOf('\r\n\r\n') + 4;
			const file = /filename="([^"]*)"/.exec(body.subarray(0, begin).toString())?.[1];
			return { ...common, datasetId, file, content: body.subarray(begin, body.lastIndexOf('\r\n--')) };
		}
		return { ...common, datasetId, file: undefined, content: body };
	}

	#effect(call: Call): Answer {
		if (call.kind === 'list') {
			return {
				status: 200,
				body: { datasets: [...this.datasets.values()].map(({ files, ...rest }) => rest) },
			};
		}
		if (call.kind === 'create') {
			const { name } = JSON.parse(call.content.toString()) as { name: string };
			if ([...this.datasets.values()].some((dataset) => dataset.name === name))
				return { status: 409, body: { error_code: 40901, message: 'taken' } };
			const { id } = this.add(name, {}, 'DRAFT');
			return { status: 200, body: { id, name, status: 'DRAFT' } };
		}
		const dataset = this.datasets.get(call.datasetId ?? '');
		if (!dataset) return { status: 404, body: { error_code: 40401, message: 'not found' } };
		if (call.kind === 'delete') {
			this.datasets.delete(dataset.id);
			return { status: 204 };
		}
		if (call.kind === 'status') {
			if (dataset.status === 'UPLOADING') dataset.status = this.settle(dataset);
			const files = [...dataset.files].map(([filename, { length }]) => ({ filename, size_bytes: length }));
			return { status: 200, body: { ...dataset, files } };
		}
		if (dataset.status === 'FAILED') return { status: 422, body: { error_code: 42204, message: 'failed' } };
		if (call.kind === 'endpoint') {
			const uploadUrl = `${this.url}/put/${dataset.id}/${encodeURIComponent(call.file ?? '')}?signature=5ecret-${++this.#addresses}`;
			return {
				status: 200,
				body: { uploads: { [call.file ?? '']: { upload_url: uploadUrl, headers: { 'x-signed': '1' } } } },
			};
		}
		dataset.status = 'UPLOADING';
		dataset.files.set(call.file ?? '', call.content);
		return { status: 200, body: { filename: call.file } };
	}
}
