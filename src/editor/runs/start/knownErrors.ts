import * as vscode from 'vscode';
import type { WorkflowSource } from './workflowSource.ts';

/** An error that the checks of the open document show. */
export interface KnownError {
	readonly message: string;
	readonly range: vscode.Range;
}

/** The errors that Easel shows in a document; none where the text to be sent is not the one in the editor. */
export function knownErrors({ uri, document }: WorkflowSource): readonly KnownError[] {
	const open = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
	if (open?.getText() !== document.text) return [];
	return vscode.languages
		.getDiagnostics(uri)
		.filter(({ source, severity }) => source === 'Easel' && severity === vscode.DiagnosticSeverity.Error)
		.map(({ message, range }) => ({ message, range }));
}
