import * as vscode from 'vscode';
import { compact } from '../../../core/base/compact.ts';
import { success } from '../../../core/base/failure.ts';
import { runTitle } from '../../../core/runs/describe.ts';
import { GroupRuns, groupKey } from '../../../core/runs/history/group.ts';
import {
	type ResultsProgress,
	type ResultsProtocol,
	type ResultsState,
	resultsProtocol,
} from '../../../core/runs/results/messages.ts';
import { resultsState, stripRun } from '../../../core/runs/results/view.ts';
import { hasEnded, type Run } from '../../../core/runs/run.ts';
import { nodeProgressOf, type ProgressSource, watchProgress } from '../../../core/runs/runProgress.ts';
import type { RunService } from '../../../core/runs/runService.ts';
import type { AppServices } from '../../shell/appServices.ts';
import { setContext } from '../../shell/contextKeys.ts';
import { documentOf } from '../../shell/panels/frontPanel.ts';
import { PanelOwner, type PanelPlace } from '../../shell/panels/panelRegistry.ts';
import { createPanel, identityReader, type Panel } from '../../shell/panels/webviewPanel.ts';
import { opensOutside, runViewHandlers } from './actions.ts';

export interface ResultsPanelParts extends Pick<AppServices, 'acts' | 'clock' | 'log' | 'ready'> {
	readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState'>;
	readonly runService: RunService;
	/** Folder with one folder of result files for each run. */
	readonly archive: vscode.Uri;
	/** The progress of runs on the user's own engines. */
	readonly progress: ProgressSource;
	/** Sets whether the panel keeps its run. */
	readonly setPinned: (panel: ResultsPanel, pinned: boolean) => void;
}

/** The run that a panel shows when it opens, and how it follows others. */
export interface ResultsIdentity {
	readonly runId: string;
	/** The group of runs around this one; absent if it is alone. */
	readonly group?: string;
	/** True if it keeps its run when others start. */
	readonly pinned: boolean;
}

/** Returns the panel that is pinned to a run, or that of its document. A removed run has a separate one, which is not pinned. */
export function identityOf(runId: string, run: Run | undefined, pinned: boolean): ResultsIdentity {
	if (run === undefined) return { runId, pinned: false };
	return pinned ? { runId, pinned } : { runId, group: groupKey(run), pinned };
}

/** Reads the state of a panel from before the window was reloaded. */
export function savedResults(
	saved: unknown,
	runs: { get(runId: string): Run | undefined },
): ResultsIdentity | undefined {
	const identity = identityReader(resultsProtocol)(saved);
	if (identity === undefined) return undefined;
	const memory = resultsProtocol.memory.safeParse((saved as { memory?: unknown }).memory);
	const { runId = identity.runId, pinned = false } = memory.success ? memory.data : {};
	return identityOf(runId, runs.get(runId), pinned);
}

/** The panel of a document: it shows one of its runs, from the history, and may load files of the archive only. */
export class ResultsPanel extends PanelOwner {
	readonly #parts: ResultsPanelParts;
	protected readonly panel: Panel<ResultsProtocol>;
	/** The runs it walks among; absent for a run that was unknown from the start. */
	#group: GroupRuns | undefined;
	#runId: string;
	#pinned: boolean;
	/** Someone chose a run that is not the newest. */
	#looksBack = false;
	/** The batch to follow with its later runs, because the person saw one of its runs in progress. */
	#goesOnWith: string | undefined;
	/** True if a new run was requested in this panel and has not begun. */
	#expects = false;
	#restored = false;
	#closed = false;

