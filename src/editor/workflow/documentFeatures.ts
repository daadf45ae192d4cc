import * as vscode from 'vscode';
import { fixAllEdits } from '../../core/base/fixAll.ts';
import { outputLenses } from '../../core/workflow/language/outline.ts';
import type { DocumentServices } from '../documents/documentServices.ts';
import { workflowSelector as selector } from '../documents/scope.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import { editorRange } from '../shell/findings.ts';
import { fixKinds, fixProvider } from '../shell/fixes.ts';
import type { CommandId } from '../shell/ids.ts';
import type { CheckedWorkflows } from './checkedWorkflows.ts';
import {
	definitionProvider,
	hintProvider,
	hoverProvider,
	referenceProvider,
	renameProvider,
	symbolProvider,
} from './navigation.ts';
import { type NodeInfoFor, NodeInfoSources } from './nodeInfoSource.ts';
import { NodeInfoStatus } from './nodeInfoStatus.ts';
import { completionProvider } from './suggestions.ts';
import { createWorkflowChecks, type WorkflowChecks } from './workflowChecks.ts';

export interface WorkflowDeps extends Pick<DocumentServices, 'log' | 'documents'> {
	readonly nodeInfoFor: NodeInfoFor;
	/** Fires when `nodeInfoFor` may answer otherwise than before. */
	readonly onDidChangeNodeInfo: vscode.Event<void>;
	/** Returns whether a key for paid partner nodes is stored. */
	readonly hasPartnerKey: () => Promise<boolean>;
}

export interface WorkflowFeatures extends vscode.Disposable {
	readonly checked: CheckedWorkflows;
	/** Shows a table of values in a panel of the editor; absent if documents have no neighboring files. */
	showTable?(document: vscode.TextDocument, panel: vscode.WebviewPanel): Promise<void>;
}

/** Starts everything that takes the rules and the catalog; called when the first workflow document is seen. */
export function startFeatures(extension: vscode.Uri, deps: WorkflowDeps): WorkflowFeatures {
	const { documents } = deps;
	const sources = new NodeInfoSources(deps.log, deps.nodeInfoFor, deps.onDidChangeNodeInfo);
	const checks = createWorkflowChecks({
		log: deps.log,
		pages: vscode.Uri.joinPath(extension, 'docs', 'rules'),
		documents,
		sources,
		hasPartnerKey: deps.hasPartnerKey,
	});
	const { languages } = vscode;
	const features = vscode.Disposable.from(
		sources,
		checks,
		new NodeInfoStatus(checks),
		languages.registerCompletionItemProvider(
			selector,
			completionProvider(documents.workflows, sources),
			'"',
			':',
			' ',
			'[',
			',',
		),
		languages.registerHoverProvider(selector, hoverProvider(documents.workflows, sources)),
		languages.registerDefinitionProvider(selector, definitionProvider(documents.workflows)),
		languages.registerReferenceProvider(selector, referenceProvider(documents.workflows)),
		languages.registerRenameProvider(selector, renameProvider(documents.workflows)),
		languages.registerDocumentSymbolProvider(selector, symbolProvider(documents.workflows), {
			label: vscode.l10n.t('Workflow'),
		}),
		languages.registerInlayHintsProvider(
			selector,
			hintProvider(documents.workflows, sources, sources.onDidChange),
		),
		languages.registerCodeActionsProvider(selector, workflowFixes(checks), fixKinds),
		languages.registerCodeLensProvider(selector, outputLensProvider(checks, sources.onDidChange)),
		languages.registerCodeLensProvider(selector, uiFormatLensProvider(documents.workflows)),
	);
	return {
		checked: {
			check: (document) => checks.current(document),
			onDidCheck: checks.onDidCheck,
			nodeInfo: (uri) => sources.of(uri),
		},
		dispose: () => features.dispose(),
	};
}

function workflowFixes(checks: WorkflowChecks): vscode.CodeActionProvider {
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

/**
 * Provides the lenses above each output node stopped by errors: their number, and a link to the first. They are also
 * provided again when `changed` fires, as another description may find other errors.
 */
function outputLensProvider(checks: WorkflowChecks, changed: vscode.Event<void>): vscode.CodeLensProvider {
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
