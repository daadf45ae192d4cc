import * as vscode from 'vscode';
import type { Log } from '../../../core/base/log.ts';
import type { PanelId } from '../ids.ts';
import { registerPanelRestore } from './webviewRestore.ts';

/** What the registry needs of a panel; `Panel` has it. */
export interface RegisteredPanel {
	readonly visible: boolean;
	readonly viewColumn: vscode.ViewColumn | undefined;
	reveal(preserveFocus?: boolean): void;
	readonly onDidDispose: vscode.Event<void>;
	dispose(): void;
}

/** Where a panel is shown: a place for a new one, or the panel that the editor brings back. */
export type PanelPlace =
	| { readonly column: { readonly viewColumn: vscode.ViewColumn; readonly preserveFocus: boolean } }
	| { readonly restored: vscode.WebviewPanel };

export interface PanelRegistryOptions<Key extends string, P extends RegisteredPanel> {
	readonly viewType: PanelId;
	readonly log: Log;
	/** Where a new panel opens; beside the active editor, when left out. */
	readonly column?: vscode.ViewColumn;
	/** What a panel showed, from what its view has kept (`savedIdentity`); undefined where that says nothing. */
	identify(saved: unknown): Key | undefined | Promise<Key | undefined>;
	/** Makes the panel of a key; loads on first use what that takes. */
	create(key: Key, place: PanelPlace): P | Promise<P>;
}

export interface OpenOptions {
	readonly preserveFocus?: boolean;
	/** Where a new panel opens, other than usual. */
	readonly column?: vscode.ViewColumn;
}

/** The panels of one kind in this window, at most one for each key, opened, found and brought back after a reload. */
export class PanelRegistry<Key extends string, P extends RegisteredPanel> implements vscode.Disposable {
	readonly #options: PanelRegistryOptions<Key, P>;
	readonly #panels = new Map<Key, P>();
	/** Panels on their way: a second call for the same key must not make a second one. */
	readonly #opening = new Map<Key, Promise<P>>();
	readonly #restore: vscode.Disposable;
	#disposed = false;

	constructor(options: PanelRegistryOptions<Key, P>) {
		this.#options = options;
		this.#restore = registerPanelRestore(options.viewType, options.log, async (restored, saved) => {
			const key = await options.identify(saved);
			// Two of one key may have been kept by an earlier version, for which they were two.
			if (key === undefined || this.#panels.has(key) || this.#opening.has(key)) return false;
			await this.#create(key, { restored });
			return true;
		});
	}

	/** Shows the panel of a key, a new one in the column of its kind. Rejects where it cannot be made. */
	async open(key: Key, { preserveFocus = false, column: wanted }: OpenOptions = {}): Promise<P> {
		const known = this.#panels.get(key);
		if (known !== undefined) {
			known.reveal(preserveFocus);
			return known;
		}
		// Beside a visible panel of the kind: a third column for each would leave no room for the text.
		const beside = this.all().find((panel) => panel.visible)?.viewColumn;
		const usual = this.#options.column ?? vscode.ViewColumn.Beside;
		const column = { viewColumn: wanted ?? beside ?? usual, preserveFocus };
		return this.#opening.get(key) ?? this.#create(key, { column });
	}

	/** From now on an open panel is the one of another key. False where that key has a panel already. */
	rekey(from: Key, to: Key): boolean {
		const panel = this.#panels.get(from);
		if (panel === undefined || this.#panels.has(to) || this.#opening.has(to)) return false;
		this.#panels.delete(from);
		this.#panels.set(to, panel);
		return true;
	}

	get(key: Key): P | undefined {
		return this.#panels.get(key);
	}

	all(): readonly P[] {
		return [...this.#panels.values()];
	}

	/** Whether the panel of a key is visible in a window with the focus. */
	isVisible(key: Key): boolean {
		return this.#panels.get(key)?.visible === true && vscode.window.state.focused;
	}

	dispose(): void {
		this.#disposed = true;
		this.#restore.dispose();
		for (const panel of this.all()) panel.dispose();
	}

	#create(key: Key, place: PanelPlace): Promise<P> {
		const made = this.#make(key, place).finally(() => this.#opening.delete(key));
		this.#opening.set(key, made);
		return made;
	}

	async #make(key: Key, place: PanelPlace): Promise<P> {
		const panel = await this.#options.create(key, place);
		if (this.#disposed) {
			panel.dispose();
			throw new vscode.CancellationError();
		}
		this.#panels.set(key, panel);
		panel.onDidDispose(() => {
			// By then it may have another key.
			for (const [of, open] of this.#panels) if (open === panel) this.#panels.delete(of);
		});
		return panel;
	}
}
