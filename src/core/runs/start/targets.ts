import type { SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import type { DeploymentStore } from '../../deployments/store.ts';
import type { RunTargetId } from '../run.ts';
import type { DocumentTargets, RunDestination, RunSource } from './runSource.ts';

/** What is known of the places where documents run. */
interface TargetParts {
	readonly store: Pick<DeploymentStore, 'state' | 'items' | 'byId' | 'refresh'>;
	readonly memory: Pick<DocumentTargets, 'deploymentsFor'>;
}

/** What is said of the target when a run is asked for. */
export interface TargetRequest {
	/** Ask for the target even when one is remembered. */
	readonly choose?: boolean;
	/** Run on this. */
	readonly target?: RunTargetId;
}

/**
 * The target that is meant without asking: where the document ran last, or where it was saved. `gone` where the one that is named is not in
 * the account, `undefined` where a choice is to be made.
 */
export async function knownTarget(
	{ store, memory }: TargetParts,
	session: SignedIn,
	source: RunSource,
	{ choose = false, target }: TargetRequest = {},
): Promise<RunDestination | 'gone' | undefined> {
	if (store.state.kind !== 'ready') await store.refresh();
	// An engine is the only one of its connection.
	if (session.connection.engine) return choose ? undefined : destinationOf(store.items[0]);
	if (target?.kind === 'deployment') {
		const known = destinationOf(store.byId(target.id));
		// While the list cannot be read, this is unknown; the choice says why.
		return known ?? (store.state.kind === 'ready' ? 'gone' : undefined);
	}
	// Where a certain one is meant, no other one takes its place.
	if (target !== undefined || choose) return undefined;
	const id = lastUsed(memory, session, source)[0] ?? savedWith(session, source);
	return id === undefined ? undefined : destinationOf(store.byId(id));
}

/** Ids of the deployments of the connection that the document ran on, latest first. */
export function lastUsed(
	memory: Pick<DocumentTargets, 'deploymentsFor'>,
	{ connection }: SignedIn,
	{ uri }: RunSource,
): readonly string[] {
	return uri === undefined ? [] : memory.deploymentsFor(uri, connection.id);
}

/** The deployment of the connection in use whose saved workflow a document is. */
export function savedWith({ connection }: SignedIn, { savedWith: saved }: RunSource): string | undefined {
	return saved?.connectionId === connection.id ? saved.deploymentId : undefined;
}

/** A deployment, or the engine in its place, as the place where a run goes. */
export function destinationOf(deployment: Deployment): RunDestination;
export function destinationOf(deployment: Deployment | undefined): RunDestination | undefined;
export function destinationOf(deployment: Deployment | undefined): RunDestination | undefined {
	if (deployment === undefined) return undefined;
	const { id, name, engine, enabled, workflowVersion } = deployment;
	return { kind: engine ? 'engine' : 'deployment', id, name, ...compact({ enabled, workflowVersion }) };
}
