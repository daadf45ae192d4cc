import * as vscode from 'vscode';
import type { Event } from '../../core/base/emitter.ts';
import type { Log } from '../../core/base/log.ts';
import type { ResultsProtocol } from '../../core/runs/resultsMessages.ts';
import type { Run } from '../../core/runs/run.ts';
import type { RunService } from '../../core/runs/runService.ts';
import { fail } from '../shell/messages.ts';
import { PanelRegistry } from '../shell/panelRegistry.ts';
import type { Panel } from '../shell/webviewPanel.ts';

/** What the panels need of the history of runs. */
export interface RunSource {
	/** Opens the history on first need. */
	open(): Promise<RunService>;
	readonly onChange: Event<Run>;
	readonly onRemove: Event<string>;
	/** The account or the connection changed. */
	readonly onSession: Event<unknown>;
}

export interface ResultsPanelsOptions {
	readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState'>;
	readonly log: Log;
	readonly history: RunSource;
	/** Settles once it is known whether an account is signed in. */
	readonly ready: () => Promise<void>;
}

/** The results panels of this window, one for each run. What they are made of is loaded with the first. */
export class ResultsPanels implements vscode.Disposable {
	readonly #log: Log;
	readonly #panels: PanelRegistry<string, Panel<ResultsProtocol>>;
	readonly #watches: readonly vscode.Disposable[];

	constructor({ context, log, history, ready }: ResultsPanelsOptions) {
		this.#log = log;
		this.#panels = new PanelRegistry({
			viewType: 'easel.results',
			log,
			async identify(saved) {
				return (await import('./resultsHost.ts')).runOfSaved(saved);
			},
			async create(runId, place) {
				const [{ createResultsPanel }, runService] = await Promise.all([
					import('./resultsHost.ts'),
					history.open(),
				]);
				return createResultsPanel({ context, log, runService, ready, runId, place });
			},
		});
		const refreshAll = (): void => {
			for (const panel of this.#panels.all()) panel.refresh();
		};
		this.#watches = [
			history.onChange((run) => this.#panels.get(run.id)?.refresh()),
			history.onRemove(refreshAll),
			history.onSession(refreshAll),
		];
	}

	/** Shows the panel of a run, beside the active editor when it is new. */
	open(runId: string, options: { readonly preserveFocus?: boolean } = {}): void {
		this.#panels.open(runId, options).catch((cause: unknown) => {
			if (cause instanceof vscode.CancellationError) return;
			this.#log.error('The results panel could not be opened', cause);
			void fail(
				vscode.l10n.t(
					'The result cannot be shown, because the history of runs cannot be opened. See the log for the reason.',
				),
			);
		});
	}

	/** Whether the result of a run is visible, so that it needs no notification. */
	isVisible(runId: string): boolean {
		return this.#panels.isVisible(runId);
	}

	dispose(): void {
		for (const watch of this.#watches) watch.dispose();
		this.#panels.dispose();
	}
}
