import * as vscode from 'vscode';
import { groupKey } from '../../../core/runs/history/group.ts';
import type { Run } from '../../../core/runs/run.ts';
import type { OpenOptions, PanelPlace, PanelRegistry } from '../../shell/panels/panelRegistry.ts';
import { readSetting } from '../../shell/settings.ts';
import { type FirstShown, ResultsPanel, type ResultsPanelParts, shownBefore } from './panel.ts';

export interface DocumentPanelsOptions extends Omit<ResultsPanelParts, 'setPinned'> {
	readonly registry: PanelRegistry<string, ResultsPanel>;
}

/** Which panel shows a run: that of its document (of its target where it has no document), or one pinned to the run. */
export class DocumentPanels {
	readonly #options: DocumentPanelsOptions;
	/** What a panel shows first, by its key; the registry knows the key alone. */
	readonly #first = new Map<string, FirstShown>();

	constructor(options: DocumentPanelsOptions) {
		this.#options = options;
	}

	/** The key of a panel that the editor brings back. */
	keyOfSaved(saved: unknown): string | undefined {
		const first = shownBefore(saved);
		if (first === undefined) return undefined;
		const run = this.#options.runService.get(first.runId);
		const key = first.pinned || run === undefined ? pinnedKey(first.runId) : groupKey(run);
		// The first of two that showed runs of one document is the one that comes back.
		if (!this.#first.has(key)) this.#first.set(key, first);
		return key;
	}

	create(key: string, place: PanelPlace): ResultsPanel {
		const first = this.#first.get(key);
		this.#first.delete(key);
		if (first === undefined) throw new Error('A results panel was opened without a run.');
		const setPinned = (panel: ResultsPanel, pinned: boolean) => this.#setPinned(panel, pinned);
		return new ResultsPanel({ ...this.#options, setPinned }, first, place);
	}

	/** Shows a run where it is pinned, or else in the panel of its document. */
	async open(runId: string, options: OpenOptions = {}): Promise<void> {
		const { registry, runService } = this.#options;
		const run = runService.get(runId);
		const own = pinnedKey(runId);
		const pinned = run === undefined || registry.get(own) !== undefined;
		const key = pinned ? own : groupKey(run);
		this.#first.set(key, { runId, pinned: pinned && run !== undefined });
		const panel = await registry.open(key, options);
		this.#first.delete(key);
		if (panel.runId !== runId) panel.show(runId);
	}

	/** Shows a run that has just begun, as the person wants new runs to be shown. */
	async openNew(run: Run): Promise<void> {
		const uri = run.documentUri === undefined ? undefined : vscode.Uri.parse(run.documentUri);
		const wanted = readSetting('easel.results.open', uri);
		const panel = this.#options.registry.get(groupKey(run));
		if (panel !== undefined) {
			if (panel.takeNew(run) && wanted !== 'never') panel.reveal(true);
			return;
		}
		if (wanted === 'never') return;
		const column = wanted === 'sameTab' ? { column: vscode.ViewColumn.Active } : {};
		await this.open(run.id, { preserveFocus: true, ...column });
	}

	#setPinned(panel: ResultsPanel, pinned: boolean): void {
		const { registry, runService } = this.#options;
		const { runId } = panel;
		const run = runService.get(runId);
		if (run === undefined || panel.pinned === pinned) return;
		const [own, ofDocument] = [pinnedKey(runId), groupKey(run)];
		const moved = pinned ? registry.rekey(ofDocument, own) : registry.rekey(own, ofDocument);
		if (moved) {
			panel.pinned = pinned;
			return;
		}
		// There is one already: that shows the run.
		const other = registry.get(pinned ? own : ofDocument);
		other?.show(runId);
		other?.reveal();
		if (!pinned) panel.dispose();
	}
}

function pinnedKey(runId: string): string {
	return `run ${runId}`;
}
