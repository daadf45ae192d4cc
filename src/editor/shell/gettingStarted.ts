import * as vscode from 'vscode';
import type { CommandHandlers } from './commands.ts';
import { setContext } from './contextKeys.ts';
import { type Sample, samples } from './samples.ts';

/** The commands behind the first steps: the walkthrough itself, and a sample document. */
export function gettingStartedCommands(context: vscode.ExtensionContext): CommandHandlers {
	return {
		'easel.getStarted': async () => {
			const id = `${context.extension.id}#getStarted`;
			await vscode.commands.executeCommand('workbench.action.openWalkthrough', id, false);
			// The editor takes no notice of conditions that were true before it saw the walkthrough; this makes new ones of them.
			setContext('easel.gettingStarted', true);
		},
		'easel.openSample': () => openSample(context.extensionUri),
	};
}

interface SampleItem extends vscode.QuickPickItem {
	readonly file?: string;
}

async function openSample(extensionUri: vscode.Uri): Promise<void> {
	const items = (kind: Sample['kind'], heading: string): SampleItem[] => [
		{ label: heading, kind: vscode.QuickPickItemKind.Separator },
		...samples()
			.filter((sample) => sample.kind === kind)
			.map(({ title, file }) => ({ label: title, description: file, file })),
	];
	const all = [
		...items('workflow', vscode.l10n.t('Workflows')),
		...items('training', vscode.l10n.t('Training Configurations')),
	];
	const chosen = await vscode.window.showQuickPick(all, {
		title: vscode.l10n.t('Open a Sample'),
		placeHolder: vscode.l10n.t(
			'Select a workflow, which runs on the sandbox as it is, or a training configuration',
		),
	});
	if (chosen?.file === undefined) return;
	const uri = vscode.Uri.joinPath(extensionUri, 'media', 'samples', chosen.file);
	const document = await vscode.workspace.openTextDocument(uri);
	await vscode.window.showTextDocument(document, { preview: false, viewColumn: freeColumn() });
}

/** The walkthrough stays visible beside what it opens, since its next step is there. */
function freeColumn(): vscode.ViewColumn {
	const { activeTab } = vscode.window.tabGroups.activeTabGroup;
	const hasText = activeTab === undefined || activeTab.input instanceof vscode.TabInputText;
	return hasText ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
}
