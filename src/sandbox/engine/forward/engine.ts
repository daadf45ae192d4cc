import { isObject, member } from '../../../core/json/value.ts';
import type { Engine, EngineHealth } from '../engine.ts';
import { EngineClient, type EngineTimes, NoAnswer, usualTimes } from './client.ts';
import { NodeInfo } from './declarations.ts';
import { type EngineHost, runOn, stopLater } from './run.ts';

/** Real milliseconds that the end of the sandbox waits for runs that are being stopped. */
const farewellMs = 5000;

/** Returns an engine that hands every document to a real one at `address` (its HTTP API: the engine's own `/prompt` and `/history`). */
export function forwardingEngine(
	address: string,
	log: (line: string) => void,
	times: EngineTimes = usualTimes,
): Engine {
	const client = new EngineClient(address, times);
	const host: EngineHost = { client, nodeInfo: new NodeInfo(client), stopping: new Set(), log };
	return {
		run: (job) => runOn(host, job),
		nodeInfo: () => host.nodeInfo.text(),
		declarations: () => host.nodeInfo.declarations(),
		validate: () => Promise.resolve(undefined),
		forward: (path, init) => client.send(path, init, client.times.longCall),
		health: () => healthOf(client),
		stop: (id) => stopLater(host, id),
		close: async () => {
			const limit = new Promise((resolve) => setTimeout(resolve, farewellMs).unref());
			await Promise.race([Promise.all(host.stopping), limit]);
		},
	};
}

async function healthOf(client: EngineClient): Promise<EngineHealth> {
	const { host, address } = client;
	try {
		const system = member(await client.read('/system_stats'), 'system');
		const version = member(system, 'comfyui_version');
		if (!isObject(system)) return { host, address, problem: 'what answers there is not an engine' };
		return { host, address, ...(typeof version === 'string' ? { version } : {}) };
	} catch (error) {
		const problem = error instanceof NoAnswer ? error.message : 'what answers there is not an engine';
		return { host, address, problem };
	}
}
