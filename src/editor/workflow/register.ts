import * as vscode from 'vscode';
import { lazy } from '../../core/base/lazy.ts';
import { isPresetsFile, isSweepFile } from '../documents/scope.ts';
import type { startFeatures, WorkflowDeps } from './documentFeatures.ts';
import type { WorkflowReader } from './workflowReader.ts';

function onlyAsText(): string {
	return vscode.l10n.t(
		'Tables are edited in VS Code on a computer or in a remote window. Reopen this file with the text editor.',
	);
}

/**
 * Checks and language features of workflow documents. Rules, catalog and features are loaded, with `load`, when the
 * first workflow is opened.
 * @returns the reader of documents for graph, conversion and comparison.
 */
export function registerWorkflow(
	context: vscode.ExtensionContext,
	deps: WorkflowDeps,
	load: () => Promise<typeof startFeatures>,
): WorkflowReader {
	const { documents, log } = deps;
	const didRead = new vscode.EventEmitter<vscode.TextDocument>();
	const features = lazy(
		async () => {
			const start = await load();
			const started = start(context.extensionUri, deps);
			started.reader.onDidRead((document) => didRead.fire(document));
			return started;
		},
		(started) => started.dispose(),
	);
	context.subscriptions.push(
		features,
		vscode.window.registerCustomEditorProvider('easel.sweepTable', {
			async resolveCustomTextEditor(document, panel) {
				const { showTable } = await features.get();
				if (showTable !== undefined) await showTable(document, panel);
				else panel.webview.html = `<p>${onlyAsText()}</p>`;
			},
		}),
		didRead,
		documents.onDidRecognize((document) => {
			const isOne = isPresetsFile(document) || isSweepFile(document);
			if (documents.workflows.get(document) === undefined && !isOne) return;
			features.get().catch((cause) => log.error('The workflow checks could not be started', cause));
		}),
	);
	const reader = async () => (await features.get()).reader;
	return {
		read: async (document) => (await reader()).read(document),
		onDidRead: didRead.event,
		nodeInfo: async (uri) => (await reader()).nodeInfo(uri),
	};
}
