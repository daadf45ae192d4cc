import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { numberText } from '../../base/language.ts';
import { harmlessCell } from '../../runs/archive/csvText.ts';
import { type RowValues, sweepRuns } from '../../workflow/sweep/expand.ts';
import { tableRows } from '../../workflow/sweep/tableEdits.ts';
import type { RowResult, TableState } from '../../workflow/sweep/tableMessages.ts';
import { factsOfInput } from '../named/presetsHover.ts';
import { inputOf } from '../named/presetsLanguage.ts';
import { keyOf, readResults } from './results.ts';
import type { SweepDocument } from './sweepDocument.ts';
import { cellsFor } from './sweepLanguage.ts';

/** The most rows that the table editor shows; a longer table is edited as text. */
const mostRows = 10_000;

/** Returns a table of values as its editor shows it. @param results the text of the table with its results */
export function sweepTable(name: string, document: SweepDocument, results: string | undefined): TableState {
	const { text, workflow, rows: checked, problems } = document;
	const [titles = [''], ...rows] = tableRows(text);
	const isBroken = problems.some(({ code }) => code === 'sweep_syntax');
	const unreadable = isBroken
		? problems[0]?.message
		: rows.length > mostRows
			? l10n.t('The table has more than {0} rows. Edit it as text.', numberText(mostRows))
			: undefined;
	const outcomes =
		results === undefined || checked === undefined ? undefined : rowOutcomes(checked.rows, results);
	const hasErrors = problems.some(({ severity }) => severity === 'error');
	const columns = titles.map((title) => {
		const input = workflow && inputOf(workflow, title.trim());
		return {
			title,
			about: workflow && input ? [...factsOfInput(workflow, input)] : [],
			cells: workflow && input ? [...cellsFor(workflow, input)] : [],
			isText: input === undefined || input.type === 'text' || input.type === 'other',
		};
	});
	return {
		name,
		columns,
		rows:
			unreadable === undefined
				? rows.map((cells, at) => ({
						row: at + 2,
						cells: [...cells],
						...compact({ result: resultOf(outcomes?.get(at + 2)) }),
					}))
				: [],
		problems: problems.map(({ severity, message, remedy, row, place }) => ({
			severity,
			message: remedy === undefined ? message : `${message} ${remedy}`,
			row,
			...compact({ place }),
		})),
		...compact({ unreadable, runs: hasErrors || checked === undefined ? undefined : checked.runs }),
	};
}

function resultOf(outcome: RowOutcome | undefined): RowResult | undefined {
	if (outcome === undefined) return undefined;
	const { states, ...facts } = outcome;
	return { ...facts, states: [...states].map(([state, count]) => ({ state, count })) };
}

interface RowOutcome {
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
function rowOutcomes(rows: readonly RowValues[], results: string): ReadonlyMap<number, RowOutcome> {
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
