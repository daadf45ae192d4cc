import type { Run } from '../../../core/runs/run.ts';

/** Everything that can be in the Runs view, as data. */
export type HistoryNode =
	| { readonly kind: 'day'; readonly start: number; readonly runs: readonly Run[] }
	| { readonly kind: 'run'; readonly run: Run }
	/** The filter leaves nothing. */
	| { readonly kind: 'none' }
	| { readonly kind: 'older'; readonly shown: number };

/** Runs shown before "Show Older Runs". */
export const pageSize = 200;

/** The top rows: a row for each day on which something ran, latest first. `runs` has one more than is shown where there are more. */
export function historyNodes(
	runs: readonly Run[],
	shown: number,
	isFiltered: boolean,
): readonly HistoryNode[] {
	if (runs.length === 0) return isFiltered ? [{ kind: 'none' }] : [];
	const days = Map.groupBy(runs.slice(0, shown), ({ submittedAt }) => startOfDay(submittedAt));
	const rows: HistoryNode[] = [...days].map(([start, ofDay]) => ({ kind: 'day', start, runs: ofDay }));
	if (runs.length > shown) rows.push({ kind: 'older', shown });
	return rows;
}

/** The first moment of the day of a moment, in the zone of the reader; milliseconds since 1970. */
export function startOfDay(milliseconds: number): number {
	return new Date(milliseconds).setHours(0, 0, 0, 0);
}
