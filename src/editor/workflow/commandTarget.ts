import * as vscode from 'vscode';
import { activeUri } from '../documents/activeDocument.ts';
import { inform } from '../shell/messages.ts';

/** Returns the document of a command: its argument, else the active one; otherwise shows the next step. */
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
