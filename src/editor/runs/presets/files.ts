import { basename } from 'node:path';
import * as vscode from 'vscode';
import { inform } from '../../shell/messages.ts';
import type { WorkflowSource } from '../start/workflowSource.ts';

/** Returns the path of a document that is a file; shows a message for any other. */
export async function fileOf({ uri, name }: WorkflowSource): Promise<string | undefined> {
	if (uri.scheme === 'file') return uri.fsPath;
	await inform(
		vscode.l10n.t(
			'Its names, presets and clients are files next to the document. Save "{0}" in a folder first.',
			name,
		),
	);
	return undefined;
}

/** Opens a written file, next to the document. */
export async function openFile(path: string): Promise<void> {
	const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
	await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
	vscode.window.setStatusBarMessage(vscode.l10n.t('Saved in {0}', basename(path)), 5000);
}
