import type { DeploymentFormProtocol } from '../../../core/deployments/deploymentFormMessages.ts';
import type { PanelRegistry } from '../../shell/panels/panelRegistry.ts';
import type { Panel } from '../../shell/panels/webviewPanel.ts';

/** The form panels of this window: one for a new deployment, and one for each that is edited. */
export type DeploymentForms = PanelRegistry<string, Panel<DeploymentFormProtocol>>;
