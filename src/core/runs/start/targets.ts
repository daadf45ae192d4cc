import { isOwn, type SignedIn } from '../../account/session.ts';
import { fitting } from '../../records/meant.ts';
import type { DocumentFacts } from '../documentFacts.ts';
import type { Run, RunTargetId } from '../run.ts';
import type { RunDestination, RunSource } from './runSource.ts';
import type { RunTargets } from './runTargets.ts';

interface TargetParts {
	readonly targets: Pick<RunTargets, 'state' | 'items' | 'byId' | 'refresh'>;
	readonly documents: Pick<DocumentFacts, 'deploymentsFor'>;
}

export interface TargetRequest {
	/** Ask for the target even when one is remembered. */
	readonly choose?: boolean;
	/** Run on this target. A deployment may also be given by an id prefix or its name, if unambiguous. */
	readonly target?: RunTargetId;
}

/**
 * Returns the target without a question: the last one of the document, or the one it was saved with. `gone` if the
 * named target is not in the account, `undefined` if a choice is needed.
 */
export async function knownTarget(
	{ targets, documents }: TargetParts,
	session: SignedIn,
	source: Pick<RunSource, 'uri' | 'savedWith'>,
	{ choose = false, target }: TargetRequest = {},
): Promise<RunDestination | 'gone' | undefined> {
	if (targets.state.kind !== 'ready') await targets.refresh();
	// An engine is the only one of its connection.
	const [only] = targets.items;
	if (only?.kind === 'engine') return choose ? undefined : only;
	if (target?.kind === 'deployment') {
		const [named, ...others] = fitting(targets.items, target.id);
		const known = targets.byId(target.id) ?? (others.length === 0 ? named : undefined);
		// While the list cannot be read, this is unknown; the choice shows the reason.
		return known ?? (targets.state.kind === 'ready' ? 'gone' : undefined);
	}
	// If a specific target is requested, no other one replaces it.
	if (target !== undefined || choose) return undefined;
	const id = lastUsed(documents, session, source)[0] ?? savedWith(session, source);
	return id === undefined ? undefined : targets.byId(id);
}

/** Returns the ids of the deployments of the connection that the document ran on, latest first. */
export function lastUsed(
	documents: Pick<DocumentFacts, 'deploymentsFor'>,
	{ connection }: SignedIn,
	{ uri }: Pick<RunSource, 'uri'>,
): readonly string[] {
	return uri === undefined ? [] : documents.deploymentsFor(uri, connection.id);
}

/** Returns the deployment of the current connection that has a document as its saved workflow. */
export function savedWith(
	{ connection }: SignedIn,
	{ savedWith: saved }: Pick<RunSource, 'savedWith'>,
): string | undefined {
	return saved?.connectionId === connection.id ? saved.deploymentId : undefined;
}

/** Returns whether a run has the same target in the same account as before. */
export function isWhereItRan(
	{ target, ...owner }: Pick<Run, 'connectionId' | 'accountId' | 'target'>,
	session: SignedIn,
	{ kind, id }: RunDestination,
): boolean {
	return isOwn(owner, session) && target.kind === kind && target.id === id;
}
