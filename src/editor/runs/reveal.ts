import * as vscode from 'vscode';
import { compact } from '../../core/base/compact.ts';
import type { TextRange } from '../../core/base/findings.ts';
import type { InputPlace } from '../../core/workflow/inputSet.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import { editorRange } from '../shell/findings.ts';

/**
 * Shows a document and selects an input, or the class of a node, if it still has that. `keepFocus` keeps a list in
 * front of it open. Returns false if it no longer has the node; throws if the document does not exist.
 */
export async function revealInput(
	workflows: WorkflowDocuments,
	uri: vscode.Uri,
	place: InputPlace,
	keepFocus = false,
): Promise<boolean> {
	const document = await vscode.workspace.openTextDocument(uri);
	const node = workflows.read(document).nodeById.get(place.nodeId);
	const ofClass = place.input === 'class_type' ? node?.classTypeRange : undefined;
	const range = node?.inputs.find(({ name }) => name === place.input)?.range ?? ofClass ?? node?.idRange;
	await revealRange(document, range, keepFocus);
	return node !== undefined;
}

/** Shows a document in its visible editor, else next to a panel, with a range of its text selected if given. */
export async function revealRange(
	document: vscode.TextDocument,
	range?: TextRange | vscode.Range,
	keepFocus = false,
): Promise<void> {
	const selection = range instanceof vscode.Range ? range : range && editorRange(document, range);
	await vscode.window.showTextDocument(document, {
		viewColumn: columnOf(document.uri),
		preserveFocus: keepFocus,
		...compact({ selection }),
	});
}

/** Returns the column that shows the document already; otherwise one next to a panel rather than over it. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn {
	const shown = vscode.window.visibleTextEditors.find(
		({ document }) => document.uri.toString() === uri.toString(),
	);
	if (shown?.viewColumn !== undefined) return shown.viewColumn;
	const { activeTab, viewColumn } = vscode.window.tabGroups.activeTabGroup;
	if (!(activeTab?.input instanceof vscode.TabInputWebview)) return viewColumn;
	return viewColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One;
}
