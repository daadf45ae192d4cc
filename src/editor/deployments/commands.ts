import * as vscode from 'vscode';
import type { SignedIn } from '../../core/account/session.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import type { DeploymentStore } from '../../core/deployments/store.ts';
import { deploymentCurl } from '../../core/operations/deployments/show.ts';
import type { RunTargets } from '../../core/runs/start/runTargets.ts';
import type { CommandHandlers } from '../shell/commands.ts';
import { setContext } from '../shell/contextKeys.ts';
import { failureText } from '../shell/failures.ts';
import { copyText, fail } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';
import { askWhileTyping, chooseValue } from '../shell/questions.ts';
import { type ChoiceOptions, deploymentChoices } from './choices.ts';
import { deploymentDocument, openDeploymentDocument } from './documents.ts';
import type { DeploymentsNode } from './nodes.ts';
import type { DeploymentServices } from './services.ts';
import type { DeploymentsTree } from './tree.ts';

interface DeploymentCommandDeps extends Pick<DeploymentServices, 'acts' | 'session' | 'signedIn' | 'store'> {
	readonly targets: Pick<RunTargets, 'refresh'>;
	readonly tree: DeploymentsTree;
	readonly view: vscode.TreeView<DeploymentsNode>;
}

/** Returns the commands of the Deployments view. Each applies to the row it was called on, or asks for a deployment. */
export function deploymentCommands(deps: DeploymentCommandDeps) {
	const { acts, session, store, targets, tree, view } = deps;

	async function withDeployment(
		node: DeploymentsNode | undefined,
		title: string,
		act: (signedIn: SignedIn, deployment: Deployment) => Promise<void>,
		fits: (deployment: Deployment) => boolean = () => true,
	) {
		const current = await deps.signedIn();
		if (current === undefined) return;
		const deployment =
			node?.kind === 'deployment' ? node.deployment : await pickDeployment(store, title, { fits });
		if (deployment && session.current === current)
			await act(current, store.byId(deployment.id) ?? deployment);
	}

	function applyFilter(text: string) {
		tree.setFilter(text);
		tree.showMessage(view, tree.filter ? vscode.l10n.t('Filter: {0}', tree.filter) : '');
		setContext('easel.deploymentsFiltered', tree.filter !== '');
	}

	return {
		'easel.refreshDeployments': () =>
			vscode.window.withProgress({ location: { viewId: 'easel.deployments' } }, () => targets.refresh()),
		'easel.filterDeployments': () =>
			askWhileTyping({
				title: vscode.l10n.t('Filter Deployments'),
				prompt: vscode.l10n.t('Words in the name, ID, hardware, status or version. Leave empty to show all.'),
				value: tree.filter,
				restMs: 0,
				apply: applyFilter,
			}),
		'easel.clearDeploymentFilter': () => applyFilter(''),
		'easel.showMoreDeployments': () => tree.showMoreDeployments(),
		'easel.showMoreRuns': (deploymentId: unknown) => tree.showMoreRuns(String(deploymentId)),
		'easel.openSavedWorkflow': (node?: DeploymentsNode) =>
			withDeployment(
				node,
				vscode.l10n.t('Open Saved Workflow'),
				async (current, deployment) => {
					const document = await openDeploymentDocument(
						deploymentDocument(current.connection.id, deployment, 'payload'),
					);
					if (document) await vscode.window.showTextDocument(document, { preview: true });
				},
				(deployment) => deployment.takesInputs !== true,
			),
		'easel.openReadme': (node?: DeploymentsNode) =>
			withDeployment(node, vscode.l10n.t('Open Readme'), async (current, deployment) => {
				const uri = deploymentDocument(current.connection.id, deployment, 'readme');
				await vscode.commands.executeCommand('markdown.showPreview', uri);
			}),
		'easel.copyDeploymentId': (node?: DeploymentsNode) =>
			withDeployment(node, vscode.l10n.t('Copy Deployment ID'), (_, { id, name }) =>
				copyText(id, vscode.l10n.t('Copied the ID of "{0}"', labelText(name, 60))),
			),
		'easel.copyDeploymentAsCurl': (node?: DeploymentsNode) =>
			withDeployment(node, vscode.l10n.t('Copy as cURL'), async (_, { id }) => {
				const curl = await acts.done(deploymentCurl, { id }, { in: 'easel.deployments' });
				if (curl === undefined) return;
				const said = vscode.l10n.t('Copied as cURL. Put your token into EASEL_TOKEN before you run it.');
				await copyText(curl.text, said, 6000);
			}),
	} satisfies CommandHandlers;
}

/** Asks for one of the known deployments. */
export async function pickDeployment(
	store: DeploymentStore,
	title: string,
	options: ChoiceOptions = {},
): Promise<Deployment | undefined> {
	if (store.state.kind !== 'ready') await store.refresh();
	if (store.state.kind === 'failed') {
		await fail(failureText(store.state.failure));
		return undefined;
	}
	const items = deploymentChoices(store.items, options).map(({ deployment: value, ...choice }) => ({
		...choice,
		label: labelText(choice.label),
		description: labelText(choice.description),
		value,
	}));
	const none =
		store.items.length === 0
			? vscode.l10n.t('This account has no deployments yet. Create one with "New Deployment".')
			: vscode.l10n.t('No deployment matches. Choose another command, or refresh the deployments.');
	return chooseValue(items, none, {
		title,
		placeHolder: vscode.l10n.t('Select a deployment'),
		matchOnDescription: true,
	});
}
