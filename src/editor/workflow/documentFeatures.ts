import * as vscode from 'vscode';
import type { DocumentServices } from '../documents/documentServices.ts';
import { workflowSelector as selector } from '../documents/scope.ts';
import { fixKinds } from '../shell/fixes.ts';
import { workflowFixes } from './fixes.ts';
import { outputLensProvider, uiFormatLensProvider } from './lenses.ts';
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
import { createWorkflowChecks } from './workflowChecks.ts';
import type { WorkflowReader } from './workflowReader.ts';

/** The parts that the workflow features need from other rooms. */
export interface WorkflowDeps extends Pick<DocumentServices, 'log' | 'documents'> {
	/** The description of the deployment that a document is linked to. */
	readonly nodeInfoFor: NodeInfoFor;
	/** Fires when `nodeInfoFor` may answer otherwise than before. */
	readonly onDidChangeNodeInfo: vscode.Event<void>;
	/** Returns whether a key for paid partner nodes is stored. */
	readonly hasPartnerKey: () => Promise<boolean>;
}

export interface WorkflowFeatures extends vscode.Disposable {
	readonly reader: WorkflowReader;
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
		reader: {
			read: (document) => checks.current(document),
			onDidRead: checks.onDidCheck,
			nodeInfo: (uri) => sources.for(uri),
		},
		dispose: () => features.dispose(),
	};
}
