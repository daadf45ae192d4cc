import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { numberText } from '../../base/language.ts';
import { type RowValues, sweepRuns } from '../../workflow/sweep/expand.ts';
import { tableRows } from '../../workflow/sweep/tableEdits.ts';
import type { RowResult, TableState } from '../../workflow/sweep/tableMessages.ts';
import { factsOfInput } from '../named/presetsHover.ts';
import { inputOf } from '../named/presetsLanguage.ts';
import { readResults, resultsByValues } from './results.ts';
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
	const found =
		results === undefined || checked === undefined ? undefined : rowResults(checked.rows, results);
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
						...compact({ result: found?.get(at + 2) }),
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

/**
 * Returns the result of each row from a table of results, by row number; of several runs with the same values the latest
 * one counts.
 */
function rowResults(rows: readonly RowValues[], results: string): ReadonlyMap<number, RowResult> {
	const resultsOf = resultsByValues(readResults(results));
	const found = new Map<number, RowResult>();
	for (const row of rows) {
		const own = [...new Set(sweepRuns([row]).flatMap(({ values }) => resultsOf(values).at(-1) ?? []))];
		const last = own.at(-1);
		if (last === undefined) continue;
		const sum = (of: 'seconds' | 'usd') => {
			const values = own.flatMap((each) => each[of] ?? []);
			return values.length === 0 ? undefined : values.reduce((all, value) => all + value, 0);
		};
		const states = Map.groupBy(own, ({ state }) => state);
		found.set(row.row, {
			run: last.run,
			states: Array.from(states, ([state, { length: count }]) => ({ state, count })),
			stars: own.reduce((all, { stars }) => all + stars, 0),
			...compact({ seconds: sum('seconds'), usd: sum('usd') }),
		});
	}
	return found;
}
