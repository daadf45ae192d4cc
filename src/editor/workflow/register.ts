import * as vscode from 'vscode';
import type { DocumentKind } from '../../core/workflow/document.ts';
import { setContext } from '../shell/contextKeys.ts';
import type { WorkflowDeps } from './features.ts';
import { OpenWorkflows } from './openWorkflows.ts';

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
 */
export function registerWorkflow(context: vscode.ExtensionContext, deps: WorkflowRegistration): void {
	const open = new OpenWorkflows();
	let started = false;
	let ended = false;

	const start = async (): Promise<void> => {
		if (started) return;
		started = true;
		try {
			const { startFeatures } = await import('./features.ts');
			if (!ended) context.subscriptions.push(startFeatures(open, deps));
		} catch (cause) {
			started = false;
			deps.log.error('The workflow checks could not be started', cause);
		}
	};

	const look = (document: vscode.TextDocument | undefined): ActiveDocument => {
		if (!document) return 'none';
		const parsed = open.get(document);
		if (parsed) {
			void start();
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
}
