import * as vscode from 'vscode';
import type { Event } from '../../../core/base/emitter.ts';
import { type Lazy, lazy } from '../../../core/base/lazy.ts';
import type { Log } from '../../../core/base/log.ts';
import type { Run } from '../../../core/runs/run.ts';
import type { ProgressSource } from '../../../core/runs/runProgress.ts';
import type { RunService } from '../../../core/runs/runService.ts';
import { fail } from '../../shell/messages.ts';
import { PanelRegistry } from '../../shell/panels/panelRegistry.ts';
import type { DocumentPanels } from './documentPanels.ts';
import type { ResultsPanel } from './panel.ts';

/** What the panels need of the history of runs. */
export interface RunSource {
	/** Opens the history on first need. */
	open(): Promise<RunService>;
	/** Folder with one folder of result files for each run. */
	readonly archive: vscode.Uri;
	readonly onChange: Event<Run>;
	/** The star or the note of a run changed. */
	readonly onMarks: Event<{ readonly id: string }>;
	readonly onRemove: Event<string>;
	/** How far runs are on engines of one's own. */
	readonly progress: ProgressSource;
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

/** The results panels of this window, one for each document. What they are made of is loaded with the first. */
export class ResultsPanels implements vscode.Disposable {
	readonly #log: Log;
	readonly #registry: PanelRegistry<string, ResultsPanel>;
	readonly #panels: Lazy<DocumentPanels>;
	readonly #watches: readonly vscode.Disposable[];

	constructor({ context, log, history, ready }: ResultsPanelsOptions) {
		this.#log = log;
		this.#registry = new PanelRegistry({
			viewType: 'easel.results',
			log,
			identify: async (saved) => (await this.#panels.get()).keyOfSaved(saved),
			create: async (key, place) => (await this.#panels.get()).create(key, place),
		});
		this.#panels = lazy(async () => {
			const [{ DocumentPanels }, runService] = await Promise.all([
				import('./documentPanels.ts'),
				history.open(),
			]);
			const { archive, progress } = history;
			const registry = this.#registry;
			return new DocumentPanels({ context, log, runService, archive, progress, ready, registry });
		});
		const each = (update: (panel: ResultsPanel) => void): void => this.#registry.all().forEach(update);
		this.#watches = [
			history.onChange((run) => each((panel) => panel.note(run))),
			history.onMarks(({ id }) => each((panel) => panel.noteMarked(id))),
			history.onRemove((runId) => each((panel) => panel.noteRemoved(runId))),
			history.onSession(() => each((panel) => panel.refresh())),
		];
	}

	/** Shows a run in the panel of its document, beside the active editor when that is new. */
	open(runId: string): void {
		this.#show((panels) => panels.open(runId));
	}

	/** Shows a run that has just begun, without taking the focus. */
	openNew(run: Run): void {
		this.#show((panels) => panels.openNew(run));
	}

	/** The runs whose results are visible. */
	get visibleRuns(): readonly (string | undefined)[] {
		return this.#registry.all().flatMap((panel) => (panel.visible ? [panel.runId] : []));
	}

	/** Whether a run is visible in a window with the focus, itself or in the strip of its document, so that it needs no notification. */
	isVisible(run: Run): boolean {
		const shown = this.#registry.all().some((panel) => panel.visible && panel.shows(run));
		return shown && vscode.window.state.focused;
	}

	dispose(): void {
		for (const watch of this.#watches) watch.dispose();
		this.#registry.dispose();
	}

	#show(open: (panels: DocumentPanels) => Promise<void>): void {
		this.#panels
			.get()
			.then(open)
			.catch((cause: unknown) => {
				if (cause instanceof vscode.CancellationError) return;
				this.#log.error('The results panel could not be opened', cause);
				void fail(
					vscode.l10n.t(
						'The result cannot be shown, because the history of runs cannot be opened. See the log for the reason.',
					),
				);
			});
	}
}
