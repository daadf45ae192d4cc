import type { SessionSource, SignedIn } from '../account/session.ts';
import { type Result, success } from '../base/failure.ts';
import { RemoteList } from '../base/remoteList.ts';
import type { CallOptions } from '../http/call.ts';
import type { Service } from '../http/transport.ts';

/** The id under which an engine is a target: each connection to one has one. */
export const engineTargetId = 'engine';

/**
 * The results of earlier runs that an engine keeps: none, those that the latest run used, or also others, while space
 * is left.
 */
export type KeptResults = 'nothing' | 'latest' | 'more';

/** A person's own engine, as it describes itself. Memory in bytes. */
export interface OwnEngine {
	readonly id: typeof engineTargetId;
	/** The name of its connection. */
	readonly name: string;
	readonly version?: string;
	readonly device?: string;
	readonly memoryTotal?: number;
	readonly memoryFree?: number;
	readonly keeps?: KeptResults;
}

/** The engine of the current session; without an owner if the connection has none. */
export type EngineList = RemoteList<OwnEngine, SignedIn>;

export type ReadEngine = (service: Service, options?: CallOptions) => Promise<Result<OwnEngine>>;

export function createEngineList(session: SessionSource, read: ReadEngine): EngineList {
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
