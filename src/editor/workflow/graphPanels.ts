import * as vscode from 'vscode';
import { graphProtocol } from '../../core/workflow/graph/messages.ts';
import { savedIdentity } from '../shell/webviewPanel.ts';
import { GraphPanel } from './graphPanel.ts';
import type { GraphDeps } from './workflowReader.ts';

/** The graph panels of this window, one for each document. */
export class GraphPanels implements vscode.Disposable {
	readonly #extensionUri: vscode.Uri;
	readonly #deps: GraphDeps;
	readonly #panels = new Map<string, GraphPanel>();
	/** Panels on their way: a second call for the same document must not make a second one. */
	readonly #opening = new Set<string>();
	readonly #subscriptions: vscode.Disposable[];

	constructor(extensionUri: vscode.Uri, deps: GraphDeps) {
		this.#extensionUri = extensionUri;
		this.#deps = deps;
		this.#subscriptions = [
			deps.onDidChangeSaved(() => {
				for (const panel of this.#panels.values()) panel.savedChanged();
			}),
			deps.workflows.onDidRead((document) => this.#of(document)?.documentChanged()),
			// A text that stops being a workflow is not checked any more; its panel must hear of it all the same.
			vscode.workspace.onDidChangeTextDocument(({ document }) => this.#of(document)?.documentTouched()),
			vscode.window.onDidChangeTextEditorSelection((event) =>
				this.#of(event.textEditor.document)?.cursorMoved(event),
			),
		];
	}

	/** Shows the graph of a document beside its text. */
	async open(document: vscode.TextDocument): Promise<void> {
		const key = document.uri.toString();
		const known = this.#panels.get(key);
		if (known !== undefined) known.reveal();
		else if (!this.#opening.has(key)) await this.#create(document, undefined);
	}

	/** Fills a panel that the editor brings back. False: its document is gone. */
	async restore(restored: vscode.WebviewPanel, saved: unknown): Promise<boolean> {
		const identity = savedIdentity(graphProtocol, saved);
		if (identity === undefined) return false;
		const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(identity.uri, true));
		await this.#create(document, restored);
		return true;
	}

	async #create(document: vscode.TextDocument, restored: vscode.WebviewPanel | undefined): Promise<void> {
		const key = document.uri.toString();
		this.#opening.add(key);
		try {
			const panel = await GraphPanel.create({
				extensionUri: this.#extensionUri,
				deps: this.#deps,
				document,
				restored,
			});
			this.#panels.set(key, panel);
			panel.onDidDispose(() => this.#panels.delete(key));
		} finally {
			this.#opening.delete(key);
		}
	}

	#of(document: vscode.TextDocument): GraphPanel | undefined {
		return this.#panels.get(document.uri.toString());
	}

	dispose(): void {
		for (const subscription of this.#subscriptions) subscription.dispose();
		for (const panel of [...this.#panels.values()]) panel.dispose();
	}
}
