import type { SignedIn } from '../../account/session.ts';
import { failed, type Result, success } from '../../base/failure.ts';
import { savedWorkflowUri } from '../../deployments/documentPath.ts';
import { goneFailure, noSavedWorkflowFailure, takesInputsFailure } from './refusals.ts';
import type { RunStart } from './runRequest.ts';
import type { RunSource } from './runSource.ts';
import { knownTarget } from './targets.ts';

/** Returns the workflow that is saved with a deployment as a document to run. @param deployment its id or name */
export async function savedSource(
	{ services: { targets, savedWorkflows, parse }, facts: { documents } }: RunStart,
	session: SignedIn,
	deployment: string,
): Promise<Result<RunSource>> {
	const named = { kind: 'deployment', id: deployment } as const;
	const target = await knownTarget({ targets, documents }, session, {}, { target: named });
	if (targets.state.kind === 'failed') return failed(targets.state.failure);
	if (target === undefined || target === 'gone') return failed(goneFailure(named, targets.items));
	if (await savedWorkflows.takesInputs(session, target)) return failed(takesInputsFailure(target));
	const text = await savedWorkflows.of(session, target);
	if (text === undefined) return failed(noSavedWorkflowFailure(target));
	const { id, name } = target;
	return success({
		document: parse(text),
		name,
		uri: savedWorkflowUri(session.connection.id, target),
		savedWith: { connectionId: session.connection.id, deploymentId: id },
	});
}
