import * as vscode from 'vscode';
import type { Event } from '../../../core/base/emitter.ts';
import { momentText, numberText } from '../../../core/base/language.ts';
import type { Batch } from '../../../core/batches/batch.ts';
import { isNoFilter, matchesFilter, noFilter, type RunFilter } from '../../../core/runs/history/filter.ts';
import { hasEnded, type Run } from '../../../core/runs/run.ts';
import { historyRow, runTooltip } from '../../deployments/runRow.ts';
import type { RecentRuns } from '../../deployments/services.ts';
import { PagedTree } from '../../shell/trees/pagedTree.ts';
import { command, row } from '../../shell/trees/treeRows.ts';
import { batchRow, batchTooltip } from '../batches/row.ts';
import { type HistoryNode, historyNodes, pageSize, startOfDay } from './nodes.ts';

interface ListedRuns
	extends Pick<RecentRuns, 'extrasOf' | 'onDidChange' | 'onDidRemove' | 'onDidChangeMarks'> {
	/** Returns the current state of a run. */
	now(run: Run): Run;
	/** Returns the runs of the connection, newest first. */
	found(filter: RunFilter, limit: number): readonly Run[];
	readonly onDidChangeSession: Event<unknown>;
}

interface ListedBatches {
	unfinished(): readonly Batch[];
	/** Returns a batch that may be shown. */
	get(id: string): Batch | undefined;
	whyUnwatched(batch: Batch): string | undefined;
	readonly onDidChange: Event<Batch>;
	readonly onDidRemove: Event<string>;
}

/** The list of runs, among the lists that have pages. */
const runsList = 'runs';

/** Milliseconds for which changes are collected and then drawn together: several runs may end at nearly the same time. */
const gatherMs = 100;

/**
 * Draws the runs of the connection by day, those of a batch below its row. Its only own state is the person's choices:
 * filter, pages, expansion.
 */
export class HistoryTree extends PagedTree<HistoryNode> {
	readonly #runs: ListedRuns;
	readonly #batches: ListedBatches;
	#filter = noFilter;
	#gathering: NodeJS.Timeout | undefined;

