import * as vscode from 'vscode';
import type * as z from 'zod/mini';
import { describeMoment } from '../../core/base/ages.ts';
import { compact } from '../../core/base/compact.ts';
import type { Failure, Result } from '../../core/base/failure.ts';
import { numberText, quoted } from '../../core/base/language.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import { changeText } from '../../core/deployments/settings.ts';
import { deploymentDelete, deploymentUpdate } from '../../core/operations/deployments/deployments.ts';
import { deploymentChanges, deploymentRestore } from '../../core/operations/deployments/restore.ts';
import type { CommandHandlers } from '../shell/commands.ts';
import { failureText, showFailure } from '../shell/failures.ts';
import { confirm, fail, inform } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';
import { chooseValue } from '../shell/questions.ts';
import { pickDeployment } from './commands.ts';
import type { DeploymentForms } from './form/panels.ts';
import type { DeploymentsNode } from './nodes.ts';
import { reviewed } from './reviewed.ts';
import type { DeploymentServices } from './services.ts';

interface ManageDeps extends Pick<DeploymentServices, 'acts' | 'log' | 'session' | 'signedIn' | 'store'> {
	readonly forms: DeploymentForms;
}

/** Acts show their progress in the view. */
const view = { in: 'easel.deployments' } as const;

/** Returns the commands that create, change and delete deployments. Each applies to the selected rows, or asks for a deployment. */
export function manageCommands(deps: ManageDeps) {
	const { acts, log, session, store, forms } = deps;

	/** Returns the deployments that a command was called for; empty if none was chosen. */
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

	/** Applies one action to several deployments, one after the other, and reports the failed ones. */
	async function forAll(
		deployments: readonly Deployment[],
		act: (deployment: Deployment) => Promise<Result<unknown>>,
	): Promise<void> {
		const { current } = session;
		const failures: { readonly deployment: Deployment; readonly failure: Failure }[] = [];
		for (const deployment of deployments) {
			if (session.current !== current) return;
			const done = await act(deployment);
			if (!done.ok) failures.push({ deployment, failure: done.failure });
		}
		// The service reports the state of the instances.
		void store.refresh();
		const [first] = failures;
		if (first === undefined) return;
		if (deployments.length === 1) return showFailure(log, first.failure);
		const names = failures.map(({ deployment }) => quoted(labelText(deployment.name, 60))).join(', ');
		await fail(
			vscode.l10n.t(
				'Failed for {0} of {1} deployments: {2}. {3}',
				numberText(failures.length),
				numberText(deployments.length),
				names,
				failureText(first.failure),
			),
		);
	}

	async function setEnabled(
		node: DeploymentsNode | undefined,
		nodes: readonly DeploymentsNode[] | undefined,
		enabled: boolean,
	): Promise<void> {
		const title = enabled ? vscode.l10n.t('Enable Deployment') : vscode.l10n.t('Disable Deployment');
		const all = await chosen(node, nodes, title, (each) => (each.enabled === false) === enabled);
		if (all.length === 0 || (!enabled && !(await confirmDisable(all)))) return;
		await forAll(all, ({ id }) => acts.run(deploymentUpdate, { id, enabled }, view));
	}

	return {
		'easel.newDeployment': async () => {
			if (await deps.signedIn()) await forms.open({ mode: 'new' });
		},
		'easel.editDeployment': async (node?: DeploymentsNode) => {
			const [deployment] = await chosen(node, undefined, vscode.l10n.t('Edit Deployment'));
			if (deployment === undefined) return;
			const connectionId = session.current.connection.id;
			await forms.open({ mode: 'edit', connectionId, deploymentId: deployment.id });
		},
		'easel.enableDeployment': (node?: DeploymentsNode, nodes?: readonly DeploymentsNode[]) =>
			setEnabled(node, nodes, true),
		'easel.disableDeployment': (node?: DeploymentsNode, nodes?: readonly DeploymentsNode[]) =>
			setEnabled(node, nodes, false),
		'easel.deleteDeployment': async (node?: DeploymentsNode, nodes?: readonly DeploymentsNode[]) => {
			const all = await chosen(node, nodes, vscode.l10n.t('Delete Deployment'));
			// The act itself asks about a single one.
			if (all.length > 1 && !(await confirmDelete(all))) return;
			const answers = all.length > 1 ? { confirmDelete: async () => true } : {};
			await forAll(all, ({ id }) => acts.run(deploymentDelete, { id }, { ...view, answers }));
		},
		'easel.restoreDeployment': async (node?: DeploymentsNode) => {
			const id = node?.kind === 'deployment' ? node.deployment.id : undefined;
			const made = await acts.done(deploymentChanges, compact({ id }), view);
			const change = made && (await chooseChange(made.changes));
			if (change === undefined) return;
			const wanted = { id: change.deploymentId, change: change.id };
			const done = await acts.done(deploymentRestore, wanted, { ...view, answers: reviewed });
			if (done === undefined) return;
			const name = labelText(done.name);
			await inform(
				done.action === 'none'
					? vscode.l10n.t('"{0}" already has these settings.', name)
					: vscode.l10n.t('Restored the settings of "{0}".', name),
			);
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
	const effect = vscode.l10n.t(
		'Requests in progress fail, and programs that use its ID stop working. Its settings are kept on this computer, so that you can create one like it.',
	);
	return confirm(vscode.l10n.t('Permanently delete {0} deployments?', numberText(deployments.length)), {
		detail: `${namesOf(deployments)}. ${effect}`,
		action: vscode.l10n.t('Delete'),
	});
}

type Change = z.output<typeof deploymentChanges.output>['changes'][number];

/** Asks for the change to revert; undefined if none was made or chosen. */
function chooseChange(changes: readonly Change[]): Promise<Change | undefined> {
	const now = Date.now();
	const rows = changes.map((change) => ({
		label: labelText(change.name, 80),
		description: [
			describeMoment(change.changedAt, now),
			change.uncertain ? vscode.l10n.t('no response') : undefined,
		]
			.filter(Boolean)
			.join(' · '),
		detail: labelText(
			change.kind === 'deleted' ? vscode.l10n.t('Deleted') : change.settings.map(changeText).join(', '),
		),
		value: change,
	}));
	return chooseValue(rows, vscode.l10n.t('No deployment has been changed in this editor yet.'), {
		title: vscode.l10n.t('Restore Earlier Settings'),
		placeHolder: vscode.l10n.t('Select the change to undo'),
		matchOnDetail: true,
	});
}
