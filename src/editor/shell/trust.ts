import * as vscode from 'vscode';
import type { CommandId } from './ids.ts';
import { warn } from './messages.ts';

/** The commands that send content of the workspace, or lead to that: none runs in an untrusted one. */
const sendingCommands: ReadonlySet<string> = new Set<CommandId>([
	'easel.run',
	'easel.runWith',
	'easel.runDeployment',
	'easel.runWithSeeds',
	'easel.runWithPreset',
	'easel.runSweep',
	'easel.runOnEach',
	'easel.continueBatch',
	'easel.runAgain',
	'easel.runAgainWithNewSeed',
	'easel.runElsewhere',
	'easel.runFromSidecar',
	'easel.openSharedRun',
	'easel.saveAsSandboxDeployment',
	'easel.applyDeployment',
	'easel.uploadDataset',
	'easel.newDataset',
	'easel.uploadDatasetAgain',
	'easel.retryUpload',
	'easel.submitTraining',
	'easel.sendJobEdit',
	'easel.sendJobEditAndResume',
	'easel.continueJob',
]);

/**
 * Returns whether a command may run; if it sends something and the workspace is not trusted, reports that and offers to
 * change it.
 */
export async function mayRun(id: string): Promise<boolean> {
	return !sendingCommands.has(id) || isTrustedToSend();
}

/** Returns whether anything may be sent from the workspace; if it is not trusted, reports that and offers to change it. */
export async function isTrustedToSend(): Promise<boolean> {
	if (vscode.workspace.isTrusted) return true;
	const manage = vscode.l10n.t('Manage Workspace Trust');
	const choice = await warn(
		vscode.l10n.t(
			'Easel sends nothing from an untrusted workspace: its documents, links and names could cause other files to be sent than those you see.',
		),
		manage,
	);
	if (choice === manage) await vscode.commands.executeCommand('workbench.trust.manage');
	return vscode.workspace.isTrusted;
}
