import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

interface Handlers {
	call(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void>;
	socket(request: IncomingMessage, connection: Socket): void;
}

/** A server on loopback that keeps its port, and can be made to answer nothing. */
export class DoubleServer {
	readonly #handlers: Handlers;
	readonly #connections = new Set<Socket>();
	#frozen: (() => void)[] | undefined;
	#server: Server | undefined;
	#port = 0;

	constructor(handlers: Handlers) {
		this.#handlers = handlers;
	}

	get url(): string {
		return `http://127.0.0.1:${this.#port}`;
	}

	async listen(): Promise<void> {
		const server = createServer((request, response) => void this.#take(request, response));
		server.on('connection', (connection) => {
			this.#connections.add(connection);
			connection.on('close', () => this.#connections.delete(connection));
		});
		server.on('upgrade', (request, connection) => {
			void this.#whenAwake().then(() => this.#handlers.socket(request, connection as Socket));
		});
		await new Promise<void>((resolve, reject) => {
			server.once('error', reject);
			server.listen(this.#port, '127.0.0.1', resolve);
		});
		this.#server = server;
		this.#port = (server.address() as AddressInfo).port;
	}

	async stop(): Promise<void> {
		const server = this.#server;
		this.#server = undefined;
		const closed = new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
		for (const connection of this.#connections) connection.destroy();
		await closed;
		// Clients of the same process get it before the next call.
		for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
	}

	freeze(): void {
		this.#frozen ??= [];
	}

	thaw(): void {
		const waiting = this.#frozen ?? [];
		this.#frozen = undefined;
		for (const wake of waiting) wake();
	}

	async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
		try {
			const parts: Buffer[] = [];
			for await (const part of request) parts.push(part as Buffer);
			await this.#whenAwake();
			await this.#handlers.call(request, Buffer.concat(parts), response);
		} catch (error) {
			// A caller that went away, or a fault of the double: the caller sees neither as an answer of an engine.
			if (!response.destroyed && !response.headersSent) response.writeHead(599).end(String(error));
		}
	}

	#whenAwake(): Promise<void> {
		const waiting = this.#frozen;
		return waiting === undefined ? Promise.resolve() : new Promise((wake) => waiting.push(wake));
	}
}
