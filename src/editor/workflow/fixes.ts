import * as vscode from 'vscode';
import type { Finding, Fix } from '../../core/findings.ts';
import { fixesForAll } from '../../core/fixAll.ts';
import { editorRange } from './openWorkflows.ts';
import type { WorkflowChecks } from './workflowChecks.ts';

const fixAllKind = vscode.CodeActionKind.SourceFixAll.append('easel');

const fixAllTitle = 'Fix everything that has one clear fix';

export const fixKinds: vscode.CodeActionProviderMetadata = {
	providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, fixAllKind],
};

/** One action for each way to mend a finding at the cursor, and one that mends everything with a single right way. */
export function fixProvider(checks: WorkflowChecks): vscode.CodeActionProvider {
	/** The edits of "fix all" are worked out when it is chosen: the bulb asks at every move of the cursor. */
	const offered = new WeakMap<vscode.CodeAction, () => vscode.WorkspaceEdit>();
	return {
		async provideCodeActions(document, range, context) {
			const checked = await checks.current(document);
			if (!checked || checked.version !== document.version) return undefined;
			const actions: vscode.CodeAction[] = [];
			if (!context.only || context.only.contains(vscode.CodeActionKind.QuickFix)) {
				const start = document.offsetAt(range.start);
				const end = document.offsetAt(range.end);
				const near = checked.findings.filter(
					(finding) => finding.range.start <= end && finding.range.end >= start,
				);
				actions.push(...near.flatMap((finding) => quickFixes(document, finding, context.diagnostics)));
			}
			const fixes = fixesForAll(checked.findings);
			if (context.only?.contains(fixAllKind) && fixes.length > 0) {
				const all = new vscode.CodeAction(fixAllTitle, fixAllKind);
				all.edit = workspaceEdit(document, fixes);
				actions.push(all);
			} else if (actions.length > 0 && fixes.length > 1) {
				// The bulb leaves out actions of the source kinds unless they are asked for by name.
				const all = new vscode.CodeAction(fixAllTitle, vscode.CodeActionKind.QuickFix);
				offered.set(all, () => workspaceEdit(document, fixes));
				actions.push(all);
			}
			return actions;
		},
		resolveCodeAction(action) {
			const edit = offered.get(action);
			if (edit) action.edit = edit();
			return action;
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

function workspaceEdit(document: vscode.TextDocument, fixes: readonly Fix[]): vscode.WorkspaceEdit {
	const edit = new vscode.WorkspaceEdit();
	for (const fix of fixes) {
		for (const { range, newText } of fix.edits)
			edit.replace(document.uri, editorRange(document, range), newText);
	}
	return edit;
}
