import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
	assertRefused,
	type Body,
	demo,
	plainWorkflow,
	type Reply,
	type SandboxUnderTest,
	startSandbox,
} from './support.ts';

/** A small PNG, as base64. */
export const tinyPng =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A sandbox, a receiver of callbacks and a server of media, for rows that each look at one fact. */
export class InferenceWorld {
	#sandbox: SandboxUnderTest | undefined;
	readonly #server: Server;
	/** Bodies of callbacks, by the path that they were posted to. */
	readonly #callbacks = new Map<string, Body[]>();
	#count = 0;

	constructor() {
		this.#server = createServer(async (request, response) => {
			if (request.method === 'GET') {
				if (request.url === '/large') {
					const part = Buffer.alloc(1024 * 1024);
					response.writeHead(200, { 'content-type': 'video/mp4' });
					for (let sent = 0; sent <= 100 && !response.destroyed; sent++) {
						if (!response.write(part)) await new Promise((resolve) => setTimeout(resolve, 1));
					}
					response.end();
				} else response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(tinyPng, 'base64'));
				return;
			}
			let text = '';
			for await (const part of request) text += part;
			const list = this.#callbacks.get(request.url ?? '') ?? [];
			this.#callbacks.set(request.url ?? '', [...list, JSON.parse(text)]);
			response.writeHead(200).end();
		});
	}

	get sandbox(): SandboxUnderTest {
		if (this.#sandbox === undefined) throw new Error('the sandbox is not open');
		return this.#sandbox;
	}

	async open(): Promise<void> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
		this.#sandbox = await startSandbox();
		await this.sandbox.advance(30);
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections();
		this.#server.close();
		await this.#sandbox?.end();
	}

	address(path: string): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
	}

	/** Returns a separate path for callbacks. */
	hook(): { readonly url: string; readonly arrived: (count: number) => Promise<readonly Body[]> } {
		const path = `/hook-${this.#count++}`;
		return {
			url: this.address(path),
			arrived: (count) =>
				this.sandbox.until(
					async () => this.#callbacks.get(path) ?? [],
					(list) => list.length >= count,
				),
		};
	}

	/** Creates a deployment of the workflow of the demo account. */
	create(more: Readonly<Record<string, unknown>> = {}): Promise<Reply> {
		const body = {
			name: `Row ${this.#count++}`,
			workflow_id: demo.harbour.replace('5a9d', '3f1c'),
			workflow_version: 'v1',
			...more,
		};
		return this.sandbox.call('POST', '/prod/v2/deployments', { body });
	}

	async created(more: Readonly<Record<string, unknown>> = {}): Promise<Body> {
		const reply = await this.create(more);
		assert.equal(reply.status, 200, reply.text);
		return reply.body;
	}

	async patch(id: string, more: Readonly<Record<string, unknown>>): Promise<Reply> {
		return this.sandbox.call('PATCH', `/prod/v2/deployments/${id}`, { body: { name: 'Row', ...more } });
	}

	async deployment(id: string, query = ''): Promise<Body> {
		return (await this.sandbox.call('GET', `/prod/v2/deployments/${id}${query}`)).body;
	}

	/** Asserts that a create is refused because of that member of its body. */
	async refusesCreate(member: string, ...values: readonly unknown[]): Promise<void> {
		for (const value of values) {
			const reply = await this.create({ [member]: value });
			assertRefused(reply, 422, 422_001);
			assert.deepEqual(reply.body.detail[0].loc, ['body', member]);
		}
	}

	/** Submits a small workflow to a deployment that is warm. */
	submit(more: Readonly<Record<string, unknown>> = {}, api = 'v2'): Promise<Body> {
		return this.sandbox.submit(demo.warm, { workflow_api_json: plainWorkflow(1), ...more }, api);
	}

	/** Starts a request; returns its submission and its status once it runs. */
	async running(deployment: string = demo.warm): Promise<{ submission: Body; status: Body }> {
		const submission = await this.sandbox.submit(deployment, { overrides: {} });
		const status = await this.sandbox.until(
			async () => {
				await this.sandbox.advance(0.2);
				return this.sandbox.status(submission);
			},
			(body) => body.status === 'in_progress',
		);
		return { submission, status };
	}

	async ended(): Promise<{ submission: Body; result: Body }> {
		const submission = await this.submit();
		return { submission, result: await this.sandbox.settle(submission) };
	}

	async failed(): Promise<Body> {
		return this.sandbox.run(demo.fails, { overrides: {} });
	}

	async balance(): Promise<Body> {
		return (await this.sandbox.call('GET', '/prod/v2/balance')).body;
	}

	/** Runs `work` at a balance, and restores everything afterwards: the balance, and torn-down deployments. */
	async atBalance(microdollars: number, work: () => Promise<void>): Promise<void> {
		const list = async (): Promise<readonly Body[]> =>
			(await this.sandbox.call('GET', '/prod/v2/deployments')).body;
		const before = (await list()).filter((each) => each.is_enabled).map((each) => each.id);
		await this.sandbox.control('POST', 'balance', { microdollars });
		try {
			await work();
		} finally {
			await this.sandbox.control('POST', 'balance', { microdollars: 25_000_000 });
			for (const { id, name, is_enabled: enabled } of await list())
				if (!enabled && before.includes(id)) await this.patch(id, { name, is_enabled: true });
			await this.sandbox.advance(30);
		}
	}

	/** Makes a request to a model of the catalog; returns its submission, its result, and the model. */
	async modelRun(): Promise<{ submission: Body; result: Body; model: Body }> {
		const model = (await this.sandbox.call('GET', '/v1/models/drift/tide/base/text-to-image')).body;
		const body = { prompt: 'dunes', width: 256, height: 256 };
		const submission = (await this.sandbox.call('POST', `/v1/models/${model.model_id}`, { body })).body;
		return { submission, result: await this.sandbox.settle(submission), model };
	}
}

export const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
