import * as vscode from 'vscode';
import type { DocumentKind } from '../../core/workflow/document.ts';
import { setContext } from '../shell/contextKeys.ts';
import type { WorkflowDeps } from './features.ts';
import { OpenWorkflows } from './openWorkflows.ts';
import type { WorkflowReader } from './workflowReader.ts';

/** Values of the context key `easel.activeDocument`. */
type ActiveDocument = 'workflow' | 'workflowUi' | 'workflowWrapped' | 'training' | 'none';

const activeKinds: Readonly<Record<DocumentKind, ActiveDocument>> = {
	api: 'workflow',
	ui: 'workflowUi',
	requestBody: 'workflowWrapped',
	metadata: 'workflowWrapped',
	other: 'none',
	broken: 'none',
};

export interface WorkflowRegistration extends WorkflowDeps {
	/** Is this a training configuration? Asked of documents that are no workflow. */
	readonly isTraining?: (document: vscode.TextDocument) => boolean;
}

export type { DeploymentNodeInfo, NodeInfoFor } from './nodeInfoSource.ts';

/**
 * Recognises workflow documents and keeps `easel.activeDocument` for `when` clauses. Rules, catalogue and language
 * features are loaded when the first workflow is seen.
 * @returns what graph, conversion and comparison read documents with.
 */
export function registerWorkflow(
	context: vscode.ExtensionContext,
	deps: WorkflowRegistration,
): WorkflowReader {
	const open = new OpenWorkflows();
	const didRead = new vscode.EventEmitter<vscode.TextDocument>();
	let starting: Promise<WorkflowReader> | undefined;
	let ended = false;

	const start = async (): Promise<WorkflowReader> => {
		const { startFeatures } = await import('./features.ts');
		const features = startFeatures(open, context.extensionUri, deps);
		if (ended) features.dispose();
		else
			context.subscriptions.push(
				features,
				features.reader.onDidRead((document) => didRead.fire(document)),
			);
		return features.reader;
	};
	const reader = (): Promise<WorkflowReader> => {
		starting ??= start().catch((cause) => {
			starting = undefined;
			throw cause;
		});
		return starting;
	};
	const startQuietly = (): void => {
		reader().catch((cause) => deps.log.error('The workflow checks could not be started', cause));
	};

	const look = (document: vscode.TextDocument | undefined): ActiveDocument => {
		if (!document) return 'none';
		const parsed = open.get(document);
		if (parsed) {
			startQuietly();
			return activeKinds[parsed.kind];
		}
		return deps.isTraining?.(document) ? 'training' : 'none';
	};
	const showActive = (): void =>
		setContext('easel.activeDocument', look(vscode.window.activeTextEditor?.document));

	// Documents that are open already are looked at after activation has returned.
	const first = setImmediate(() => {
		showActive();
		for (const editor of vscode.window.visibleTextEditors) look(editor.document);
	});
	context.subscriptions.push(
		open,
		didRead,
		vscode.window.onDidChangeActiveTextEditor(showActive),
		vscode.workspace.onDidOpenTextDocument((document) => void look(document)),
		vscode.workspace.onDidChangeTextDocument(({ document }) => {
			if (document === vscode.window.activeTextEditor?.document) showActive();
		}),
		{
			dispose() {
				ended = true;
				clearImmediate(first);
			},
		},
	);
	return {
		read: async (document) => (await reader()).read(document),
		onDidRead: didRead.event,
		nodeInfo: async (uri) => (await reader()).nodeInfo(uri),
	};
}
