import * as vscode from 'vscode';
import { outputLenses } from '../../core/workflow/language/outline.ts';
import { editorRange } from '../shell/findings.ts';
import type { WorkflowChecks } from './workflowChecks.ts';

/** Above each output node: how many nodes feed it, and the way to what stops it. */
export function outputLensProvider(
	checks: WorkflowChecks,
	changed: vscode.Event<void>,
): vscode.CodeLensProvider {
	return {
		onDidChangeCodeLenses: changed,
		async provideCodeLenses(document) {
			const checked = await checks.current(document);
			if (!checked || checked.version !== document.version) return undefined;
			return outputLenses(checked.parsed, checked.nodeInfo, checked.findings).flatMap((lens) => {
				const range = editorRange(document, lens.range);
				const shown = [new vscode.CodeLens(range, { title: lens.title, command: '' })];
				if (lens.problem) {
					shown.push(
						new vscode.CodeLens(range, {
							title: `$(error) ${lens.problem.title}`,
							command: 'vscode.open',
							arguments: [document.uri, { selection: editorRange(document, lens.problem.range) }],
						}),
					);
				}
				return shown;
			});
		},
	};
}
