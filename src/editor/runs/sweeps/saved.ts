import * as vscode from 'vscode';

/** Saves a document that is open with changes: it is read from the disk, as it may be typed in any program. */
export async function saved(uri: vscode.Uri): Promise<void> {
	const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
	if (open?.isDirty) await open.save();
}
