import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { EditorId } from '../shell/panels/webviewPanel.ts';

/**
 * Returns the open document of an address, also if it was opened by another path to the same file, such as a link: the editor has a
 * document for each path.
 */
export async function openDocumentAt(address: string): Promise<vscode.TextDocument | undefined> {
	const open = vscode.workspace.textDocuments.filter(({ isClosed }) => !isClosed);
	const same = open.find(({ uri }) => uri.toString() === address);
	const wanted = same === undefined ? await realPathOf(vscode.Uri.parse(address)) : undefined;
	if (wanted === undefined) return same;
	for (const document of open) if ((await realPathOf(document.uri)) === wanted) return document;
	return undefined;
}

/** Shows a file in another editor, replacing the active one if that shows the same file. */
export async function reopenWith(uri: vscode.Uri, editor: EditorId | 'default'): Promise<void> {
	const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
	const isInFront =
		(input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) &&
		input.uri.toString() === uri.toString();
	if (isInFront) await vscode.commands.executeCommand('reopenActiveEditorWith', editor);
	else await vscode.commands.executeCommand('vscode.openWith', uri, editor);
}

async function realPathOf({ scheme, fsPath }: vscode.Uri): Promise<string | undefined> {
	return scheme === 'file' ? realpath(fsPath).catch(() => undefined) : undefined;
}
