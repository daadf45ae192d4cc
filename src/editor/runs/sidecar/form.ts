import * as vscode from 'vscode';
import type { SignedIn } from '../../../core/account/session.ts';
import type { DeploymentStore } from '../../../core/deployments/store.ts';
import type { DescribedContent } from '../../../core/runs/archive/describedRun.ts';
import { setOfBody } from '../../../core/runs/inputs/bodySet.ts';
import { loadInputTarget } from '../../../core/runs/inputs/target.ts';
import type { RunTarget } from '../../../core/runs/run.ts';
import { pickDeployment } from '../../deployments/commands.ts';
import { FavoriteModels } from '../../models/favorites.ts';
import { pickModel } from '../../models/searchModels.ts';
import type { AppServices } from '../../shell/appServices.ts';
import { offerSwitch, showFailure } from '../../shell/failures.ts';
import { inform } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import type { InputFormPanels } from '../inputs/panels.ts';

export interface SidecarFormDeps extends Pick<AppServices, 'acts' | 'log' | 'session' | 'signedIn'> {
	readonly store: DeploymentStore;
	readonly inputs: Pick<InputFormPanels, 'fill' | 'openDocument'>;
	/** Keeps favorite models. */
	readonly favorites: vscode.Memento;
}

/**
 * Opens the form of a run of inputs, filled in with its values: that of the target in the sidecar if the connection in use has it,
 * otherwise that of one that the person chooses. Nothing is sent before they press Run.
 */
export async function openSidecarForm(
	deps: SidecarFormDeps,
	{ text, shortened }: DescribedContent,
	recorded: RunTarget | undefined,
): Promise<void> {
	const { inputs } = deps;
	const current = await deps.signedIn();
	if (current === undefined) return;
	const { name, capabilities } = current.connection;
	if (!capabilities.deployments && !capabilities.catalog)
		return offerSwitch(
			vscode.l10n.t(
				'This run sent the values of a form, and {0} is an engine of your own, which has no forms. Switch the connection, then open the file again.',
				name,
			),
		);
	const target = await targetHere(deps, current, recorded);
	if (target === undefined) return;
	await inputs.fill(target, setOfBody(text));
	if (shortened)
		await inform(vscode.l10n.t('Some inputs of this run were not saved. Enter them, then press Run.'));
}

/** Returns the target of a sidecar in the connection in use, or another one that the person chooses. */
async function targetHere(
	{ acts, log, session, store, favorites }: SidecarFormDeps,
	{ service, connection }: SignedIn,
	recorded: RunTarget | undefined,
): Promise<RunTarget | undefined> {
	if (recorded !== undefined) {
		const { kind, id } = recorded;
		const found = await loadInputTarget(service, recorded);
		if (found.ok) return { kind, id, name: found.value.name };
		// If it now takes a workflow, it differs from the one of the sidecar.
		if (found.failure.kind !== 'notFound' && found.failure.kind !== 'input') {
			await showFailure(log, found.failure);
			return undefined;
		}
	}
	const title =
		recorded === undefined
			? vscode.l10n.t('Run')
			: vscode.l10n.t(
					'{0} Has No "{1}": Select Another',
					labelText(connection.name),
					labelText(recorded.name, 40),
				);
	if (recorded?.kind === 'deployment') {
		const deployment = await pickDeployment(store, title, {
			fits: ({ takesInputs }) => takesInputs === true,
		});
		return deployment && { kind: 'deployment', id: deployment.id, name: deployment.name };
	}
	const starred = new FavoriteModels(favorites);
	const model = await pickModel({ acts, session, favorites: starred }, title);
	starred.dispose();
	return model && { kind: 'model', id: model.id, name: model.name };
}
