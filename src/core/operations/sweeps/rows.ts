import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { failed, type Result, success } from '../../base/failure.ts';
import { numberText } from '../../base/language.ts';
import { randomIn } from '../../runs/plan/seed.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import type { InputPlace, InputSet } from '../../workflow/inputSet.ts';
import { type InputRange, inputNamed, rangeOf } from '../../workflow/named/namedInput.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';
import { cellValues } from '../../workflow/sweep/cellValues.ts';
import { countRuns, type RowValues, type SweepRun, sweepRuns } from '../../workflow/sweep/expand.ts';
import type { SweepTable } from '../../workflow/sweep/sweepFile.ts';
import { inputFailure } from '../inputFailure.ts';
import { type GivenValue, placeOf, setByName } from '../named/byName.ts';
import type { DocumentNames } from '../named/namesOf.ts';

/** The most runs of one sweep. */
export const mostSweepRuns = 5_000;

/** A run of a sweep with the values that change the document. */
export interface PlannedRun extends SweepRun {
	readonly set: InputSet;
	/** Paths of the files that its values name. */
	readonly files: readonly string[];
}

/** A document with the names of its inputs. */
export interface SweptDocument {
	readonly document: WorkflowDocument;
	readonly names: DocumentNames;
	readonly nodeInfo: NodeInfo;
	/** Returns the paths of the files that fit a pattern, in order. */
	readonly files: (pattern: string) => readonly string[];
}

/** Plans the runs of a table: each combination of the values of a row is one. A failure names the first cell that does not fit. */
export function plannedRuns(swept: SweptDocument, table: SweepTable): Result<readonly PlannedRun[]> {
	const columns: InputRange[] = [];
	for (const title of table.columns) {
		const range = columnRange(swept, title);
		if (!range.ok) return range;
		columns.push(range.value);
	}
	const rows: RowValues[] = [];
	for (const { number, cells } of table.rows) {
		const filled: RowValues['cells'][number][] = [];
		for (const [at, name] of table.columns.entries()) {
			const [cell = '', range] = [cells[at], columns[at]];
			if (cell.trim() === '' || range === undefined) continue;
			const sources = { files: swept.files, random: () => String(randomIn(randomRange(range))) };
			const values = cellValues(cell, range, sources);
			if ('problem' in values) return failed(inputFailure(cellProblem(number, name, values.problem)));
			filled.push({ name, values, ...compact({ isRandom: isRandomCell(cell) }) });
		}
		if (filled.length > 0) rows.push({ row: number, cells: filled });
	}
	const count = countRuns(rows);
	if (count > mostSweepRuns)
		return failed(
			inputFailure(
				l10n.t(
					'The table has {0} runs. A sweep has at most {1}.',
					numberText(count),
					numberText(mostSweepRuns),
				),
			),
		);
	const planned: PlannedRun[] = [];
	const fileColumns = new Set(table.columns.filter((_, at) => columns[at]?.type === 'file'));
	for (const run of sweepRuns(rows)) {
		const set = setByName(swept.document, swept.names, run.values.map(given));
		if (!set.ok) return set;
		const files = run.values.filter(({ name }) => fileColumns.has(name)).map(({ words }) => words);
		planned.push({ ...run, set: set.value, files });
	}
	return success(planned);
}

function isRandomCell(cell: string): true | undefined {
	return /^\s*random\b/i.test(cell) ? true : undefined;
}

function given({ name, words }: { readonly name: string; readonly words: string }): GivenValue {
	return { name, words, ...compact({ place: placeOf(name) }) };
}

function columnRange({ document, names, nodeInfo }: SweptDocument, title: string): Result<InputRange> {
	const named = inputNamed(names.inputs, title);
	const place: InputPlace | undefined = placeOf(title) ?? named?.places[0];
	const range = (place && rangeOf(document, place, nodeInfo)) ?? named;
	if (range !== undefined) return success(range);
	const set = setByName(document, names, [given({ name: title, words: '' })]);
	return set.ok ? success({ type: 'other' }) : set;
}

/** Seeds of many third-party nodes end at 2^32, wherever their description does not have another end. */
function randomRange({ min = '0', max = '4294967295' }: InputRange) {
	const [low, high] = [min, max].map((bound) => BigInt(/^-?\d+$/.test(bound) ? bound : 0)) as [
		bigint,
		bigint,
	];
	return { min: low < 0n ? 0n : low, max: high > 0n ? high : 4294967295n };
}

function cellProblem(row: number, column: string, problem: string): string {
	return l10n.t('Row {0}, column "{1}": {2}', row, column, problem);
}
