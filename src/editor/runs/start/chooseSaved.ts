import { l10n } from 'vscode';
import type { SessionSource } from '../../../core/account/session.ts';
import type { DeploymentStore } from '../../../core/deployments/store.ts';
import type { SavedWorkflows } from '../../../core/runs/start/savedWorkflows.ts';
import { pickDeployment } from '../../deployments/commands.ts';
import { warn } from '../../shell/messages.ts';

interface SavedChoiceDeps {
	readonly session: SessionSource;
	readonly signIn: () => Promise<boolean>;
	readonly store: DeploymentStore;
	readonly savedWorkflows: SavedWorkflows;
}

/** Asks which deployment's saved workflow is meant, for a document that has not run on any. */
export async function chooseSavedWorkflow(
	deps: SavedChoiceDeps,
	title: string,
): Promise<{ readonly name: string; readonly text: string } | undefined> {
	if (deps.session.current.state === 'signedOut') await deps.signIn();
	const deployment = await pickDeployment(deps.store, title, {
		fits: ({ takesInputs }) => takesInputs !== true,
	});
	const { current } = deps.session;
	if (deployment === undefined || current.state === 'signedOut') return undefined;
	const text = await deps.savedWorkflows.of(current, { kind: 'deployment', id: deployment.id });
	if (text !== undefined) return { name: deployment.name, text };
	await warn(
		l10n.t(
			'The service sent no saved workflow for "{0}". Open it in the web console, or choose another deployment.',
			deployment.name,
		),
	);
	return undefined;
}
