import * as vscode from 'vscode';

/** Read-only texts of request bodies, and of replies of instances. */
export const requestBodyScheme = 'easel-request';

/** The bodies shown by reviews, one for each document, replaced by the next review; and the kept ones of runs. */
export class RequestBodies implements vscode.TextDocumentContentProvider, vscode.Disposable {
	readonly #changed = new vscode.EventEmitter<vscode.Uri>();
	readonly onDidChange = this.#changed.event;
	readonly #texts = new Map<string, string>();
	readonly #textOfRun: (uri: vscode.Uri) => Promise<string>;

	/** `textOfRun` reads the kept data of a run (`runTexts.ts`). */
	constructor(textOfRun: (uri: vscode.Uri) => Promise<string>) {
		this.#textOfRun = textOfRun;
	}

	/** Shows a text under a title in a preview tab; the ending decides its language. */
	async showText(title: string, ending: 'json' | 'txt', text: string): Promise<void> {
		await this.#show(`${title}.${ending}`, text, false);
	}

	/** Shows a body in a preview tab without taking the focus from the list in front of it. */
	async show(documentName: string, text: string): Promise<void> {
		const name = documentName.replace(/\.json$/i, '');
		await this.#show(`${vscode.l10n.t('Request body of {0}', name)}.json`, text, true);
	}

	/** Returns the address of a text, in place of an earlier one of this name. */
	hold(name: string, text: string): vscode.Uri {
		const uri = vscode.Uri.from({ scheme: requestBodyScheme, path: `/${name.replaceAll('/', ' ')}` });
		this.#texts.set(uri.path, text);
		this.#changed.fire(uri);
		return uri;
	}

	async #show(name: string, text: string, preserveFocus: boolean): Promise<void> {
		await vscode.window.showTextDocument(this.hold(name, text), { preview: true, preserveFocus });
	}

	provideTextDocumentContent(uri: vscode.Uri): string | Promise<string> {
		// A kept text of a run is read from disk, also after a reload.
		if (uri.query !== '') return this.#textOfRun(uri);
		return this.#texts.get(uri.path) ?? '';
	}

	dispose(): void {
		this.#changed.dispose();
		this.#texts.clear();
	}
}
