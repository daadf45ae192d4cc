import * as vscode from 'vscode';
import type { Log } from '../../../core/base/log.ts';
import type { PanelId } from '../ids.ts';

/** The part of a panel for the registry. */
export interface RegisteredPanel {
	readonly visible: boolean;
	readonly viewColumn: vscode.ViewColumn | undefined;
	reveal(preserveFocus?: boolean): void;
	readonly onDidDispose: vscode.Event<void>;
	dispose(): void;
}

/** An object that shows one thing in a separate panel. */
export abstract class PanelOwner implements RegisteredPanel {
	protected abstract readonly panel: RegisteredPanel;

	get visible(): boolean {
		return this.panel.visible;
	}

	get viewColumn(): vscode.ViewColumn | undefined {
		return this.panel.viewColumn;
	}

	get onDidDispose(): vscode.Event<void> {
		return this.panel.onDidDispose;
	}

	reveal(preserveFocus?: boolean): void {
		this.panel.reveal(preserveFocus);
	}

	dispose(): void {
		this.panel.dispose();
	}
}

/** The place of a panel: a column for a new one, or the restored panel of the editor. */
export type PanelPlace =
	| { readonly column: { readonly viewColumn: vscode.ViewColumn; readonly preserveFocus: boolean } }
	| { readonly restored: vscode.WebviewPanel };

interface PanelRegistryOptions<Identity, P extends RegisteredPanel> {
	readonly viewType: PanelId;
	readonly log: Log;
	/** The column for a new panel; by default to the side of the active editor. */
	readonly column?: vscode.ViewColumn;
	/** Returns the identity of a panel that its view has kept (`identityReader`); undefined if it cannot be read. */
	identify(saved: unknown): Identity | undefined | Promise<Identity | undefined>;
	/** Returns the same text for identities that belong into one panel. */
	keyOf(identity: Identity): string;
	/** Makes the panel for some content; loads its modules on first use. */
	create(identity: Identity, place: PanelPlace): P | Promise<P>;
}

export interface OpenOptions {
	readonly preserveFocus?: boolean;
	/** The column in which a new panel opens, in place of the usual one. */
	readonly column?: vscode.ViewColumn;
}

/** The panels of one kind in this window, at most one for each thing that is shown, opened, found and brought back after a reload. */
export class PanelRegistry<Identity, P extends RegisteredPanel> implements vscode.Disposable {
	readonly #options: PanelRegistryOptions<Identity, P>;
	readonly #panels = new Map<string, P>();
	/** Panels being opened: a second call for the same subject must not open another. */
	readonly #opening = new Map<string, Promise<P>>();
	readonly #restore: vscode.Disposable;
	#disposed = false;

	constructor(options: PanelRegistryOptions<Identity, P>) {
		this.#options = options;
		this.#restore = vscode.window.registerWebviewPanelSerializer(options.viewType, {
			deserializeWebviewPanel: (panel, saved) => this.#fill(panel, saved),
		});
	}

	/** Shows the panel for some content, a new one in the column of its kind. Rejects if it cannot be made. */
	async open(identity: Identity, { preserveFocus = false, column: wanted }: OpenOptions = {}): Promise<P> {
		const known = this.get(identity);
		if (known !== undefined) {
			known.reveal(preserveFocus);
			return known;
		}
		// Next to a visible panel of the kind: a third column for each would leave no room for the text.
		const beside = this.all().find((panel) => panel.visible)?.viewColumn;
		const usual = this.#options.column ?? vscode.ViewColumn.Beside;
		const column = { viewColumn: wanted ?? beside ?? usual, preserveFocus };
		return this.#opening.get(this.#options.keyOf(identity)) ?? this.#create(identity, { column });
	}

	/** Assigns an open panel to other content. Returns false if that has a panel already. */
	rekey(from: Identity, to: Identity): boolean {
		const [before, after] = [this.#options.keyOf(from), this.#options.keyOf(to)];
		const panel = this.#panels.get(before);
		if (panel === undefined || this.#isTaken(after)) return false;
		this.#panels.delete(before);
		this.#panels.set(after, panel);
		return true;
	}

	get(identity: Identity): P | undefined {
		return this.#panels.get(this.#options.keyOf(identity));
	}

	all(): readonly P[] {
		return [...this.#panels.values()];
	}

	/** Returns whether the panel of something is visible in a window with the focus. */
	isVisible(identity: Identity): boolean {
		return this.get(identity)?.visible === true && vscode.window.state.focused;
	}

	dispose(): void {
		this.#disposed = true;
		this.#restore.dispose();
		for (const panel of this.all()) panel.dispose();
	}

	/** Fills a panel after a reload of the window. One without known content is closed: it is of no use empty. */
	async #fill(restored: vscode.WebviewPanel, saved: unknown): Promise<void> {
		const { viewType, log } = this.#options;
		try {
			const identity = await this.#options.identify(saved);
			// An earlier version may have kept two panels of one subject.
			if (identity !== undefined && !this.#isTaken(this.#options.keyOf(identity))) {
				await this.#create(identity, { restored });
				return;
			}
			log.warn(`Panel ${viewType}: closed, because its content is unknown.`);
		} catch (cause) {
			log.error(`Panel ${viewType}: closed, because it could not be restored`, cause);
		}
		restored.dispose();
	}

	#isTaken(key: string): boolean {
		return this.#panels.has(key) || this.#opening.has(key);
	}

	#create(identity: Identity, place: PanelPlace): Promise<P> {
		const key = this.#options.keyOf(identity);
		const made = this.#make(identity, key, place).finally(() => this.#opening.delete(key));
		this.#opening.set(key, made);
		return made;
	}

	async #make(identity: Identity, key: string, place: PanelPlace): Promise<P> {
		const panel = await this.#options.create(identity, place);
		if (this.#disposed) {
			panel.dispose();
			throw new vscode.CancellationError();
		}
		this.#panels.set(key, panel);
		panel.onDidDispose(() => {
			// By then it may belong to something else.
			for (const [of, open] of this.#panels) if (open === panel) this.#panels.delete(of);
		});
		return panel;
	}
}
