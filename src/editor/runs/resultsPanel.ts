import * as vscode from 'vscode';
import type { Log } from '../../core/base/log.ts';
import type { ResultsProtocol } from '../../core/runs/resultsMessages.ts';
import type { Run } from '../../core/runs/run.ts';
import type { RunTracker } from '../../core/runs/tracker.ts';
import { fail } from '../shell/messages.ts';
import type { Panel } from '../shell/webviewPanel.ts';
import { registerPanelRestore } from '../shell/webviewRestore.ts';

/** What the panels need of the history of runs. */
export interface RunSource {
	/** Opens the history on first need. */
	open(): Promise<RunTracker>;
	onChange(listener: (run: Run) => void): () => void;
	onRemove(listener: () => void): () => void;
	/** Somebody signed in or out, or switched the connection. */
	onSession(listener: () => void): () => void;
}

export interface ResultsPanelsOptions {
	readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState'>;
	readonly log: Log;
	readonly history: RunSource;
	/** Settles once it is known whether somebody is signed in. */
	readonly ready: () => Promise<void>;
}

/** The results panels of this window, one for each run. What they are made of is loaded with the first. */
export class ResultsPanels implements vscode.Disposable {
	readonly #options: ResultsPanelsOptions;
	readonly #panels = new Map<string, Panel<ResultsProtocol>>();
	/** Panels on their way: a second call for the same run must not make a second one. */
	readonly #opening = new Set<string>();
	readonly #registrations: vscode.Disposable[];

	constructor(options: ResultsPanelsOptions) {
		this.#options = options;
		this.#registrations = [
			registerPanelRestore('easel.results', options.log, (panel, saved) => this.#restore(panel, saved)),
			{ dispose: options.history.onChange((run) => this.#panels.get(run.id)?.refresh()) },
			{ dispose: options.history.onRemove(() => this.#refreshAll()) },
			{ dispose: options.history.onSession(() => this.#refreshAll()) },
		];
	}

	/** Shows the panel of a run, beside the active editor when it is new. */
	open(runId: string, { preserveFocus = false }: { readonly preserveFocus?: boolean } = {}): void {
		const panel = this.#panels.get(runId);
		if (panel !== undefined) panel.reveal(preserveFocus);
		else void this.#openNew(runId, preserveFocus);
	}

	/** Whether the result of a run is in sight, so that nobody needs to be told of it. */
	isVisible(runId: string): boolean {
		return this.#panels.get(runId)?.visible === true && vscode.window.state.focused;
	}

	dispose(): void {
		for (const registration of this.#registrations) registration.dispose();
		for (const panel of [...this.#panels.values()]) panel.dispose();
	}

	async #openNew(runId: string, preserveFocus: boolean): Promise<void> {
		if (this.#opening.has(runId)) return;
		this.#opening.add(runId);
		try {
			// Beside a panel that is already there: a third column for each run would leave no room for the text.
			const beside = [...this.#panels.values()].find((panel) => panel.visible)?.viewColumn;
			await this.#create(runId, { viewColumn: beside ?? vscode.ViewColumn.Beside, preserveFocus });
		} catch (cause) {
			this.#options.log.error('The results panel could not be opened', cause);
			await fail(
				'The result cannot be shown, because the history of runs could not be opened. The log says why.',
			);
		} finally {
			this.#opening.delete(runId);
		}
	}

	async #restore(restored: vscode.WebviewPanel, saved: unknown): Promise<boolean> {
		const [{ savedIdentity }, { resultsProtocol }] = await Promise.all([
			import('../shell/webviewPanel.ts'),
			import('../../core/runs/resultsMessages.ts'),
		]);
		const identity = savedIdentity(resultsProtocol, saved);
		if (identity === undefined) return false;
		await this.#create(identity.runId, restored);
		return true;
	}

	async #create(
		runId: string,
		where: vscode.WebviewPanel | { readonly viewColumn: vscode.ViewColumn; readonly preserveFocus: boolean },
	): Promise<void> {
		const { context, log, history, ready } = this.#options;
		const [{ createResultsPanel }, tracker] = await Promise.all([import('./resultsHost.ts'), history.open()]);
		const panel = createResultsPanel({ context, log, tracker, ready, runId, where });
		this.#panels.set(runId, panel);
		panel.onDidDispose(() => {
			if (this.#panels.get(runId) === panel) this.#panels.delete(runId);
		});
	}

	#refreshAll(): void {
		for (const panel of this.#panels.values()) panel.refresh();
	}
}
