import * as vscode from 'vscode';
import type { Finding, Severity, TextEdit, TextRange } from '../../core/base/findings.ts';

/** More findings than this are of no use; the most severe come first. */
const mostShown = 500;

const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
	error: vscode.DiagnosticSeverity.Error,
	warning: vscode.DiagnosticSeverity.Warning,
	info: vscode.DiagnosticSeverity.Information,
	hint: vscode.DiagnosticSeverity.Hint,
};
const order: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

/** Returns a range of the parsed text in the editor's terms. */
export function editorRange(document: vscode.TextDocument, range: TextRange): vscode.Range {
	return new vscode.Range(document.positionAt(range.start), document.positionAt(range.end));
}

/** Returns an explanation as the editor shows it. */
export function hoverOf(
	document: vscode.TextDocument,
	hover: { readonly markdown: string; readonly range: TextRange } | undefined,
): vscode.Hover | undefined {
	return (
		hover && new vscode.Hover(new vscode.MarkdownString(hover.markdown), editorRange(document, hover.range))
	);
}

/** Returns edits of one document in the editor's terms. */
export function workspaceEdit(
	document: vscode.TextDocument,
	edits: readonly TextEdit[],
): vscode.WorkspaceEdit {
	const made = new vscode.WorkspaceEdit();
	for (const { range, newText } of edits) made.replace(document.uri, editorRange(document, range), newText);
	return made;
}

/** Returns the findings to show: all of them, or the worst if there are too many. */
export function shownFindings(findings: readonly Finding[]): readonly Finding[] {
	if (findings.length <= mostShown) return findings;
	return [...findings]
		.sort((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity))
		.slice(0, mostShown);
}

/** Returns a finding as the editor underlines it, with a link to its page in the folder `pages`. */
export function diagnosticOf(
	document: vscode.TextDocument,
	finding: Finding,
	pages: vscode.Uri,
): vscode.Diagnostic {
	const { code, documentation, message, range, remedy, severity, tags = [] } = finding;
	const text = remedy === undefined ? message : `${message} ${remedy}`;
	const shown = new vscode.Diagnostic(editorRange(document, range), text, severities[severity]);
	shown.source = 'Easel';
	const [page, fragment = ''] = documentation?.split('#') ?? [];
	shown.code =
		page === undefined ? code : { value: code, target: vscode.Uri.joinPath(pages, page).with({ fragment }) };
	shown.tags = tags.map((tag) =>
		tag === 'deprecated' ? vscode.DiagnosticTag.Deprecated : vscode.DiagnosticTag.Unnecessary,
	);
	return shown;
}

/** Returns the editor's diagnostics that show this finding. */
export function shownAs(
	document: vscode.TextDocument,
	finding: Finding,
	diagnostics: readonly vscode.Diagnostic[],
): vscode.Diagnostic[] {
	const range = editorRange(document, finding.range);
	return diagnostics.filter(
		(each) =>
			each.source === 'Easel' &&
			(typeof each.code === 'object' ? each.code.value : each.code) === finding.code &&
			each.range.isEqual(range) &&
			each.message.startsWith(finding.message),
	);
}
