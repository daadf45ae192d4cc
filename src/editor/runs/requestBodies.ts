import * as vscode from 'vscode';

/** Read-only texts of request bodies. */
export const requestBodyScheme = 'easel-request';

/** The body that a review shows: one for each document, replaced with the next look. */
export class RequestBodies implements vscode.TextDocumentContentProvider, vscode.Disposable {
	readonly #changed = new vscode.EventEmitter<vscode.Uri>();
	readonly onDidChange = this.#changed.event;
	readonly #texts = new Map<string, string>();

	/** Shows a body in a preview tab without taking the focus from the list in front of it. */
	async show(documentName: string, text: string): Promise<void> {
		const name = documentName.replace(/\.json$/i, '').replaceAll('/', ' ');
		const uri = vscode.Uri.from({
			scheme: requestBodyScheme,
			path: `/${vscode.l10n.t('Request body of {0}', name)}.json`,
		});
		this.#texts.set(uri.path, text);
		this.#changed.fire(uri);
		await vscode.window.showTextDocument(uri, { preview: true, preserveFocus: true });
	}

	provideTextDocumentContent(uri: vscode.Uri): string {
		return this.#texts.get(uri.path) ?? '';
	}

	dispose(): void {
		this.#changed.dispose();
		this.#texts.clear();
	}
}
