import * as vscode from 'vscode';
import { lazy } from '../../core/base/lazy.ts';
import { isPresetsFile, isSweepFile } from '../documents/scope.ts';
import type { CheckedWorkflows } from './checkedWorkflows.ts';
import type { startFeatures, WorkflowDeps } from './documentFeatures.ts';

function onlyAsText(): string {
	return vscode.l10n.t(
		'Tables are edited in VS Code on a computer or in a remote window. Reopen this file with the text editor.',
	);
}

/**
 * Checks and language features of workflow documents. Rules, catalog and features are loaded, with `load`, when the
 * first workflow is opened.
 * @returns the checked documents for graph, conversion and comparison.
 */
export function registerWorkflow(
	context: vscode.ExtensionContext,
	deps: WorkflowDeps,
	load: () => Promise<typeof startFeatures>,
): CheckedWorkflows {
	const { documents, log } = deps;
	const didCheck = new vscode.EventEmitter<vscode.TextDocument>();
	const features = lazy(
		async () => {
			const start = await load();
			const started = start(context.extensionUri, deps);
			started.checked.onDidCheck((document) => didCheck.fire(document));
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
		didCheck,
		documents.onDidRecognize((document) => {
			const isOne = isPresetsFile(document) || isSweepFile(document);
			if (documents.workflows.get(document) === undefined && !isOne) return;
			features.get().catch((cause) => log.error('The workflow checks could not be started', cause));
		}),
	);
	const checked = async () => (await features.get()).checked;
	return {
		check: async (document) => (await checked()).check(document),
		onDidCheck: didCheck.event,
		nodeInfo: async (uri) => (await checked()).nodeInfo(uri),
	};
}
