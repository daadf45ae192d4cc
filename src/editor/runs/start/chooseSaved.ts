import { l10n } from 'vscode';
import type { DeploymentStore } from '../../../core/deployments/store.ts';
import type { SavedWorkflows } from '../../../core/runs/start/savedWorkflows.ts';
import { pickDeployment } from '../../deployments/commands.ts';
import type { AppServices } from '../../shell/appServices.ts';
import { warn } from '../../shell/messages.ts';

interface SavedChoiceDeps extends Pick<AppServices, 'session' | 'signedIn'> {
	readonly store: DeploymentStore;
	readonly savedWorkflows: SavedWorkflows;
}

/** Asks for the deployment with the saved workflow, for a document that has not run on any. */
export async function chooseSavedWorkflow(
	deps: SavedChoiceDeps,
	title: string,
): Promise<{ readonly name: string; readonly text: string } | undefined> {
	const current = await deps.signedIn();
	if (current === undefined) return undefined;
	const deployment = await pickDeployment(deps.store, title, {
		fits: ({ takesInputs }) => takesInputs !== true,
	});
	if (deployment === undefined) return undefined;
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
