import type { DeploymentFormProtocol } from '../../core/deployments/deploymentFormMessages.ts';
import type { PanelRegistry } from '../shell/panelRegistry.ts';
import type { Panel } from '../shell/webviewPanel.ts';

/** The form panels of this window: one for a new deployment, and one for each that is edited. */
export type DeploymentForms = PanelRegistry<string, Panel<DeploymentFormProtocol>>;
