import * as vscode from 'vscode';
import { lazy } from '../../core/base/lazy.ts';
import type { DocumentFacts } from '../../core/runs/documentFacts.ts';
import type { SavedWorkflows } from '../../core/runs/start/savedWorkflows.ts';
import type { RunServices } from './services.ts';
import { RunLenses } from './start/codeLens.ts';

/** The links of documents to deployments: the last deployment of a document, and the workflow that it has saved. */
export interface DocumentLinks extends vscode.Disposable {
	/** Opens the facts kept for documents, on the first call. */
	readonly facts: () => Promise<DocumentFacts>;
	/** Loads the workflows that deployments have saved with the first call. */
	readonly saved: () => Promise<SavedWorkflows>;
	/** Returns the saved workflow of the deployment that a document ran on last; undefined while signed out. */
	readonly savedWorkflow: (document: vscode.Uri) => ReturnType<SavedWorkflows['forDocument']>;
	/** Returns the description of node classes of the target that a document is linked to; undefined while signed out. */
	readonly nodeInfoFor: (document: vscode.Uri) => ReturnType<SavedWorkflows['nodeInfoFor']>;
	readonly lenses: RunLenses;
	/** Fires when a document may belong to another deployment, or be checked with other node info. */
	readonly onDidChange: vscode.Event<void>;
	/** Fires that event. */
	readonly change: () => void;
}

/** Makes the links of documents to deployments, with the lenses above the documents that name them. */
export function linkDocuments(services: RunServices): DocumentLinks {
	const { context, session } = services;
	const changed = new vscode.EventEmitter<void>();
	const change = () => changed.fire();
	const facts = lazy(async () => {
		const [{ DocumentFacts, takeOverFacts }, { ledger }] = await Promise.all([
			import('../features.ts'),
			services.ledger.get(),
		]);
		const documents = new DocumentFacts(ledger);
		await takeOverFacts(context.workspaceState, documents);
		return documents;
	});
	const saved = lazy(async () => {
		const { SavedWorkflows } = await import('../features.ts');
		const nodeInfoFolder = vscode.Uri.joinPath(context.globalStorageUri, 'node-info').fsPath;
		return new SavedWorkflows({ ...services, documents: facts.get, nodeInfoFolder, onNodeInfo: change });
	});
	/** Nothing is loaded while signed out, because no document is linked then. */
	const savedIfSignedIn = async () => (session.current.state === 'signedOut' ? undefined : saved.get());
	const lenses = new RunLenses({ ...services, documents: facts.get });
	return {
		facts: facts.get,
		saved: saved.get,
		savedWorkflow: async (uri) => (await savedIfSignedIn())?.forDocument(uri.toString()),
		nodeInfoFor: async (uri) => (await savedIfSignedIn())?.nodeInfoFor(uri.toString()),
		lenses,
		onDidChange: changed.event,
		change,
		dispose: () => vscode.Disposable.from(changed, lenses).dispose(),
	};
}
