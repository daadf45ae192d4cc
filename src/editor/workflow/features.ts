import * as vscode from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { fixKinds } from '../shell/fixes.ts';
import { workflowFixes } from './fixes.ts';
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
import type { OpenWorkflows } from './openWorkflows.ts';
import { outputLensProvider } from './outputLens.ts';
import { completionProvider } from './suggestions.ts';
import { WorkflowChecks } from './workflowChecks.ts';
import type { WorkflowReader } from './workflowReader.ts';

/** What the workflow features need of the rest. */
export interface WorkflowDeps {
	readonly log: Log;
	/** The description of the deployment that a document is linked to. */
	readonly nodeInfoFor?: NodeInfoFor;
	/** Fires when `nodeInfoFor` may answer otherwise than before. */
	readonly onDidChangeNodeInfo?: vscode.Event<void>;
	/** Is a key for paid partner nodes stored? */
	readonly hasPartnerKey?: () => Promise<boolean>;
}

const selector: vscode.DocumentSelector = [{ language: 'json' }, { language: 'jsonc' }];

export interface WorkflowFeatures extends vscode.Disposable {
	readonly reader: WorkflowReader;
}

/** Starts everything that takes the rules and the catalogue; called when the first workflow document is seen. */
export function startFeatures(
	open: OpenWorkflows,
	extension: vscode.Uri,
	deps: WorkflowDeps,
): WorkflowFeatures {
	const sources = new NodeInfoSources(deps.log, deps.nodeInfoFor, deps.onDidChangeNodeInfo);
	const hasPartnerKey = deps.hasPartnerKey ?? (() => Promise.resolve(false));
	const checks = new WorkflowChecks({
		log: deps.log,
		pages: vscode.Uri.joinPath(extension, 'docs', 'rules'),
		open,
		sources,
		hasPartnerKey,
	});
	const checked = new vscode.EventEmitter<void>();
	const { languages } = vscode;
	const features = vscode.Disposable.from(
		sources,
		checks,
		checked,
		checks.onDidCheck(() => checked.fire()),
		new NodeInfoStatus(checks),
		languages.registerCompletionItemProvider(
			selector,
			completionProvider(open, sources),
			'"',
			':',
			' ',
			'[',
			',',
		),
		languages.registerHoverProvider(selector, hoverProvider(open, sources)),
		languages.registerDefinitionProvider(selector, definitionProvider(open)),
		languages.registerReferenceProvider(selector, referenceProvider(open)),
		languages.registerRenameProvider(selector, renameProvider(open)),
		languages.registerDocumentSymbolProvider(selector, symbolProvider(open), { label: 'Workflow' }),
		languages.registerInlayHintsProvider(selector, hintProvider(open, sources, sources.onDidChange)),
		languages.registerCodeActionsProvider(selector, workflowFixes(checks), fixKinds),
		languages.registerCodeLensProvider(selector, outputLensProvider(checks, checked.event)),
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
