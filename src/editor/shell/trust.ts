import * as vscode from 'vscode';
import { warn } from './messages.ts';

/** Whether the workspace is trusted; where it is not, says `why` that is needed and offers to change it. */
export async function isTrusted(why: string): Promise<boolean> {
	if (vscode.workspace.isTrusted) return true;
	const manage = vscode.l10n.t('Manage Workspace Trust');
	const choice = await warn(why, manage);
	if (choice === manage) await vscode.commands.executeCommand('workbench.trust.manage');
	return false;
}
