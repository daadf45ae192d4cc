import * as vscode from 'vscode';
import { numberedName, splitName } from '../../core/transfers/names.ts';
import { isThere } from './isThere.ts';
import { type Sample, samples } from './samples.ts';

interface SampleItem extends vscode.QuickPickItem {
	readonly sample?: Sample;
}

/**
 * Asks for the sample to open, and opens a copy: a new file of the workspace, or an unsaved document if no folder is
 * open. The sample in the package stays unchanged.
 */
export async function openSample(extensionUri: vscode.Uri): Promise<void> {
	const items = (kind: Sample['kind'], heading: string): SampleItem[] => [
		{ label: heading, kind: vscode.QuickPickItemKind.Separator },
		...samples()
			.filter((sample) => sample.kind === kind)
			.map((sample) => ({ label: sample.title, description: sample.file, sample })),
	];
	const all = [
		...items('workflow', vscode.l10n.t('Workflows')),
		...items('training', vscode.l10n.t('Training Configurations')),
	];
	const chosen = await vscode.window.showQuickPick(all, {
		title: vscode.l10n.t('Open a Sample'),
		placeHolder: vscode.l10n.t(
			'Select a workflow, which runs on the sandbox as is, or a training configuration',
		),
	});
	if (chosen?.sample === undefined) return;
	const folder = vscode.Uri.joinPath(extensionUri, 'media', 'samples');
	const document = await copyOf(folder, chosen.sample);
	if (document !== undefined)
		await vscode.window.showTextDocument(document, { preview: false, viewColumn: freeColumn() });
}

async function copyOf(from: vscode.Uri, sample: Sample): Promise<vscode.TextDocument | undefined> {
	const source = vscode.Uri.joinPath(from, sample.file);
	const [workspace] = vscode.workspace.workspaceFolders ?? [];
	if (workspace === undefined) return unsavedCopy(source, from, sample);
	const name = await askName(workspace, sample.file);
	if (name === undefined) return undefined;
	const target = vscode.Uri.joinPath(workspace.uri, name);
	await vscode.workspace.fs.copy(source, target, { overwrite: false });
	if (sample.picture !== undefined) {
		const picture = vscode.Uri.joinPath(workspace.uri, sample.picture);
		if (!(await isThere(picture)))
			await vscode.workspace.fs.copy(vscode.Uri.joinPath(from, sample.picture), picture, {
				overwrite: false,
			});
	}
	return vscode.workspace.openTextDocument(target);
}

/** Opens an unsaved copy. It has no neighboring files, so its picture is named by its place in the package. */
async function unsavedCopy(
	source: vscode.Uri,
	from: vscode.Uri,
	{ kind, picture }: Sample,
): Promise<vscode.TextDocument> {
	const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(source));
	const content =
		picture === undefined
			? text
			: text.replace(JSON.stringify(picture), JSON.stringify(vscode.Uri.joinPath(from, picture).fsPath));
	return vscode.workspace.openTextDocument({ language: kind === 'workflow' ? 'json' : 'yaml', content });
}

/** Asks for the name of the new file; the first that is free is offered. */
async function askName(
	{ uri, name: folder }: vscode.WorkspaceFolder,
	file: string,
): Promise<string | undefined> {
	let free = file;
	for (let number = 1; await isThere(vscode.Uri.joinPath(uri, free)); number++)
		free = numberedName(file, number);
	const { ending } = splitName(file);
	const named = (text: string) => (text.trim().endsWith(ending) ? text.trim() : `${text.trim()}${ending}`);
	const answer = await vscode.window.showInputBox({
		title: vscode.l10n.t('Open a Sample'),
		prompt: vscode.l10n.t('Name of your copy in "{0}"', folder),
		value: free,
		valueSelection: [0, free.length - ending.length],
		validateInput: async (text) => {
			if (text.trim() === '' || /[\\/]/.test(text)) return vscode.l10n.t('Enter a file name.');
			const isTaken = await isThere(vscode.Uri.joinPath(uri, named(text)));
			return isTaken ? vscode.l10n.t('"{0}" already exists. Enter another name.', named(text)) : undefined;
		},
	});
	return answer === undefined ? undefined : named(answer);
}

/** Returns a column that keeps the walkthrough visible next to the opened document, since it has the next step. */
function freeColumn(): vscode.ViewColumn {
	const { activeTab } = vscode.window.tabGroups.activeTabGroup;
	const hasText = activeTab === undefined || activeTab.input instanceof vscode.TabInputText;
	return hasText ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
}
