import * as vscode from 'vscode';
import { lazy } from '../../core/base/lazy.ts';
import type { SavedWorkflows } from '../../core/runs/start/savedWorkflows.ts';
import type { RunServices } from './services.ts';
import { RunLenses } from './start/codeLens.ts';
import { LastDeployments } from './start/lastDeployments.ts';

/** The links of documents to deployments: which one a document ran on, and the workflow that it has saved. */
export interface DocumentLinks extends vscode.Disposable {
	/** The deployments that documents ran on. */
	readonly memory: LastDeployments;
	/** Loads the workflows that deployments have saved with the first call. */
	readonly saved: () => Promise<SavedWorkflows>;
	readonly lenses: RunLenses;
	/** Fires when a document may belong to another deployment than before, or be checked with other node info. */
	readonly onDidChange: vscode.Event<void>;
	/** Fires that event. */
	readonly change: () => void;
}

/** Makes the links of documents to deployments, with the lenses above the documents that name them. */
export function linkDocuments(services: RunServices): DocumentLinks {
	const { context } = services;
	const changed = new vscode.EventEmitter<void>();
	const change = () => changed.fire();
	const memory = new LastDeployments(context.workspaceState);
	const saved = lazy(async () => {
		const { SavedWorkflows } = await import('../features.ts');
		const nodeInfoFolder = vscode.Uri.joinPath(context.globalStorageUri, 'node-info').fsPath;
		return new SavedWorkflows({ ...services, memory, nodeInfoFolder, onNodeInfo: change });
	});
	const lenses = new RunLenses({ ...services, memory });
	return {
		memory,
		saved: saved.get,
		lenses,
		onDidChange: changed.event,
		change,
		dispose: () => vscode.Disposable.from(changed, lenses).dispose(),
	};
}
