import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { numberText } from '../../base/language.ts';
import { tableRows } from '../../workflow/sweep/tableEdits.ts';
import type { RowResult, TableState } from '../../workflow/sweep/tableMessages.ts';
import { factsOfInput } from '../named/presetsHover.ts';
import { inputOf } from '../named/presetsLanguage.ts';
import { type RowOutcome, rowOutcomes } from './rowOutcomes.ts';
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
