import * as vscode from 'vscode';
import { textIn } from '../../core/base/disk/readWhole.ts';
import { longestWorkflow } from '../../core/workflow/document.ts';
import { openDocumentAt } from './openDocument.ts';

/** Reads the current text of a file in the editor, saved or not. */
export async function textNextTo(folder: string, name: string): Promise<string | undefined> {
	const open = await openDocumentAt(vscode.Uri.joinPath(vscode.Uri.file(folder), name).toString());
	return open?.getText() ?? textIn(folder, name, longestWorkflow);
}
