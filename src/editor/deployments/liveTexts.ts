import * as vscode from 'vscode';

/** Read-only texts: a file with the values that its deployment has now. */
const scheme = 'easel-live';

/** The left sides of plans, one for each file. */
export class LiveTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
	readonly #changed = new vscode.EventEmitter<vscode.Uri>();
	readonly #texts = new Map<string, string>();
	readonly #registration: vscode.Disposable;
	readonly onDidChange = this.#changed.event;

	constructor() {
		this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
	}

	/** Opens a text next to a file; returns the address to show it under. */
	show(file: vscode.Uri, text: string): vscode.Uri {
		const uri = file.with({ scheme });
		this.#texts.set(uri.toString(), text);
		this.#changed.fire(uri);
		return uri;
	}

	provideTextDocumentContent(uri: vscode.Uri): string {
		return (
			this.#texts.get(uri.toString()) ??
			// The tab is from before a reload of the window.
			`# ${vscode.l10n.t('Use "Plan" again to see the deployment here.')}\n`
		);
	}

	dispose(): void {
		this.#registration.dispose();
		this.#changed.dispose();
		this.#texts.clear();
	}
}
