import * as vscode from 'vscode';
import { isThere } from '../shell/isThere.ts';

/**
 * Opens a new configuration that nobody has saved; saving puts it beside the other files of the workspace, under the name of
 * its job or the next that is free.
 */
export async function openNewDocument(text: string, name: string): Promise<vscode.TextDocument> {
	const [folder] = vscode.workspace.workspaceFolders ?? [];
	if (folder?.uri.scheme !== 'file')
		return vscode.workspace.openTextDocument({ language: 'yaml', content: text });
	const uri = (await freeUri(folder.uri, name)).with({ scheme: 'untitled' });
	const document = await vscode.workspace.openTextDocument(uri);
	const edit = new vscode.WorkspaceEdit();
	edit.insert(uri, new vscode.Position(0, 0), text);
	await vscode.workspace.applyEdit(edit);
	return document;
}

/** The first file name of this stem that neither the folder nor an open document has. */
async function freeUri(folder: vscode.Uri, stem: string): Promise<vscode.Uri> {
	for (let number = 1; ; number++) {
		const uri = vscode.Uri.joinPath(folder, `${stem}${number === 1 ? '' : `_${number}`}.yaml`);
		const open = vscode.workspace.textDocuments.some((each) => each.uri.path === uri.path);
		if (!open && !(await isThere(uri))) return uri;
	}
}
