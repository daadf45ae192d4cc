import * as vscode from 'vscode';
import type { Documents } from '../documents/documents.ts';
import { inform } from '../shell/messages.ts';
import { askForFile } from '../shell/questions.ts';
import type { SavedWorkflow } from './checkedWorkflows.ts';
import { nameOf } from './showPiece.ts';

/** Asks for a file with a workflow to compare with, if no deployment can be chosen. */
export async function chooseSavedFile(
	documents: Pick<Documents, 'workflows'>,
	title: string,
): Promise<SavedWorkflow | undefined> {
	const openLabel = vscode.l10n.t('Compare');
	const file = await askForFile({ title, openLabel, filters: { JSON: ['json'] } });
	if (file === undefined) return undefined;
	const name = nameOf(file);
	const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
	if (documents.workflows.ofText(text).nodes.length > 0) return { name, text };
	await inform(vscode.l10n.t('"{0}" has no workflow in API format, so there is nothing to compare.', name));
	return undefined;
}
