import type { SessionSource, SignedIn } from '../account/session.ts';
import { type Result, success } from '../base/failure.ts';
import { type ListState, RemoteList } from '../base/remoteList.ts';
import type { Service } from '../http/transport.ts';
import type { listDeployments } from './client.ts';
import type { Deployment, DeploymentList } from './deployment.ts';

export type DeploymentsState = ListState<Deployment>;

/** The deployments of the current session; without an owner if the connection has none. */
export type DeploymentStore = RemoteList<Deployment, SignedIn>;

interface DeploymentStoreOptions {
	readonly session: SessionSource;
	readonly list: (service: Service, options: { signal: AbortSignal }) => Promise<Result<DeploymentList>>;
}

/** Lists deployments like the client, which is loaded with the first call: a signed-out window makes none. */
export const listOnDemand: typeof listDeployments = async (service, options) =>
	(await import('./client.ts')).listDeployments(service, options);

export function createDeploymentStore({ session, list }: DeploymentStoreOptions): DeploymentStore {
	return new RemoteList<Deployment, SignedIn>({
		owner() {
			const { current } = session;
			return current.state === 'signedIn' && current.connection.capabilities.deployments
				? current
				: undefined;
		},
		onDidChangeOwner: session.onDidChange,
		async load({ service }, { signal }) {
			const listed = await list(service, { signal });
			if (!listed.ok) return listed;
			const { deployments: items, skipped, isPartial = false } = listed.value;
			return success({ items, skipped, isPartial });
		},
	});
}
