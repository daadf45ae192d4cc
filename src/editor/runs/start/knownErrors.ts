import * as vscode from 'vscode';
import type { KnownError, RunSource } from '../../../core/runs/start/runSource.ts';

/** Returns the errors that Easel shows in a document; undefined if the text to send differs from the one in the editor. */
export function knownErrors({
	uri,
	document,
}: Pick<RunSource, 'uri' | 'document'>): readonly KnownError[] | undefined {
	const open = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri);
	if (open?.getText() !== document.text) return undefined;
	return vscode.languages
		.getDiagnostics(open.uri)
		.filter(({ source, severity }) => source === 'Easel' && severity === vscode.DiagnosticSeverity.Error)
		.map(({ message, range }) => ({
			message,
			line: range.start.line,
			range: { start: open.offsetAt(range.start), end: open.offsetAt(range.end) },
		}));
}
