import * as vscode from 'vscode';
import type { SignedIn } from '../../core/account/session.ts';
import type { Failure } from '../../core/base/failure.ts';
import { numberText, quoted } from '../../core/base/language.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import type { CommandHandlers } from '../shell/commands.ts';
import { failureText, showFailure } from '../shell/failures.ts';
import { confirm, fail, inform } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';
import { pickDeployment } from './commands.ts';
import type { DeploymentWork } from './deploymentWork.ts';
import type { DeploymentForms } from './form/panels.ts';
import type { DeploymentsNode } from './nodes.ts';
import { restoreDeployment } from './restore.ts';
import type { DeploymentServices } from './services.ts';

interface ManageDeps extends Pick<DeploymentServices, 'log' | 'signedIn' | 'store'> {
	readonly work: DeploymentWork;
	readonly forms: DeploymentForms;
}

/** A change of one deployment; undefined after success. */
type Change = (owner: SignedIn, deployment: Deployment) => Promise<Failure | undefined>;

/** Returns the commands that make, change and delete deployments. Each takes the selected rows, or asks which deployment is meant. */
export function manageCommands(deps: ManageDeps) {
	const { log, store, work, forms } = deps;

	/** The deployments that a command was called for; empty where none was chosen. */
	async function chosen(
		node: DeploymentsNode | undefined,
		nodes: readonly DeploymentsNode[] | undefined,
		title: string,
		fits: (deployment: Deployment) => boolean = () => true,
	): Promise<readonly Deployment[]> {
		if ((await deps.signedIn()) === undefined) return [];
		const rows = (nodes?.length ? nodes : node === undefined ? [] : [node]).flatMap((row) =>
			row.kind === 'deployment' ? [store.byId(row.deployment.id) ?? row.deployment] : [],
		);
		if (rows.length > 0) return rows.filter(fits);
		const picked = await pickDeployment(store, title, { fits });
		return picked === undefined ? [] : [store.byId(picked.id) ?? picked];
	}

	/** Does the same to several deployments, one after the other, and says for which it failed. */
	async function forAll(deployments: readonly Deployment[], change: Change): Promise<number> {
		const owner = work.current;
		if (owner === undefined) return 0;
		const failures: { readonly deployment: Deployment; readonly failure: Failure }[] = [];
		await vscode.window.withProgress({ location: { viewId: 'easel.deployments' } }, async () => {
			for (const deployment of deployments) {
				const failure = await change(owner, deployment);
				if (failure !== undefined) failures.push({ deployment, failure });
			}
			if (work.current === owner) await work.refresh();
		});
		const [first] = failures;
		if (first === undefined) return deployments.length;
		if (deployments.length === 1) await showFailure(log, first.failure);
		else {
			const names = failures.map(({ deployment }) => quoted(labelText(deployment.name, 60))).join(', ');
			await fail(
				vscode.l10n.t(
					'It failed for {0} of {1} deployments: {2}. {3}',
					numberText(failures.length),
					numberText(deployments.length),
					names,
					failureText(first.failure),
				),
			);
		}
		return deployments.length - failures.length;
	}

	async function setEnabled(
		node: DeploymentsNode | undefined,
		nodes: readonly DeploymentsNode[] | undefined,
		enabled: boolean,
	): Promise<void> {
		const title = enabled ? vscode.l10n.t('Enable Deployment') : vscode.l10n.t('Disable Deployment');
		const all = await chosen(node, nodes, title, (each) => (each.enabled === false) === enabled);
		if (all.length === 0 || (!enabled && !(await confirmDisable(all)))) return;
		await forAll(all, async (owner, { id }) => {
			const done = await work.change(owner, id, { enabled });
			return done.ok ? undefined : done.failure;
		});
	}

	return {
		'easel.newDeployment': async () => {
			if (await deps.signedIn()) await forms.open({ mode: 'new' });
		},
		'easel.editDeployment': async (node?: DeploymentsNode) => {
			const [deployment] = await chosen(node, undefined, vscode.l10n.t('Edit Deployment'));
			const connectionId = work.current?.connection.id;
			if (deployment === undefined || connectionId === undefined) return;
			await forms.open({ mode: 'edit', connectionId, deploymentId: deployment.id });
		},
		'easel.enableDeployment': (node?: DeploymentsNode, nodes?: readonly DeploymentsNode[]) =>
			setEnabled(node, nodes, true),
		'easel.disableDeployment': (node?: DeploymentsNode, nodes?: readonly DeploymentsNode[]) =>
			setEnabled(node, nodes, false),
		'easel.deleteDeployment': async (node?: DeploymentsNode, nodes?: readonly DeploymentsNode[]) => {
			const all = await chosen(node, nodes, vscode.l10n.t('Delete Deployment'));
			if (all.length === 0 || !(await confirmDelete(all))) return;
			await forAll(all, async (owner, deployment) => {
				const done = await work.remove(owner, deployment);
				// Gone already is what was wanted.
				return done.ok || done.failure.kind === 'notFound' ? undefined : done.failure;
			});
		},
		'easel.restoreDeployment': async (node?: DeploymentsNode) => {
			const owner = await deps.signedIn();
			if (owner === undefined) return;
			const deployment = node?.kind === 'deployment' ? node.deployment : undefined;
			const done = await restoreDeployment(work, owner, deployment);
			if (done === undefined) return;
			if (!done.ok) return showFailure(log, done.failure);
			await inform(vscode.l10n.t('Restored the settings of "{0}".', labelText(done.value.name)));
			await work.refresh();
		},
	} satisfies CommandHandlers;
}

function namesOf(deployments: readonly Deployment[]): string {
	return deployments.map(({ name }) => labelText(name, 60)).join(', ');
}

function confirmDisable(deployments: readonly Deployment[]): Promise<boolean> {
	const [only] = deployments;
	const question =
		deployments.length === 1 && only !== undefined
			? vscode.l10n.t('Disable "{0}"?', labelText(only.name))
			: vscode.l10n.t('Disable {0} deployments?', numberText(deployments.length));
	const effect = vscode.l10n.t(
		'Its instances shut down, and requests in progress fail. The configuration is kept, and you can enable it again.',
	);
	return confirm(question, {
		detail: deployments.length === 1 ? effect : `${namesOf(deployments)}. ${effect}`,
		action: vscode.l10n.t('Disable'),
	});
}

function confirmDelete(deployments: readonly Deployment[]): Promise<boolean> {
	const [only] = deployments;
	const question =
		deployments.length === 1 && only !== undefined
			? vscode.l10n.t('Delete "{0}" for good?', labelText(only.name))
			: vscode.l10n.t('Delete {0} deployments for good?', numberText(deployments.length));
	const effect = vscode.l10n.t(
		'Requests in progress fail, and programs that use its id stop working. Its settings are kept on this computer, so that you can create one like it.',
	);
	return confirm(question, {
		detail: deployments.length === 1 ? effect : `${namesOf(deployments)}. ${effect}`,
		action: vscode.l10n.t('Delete'),
	});
}
