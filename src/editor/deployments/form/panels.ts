import * as vscode from 'vscode';
import type { Log } from '../../../core/base/log.ts';
import type {
	DeploymentFormIdentity,
	DeploymentFormProtocol,
} from '../../../core/deployments/deploymentFormMessages.ts';
import { type PanelPlace, PanelRegistry } from '../../shell/panels/panelRegistry.ts';
import type { Panel } from '../../shell/panels/webviewPanel.ts';

type FormPanel = Panel<DeploymentFormProtocol>;

/** The form panels of this window: one for a new deployment, and one for each that is edited. */
export type DeploymentForms = PanelRegistry<DeploymentFormIdentity, FormPanel>;

/** Returns the forms of deployments. @param create creates a panel from modules that are loaded with the first one. */
export function deploymentForms(
	log: Log,
	create: (identity: DeploymentFormIdentity, place: PanelPlace) => Promise<FormPanel>,
): DeploymentForms {
	return new PanelRegistry({
		viewType: 'easel.deployment',
		log,
		column: vscode.ViewColumn.Active,
		identify: async (saved) => (await import('../features.ts')).savedDeploymentForm(saved),
		keyOf: (identity) =>
			identity.mode === 'new' ? 'new' : JSON.stringify([identity.connectionId, identity.deploymentId]),
		create,
	});
}
