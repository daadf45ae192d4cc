import * as vscode from 'vscode';
import { fixAllEdits } from '../../core/base/fixAll.ts';
import { fixProvider } from '../shell/fixes.ts';
import type { WorkflowChecks } from './workflowChecks.ts';

/** Fixes the findings of the checks. */
export function workflowFixes(checks: WorkflowChecks): vscode.CodeActionProvider {
	return fixProvider(
		async (document) => {
			const checked = await checks.current(document);
			if (!checked || checked.version !== document.version) return undefined;
			return {
				findings: checked.findings,
				fixAll: () => fixAllEdits(document.getText(), checked.findings, checked.recheck),
			};
		},
		(document, { code }) => {
			if (code !== 'ui_format') return [];
			const title = vscode.l10n.t('Convert to API Format');
			const convert = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
			convert.command = { command: 'easel.convertWorkflow', title, arguments: [document.uri] };
			convert.isPreferred = true;
			return [convert];
		},
	);
}
