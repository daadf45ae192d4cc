import * as vscode from 'vscode';
import type { CommandHandlers } from './commands.ts';

/** The commands behind the first steps: the walkthrough itself, and a sample workflow to run. */
export function gettingStartedCommands(context: vscode.ExtensionContext): CommandHandlers {
	return {
		'easel.getStarted': () =>
			vscode.commands.executeCommand(
				'workbench.action.openWalkthrough',
				`${context.extension.id}#getStarted`,
				false,
			),
		'easel.openSample': () => openSample(context.extensionUri),
	};
}

async function openSample(extensionUri: vscode.Uri): Promise<void> {
	const folder = vscode.Uri.joinPath(extensionUri, 'media', 'samples');
	const names = (await vscode.workspace.fs.readDirectory(folder))
		.map(([name]) => name)
		.filter((name) => name.endsWith('.json'));
	const items = names.sort().map((name) => ({
		label: name.replace(/(\.workflow)?_?(api)?\.json$/, '').replaceAll(/[-_]/g, ' '),
		description: name,
		name,
	}));
	const chosen = await vscode.window.showQuickPick(items, {
		title: 'Open a Sample Workflow',
		placeHolder: 'Each runs on the sandbox as it is',
	});
	if (!chosen) return;
	const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, chosen.name));
	await vscode.window.showTextDocument(document, { preview: false, viewColumn: freeColumn() });
}

/** The walkthrough stays in sight beside what it opens, since its next step stands there. */
function freeColumn(): vscode.ViewColumn {
	const { activeTab } = vscode.window.tabGroups.activeTabGroup;
	const hasText = activeTab === undefined || activeTab.input instanceof vscode.TabInputText;
	return hasText ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
}