	constructor(parts: ResultsPanelParts, first: ResultsIdentity, place: PanelPlace) {
		super();
		this.#parts = parts;
		this.#runId = first.runId;
		this.#pinned = first.pinned;
		this.#show(first.runId);
		const { context, log, archive } = parts;
		this.panel = createPanel({
			viewType: 'easel.results',
			protocol: resultsProtocol,
			extensionUri: context.extensionUri,
			log,
			title: () => this.#title(),
			identity: { runId: first.runId },
			// Each run that is shown later is in it; other roots would build the view again.
			roots: [archive],
			state: () => this.#state(),
			document: () => documentOf(parts.runService.get(this.#runId)),
			run: () => this.#runId,
			handlers: (panel) => ({
				...runViewHandlers({
					...parts,
					runs: () => parts.runService,
					panel,
					notify: (text) => panel.post('notify', { text }),
					expectRun: (started) => this.#expect(started),
				}),
				stepRun: ({ by }) => this.#showAt(this.#at() + by),
				showRunAt: ({ at }) => this.#showAt(at),
				pin: ({ run, on }) => {
					if (run === this.#runId) parts.setPinned(this, on);
				},
			}),
			requests: () => ({
				runs: ({ start, count }) => success({ runs: this.#stripRuns(start, count) }),
			}),
			...place,
		});
		// A hidden view gets the current state when it is shown.
		const progress = watchProgress(parts.progress, parts.clock, (runId) => {
			if (runId === this.#runId && this.visible) this.panel.post('progress', this.#progress());
		});
		this.panel.onDidDispose(() => {
			this.#closed = true;
			progress.dispose();
			parts.runService.archive.show(this, []);
		});
		// The session is not mentioned before it was restored.
		void parts.ready().then(() => {
			this.#restored = true;
			this.#keepFiles();
			this.panel.refresh();
		});
	}

	get runId(): string {
		return this.#runId;
	}

	/** Returns whether a run is in it: the visible one, or another one of the strip. */
	shows(run: Run): boolean {
		return run.id === this.#runId || (!this.#pinned && this.#group?.key === groupKey(run));
	}

	/** True if it keeps its run when others start. */
	get pinned(): boolean {
		return this.#pinned;
	}

	set pinned(pinned: boolean) {
		this.#pinned = pinned;
		this.panel.refresh();
	}

	/** Shows one of its runs on request. */
	show(runId: string): void {
		this.#show(runId);
		this.panel.refresh();
	}

	/** Shows a started run. Returns false if the person views an earlier one: the new one then waits in the strip. */
	takeNew(run: Run): boolean {
		this.#group?.note(run);
		const expected = this.#expects;
		this.#expects = false;
		if (this.#looksBack && !expected && this.visible) {
			this.panel.post('notify', {
				text: vscode.l10n.t('Started a new run. It is the last one in the strip.'),
			});
			this.panel.refresh();
			return false;
		}
		this.show(run.id);
		return true;
	}

	/** Notes that a run has changed, this or another one. */
	note(run: Run): void {
		if (this.#isNextOfBatch(run)) {
			this.#show(run.id);
			this.#looksBack = false;
			this.#goesOnWith = run.batchId;
		}
		// A person who keeps watching sees a result without a command for it.
		if (this.visible && run.id === this.#runId && run.state === 'succeeded')
			setContext('easel.sawResult', true);
		if (this.#group?.note(run) || run.id === this.#runId) this.panel.refresh();
	}

	/** Returns whether a run is the result to show after an earlier one of its batch. */
	#isNextOfBatch(run: Run): boolean {
		if (this.#pinned || run.batchId === undefined || run.batchId !== this.#goesOnWith) return false;
		const shown = this.#run();
		if (shown === undefined || !hasEnded(shown) || run.id === shown.id) return false;
		return run.state === 'succeeded' && (run.endedAt ?? 0) >= (shown.endedAt ?? 0);
	}

	noteMarked(runId: string): void {
		const run = this.#parts.runService.get(runId);
		if (run !== undefined) this.note(run);
	}

	/** Notes that a run was removed from the history, this or another one. */
	noteRemoved(runId: string): void {
		this.#group?.noteRemoved(runId);
		this.panel.refresh();
	}

	refresh(): void {
		this.panel.refresh();
	}

	/** Keeps the files of the shown run on this computer, and fetches missing ones, which requires a session. */
	#keepFiles(): void {
		if (this.#restored && !this.#closed) this.#parts.runService.archive.show(this, [this.#runId]);
	}

	#show(runId: string): void {
		const { runService } = this.#parts;
		const run = runService.get(runId);
		if (run !== undefined && this.#group?.note(run) !== true) this.#group = new GroupRuns(runService, run);
		this.#runId = runId;
		this.#keepFiles();
		this.#looksBack = this.#group !== undefined && this.#group.newest !== runId;
		this.#goesOnWith = run !== undefined && !hasEnded(run) ? run.batchId : undefined;
	}

	/** Returns the index of the shown run; for a removed one, the end. */
	#at(): number {
		const ids = this.#group?.ids ?? [];
		const at = ids.indexOf(this.#runId);
		return at === -1 ? ids.length : at;
	}

	#showAt(at: number): void {
		const id = this.#group?.ids[at];
		if (id !== undefined) this.show(id);
	}

	#expect(started: Promise<unknown>): void {
		this.#expects = true;
		const over = (): void => {
			this.#expects = false;
		};
		started.then(over, over);
	}

	#run(): Run | undefined {
		return this.#parts.runService.get(this.#runId);
	}

	#title(): string {
		const run = this.#run();
		return run === undefined ? vscode.l10n.t('Removed Run') : runTitle(run, Date.now());
	}

	/** Returns a function that returns the address of a file of a run, for the view. */
	#srcOf(run: Pick<Run, 'id'>): (archivedAs: string) => string {
		const folder = vscode.Uri.file(this.#parts.runService.archivePath(run));
		return (archivedAs) => this.panel.uriFor(vscode.Uri.joinPath(folder, archivedAs));
	}

	#state(): ResultsState {
		const run = this.#run();
		const unwatched = run && this.#restored ? this.#parts.runService.whyUnwatched(run) : undefined;
		const shown = run && unwatched !== undefined ? { ...run, notice: unwatched } : run;
		const state = resultsState(
			shown,
			this.#srcOf({ id: this.#runId }),
			Date.now(),
			opensOutside(),
			this.#parts.runService.marks.of(this.#runId),
		);
		const progress = run === undefined || hasEnded(run) ? {} : this.#progress();
		const group = this.#pinned ? undefined : this.#group;
		if (group === undefined) return { ...state, ...progress, pinned: this.#pinned };
		const { ids, revision, kind: of } = group;
		return {
			...state,
			...progress,
			pinned: false,
			runs: { of, count: ids.length, at: ids.indexOf(this.#runId), revision },
		};
	}

	/** Returns the progress of the visible run; empty while no engine works on it. */
	#progress(): { readonly progress?: ResultsProgress } {
		const progress = this.#parts.progress.of(this.#runId);
		if (progress === undefined) return {};
		const { preview } = progress;
		return { progress: { nodes: nodeProgressOf(progress), ...compact({ preview }) } };
	}

	#stripRuns(start: number, count: number) {
		const runs = this.#group?.from(Math.max(0, start), Math.min(count, mostAtOnce)) ?? [];
		const { marks } = this.#parts.runService;
		return runs.map(({ at, run }) => stripRun(at, run, this.#srcOf(run), marks.of(run.id).starred));
	}
}

/** Runs of the strip that are read for one answer. */
const mostAtOnce = 100;
