import assert from 'node:assert/strict';
import { systemClock } from '../../src/core/base/clock.ts';
import type { Failure, Result } from '../../src/core/base/failure.ts';
import { silentLog } from '../../src/core/base/log.ts';
import { sandboxConnection } from '../../src/core/connection/connections.ts';
import { localDisk } from '../../src/core/operations/node/localDisk.ts';
import {
	type OpenServices,
	type OpenServicesOptions,
	openServices,
} from '../../src/core/operations/node/openServices.ts';
import { runOperation } from '../../src/core/operations/operation.ts';
import { type Ask, namedByPerson, noAnswers } from '../../src/core/operations/questions.ts';
import { operations } from '../../src/core/operations/table.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { newFolder } from './newFolder.ts';

/** A question that was asked, with its method. */
export interface Asked {
	readonly about: keyof Ask;
	readonly question: unknown;
}

/** The scripted answers to each question; an omitted one is not answered. */
export type Script = { readonly [Name in keyof Ask]?: Awaited<ReturnType<Ask[Name]>> };

/** Answers as scripted, and records the questions. */
export function scriptedAsk(script: Script = {}): Ask & { readonly asked: readonly Asked[] } {
	const asked: Asked[] = [];
	const answers = (Object.keys(noAnswers) as (keyof Ask)[]).map((about) => [
		about,
		async (question: unknown) => {
			asked.push({ about, question });
			return script[about];
		},
	]);
	return { ...(Object.fromEntries(answers) as Ask), asked };
}

/** Agrees only to changes named by a person. */
const named: Ask = { ...noAnswers, ...namedByPerson };

/** Calls operations as a caller without a window does. */
export class OperationCaller {
	readonly #services: () => OpenServices;
	readonly #after: (services: OpenServices) => Promise<void>;

	/** @param after called with the services after each call */
	constructor(
		services: () => OpenServices,
		after: (services: OpenServices) => Promise<void> = async () => {},
	) {
		this.#services = services;
		this.#after = after;
	}

	readonly call = async (id: string, input: unknown, ask: Ask = named): Promise<Result<unknown>> => {
		const services = this.#services();
		try {
			const operation = operations.get(id) ?? assert.fail(`there is no ${id}`);
			return await runOperation(operation, services, input, ask);
		} finally {
			await this.#after(services);
		}
	};

	/** Returns the value of an operation that does not fail. */
	readonly value = async <T>(id: string, input: unknown, ask?: Ask): Promise<T> => {
		const outcome = await this.call(id, input, ask);
		assert.ok(outcome.ok, outcome.ok ? '' : `${outcome.failure.message} ${outcome.failure.nextStep}`);
		return outcome.value as T;
	};

	/** Returns the failure of an operation. */
	readonly refused = async (id: string, input: unknown, ask?: Ask): Promise<Failure> => {
		const outcome = await this.call(id, input, ask);
		assert.ok(!outcome.ok);
		return outcome.failure;
	};
}

/** A sandbox in this process with the services of callers that have its token. */
export class OperationWorld {
	sandbox!: Sandbox;
	folder!: string;
	readonly #opened: OpenServices[] = [];

	private constructor() {}

	static open(): Promise<OperationWorld> {
		return new OperationWorld().#start();
	}

	/** Returns one that is open during the tests of a suite. */
	static ofSuite(): OperationWorld {
		const world = new OperationWorld();
		before(() => world.#start());
		after(() => world.end());
		return world;
	}

	/** Returns one that is opened again for each test. */
	static ofEachTest(): OperationWorld {
		const world = new OperationWorld();
		beforeEach(() => world.#start());
		afterEach(() => world.end());
		return world;
	}

	async #start(): Promise<this> {
		const options = { host: '127.0.0.1', port: 0, speed: 50, demo: true, engine: 'builtin' } as const;
		const more = { faults: [], exitWhenUnused: false };
		this.sandbox = await startSandbox(
			{ ...options, ...more },
			() => {},
			() => {},
		);
		this.folder = newFolder();
		return this;
	}

	services(more: Partial<OpenServicesOptions> = {}): OpenServices {
		const { announcement } = this.sandbox;
		const opened = openServices({
			clock: systemClock,
			connection: sandboxConnection(announcement),
			token: announcement.token,
			network: { environment: {} },
			folder: this.folder,
			log: silentLog,
			ask: noAnswers,
			...more,
		});
		this.#opened.push(opened);
		return { ...opened, disk: localDisk(more.folder ?? this.folder, systemClock) };
	}

	/** Returns a caller like a command: each call has services of its own, which it closes. */
	commands(): OperationCaller {
		return new OperationCaller(
			() => this.services(),
			(services) => services.close(),
		);
	}

	/** Returns the number of runs of deployments that were submitted to the service. */
	async submissions(): Promise<number> {
		const reply = await fetch(`${this.sandbox.announcement.controlUrl}/journal`);
		const { entries } = (await reply.json()) as {
			readonly entries: readonly { readonly method: string; readonly path: string }[];
		};
		return entries.filter(({ method, path }) => method === 'POST' && path.endsWith('/inference')).length;
	}

	/** Calls the service directly. */
	async call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
		const { baseUrl, token } = this.sandbox.announcement;
		const reply = await fetch(baseUrl + path, {
			method,
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		return (await reply.json()) as Record<string, unknown>;
	}

	async end(): Promise<void> {
		for (const services of this.#opened.splice(0)) await services.close();
		await this.sandbox.close();
	}
}
