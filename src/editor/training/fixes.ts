import * as vscode from 'vscode';
import type { Finding, Fix, TextRange } from '../../core/findings.ts';
import { editorRange } from './recognise.ts';
import type { TrainingChecks } from './trainingChecks.ts';

const fixAllKind = vscode.CodeActionKind.SourceFixAll.append('easel');

export const fixKinds: vscode.CodeActionProviderMetadata = {
	providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, fixAllKind],
};

/** One action for each way to mend a finding at the cursor, and one that mends everything with a single right way. */
export function fixProvider(checks: TrainingChecks): vscode.CodeActionProvider {
	return {
		provideCodeActions(document, range, context) {
			const checked = checks.current(document);
			if (checked === undefined) return undefined;
			const actions: vscode.CodeAction[] = [];
			if (context.only === undefined || context.only.contains(vscode.CodeActionKind.QuickFix)) {
				const near = checked.findings.filter(
					(finding) => editorRange(document, finding.range).intersection(range) !== undefined,
				);
				actions.push(...near.flatMap((finding) => quickFixes(document, finding, context.diagnostics)));
			}
			if (context.only === undefined ? actions.length > 0 : context.only.contains(fixAllKind)) {
				const all = fixAll(document, checked.findings);
				if (all !== undefined) actions.push(all);
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
		(each) =>
			each.source === 'Easel' && each.range.isEqual(range) && each.message.startsWith(finding.message),
	);
	return (finding.fixes ?? []).map((fix) => {
		const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
		action.edit = workspaceEdit(document, [fix]);
		action.isPreferred = fix.preferred === true;
		action.diagnostics = shown;
		return action;
	});
}

/** The preferred fixes that do not touch each other; what they leave comes to light with the next check. */
function fixAll(document: vscode.TextDocument, findings: readonly Finding[]): vscode.CodeAction | undefined {
	const chosen: Fix[] = [];
	const taken: TextRange[] = [];
	for (const finding of findings) {
		const fix = finding.fixes?.find((each) => each.preferred === true);
		if (fix === undefined) continue;
		const clash = fix.edits.some(({ range }) =>
			taken.some((other) => range.start <= other.end && other.start <= range.end),
		);
		if (clash) continue;
		taken.push(...fix.edits.map((edit) => edit.range));
		chosen.push(fix);
	}
	if (chosen.length === 0) return undefined;
	const action = new vscode.CodeAction('Fix everything that has one clear fix', fixAllKind);
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
