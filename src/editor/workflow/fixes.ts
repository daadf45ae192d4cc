import * as vscode from 'vscode';
import type { Finding, Fix, TextRange } from '../../core/findings.ts';
import { editorRange } from './openWorkflows.ts';
import type { WorkflowChecks } from './workflowChecks.ts';

const fixAllKind = vscode.CodeActionKind.SourceFixAll.append('easel');

export const fixKinds: vscode.CodeActionProviderMetadata = {
	providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, fixAllKind],
};

/** One action for each way to mend a finding at the cursor, and one that mends everything with a single right way. */
export function fixProvider(checks: WorkflowChecks): vscode.CodeActionProvider {
	return {
		async provideCodeActions(document, range, context) {
			const checked = await checks.current(document);
			if (!checked || checked.version !== document.version) return undefined;
			const actions: vscode.CodeAction[] = [];
			if (!context.only || context.only.contains(vscode.CodeActionKind.QuickFix)) {
				const near = checked.findings.filter((finding) =>
					editorRange(document, finding.range).intersection(range),
				);
				actions.push(...near.flatMap((finding) => quickFixes(document, finding, context.diagnostics)));
			}
			if (!context.only || context.only.contains(fixAllKind)) {
				const all = fixAll(document, checked.findings);
				if (all && (context.only || actions.length > 0)) actions.push(all);
			}
			return actions;
		},
	};
}

function quickFixes(
	document: vscode.TextDocument,
	finding: Finding,
	diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
	const range = editorRange(document, finding.range);
	const shown = diagnostics.filter(
		(one) =>
			one.source === 'Easel' &&
			codeOf(one) === finding.code &&
			one.range.isEqual(range) &&
			one.message.startsWith(finding.message),
	);
	const actions = (finding.fixes ?? []).map((fix) => {
		const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
		action.edit = workspaceEdit(document, [fix]);
		action.isPreferred = fix.preferred === true;
		action.diagnostics = shown;
		return action;
	});
	if (finding.code === 'ui_format') {
		const convert = new vscode.CodeAction('Convert to API format', vscode.CodeActionKind.QuickFix);
		convert.command = {
			command: 'easel.convertWorkflow',
			title: 'Convert to API format',
			arguments: [document.uri],
		};
		convert.isPreferred = true;
		convert.diagnostics = shown;
		actions.push(convert);
	}
	return actions;
}

function codeOf({ code }: vscode.Diagnostic): unknown {
	return typeof code === 'object' ? code.value : code;
}

function fixAll(document: vscode.TextDocument, findings: readonly Finding[]): vscode.CodeAction | undefined {
	const chosen: Fix[] = [];
	const taken: TextRange[] = [];
	const seen = new Set<string>();
	for (const finding of findings) {
		const fix = finding.fixes?.find((candidate) => candidate.preferred);
		if (!fix) continue;
		const key = JSON.stringify(fix.edits);
		const clash = fix.edits.some((edit) =>
			taken.some((range) => edit.range.start < range.end && range.start < edit.range.end),
		);
		if (clash || seen.has(key)) continue;
		seen.add(key);
		taken.push(...fix.edits.map((edit) => edit.range));
		chosen.push(fix);
	}
	if (chosen.length === 0) return undefined;
	const action = new vscode.CodeAction('Mend everything with one right way', fixAllKind);
	action.edit = workspaceEdit(document, chosen);
	return action;
}

function workspaceEdit(document: vscode.TextDocument, fixes: readonly Fix[]): vscode.WorkspaceEdit {
	const edit = new vscode.WorkspaceEdit();
	for (const fix of fixes) {
		for (const { range, newText } of fix.edits)
			edit.replace(document.uri, editorRange(document, range), newText);
	}
	return edit;
}
