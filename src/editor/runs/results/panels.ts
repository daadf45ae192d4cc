import * as vscode from 'vscode';
import { type Lazy, lazy } from '../../../core/base/lazy.ts';
import type { Run } from '../../../core/runs/run.ts';
import type { RunService } from '../../../core/runs/runService.ts';
import { reportUnfinished } from '../../shell/commands.ts';
import { type OpenOptions, PanelRegistry } from '../../shell/panels/panelRegistry.ts';
import { readSetting } from '../../shell/settings.ts';
import type { WindowRuns } from '../windowRuns.ts';
import type { ResultsIdentity, ResultsPanel, ResultsPanelParts } from './panel.ts';

type RunSource = Pick<
	WindowRuns,
	'open' | 'archive' | 'progress' | 'onDidChange' | 'onDidChangeMarks' | 'onDidRemove' | 'onDidChangeSession'
>;

export interface ResultsPanelsOptions
	extends Pick<ResultsPanelParts, 'acts' | 'clock' | 'context' | 'log' | 'ready'> {
	readonly windowRuns: RunSource;
}

type LoadedResults = typeof import('./panel.ts') & { readonly runService: RunService };

async function load(windowRuns: RunSource): Promise<LoadedResults> {
	const [panel, runService] = await Promise.all([import('./panel.ts'), windowRuns.open()]);
	return { ...panel, runService };
}

/**
 * The results panels of this window: a run is shown in that of its document (of its target without a document), or in
 * one that is pinned to it. Their modules are loaded with the first.
 */
export class ResultsPanels implements vscode.Disposable {
	readonly #registry: PanelRegistry<ResultsIdentity, ResultsPanel>;
	readonly #loaded: Lazy<LoadedResults>;
	readonly #unopened: (cause: unknown) => Promise<void>;
	readonly #watches: readonly vscode.Disposable[];

	constructor({ acts, clock, context, log, windowRuns, ready }: ResultsPanelsOptions) {
		this.#unopened = (cause) => reportUnfinished(log, 'The results panel could not be opened', cause);
		const loaded = lazy(() => load(windowRuns));
		this.#loaded = loaded;
		const { archive, progress } = windowRuns;
		const setPinned = (panel: ResultsPanel, pinned: boolean) => this.#setPinned(panel, pinned);
		this.#registry = new PanelRegistry<ResultsIdentity, ResultsPanel>({
			viewType: 'easel.results',
			log,
			async identify(saved) {
				const { savedResults, runService } = await loaded.get();
				return savedResults(saved, runService);
			},
			keyOf: ({ runId, group }) => group ?? `run ${runId}`,
			async create(identity, place) {
				const { ResultsPanel, runService } = await loaded.get();
				const parts = { acts, clock, context, log, runService, archive, progress, ready, setPinned };
				return new ResultsPanel(parts, identity, place);
			},
		});
		const each = (update: (panel: ResultsPanel) => void): void => this.#registry.all().forEach(update);
		this.#watches = [
			windowRuns.onDidChange((run) => each((panel) => panel.note(run))),
			windowRuns.onDidChangeMarks(({ id }) => each((panel) => panel.noteMarked(id))),
			windowRuns.onDidRemove((runId) => each((panel) => panel.noteRemoved(runId))),
			windowRuns.onDidChangeSession(() => each((panel) => panel.refresh())),
		];
	}

	/** Shows a run in its pinned panel, or else in the panel of its document, next to the active editor if that is new. */
	open(runId: string): void {
		this.#open(runId).catch(this.#unopened);
	}

	/** Shows a started run according to the setting for new runs, without taking the focus. */
	openNew(run: Run): void {
		this.#openNew(run).catch(this.#unopened);
	}

	/**
	 * Returns whether a run is visible in a window with the focus, itself or in the strip of its document, so that it
	 * needs no notification.
	 */
	isVisible(run: Run): boolean {
		const shown = this.#registry.all().some((panel) => panel.visible && panel.shows(run));
		return shown && vscode.window.state.focused;
	}

	dispose(): void {
		for (const watch of this.#watches) watch.dispose();
		this.#registry.dispose();
	}

	async #open(runId: string, options?: OpenOptions): Promise<void> {
		const { identityOf, runService } = await this.#loaded.get();
		const run = runService.get(runId);
		const own = identityOf(runId, run, true);
		const identity = this.#registry.get(own) === undefined ? identityOf(runId, run, false) : own;
		const panel = await this.#registry.open(identity, options);
		if (panel.runId !== runId) panel.show(runId);
	}

	async #openNew(run: Run): Promise<void> {
		const { identityOf } = await this.#loaded.get();
		const uri = run.documentUri === undefined ? undefined : vscode.Uri.parse(run.documentUri);
		const wanted = readSetting('easel.results.open', uri);
		const panel = this.#registry.get(identityOf(run.id, run, false));
		if (panel !== undefined) {
			if (panel.takeNew(run) && wanted !== 'never') panel.reveal(true);
			return;
		}
		if (wanted === 'never') return;
		const column = wanted === 'sameTab' ? { column: vscode.ViewColumn.Active } : {};
		await this.#open(run.id, { preserveFocus: true, ...column });
	}

	#setPinned(panel: ResultsPanel, pinned: boolean): void {
		const loaded = this.#loaded.value;
		const run = loaded?.runService.get(panel.runId);
		if (loaded === undefined || run === undefined || panel.pinned === pinned) return;
		const [from, to] = [loaded.identityOf(run.id, run, !pinned), loaded.identityOf(run.id, run, pinned)];
		if (this.#registry.rekey(from, to)) {
			panel.pinned = pinned;
			return;
		}
		// There is one already: that shows the run.
		const other = this.#registry.get(to);
		other?.show(run.id);
		other?.reveal();
		if (!pinned) panel.dispose();
	}
}
