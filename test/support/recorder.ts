import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Passes calls on to a service, and keeps the bodies of submissions. */
export class Recorder {
	readonly bodies: string[] = [];
	readonly #server: Server;

	/** With `refuse`, submissions are refused and not passed on, so that nothing waits for a result. */
	constructor(service: () => string, refuse = false) {
		this.#server = createServer(async (request, response) => {
			const body = await buffer(request);
			const { method = '', url = '', headers } = request;
			if (url.endsWith('/inference') && method === 'POST') {
				this.bodies.push(body.toString());
				if (refuse) {
					response.writeHead(400, { 'content-type': 'application/json' }).end('{"detail": "no"}');
					return;
				}
			}
			const { authorization = '' } = headers;
			const reply = await fetch(service() + url, {
				method,
				headers: { authorization, 'content-type': 'application/json' },
				...(body.length === 0 ? {} : { body }),
			});
			response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text());
		});
	}

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	end(): void {
		this.#server.close();
	}
}
