import * as l10n from '@vscode/l10n';
import { closestMatch } from '../../base/closestMatch.ts';
import { compact } from '../../base/compact.ts';
import { fileNameOfPath } from '../../base/files/path.ts';
import type { Severity } from '../../base/findings.ts';
import { numberText } from '../../base/language.ts';
import { randomIn } from '../../runs/plan/seed.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import { type InputPlace, inputAt, isSamePlace } from '../../workflow/inputSet.ts';
import { type InputRange, inputNamed, rangeOf } from '../../workflow/named/namedInput.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';
import { type CellProblem, cellValues, isPattern } from '../../workflow/sweep/cellValues.ts';
import type { RowValues } from '../../workflow/sweep/expand.ts';
import type { NoTable, SweepTable } from '../../workflow/sweep/sweepFile.ts';
import { givenOf, placeOf, setByName } from '../named/byName.ts';
import type { DocumentNames } from '../named/namesOf.ts';

/** The most runs of one sweep. */
export const mostSweepRuns = 5_000;

export interface SweptDocument {
	readonly document: WorkflowDocument;
	readonly names: DocumentNames;
	readonly nodeInfo: NodeInfo;
	/** Returns the paths of the files that fit a pattern, in order. */
	readonly files: (pattern: string) => readonly string[];
}

export interface SweepProblem {
	readonly code:
		| CellProblem['code']
		| NoTable['code']
		| 'sweep_unknown_column'
		| 'sweep_same_input'
		| 'sweep_linked_column'
		| 'sweep_unused_cell'
		| 'sweep_short_row'
		| 'sweep_too_many_runs';
	/** A run with an `error` is refused. */
	readonly severity: Severity;
	readonly message: string;
	readonly remedy?: string;
	/** As a spreadsheet numbers it; that of the titles is 1. */
	readonly row: number;
	/** The place among the cells of the row; absent for a problem of the row. */
	readonly place?: number;
	/** The title of the column. */
	readonly column?: string;
	/** A text for the cell that fits, and its corrected words. */
	readonly instead?: { readonly cell: string; readonly words: string; readonly isClear: boolean };
}

/** The rows of a table with the values of their cells, and all problems of the table with its document. */
export interface CheckedRows {
	readonly rows: readonly RowValues[];
	readonly problems: readonly SweepProblem[];
	/** The number of runs: each combination of the values of a row is one. */
	readonly runs: number;
	/** In the order of the columns; undefined for a column that is no input. */
	readonly ranges: readonly (InputRange | undefined)[];
}

/** Reads the values of a table, and checks it against its document. */
export function checkedRows(swept: SweptDocument, table: SweepTable): CheckedRows {
	const problems: SweepProblem[] = [];
	const ranges = columnRanges(swept, table, problems);
	const columns = table.columns.map((name, at) => {
		const range = ranges[at];
		return range && new Column(name, table.places[at] ?? at, range, swept);
	});
	const files = new FolderFiles(swept.files);
	const rows: RowValues[] = [];
	let runs = 0;
	for (const row of table.rows) {
		let ofRow = 1;
		const filled: RowValues['cells'][number][] = [];
		for (const [at, cell] of row.cells.entries()) {
			const column = columns[at];
			if (column === undefined || cell.trim() === '') continue;
			const { name, place, range } = column;
			const { filled: one, problem } = column.read(cell, runs <= mostSweepRuns);
			const { values } = one;
			const found = problem ?? (range.type === 'file' ? files.problemOf(cell, values) : undefined);
			if (found !== undefined) {
				const { instead, ...facts } = found;
				problems.push({
					...{ ...facts, row: row.number, place, column: name },
					...compact({
						instead: instead && { ...instead, cell: cellWith(cell, instead), words: instead.meant },
					}),
				});
			}
			if (values.length === 0) continue;
			filled.push(one);
			ofRow *= values.length;
		}
		if (filled.length > 0) {
			rows.push({ row: row.number, cells: filled });
			runs += ofRow;
		}
		problems.push(...shapeProblems(table, row));
	}
	if (runs > mostSweepRuns) problems.push(tooMany(runs));
	return { rows, problems, runs, ranges };
}

interface ReadCell {
	readonly filled: RowValues['cells'][number];
	readonly problem?: CellProblem;
}

/** A column of an input. The value of a cell is read once for all cells with the same text. */
class Column {
	readonly name: string;
	readonly place: number;
	readonly range: InputRange;
	readonly #known = new Map<string, ReadCell>();
	readonly #sources: Parameters<typeof cellValues>[2];

	constructor(name: string, place: number, range: InputRange, { files }: SweptDocument) {
		this.name = name;
		this.place = place;
		this.range = range;
		const random = randomRange(range);
		this.#sources = { files, random: () => String(randomIn(random)) };
	}

	/** @param isNew true if the cell needs its own random numbers; otherwise those of another one are reused */
	read(cell: string, isNew: boolean): ReadCell {
		const known = this.#known.get(cell);
		if (known !== undefined && !(isNew && known.filled.isRandom)) return known;
		const { values, problem } = cellValues(cell, this.range, this.#sources);
		const isRandom = this.range.type === 'integer' && /^\s*random\b/i.test(cell);
		const filled = { name: this.name, values, ...(isRandom ? { isRandom } : {}) };
		const read = problem === undefined ? { filled } : { filled, problem };
		this.#known.set(cell, read);
		return read;
	}
}

/** The files next to a table, each folder read once. */
class FolderFiles {
	readonly #files: (pattern: string) => readonly string[];
	readonly #folders = new Map<string, ReadonlySet<string>>();

	/** @param files returns the paths of the files that fit a pattern */
	constructor(files: (pattern: string) => readonly string[]) {
		this.#files = files;
	}

