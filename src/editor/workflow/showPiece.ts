import * as vscode from 'vscode';

/** Returns the name that a person knows a document by. */
export function nameOf(uri: vscode.Uri): string {
	return uri.path.split('/').at(-1) || 'workflow';
}

/** Shows a piece of a document: in the editor that has it already, else in a separate column. */
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