	constructor(runs: ListedRuns, batches: ListedBatches) {
		super();
		this.#runs = runs;
		this.#batches = batches;
		this.listen(
			runs.onDidChange((run) => {
				// A run that is not drawn is new, or below a day that is collapsed.
				if (!this.update({ kind: 'run', run }) || !this.#belongs(run)) this.#refreshSoon();
			}),
			runs.onDidRemove(() => this.#refreshSoon()),
			runs.onDidChangeMarks(({ id }) => {
				this.redraw(`run:${id}`);
				if (!isNoFilter(this.#filter)) this.#refreshSoon();
			}),
			batches.onDidChange((batch) => {
				const drawn = this.batchNode(batch.id);
				// An ended one may be left without a row.
				if (drawn === undefined || !this.update({ ...drawn, batch })) this.#refreshSoon();
			}),
			batches.onDidRemove(() => this.#refreshSoon()),
			runs.onDidChangeSession(() => this.reset()),
		);
	}

	get filter(): RunFilter {
		return this.#filter;
	}

	setFilter(filter: RunFilter): void {
		this.#filter = filter;
		this.showLess(runsList);
		this.refresh();
	}

	/** Returns the row of a batch, to reveal it; undefined if it is not drawn. */
	batchNode(id: string): Extract<HistoryNode, { kind: 'batch' }> | undefined {
		const drawn = this.drawn(`batch:${id}`);
		return drawn?.kind === 'batch' ? drawn : undefined;
	}

	showOlder(): void {
		this.showMore(runsList, pageSize);
	}

	override dispose(): void {
		clearTimeout(this.#gathering);
		super.dispose();
	}

	override getParent(node: HistoryNode): HistoryNode | undefined {
		if (node.kind === 'batch') return this.drawn(`day:${startOfDay(node.batch.startedAt)}`);
		if (node.kind !== 'run') return undefined;
		const { batchId, submittedAt } = node.run;
		const batch = batchId === undefined ? undefined : this.batchNode(batchId);
		return batch ?? this.drawn(`day:${startOfDay(submittedAt)}`);
	}

	protected children(node: HistoryNode | undefined): readonly HistoryNode[] {
		if (node === undefined) return this.#rows();
		if (node.kind === 'day') return node.rows;
		// They are read again with each change of their batch.
		return node.kind === 'batch' ? node.runs.map((run) => ({ kind: 'run', run: this.#runs.now(run) })) : [];
	}

	protected idOf(node: HistoryNode): string | undefined {
		if (node.kind === 'run') return `run:${node.run.id}`;
		if (node.kind === 'batch') return `batch:${node.batch.id}`;
		return node.kind === 'day' ? `day:${node.start}` : undefined;
	}

	protected render(node: HistoryNode, now: number): vscode.TreeItem {
		switch (node.kind) {
			case 'run':
				return historyRow(node.run, now, this.#runs.extrasOf(node.run));
			case 'batch':
				return batchRow(node.batch, this.#batches.whyUnwatched(node.batch));
			default:
				return renderNode(node, now);
		}
	}

	protected override tooltip(node: HistoryNode, now: number): vscode.MarkdownString | undefined {
		if (node.kind === 'batch') return batchTooltip(node.batch, this.#batches.whyUnwatched(node.batch), now);
		return node.kind === 'run' ? runTooltip(node.run, now, this.#runs.extrasOf(node.run)) : undefined;
	}

	protected override isMoving(node: HistoryNode): boolean {
		return node.kind === 'run' && !hasEnded(node.run);
	}

	#rows(): readonly HistoryNode[] {
		const limit = this.limit(runsList, pageSize);
		const isFiltered = !isNoFilter(this.#filter);
		const runs = this.#runs.found(this.#filter, limit + 1);
		// Runs that were searched for are shown without their batches.
		return historyNodes(runs, limit, isFiltered, isFiltered ? [] : this.#batchesOf(runs));
	}

	/** Returns the batches of runs, and those that have not ended. */
	#batchesOf(runs: readonly Run[]): readonly Batch[] {
		const unfinished = this.#batches.unfinished();
		const ids = new Set(runs.flatMap(({ batchId }) => batchId ?? []));
		for (const { id } of unfinished) ids.delete(id);
		return [...unfinished, ...[...ids].flatMap((id) => this.#batches.get(id) ?? [])];
	}

	#belongs(run: Run): boolean {
		return matchesFilter(run, this.#runs.extrasOf(run).marks, this.#filter);
	}

	#refreshSoon(): void {
		this.#gathering ??= setTimeout(() => {
			this.#gathering = undefined;
			this.refresh();
		}, gatherMs);
	}
}

function renderNode(node: Exclude<HistoryNode, { kind: 'run' | 'batch' }>, now: number): vscode.TreeItem {
	switch (node.kind) {
		case 'day':
			return row(`day:${node.start}`, dayText(node.start, now), {
				icon: 'calendar',
				description: numberText(node.runs.length),
				state: vscode.TreeItemCollapsibleState.Expanded,
			});
		case 'none':
			return row('none', vscode.l10n.t('No run matches the filter'), {
				icon: 'search-stop',
				description: vscode.l10n.t('Clear Filter'),
				command: command('easel.clearRunFilter', vscode.l10n.t('Clear Filter')),
			});
		case 'older':
			return row('older', vscode.l10n.t('Show Older Runs'), {
				icon: 'ellipsis',
				description: vscode.l10n.t('{0} shown', numberText(node.shown)),
				command: command('easel.showOlderRuns', vscode.l10n.t('Show Older Runs')),
			});
	}
}

/** Returns the name of a day: `Today`, `Yesterday`, `Tuesday, 5 May 2026`. */
function dayText(start: number, now: number): string {
	if (start === startOfDay(now)) return vscode.l10n.t('Today');
	// Noon of the day before: no change of the clocks moves it to another day.
	if (start === startOfDay(startOfDay(now) - 12 * 3_600_000)) return vscode.l10n.t('Yesterday');
	return momentText(start, { dateStyle: 'full' });
}