	/** Returns the problem of a cell that names a missing file. A name without a folder may be a file of the target. */
	problemOf(cell: string, values: readonly string[]): CellProblem | undefined {
		if (isPattern(cell)) return undefined;
		const missing = values.find((value) => !this.#has(value.trim()));
		if (missing === undefined) return undefined;
		const isPath = /[\\/]/.test(missing);
		return {
			code: 'sweep_missing_file',
			severity: isPath ? 'warning' : 'info',
			message: isPath
				? l10n.t('The file "{0}" does not exist.', missing)
				: l10n.t('The file "{0}" is not next to this table, so the target must have it.', missing),
		};
	}

	#has(value: string): boolean {
		// An address, and a name with the folder of the target that has the file.
		if (/^[a-z][a-z0-9+.-]+:/i.test(value) || value.endsWith(']')) return true;
		const path = value.replaceAll('\\', '/');
		const name = fileNameOfPath(path);
		const folder = path.slice(0, path.length - name.length);
		const files =
			this.#folders.get(folder) ?? new Set(this.#files(`${folder}*`).map((path) => fileNameOfPath(path)));
		this.#folders.set(folder, files);
		return files.has(name);
	}
}

/** Returns the cell with one of its values replaced. */
function cellWith(
	cell: string,
	{ value, meant }: { readonly value: string; readonly meant: string },
): string {
	return cell.trim() === value ? meant : cell.replace(JSON.stringify(value), () => JSON.stringify(meant));
}

function columnRanges(
	swept: SweptDocument,
	{ columns, places }: SweepTable,
	problems: SweepProblem[],
): (InputRange | undefined)[] {
	const { document, names, nodeInfo } = swept;
	const seen: { readonly title: string; readonly places: readonly InputPlace[] }[] = [];
	return columns.map((title, at) => {
		const say = (problem: Pick<SweepProblem, 'code' | 'severity' | 'message' | 'remedy' | 'instead'>) =>
			problems.push({ ...problem, row: 1, column: title, ...compact({ place: places[at] }) });
		const set = setByName(document, names, [givenOf({ name: title, words: '' })]);
		if (!set.ok) {
			const near = nearestTitle(swept, title);
			say({
				...{ code: 'sweep_unknown_column', severity: 'error', message: set.failure.message },
				...compact({ instead: near && { cell: near.match, words: near.match, isClear: near.clear } }),
			});
			return undefined;
		}
		const inputs = set.value.values.map(({ place }) => place);
		const same = seen.find((other) =>
			other.places.some((place) => inputs.some((input) => isSamePlace(place, input))),
		);
		seen.push({ title, places: inputs });
		if (same !== undefined)
			say({
				code: 'sweep_same_input',
				severity: 'error',
				message: l10n.t('The columns "{0}" and "{1}" are the same input.', same.title, title),
				remedy: l10n.t('Remove one of them.'),
			});
		const [place] = inputs;
		if (place !== undefined && inputAt(document, place)?.value.type === 'link')
			say({
				code: 'sweep_linked_column',
				severity: 'warning',
				message: l10n.t('{0} gets its value through a link, which the values of this column replace.', title),
			});
		const range = place && rangeOf(document, place, nodeInfo);
		return range ?? inputNamed(names.inputs, title) ?? { type: 'other' };
	});
}

/** Returns the name or place that a title probably means. */
function nearestTitle({ document, names }: SweptDocument, title: string): ReturnType<typeof closestMatch> {
	const place = placeOf(title);
	const node = place && document.nodeById.get(place.nodeId);
	if (place === undefined || node === undefined)
		return closestMatch(
			title,
			names.inputs.map(({ name }) => name),
		);
	const near = closestMatch(
		place.input,
		node.inputs.map(({ name }) => name),
	);
	return near && { ...near, match: `${place.nodeId}.${near.match}` };
}

function shapeProblems(
	{ places }: SweepTable,
	{ number: row, length, unused }: SweepTable['rows'][number],
): readonly SweepProblem[] {
	if (unused !== undefined)
		return [
			{
				...{ code: 'sweep_unused_cell', severity: 'warning', row, place: unused },
				message: l10n.t('This cell has no title above it, so no run uses its value.'),
				remedy: l10n.t('If a value contains a separator, put it in quotation marks.'),
			},
		];
	const wanted = (places.at(-1) ?? 0) + 1;
	if (length >= wanted) return [];
	return [
		{
			...{ code: 'sweep_short_row', severity: 'info', row },
			message: l10n.t(
				'Row {0} has {1} of {2} cells. The missing values are taken from the document.',
				row,
				length,
				wanted,
			),
		},
	];
}

function tooMany(runs: number): SweepProblem {
	return {
		...{ code: 'sweep_too_many_runs', severity: 'error', row: 1 },
		message: l10n.t(
			'The table has {0} runs. A sweep has at most {1}.',
			numberText(runs),
			numberText(mostSweepRuns),
		),
	};
}

/** Seeds of many third-party nodes end at 2^32, wherever their description does not have another end. */
function randomRange({ min = '0', max = '4294967295' }: InputRange) {
	const [low, high] = [min, max].map((bound) => BigInt(/^-?\d+$/.test(bound) ? bound : 0)) as [
		bigint,
		bigint,
	];
	return { min: low < 0n ? 0n : low, max: high > 0n ? high : 4294967295n };
}

/** Returns a problem as a sentence with its place. */
export function problemText({ row, column, message, code }: SweepProblem): string {
	return column === undefined || row === 1 || code === 'sweep_unused_cell'
		? message
		: l10n.t('Row {0}, column "{1}": {2}', row, column, message);
}
