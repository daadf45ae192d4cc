import type { EngineTimes } from '../../src/sandbox/engine/forward/client.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { EngineDouble, type EngineDoubleOptions } from '../support/engineDouble.ts';
import { type Body, SandboxUnderTest } from './support.ts';

/** The deployment that takes whole workflows for an external engine. */
export const ownEngine = '5a9d0000-0000-4000-8000-0000000000e0';

/** A sandbox in front of the double of an engine. */
export interface EngineWorld {
	readonly engine: EngineDouble;
	readonly sandbox: SandboxUnderTest;
	end(): Promise<void>;
}

/** Starts both in this process. `times` are those after which an engine is given up; `address` changes how it is reached. */
export async function engineWorld(
	about: EngineDoubleOptions = {},
	{ times = {}, address = (url) => url }: WorldOptions = {},
): Promise<EngineWorld> {
	const engine = await EngineDouble.start(about);
	const { sandbox, close } = await sandboxHere(address(engine.url), times);
	return {
		engine,
		sandbox,
		end: async () => {
			engine.thaw();
			await close();
			await engine.close();
		},
	};
}

interface WorldOptions {
	readonly times?: Partial<EngineTimes>;
	readonly address?: (url: string) => string;
}

/** Starts a sandbox in this process, in front of an engine that may not exist. */
export async function sandboxHere(
	address: string,
	times: Partial<EngineTimes> = {},
): Promise<{ readonly sandbox: SandboxUnderTest; close(): Promise<void> }> {
	const log: string[] = [];
	const usual = { call: 5000, longCall: 5000, look: 20, refused: 200, silent: 5000, idleWorker: 5000 };
	const started = await startSandbox(
		{
			host: '127.0.0.1',
			port: 0,
			speed: 0.0001,
			demo: true,
			engine: { comfyui: address },
			engineTimes: { ...usual, ...times },
			faults: [],
			exitWhenUnused: false,
		},
		(line) => log.push(`${line}\n`),
		() => {},
	);
	const sandbox = SandboxUnderTest.here(started.announcement, log);
	return { sandbox, close: () => started.close() };
}

/** Returns the nodes `1` and `2`, which save a picture of one color. */
export function saved(color: number, extra: Record<string, unknown> = {}): Record<string, unknown> {
	return {
		'1': { class_type: 'EmptyImage', inputs: { width: 16, height: 8, batch_size: 1, color } },
		'2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'made' } },
		...extra,
	};
}

/** Submits a whole workflow to the engine's deployment. */
export function submitWhole({ sandbox }: EngineWorld, workflow: unknown, extra: object = {}): Promise<Body> {
	return sandbox.submit(ownEngine, { workflow_api_json: workflow, ...extra });
}

/** Submits a whole workflow and waits for its end. */
export async function runWhole(world: EngineWorld, workflow: unknown, extra: object = {}): Promise<Body> {
	return world.sandbox.settle(await submitWhole(world, workflow, extra));
}

/** Submits and puts the clock forward until the engine has got the document; returns the submission. */
export async function handOver(world: EngineWorld, workflow: unknown, extra: object = {}): Promise<Body> {
	const { engine, sandbox } = world;
	const submission = await submitWhole(world, workflow, extra);
	await sandbox.until(
		async () => {
			await sandbox.advance(10);
			return engine.callsTo('POST', '/prompt').some(({ body }) => body.prompt_id === submission.request_id);
		},
		(arrived) => arrived,
	);
	return submission;
}

/** Saves a workflow as a deployment and returns its id. */
export async function saveAs(world: EngineWorld, name: string, workflow: unknown): Promise<string> {
	const body = { name, workflow_api_json: workflow };
	return (await world.sandbox.control('POST', 'workflows', body)).deployment_id;
}
