import * as vscode from 'vscode';
import { activeUri } from '../documents/activeDocument.ts';
import { inform } from '../shell/messages.ts';

/** The document a command means: the one it was called on, else the one that the person works on, else a sentence what to do. */
export async function documentOfCommand(
	target: unknown,
	otherwise: string,
): Promise<vscode.TextDocument | undefined> {
	if (target instanceof vscode.Uri) return vscode.workspace.openTextDocument(target);
	const active = activeUri();
	if (active !== undefined) return vscode.workspace.openTextDocument(active);
	await inform(otherwise);
	return undefined;
}

/** What a person calls a document. */
export function nameOf(uri: vscode.Uri): string {
	return uri.path.split('/').at(-1) || 'workflow';
}

/** Shows a piece of a document: in the editor that has it already, else in a column of its own. */
export async function showPiece(
	document: vscode.TextDocument,
	range: { readonly start: number; readonly end: number },
	options: { readonly focus: boolean; readonly beside?: vscode.ViewColumn },
): Promise<void> {
	const selection = new vscode.Range(document.positionAt(range.start), document.positionAt(range.end));
	const visible = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
	if (visible !== undefined && !options.focus) {
		visible.selection = new vscode.Selection(selection.start, selection.end);
		visible.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
		return;
	}
	const free = options.beside === vscode.ViewColumn.One ? vscode.ViewColumn.Two : vscode.ViewColumn.One;
	await vscode.window.showTextDocument(document, {
		viewColumn: visible?.viewColumn ?? free,
		preserveFocus: !options.focus,
		preview: false,
		selection,
	});
}
