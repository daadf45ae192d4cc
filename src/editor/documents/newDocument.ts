import * as vscode from 'vscode';
import { isThere } from '../shell/isThere.ts';

interface NewDocument {
	readonly language: 'yaml' | 'json';
	/** The folder that it is saved in; without one on disk, the document has no name until it is saved. */
	readonly folder: vscode.Uri | undefined;
	/** File name without the extension; a number is added if the name is taken. */
	readonly stem: string;
}

/** Opens a new, unsaved document; saving puts it next to other files, under its name or the next free one. */
export async function openNewDocument(
	text: string,
	{ language, folder, stem }: NewDocument,
): Promise<vscode.TextDocument> {
	if (folder === undefined || !takesNames(folder))
		return vscode.workspace.openTextDocument({ language, content: text });
	const uri = (await freeUri(folder, stem, language)).with({ scheme: 'untitled' });
	const document = await vscode.workspace.openTextDocument(uri);
	const edit = new vscode.WorkspaceEdit();
	edit.insert(uri, new vscode.Position(0, 0), text);
	await vscode.workspace.applyEdit(edit);
	return document;
}

/**
 * Returns whether a new document may be named after a file of a folder. The editor keeps the path of the name and, on
 * saving, adds the scheme of its files: in the browser that of the workspace.
 */
function takesNames({ scheme }: vscode.Uri): boolean {
	if (scheme === 'file') return true;
	return vscode.env.uiKind === vscode.UIKind.Web && scheme === firstFolder()?.scheme;
}

/** Returns the first file name of this stem that neither the folder nor an open document uses. */
async function freeUri(folder: vscode.Uri, stem: string, extension: string): Promise<vscode.Uri> {
	for (let number = 1; ; number++) {
		const uri = vscode.Uri.joinPath(folder, `${stem}${number === 1 ? '' : `_${number}`}.${extension}`);
		const open = vscode.workspace.textDocuments.some((each) => each.uri.path === uri.path);
		if (!open && !(await isThere(uri))) return uri;
	}
}

/** Returns the folder for a new file of the workspace. */
export function firstFolder(): vscode.Uri | undefined {
	return vscode.workspace.workspaceFolders?.[0]?.uri;
}
