import type { SessionSource, SignedIn } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import { type Result, success } from '../base/failure.ts';
import { RemoteList } from '../base/remoteList.ts';
import type { Service } from '../http/transport.ts';
import { systemStats } from './engineClient.ts';

/** The id under which an engine is a target: each connection to one has one. */
export const engineTargetId = 'engine';

/** An engine of one's own, as it says of itself. Memory in bytes. */
export interface OwnEngine {
	readonly id: typeof engineTargetId;
	/** The name of its connection. */
	readonly name: string;
	readonly version?: string;
	readonly device?: string;
	readonly memoryTotal?: number;
	readonly memoryFree?: number;
}

/** The engine of the current session; nobody's list where the connection leads to none. */
export type EngineList = RemoteList<OwnEngine, SignedIn>;

/** @param read asks the engine what it is. */
export function createEngineList(session: SessionSource, read: typeof readEngine): EngineList {
	return new RemoteList<OwnEngine, SignedIn>({
		owner() {
			const { current } = session;
			return current.state === 'signedIn' && current.connection.capabilities.engineRoutes
				? current
				: undefined;
		},
		onDidChangeOwner: session.onDidChange,
		async load({ service }, { signal }) {
			const engine = await read(service, { signal });
			return engine.ok ? success({ items: [engine.value], skipped: [] }) : engine;
		},
	});
}

/** Asks an engine what it is. */
export async function readEngine(
	service: Service,
	{ signal }: { readonly signal?: AbortSignal } = {},
): Promise<Result<OwnEngine>> {
	const system = await systemStats(service, signal);
	if (!system.ok) return system;
	const { version, devices } = system.value;
	const [device] = devices;
	return success({
		id: engineTargetId,
		name: service.connection.name,
		...compact({
			version,
			// `cuda:0 NVIDIA GeForce RTX 4090 : cudaMallocAsync`: the first word and the last are for developers.
			device: device && deviceName(device.name),
			memoryTotal: device?.memoryTotal,
			memoryFree: device?.memoryFree,
		}),
	});
}

function deviceName(name: string): string {
	return (
		name
			.replace(/^[a-z]+:\d+\s+/i, '')
			.replace(/ : \w{1,64}$/, '')
			.trim() || name
	);
}
