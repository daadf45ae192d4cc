import * as vscode from 'vscode';
import { type Dataset, datasetFolder } from '../../core/datasets/dataset.ts';
import { insertDataset } from '../../core/training/datasetEntry.ts';
import type { Documents } from '../documents/documents.ts';
import { workspaceEdit } from '../shell/findings.ts';
import { inform } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';

/**
 * Makes the training configuration in the active editor train on a dataset; in any other text, and if the configuration
 * has no place for it, inserts the folder at the cursor.
 */
export async function insertDatasetIntoEditor(documents: Documents, { name }: Dataset): Promise<void> {
	const editor = vscode.window.activeTextEditor;
	if (editor === undefined) {
		const copy = vscode.l10n.t('Copy Path');
		const text = vscode.l10n.t(
			'Open the training configuration first: "{0}" is inserted into the active editor.',
			labelText(name),
		);
		if ((await inform(text, copy)) === copy) await vscode.env.clipboard.writeText(datasetFolder + name);
		return;
	}
	const { document, selection } = editor;
	const { version } = document;
	const training = await documents.training.read(document);
	const edit = training && insertDataset(training, name, document.offsetAt(selection.active));
	// Typed meanwhile: the places are those of an older text.
	if (document.version !== version) return;
	if (edit !== undefined) await vscode.workspace.applyEdit(workspaceEdit(document, [edit]));
	else await editor.edit((builder) => builder.replace(selection, datasetFolder + name));
	await vscode.window.showTextDocument(document);
}
