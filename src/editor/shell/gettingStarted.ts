import * as vscode from 'vscode';
import type { CommandHandlers } from './commands.ts';
import { setContext } from './contextKeys.ts';

/** Returns the commands of the first steps: the walkthrough itself, and a sample document. */
export function gettingStartedCommands(context: vscode.ExtensionContext): CommandHandlers {
	return {
		'easel.getStarted': async () => {
			const id = `${context.extension.id}#getStarted`;
			await vscode.commands.executeCommand('workbench.action.openWalkthrough', id, false);
			// The editor ignores conditions that were true before it saw the walkthrough; this sets them again.
			setContext('easel.gettingStarted', true);
		},
		'easel.openSample': async () => (await import('./openSample.ts')).openSample(context.extensionUri),
	};
}
