import * as vscode from 'vscode';
import { type Sample, samples } from './samples.ts';

interface SampleItem extends vscode.QuickPickItem {
	readonly file?: string;
}

/** Asks which of the samples to open, and opens it. */
export async function openSample(extensionUri: vscode.Uri): Promise<void> {
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
