import { compact } from '../../base/compact.ts';
import { harmlessCell } from '../../runs/archive/csvText.ts';
import { type RowValues, sweepRuns } from '../../workflow/sweep/expand.ts';
import { keyOf, readResults } from './results.ts';

/** The outcome of the runs of a row. */
export interface RowOutcome {
	/** The id of the latest run. */
	readonly run: string;
	/** The number of runs in each state. */
	readonly states: ReadonlyMap<string, number>;
	readonly seconds?: number;
	readonly usd?: number;
	readonly stars: number;
}

/**
 * Returns the outcome of each row from a table of results, by row number; of several runs with the same values the
 * latest one counts.
 */
export function rowOutcomes(rows: readonly RowValues[], results: string): ReadonlyMap<number, RowOutcome> {
	const known = readResults(results);
	const byKey = new Map<string, Map<string, (typeof known)[number]>>();
	const outcomes = new Map<number, RowOutcome>();
	for (const row of rows) {
		const drawn = new Set(row.cells.flatMap(({ name, isRandom }) => (isRandom ? [name] : [])));
		const columns = JSON.stringify([...drawn]);
		let found = byKey.get(columns);
		if (found === undefined) {
			found = new Map(known.map((result) => [keyOf(Object.entries(result.values), drawn), result]));
			byKey.set(columns, found);
		}
		const keys = new Set(
			sweepRuns([row]).map(({ values }) =>
				keyOf(
					values.map(({ name, words }) => [name, harmlessCell(words)]),
					drawn,
				),
			),
		);
		const own = [...keys].flatMap((key) => found.get(key) ?? []);
		const last = own.at(-1);
		if (last === undefined) continue;
		const sum = (of: 'seconds' | 'usd') => {
			const values = own.flatMap((each) => each[of] ?? []);
			return values.length === 0 ? undefined : values.reduce((all, value) => all + value, 0);
		};
		outcomes.set(row.row, {
			run: last.run,
			states: countsOf(own.map(({ state }) => state)),
			stars: own.reduce((all, { stars }) => all + stars, 0),
			...compact({ seconds: sum('seconds'), usd: sum('usd') }),
		});
	}
	return outcomes;
}

function countsOf(states: readonly string[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
	return counts;
}
