import * as vscode from 'vscode';
import { afterActivation, setContext } from '../shell/contextKeys.ts';
import { documentOfFrontPanel, onFrontPanel } from '../shell/panels/frontPanel.ts';
import { isActive } from './activeDocument.ts';
import { Documents } from './documents.ts';

/** Workspace state: paths of files that were workflows when they were last open, the latest at the end. */
const filesKey = 'documents.workflowFiles';
const mostFiles = 500;

/**
 * Registers the owner of the open documents, and their context keys: `easel.activeDocument` is the kind of the document
 * of the active editor or the panel in front, `easel.workflowFiles` lists the files known to be workflows.
 */
export function registerDocuments(
	context: Pick<vscode.ExtensionContext, 'subscriptions' | 'workspaceState'>,
): Documents {
	const documents = new Documents();
	const { workspaceState } = context;
	const files = new Set(workspaceState.get<readonly string[]>(filesKey, []));

	const showActive = (): void => {
		const document = vscode.workspace.textDocuments.find(isActive);
		setContext('easel.activeDocument', document === undefined ? 'none' : documents.kindOf(document));
		const uri = documentOfFrontPanel();
		// The kind of a document is determined once it is open; an unsaved text that is closed no longer exists.
		if (document === undefined && uri !== undefined && uri.scheme !== 'untitled')
			vscode.workspace.openTextDocument(uri).then(undefined, () => undefined);
	};
	const note = (document: vscode.TextDocument): void => {
		if (document.uri.scheme === 'untitled') return;
		const path = document.uri.fsPath;
		const isWorkflow = documents.kindOf(document) === 'workflow';
		if (isWorkflow === files.has(path)) return;
		if (isWorkflow) files.add(path);
		else files.delete(path);
		const kept = [...files].slice(-mostFiles);
		setContext('easel.workflowFiles', kept);
		void workspaceState.update(filesKey, kept);
	};

	context.subscriptions.push(
		documents,
		afterActivation(() => {
			setContext('easel.workflowFiles', [...files]);
			documents.recognizeAll();
			showActive();
		}),
		documents.onDidRecognize((document) => {
			note(document);
			if (isActive(document)) showActive();
		}),
		vscode.window.onDidChangeActiveTextEditor(showActive),
		onFrontPanel(showActive),
	);
	return documents;
}
