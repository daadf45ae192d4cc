import * as vscode from 'vscode';
import { activeUri } from '../documents/activeDocument.ts';
import { inform } from '../shell/messages.ts';

/**
 * Returns the document that a command means: the one it was called on, else the one that the person works on; otherwise says what to do.
 */
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
