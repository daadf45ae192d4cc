import * as vscode from 'vscode';
import type { CommandHandlers } from './commands.ts';
import { setContext } from './contextKeys.ts';

/** Returns the commands behind the first steps: the walkthrough itself, and a sample document. */
export function gettingStartedCommands(context: vscode.ExtensionContext): CommandHandlers {
	return {
		'easel.getStarted': async () => {
			const id = `${context.extension.id}#getStarted`;
			await vscode.commands.executeCommand('workbench.action.openWalkthrough', id, false);
			// The editor takes no notice of conditions that were true before it saw the walkthrough; this makes new ones of them.
			setContext('easel.gettingStarted', true);
		},
		'easel.openSample': async () => (await import('./openSample.ts')).openSample(context.extensionUri),
	};
}
