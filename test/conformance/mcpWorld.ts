import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client as LaterClient } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Allowance } from '../../src/cli/mcp/allowance.ts';
import { limitAsk } from '../../src/cli/mcp/currentConsent.ts';
import { serve } from '../../src/cli/mcp/server.ts';
import { type Clock, systemClock } from '../../src/core/base/clock.ts';
import { compact } from '../../src/core/base/compact.ts';
import { silentLog } from '../../src/core/base/log.ts';
import { microdollarsOf } from '../../src/core/base/money.ts';
import { OperationWorld } from '../support/operations.ts';
import { root } from '../tools/machine.mjs';

export const eras = ['2025-11-25', '2026-07-28'] as const;
type Era = (typeof eras)[number];

/** The answer of a person to a question; `undefined` leaves it open. */
type Answer = { readonly action: 'accept' | 'decline' | 'cancel'; readonly content?: { allow: boolean } };

/** A workflow that runs on the deployment "Harbour". */
export const sampleWorkflow = join(
	import.meta.dirname,
	'..',
	'..',
	'media',
	'samples',
	'text-to-image-sd15.json',
);

/** The extension that a client declares when it shows apps. */
const appExtension = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };

export const yes: Answer = { action: 'accept', content: { allow: true } };

/** The reply of a tool. */
export interface ToolReply {
	readonly content: readonly {
		readonly type: string;
		readonly text?: string;
		readonly data?: string;
		readonly mimeType?: string;
		readonly uri?: string;
	}[];
	// biome-ignore lint/suspicious/noExplicitAny: the tests define its expected type
	readonly structuredContent?: any;
	readonly isError?: boolean;
	// biome-ignore lint/suspicious/noExplicitAny: the tests define its expected type
	readonly _meta?: any;
}

interface ConnectOptions {
	/** The latest one by default, for results that every client of the protocol gets. */
	readonly era?: Era;
	/** Answers questions; a client without it declares that it cannot ask. */
	readonly answer?: (question: string) => Answer | Promise<Answer>;
	readonly allowUsd?: number;
	readonly allowChanges?: boolean;
	readonly dailyLimit?: number;
	readonly hubToken?: string;
	/** True if the client shows apps. */
	readonly apps?: boolean;
	readonly clock?: Clock;
	/** The clock by which runs are followed and the balance is read. */
	readonly follows?: Clock;
}

/** A client of one era with a separate server, and the questions to the person. */
export interface Agent {
	readonly asked: readonly string[];
	/** The messages that went over the wire, as text. */
	readonly wire: readonly string[];
	readonly client: EarlierClient | LaterClient;
	call(name: string, args?: Record<string, unknown>): Promise<ToolReply>;
	/** Returns the data of a call that succeeds. */
	value(name: string, args?: Record<string, unknown>): Promise<ToolReply['structuredContent']>;
	close(): Promise<void>;
}

export function replyText({ content }: ToolReply): string {
	return content.map(({ text = '' }) => text).join('\n');
}

/** A sandbox with agents that are served for its account. */
export class McpWorld {
	operations!: OperationWorld;
	readonly #agents: Agent[] = [];

	private constructor() {}

	static open(): Promise<McpWorld> {
		return new McpWorld().#start();
	}

	/** Returns one that is open during the tests of a suite. */
	static ofSuite(): McpWorld {
		const world = new McpWorld();
		before(() => world.#start());
		after(() => world.end());
		return world;
	}

	/** Returns one that is opened again for each test. */
	static ofEachTest(): McpWorld {
		const world = new McpWorld();
		beforeEach(() => world.#start());
		afterEach(() => world.end());
		return world;
	}

	async #start(): Promise<this> {
		this.operations = await OperationWorld.open();
		return this;
	}

	async connect({
		era = eras[1],
		answer,
		clock = systemClock,
		follows,
		...given
	}: ConnectOptions): Promise<Agent> {
		const limit = compact({ dailyLimit: given.dailyLimit });
		const services = this.operations.services({
			ask: limitAsk,
			...limit,
			...compact({ hubToken: given.hubToken }),
			...(follows && { clock: follows }),
		});
		const [ours, theirs] = InMemoryTransport.createLinkedPair();
		const wire: string[] = [];
		const send = theirs.send.bind(theirs);
		theirs.send = (message, ...more) => {
			wire.push(JSON.stringify(message));
			return send(message, ...more);
		};
		const allowance =
			given.allowUsd === undefined
				? {}
				: { allowance: new Allowance(microdollarsOf(given.allowUsd) ?? assert.fail(), services, clock) };
		const server = serve({
			services,
			clock,
			log: silentLog,
			secrets: [],
			version: '0.0.0',
			appPage: () => readFile(join(root, 'dist', 'cli', 'app.html'), 'utf8'),
			allowChanges: given.allowChanges ?? false,
			transport: theirs,
			...allowance,
			...limit,
		});
		const asked: string[] = [];
		const reply = async (message: string) => {
			asked.push(message);
			return answer?.(message) ?? assert.fail('nobody declared that questions are answered');
		};
		const about = { name: 'agent', version: '1.0.0' };
		const capabilities = {
			...(answer === undefined ? {} : { elicitation: { form: {} } }),
			...(given.apps === true ? { extensions: appExtension } : {}),
		};
		const client =
			era === '2025-11-25'
				? new EarlierClient(about, { capabilities })
				: new LaterClient(about, { capabilities, versionNegotiation: { mode: { pin: era } } });
		if (answer !== undefined) {
			if (client instanceof EarlierClient)
				client.setRequestHandler(ElicitRequestSchema, ({ params }) => reply(params.message));
			else client.setRequestHandler('elicitation/create', ({ params }) => reply(params.message));
		}
		await client.connect(ours);
		const call: Agent['call'] = async (name, args = {}) =>
			(await client.callTool({ name, arguments: args })) as ToolReply;
		const agent: Agent = {
			asked,
			wire,
			client,
			call,
			async value(name, args) {
				const done = await call(name, args);
				assert.ok(!done.isError, replyText(done));
				return done.structuredContent;
			},
			async close() {
				await client.close();
				await server.close();
			},
		};
		this.#agents.push(agent);
		return agent;
	}

	/** Returns the changes in the journal of the service. */
	async changes(): Promise<readonly string[]> {
		const reply = await fetch(`${this.operations.sandbox.announcement.controlUrl}/journal`);
		const { entries } = (await reply.json()) as {
			readonly entries: readonly { readonly method: string; readonly path: string }[];
		};
		return entries.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
	}

	/** Works while the service answers with faults. */
	async withFaults<T>(rules: readonly object[], work: () => Promise<T>): Promise<T> {
		await this.control('faults', rules);
		try {
			return await work();
		} finally {
			await this.control('faults', []);
		}
	}

	/** Asks the sandbox for something that is not part of the service. */
	async control(route: string, body: unknown): Promise<void> {
		const reply = await fetch(`${this.operations.sandbox.announcement.controlUrl}/${route}`, {
			method: 'POST',
			body: JSON.stringify(body),
		});
		assert.ok(reply.ok, await reply.text());
	}

	async end(): Promise<void> {
		for (const agent of this.#agents.splice(0)) await agent.close();
		await this.operations.end();
	}
}
