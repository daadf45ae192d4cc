import type { Batch } from '../../../core/batches/batch.ts';
import { batchHasEnded } from '../../../core/batches/batch.ts';
import type { Run } from '../../../core/runs/run.ts';

interface RunNode {
	readonly kind: 'run';
	readonly run: Run;
}

/** The row of a batch, with its runs below it; newest first. */
interface BatchNode {
	readonly kind: 'batch';
	readonly batch: Batch;
	readonly runs: readonly Run[];
}

/** The rows of the Runs view, as data. */
export type HistoryNode =
	/** `runs` are all of the day, including those of batches. */
	| {
			readonly kind: 'day';
			readonly start: number;
			readonly runs: readonly Run[];
			readonly rows: readonly (RunNode | BatchNode)[];
	  }
	| RunNode
	| BatchNode
	/** The filter matches no run. */
	| { readonly kind: 'none' }
	| { readonly kind: 'older'; readonly shown: number };

/** Runs shown before "Show Older Runs". */
export const pageSize = 200;

/**
 * Returns the top rows: a row for each day with runs, latest first. `runs` has one more than is shown if there are
 * more. The runs of a batch are below its row, on the day on which it was started; a batch has a row if it has visible
 * runs, or has not ended.
 */
export function historyNodes(
	runs: readonly Run[],
	shown: number,
	isFiltered: boolean,
	batches: readonly Batch[] = [],
): readonly HistoryNode[] {
	const known = new Map(batches.map((batch) => [batch.id, batch]));
	const ofBatches = Map.groupBy(runs.slice(0, shown), ({ batchId = '' }) => known.get(batchId));
	const entries = [
		...(ofBatches.get(undefined) ?? []).map((run) => ({
			at: run.submittedAt,
			row: { kind: 'run', run } satisfies RunNode,
			runs: [run],
		})),
		...batches.flatMap((batch) => {
			const own = ofBatches.get(batch) ?? [];
			if (own.length === 0 && batchHasEnded(batch)) return [];
			return [
				{ at: batch.startedAt, row: { kind: 'batch', batch, runs: own } satisfies BatchNode, runs: own },
			];
		}),
	].sort((a, b) => b.at - a.at);
	if (entries.length === 0) return isFiltered ? [{ kind: 'none' }] : [];
	const days = Map.groupBy(entries, ({ at }) => startOfDay(at));
	const rows: HistoryNode[] = [...days].map(([start, ofDay]) => ({
		kind: 'day',
		start,
		runs: ofDay.flatMap((entry) => entry.runs),
		rows: ofDay.map(({ row }) => row),
	}));
	if (runs.length > shown) rows.push({ kind: 'older', shown });
	return rows;
}

/** Returns the beginning of the local day of a time, in milliseconds since 1970. */
export function startOfDay(milliseconds: number): number {
	return new Date(milliseconds).setHours(0, 0, 0, 0);
}
