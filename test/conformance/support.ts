import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { compact } from '../../src/core/base/compact.ts';
import type { SandboxAnnouncement } from '../../src/core/wire/announcement.ts';
import { sandboxProgram } from '../support/programs.ts';

/** The deployments of the demo account, by their purpose. */
export const demo = {
	harbour: '5a9d0000-0000-4000-8000-000000000001',
	village: '5a9d0000-0000-4000-8000-000000000002',
	warm: '5a9d0000-0000-4000-8000-000000000003',
	repaint: '5a9d0000-0000-4000-8000-000000000004',
	cat: '5a9d0000-0000-4000-8000-000000000005',
	fails: '5a9d0000-0000-4000-8000-000000000006',
	disabled: '5a9d0000-0000-4000-8000-000000000007',
	lora: '5a9d0000-0000-4000-8000-000000000008',
	poster: '5a9d0000-0000-4000-8000-000000000009',
} as const;

/** Any JSON reply: the tests define its expected type. */
// biome-ignore lint/suspicious/noExplicitAny: a reply is whatever the service sent
export type Body = any;

export interface Reply {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	readonly body: Body;
}

export interface CallOptions {
	readonly body?: unknown;
	/** `null` sends no Authorization header. */
	readonly token?: string | null;
	readonly headers?: Readonly<Record<string, string>>;
}

/** A sandbox process that is spoken to with plain `fetch`. */
export class SandboxUnderTest {
	child!: ChildProcess;
	announced!: SandboxAnnouncement;
	readonly #stderr: string[];

	/** Returns one that runs in this process and writes its log to `lines`. */
	static here(announced: SandboxAnnouncement, lines: string[]): SandboxUnderTest {
		return Object.assign(new SandboxUnderTest(lines), { announced, child: { exitCode: 0 } });
	}

	constructor(stderr: string[] = []) {
		this.#stderr = stderr;
	}

	async start(...options: readonly string[]): Promise<this> {
		const args = options.includes('--speed') ? options : [...options, '--speed', '0.0001'];
		this.child = spawn(process.execPath, [sandboxProgram, '--demo', ...args], {
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const { stdout, stderr } = this.child;
		stderr?.on('data', (part) => this.#stderr.push(String(part)));
		for await (const line of createInterface({ input: stdout ?? assert.fail() })) {
			this.announced = JSON.parse(line);
			return this;
		}
		throw new Error(`the sandbox did not start: ${this.log}`);
	}

	get log(): string {
		return this.#stderr.join('');
	}

	/** Calls a path of the service, or an absolute address. A string body is sent unchanged. */
	async call(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
		const { token = this.announced.token, body } = options;
		const headers: Record<string, string> = { ...options.headers };
		if (token !== null) headers.authorization = `Bearer ${token}`;
		if (body !== undefined) headers['content-type'] ??= 'application/json';
		const reply = await fetch(path.startsWith('http') ? path : this.announced.baseUrl + path, {
			method,
			headers,
			...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
			redirect: 'manual',
		});
		const text = await reply.text();
		return { status: reply.status, headers: reply.headers, text, body: parsed(text) };
	}

	async control(method: string, path: string, body?: unknown): Promise<Body> {
		const url = `${this.announced.controlUrl}/${path}`;
		const reply = await this.call(method, url, { token: null, ...compact({ body }) });
		assert.equal(reply.status, 200, reply.text);
		return reply.body;
	}

	advance(seconds: number): Promise<Body> {
		return this.control('POST', 'clock', { advance_seconds: seconds });
	}

	/** Submits and returns the reply's body; a refusal fails the test. */
	async submit(
		deployment: string,
		body: unknown = { overrides: {} },
		api = 'v2',
		token?: string,
	): Promise<Body> {
		const path = `/prod/${api}/deployments/${deployment}/inference`;
		const reply = await this.call('POST', path, { body, ...compact({ token }) });
		assert.equal(reply.status, 200, reply.text);
		return reply.body;
	}

	async status(submission: Body): Promise<Body> {
		return (await this.call('GET', submission.status_url)).body;
	}

	async result(submission: Body): Promise<Body> {
		return (await this.call('GET', submission.result_url)).body;
	}

	/** Submits, puts the clock forward until the request has ended, and returns the result. */
	async run(deployment: string, body?: unknown): Promise<Body> {
		const submission = await this.submit(deployment, body);
		return this.settle(submission);
	}

	/** Puts the clock forward until the request has ended, and returns the result. */
	async settle(submission: Body): Promise<Body> {
		return this.until(
			async () => {
				await this.advance(10);
				return this.result(submission);
			},
			(result) => ['succeeded', 'failed', 'canceled'].includes(result.status),
		);
	}

	/** Reads again and again until `good` holds. */
	async until<T>(read: () => Promise<T>, good: (value: T) => boolean): Promise<T> {
		for (let attempt = 0; attempt < 800; attempt++) {
			const value = await read();
			if (good(value)) return value;
			await delay(20);
		}
		throw new assert.AssertionError({
			message: `it never came to pass; last seen: ${JSON.stringify(await read())}`,
		});
	}

	async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
		if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
		const gone = once(this.child, 'exit');
		this.child.kill(signal);
		await gone;
		return this.child.exitCode;
	}
}

function parsed(text: string): Body {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Starts the built program, by default with the demo account and a clock that hardly moves. */
export function startSandbox(...options: readonly string[]): Promise<SandboxUnderTest> {
	return new SandboxUnderTest().start(...options);
}

/** Returns a sandbox that starts before the tests of a suite and ends after them; `reset` before each of them too. */
export function suiteSandbox(
	state: 'reset' | 'kept' = 'kept',
	...options: readonly string[]
): SandboxUnderTest {
	const sandbox = new SandboxUnderTest();
	before(() => sandbox.start(...options));
	if (state === 'reset') beforeEach(() => sandbox.control('POST', 'reset'));
	after(() => sandbox.end());
	return sandbox;
}

/** Returns a workflow that makes one flat picture quickly; `extra` nodes are added. */
export function plainWorkflow(color: number, extra: Record<string, unknown> = {}): Record<string, unknown> {
	return {
		'1': { class_type: 'EmptyImage', inputs: { width: 16, height: 8, batch_size: 1, color } },
		'2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'plain' } },
		...extra,
	};
}

/** Asserts the service's envelope: code, and the text under both of its names. */
export function assertRefused(reply: Reply, status: number, code: number): void {
	assert.equal(reply.status, status, reply.text);
	assert.equal(reply.body.error_code, code);
	assert.equal(typeof reply.body.error_message, 'string');
	assert.equal(reply.body.message, reply.body.error_message);
}
