import * as vscode from 'vscode';
import type { GraphNames, InputNaming } from '../../../core/workflow/graph/model.ts';
import type { InputNames } from '../checkedWorkflows.ts';

const none: GraphNames = new Map();

/** The names of inputs in one graph: read with its document, given and taken in the graph, and taken back. */
export class GraphNaming {
	readonly #uri: vscode.Uri;
	readonly #load: (() => Promise<InputNames>) | undefined;
	readonly #onDidChange: () => void;
	#loaded: InputNames | undefined;
	#watch: vscode.Disposable | undefined;
	#isDisposed = false;
	#names = none;
	/** The reversal of each change, the latest last. */
	readonly #done: InputNaming[] = [];

	constructor(uri: vscode.Uri, load: (() => Promise<InputNames>) | undefined, onDidChange: () => void) {
		this.#uri = uri;
		this.#load = uri.scheme === 'file' ? load : undefined;
		this.#onDidChange = onDidChange;
	}

	get canName(): boolean {
		return this.#load !== undefined;
	}

	async read(document: vscode.TextDocument, read: Parameters<InputNames['of']>[1]): Promise<GraphNames> {
		const names = await this.#open();
		this.#names = names === undefined ? none : await names.of(document, read);
		return this.#names;
	}

	/** Returns a sentence about the change; undefined if nothing changed. */
	async change(wanted: Pick<InputNaming, 'nodeId' | 'input' | 'isOn'>): Promise<string | undefined> {
		const known = this.#names.get(wanted.nodeId)?.get(wanted.input);
		if (wanted.isOn === (known !== undefined)) return undefined;
		const undo = await this.#act({ ...wanted, ...(known === undefined ? {} : { name: known.named }) });
		if (undo === undefined) return undefined;
		this.#done.push(undo);
		const { name = wanted.input } = undo;
		return wanted.isOn
			? vscode.l10n.t('Named the input "{0}". Undo removes the name.', name)
			: vscode.l10n.t('Removed the name "{0}". Undo restores it.', name);
	}

	/** Undoes the last change made in this graph. */
	async undo(): Promise<string | undefined> {
		const wanted = this.#done.pop();
		if (wanted === undefined) return undefined;
		const { name = wanted.input, isOn } = wanted;
		if ((await this.#act(wanted)) === undefined) return undefined;
		return isOn
			? vscode.l10n.t('Restored the name "{0}".', name)
			: vscode.l10n.t('Removed the name "{0}" again.', name);
	}

	async #act(wanted: InputNaming): Promise<InputNaming | undefined> {
		const undo = await (await this.#open())?.change(this.#uri, wanted);
		if (undo !== undefined) this.#onDidChange();
		return undo;
	}

	async #open(): Promise<InputNames | undefined> {
		this.#loaded ??= await this.#load?.();
		if (!this.#isDisposed) this.#watch ??= this.#loaded?.watch(this.#uri, this.#onDidChange);
		return this.#loaded;
	}

	dispose(): void {
		this.#isDisposed = true;
		this.#watch?.dispose();
	}
}
