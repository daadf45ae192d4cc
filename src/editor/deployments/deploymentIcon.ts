import * as vscode from 'vscode';
import type { Deployment } from '../../core/deployments/deployment.ts';

/** Returns the icon of a deployment, in the tree and wherever one is chosen: disabled, kept warm, or ready to start. */
export function deploymentIcon(deployment: Deployment): vscode.ThemeIcon {
	if (deployment.enabled === false)
		return new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('disabledForeground'));
	if (warmInstances(deployment) > 0)
		return new vscode.ThemeIcon('flame', new vscode.ThemeColor('charts.yellow'));
	return new vscode.ThemeIcon('server-environment', new vscode.ThemeColor('charts.green'));
}

/** Returns the number of instances that are kept running, and paid for, without work. */
export function warmInstances(deployment: Deployment): number {
	return deployment.enabled === false ? 0 : (deployment.minInstances ?? 0);
}
