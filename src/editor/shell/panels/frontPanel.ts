import * as vscode from 'vscode';

const changed = new vscode.EventEmitter<void>();
let front: { readonly panel: vscode.WebviewPanel; readonly document: vscode.Uri | undefined } | undefined;

/** The panel in front belongs to another document than before, or to none. */
export const onFrontPanel = changed.event;

/** Returns the document to which the panel in front belongs; undefined while none of ours is in front, or one of no document. */
export function documentOfFrontPanel(): vscode.Uri | undefined {
	return front?.document;
}

/** Returns the document that a record names, which may be gone. */
export function documentOf(
	of: { readonly documentUri?: string | undefined } | undefined,
): vscode.Uri | undefined {
	return of?.documentUri === undefined ? undefined : vscode.Uri.parse(of.documentUri);
}

/** Notes that a panel is in front, or not any longer. */
export function noteFrontPanel(panel: vscode.WebviewPanel, isInFront: boolean, document?: vscode.Uri): void {
	if (!isInFront && front?.panel !== panel) return;
	const before = front?.document?.toString();
	front = isInFront ? { panel, document } : undefined;
	if (front?.document?.toString() !== before) changed.fire();
}
