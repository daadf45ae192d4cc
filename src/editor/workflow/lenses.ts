import * as vscode from 'vscode';
import { outputLenses } from '../../core/workflow/language/outline.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import { editorRange } from '../shell/findings.ts';
import type { CommandId } from '../shell/ids.ts';
import type { WorkflowChecks } from './workflowChecks.ts';

/**
 * Provides the lenses above each output node stopped by errors: their number, and a link to the first. They are also
 * provided again when `changed` fires, as another description may find other errors.
 */
export function outputLensProvider(
	checks: WorkflowChecks,
	changed: vscode.Event<void>,
): vscode.CodeLensProvider {
	return {
		onDidChangeCodeLenses: changed,
		async provideCodeLenses(document) {
			const checked = await checks.current(document);
			if (!checked || checked.version !== document.version) return undefined;
			return outputLenses(checked.parsed, checked.nodeInfo, checked.findings).map(
				(lens) =>
					new vscode.CodeLens(editorRange(document, lens.range), {
						title: `$(error) ${lens.title}`,
						command: 'vscode.open',
						arguments: [document.uri, { selection: editorRange(document, lens.problem) }],
					}),
			);
		},
	};
}

/** Provides the lenses above a workflow in UI format: its kind, and the possible actions. */
export function uiFormatLensProvider(workflows: WorkflowDocuments): vscode.CodeLensProvider {
	return {
		provideCodeLenses(document) {
			if (workflows.get(document)?.kind !== 'ui') return undefined;
			const top = new vscode.Range(0, 0, 0, 0);
			const lens = (title: string, command: CommandId) =>
				new vscode.CodeLens(top, { title, command, arguments: [document.uri] });
			return [
				new vscode.CodeLens(top, { title: vscode.l10n.t('Workflow in UI Format'), command: '' }),
				lens(vscode.l10n.t('Convert to API Format'), 'easel.convertWorkflow'),
				lens(vscode.l10n.t('Show Graph'), 'easel.showGraph'),
			];
		},
	};
}
