import { compact } from '../../base/compact.ts';
import { csvText, harmlessCell } from '../../runs/archive/csvText.ts';
import { took } from '../../runs/describe.ts';
import { starsOf } from '../../runs/kept.ts';
import type { Run } from '../../runs/run.ts';
import type { RunService } from '../../runs/runService.ts';
import type { SweepRun } from '../../workflow/sweep/expand.ts';
import { isSweepFileName, sweepFileEnding } from '../../workflow/sweep/fileName.ts';
import { readSweep } from '../../workflow/sweep/sweepFile.ts';

export const resultsFileEnding = '.results.csv';

/** Returns the name of the table with the results of a table of values. */
export function resultsFileName(tableName: string): string {
	const stem = isSweepFileName(tableName) ? tableName.slice(0, -sweepFileEnding.length) : tableName;
	return `${stem}${resultsFileEnding}`;
}

/** The columns after those of the values. */
const resultColumns = [
	'run',
	'state',
	'seconds',
	'usd',
	'stars',
	'usd_per_star',
	'files',
	'table_row',
] as const;

/** A row of the results: the values of a run by their columns, and its id. */
interface ResultRow {
	readonly values: Readonly<Record<string, string>>;
	readonly run: string;
	/** The row number in the table of values at that time, as a spreadsheet shows it. */
	readonly row?: number;
}

/** A row of the results as the table has it, which may be older than the run. */
interface ReadRow extends ResultRow {
	readonly state: string;
	readonly seconds?: number;
	readonly usd?: number;
	readonly stars: number;
}

/** Reads a table of results; empty for any other text. */
export function readResults(text: string): readonly ReadRow[] {
	const table = readSweep(text);
	const at = 'problem' in table ? -1 : table.columns.indexOf('run');
	if ('problem' in table || at < 0) return [];
	const isResult = new Set<string>(resultColumns);
	const places = new Map(table.columns.map((column, place) => [column, place]));
	const numberIn = (cells: readonly string[], column: (typeof resultColumns)[number]) => {
		const cell = cells[places.get(column) ?? -1] ?? '';
		return cell === '' || Number.isNaN(Number(cell)) ? undefined : Number(cell);
	};
	return table.rows.map(({ cells }) => ({
		run: cells[at] ?? '',
		state: cells[places.get('state') ?? -1] ?? '',
		stars: numberIn(cells, 'stars') ?? 0,
		...compact({
			row: numberIn(cells, 'table_row'),
			seconds: numberIn(cells, 'seconds'),
			usd: numberIn(cells, 'usd'),
		}),
		values: Object.fromEntries(
			table.columns.flatMap((column, place) =>
				isResult.has(column) ? [] : [[column, cells[place] ?? ''] as const],
			),
		),
	}));
}

/** Returns the table of results as CSV, with the current state, time, cost, stars and files of each run. */
export function resultsText(rows: readonly ResultRow[], runs: Pick<RunService, 'get' | 'marks'>): string {
	const columns = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
	const lines = rows.map(({ values, run: id, row }) => {
		const run = runs.get(id);
		const stars = starsOf(runs.marks.of(id));
		return [
			...columns.map((column) => values[column] ?? ''),
			id,
			run?.state ?? '',
			seconds(run),
			usd(run?.costMicrodollars),
			stars === 0 ? '' : String(stars),
			stars === 0 ? '' : usd(run?.costMicrodollars && run.costMicrodollars / stars),
			(run?.files ?? []).map(({ archivedAs, filename }) => archivedAs ?? filename).join(' '),
			row === undefined ? '' : String(row),
		];
	});
	return csvText([[...columns, ...resultColumns], ...lines]);
}

/** Returns the runs that have no result in a table yet. A column of random numbers is not compared. */
export function withoutResult<T extends Pick<SweepRun, 'values'>>(
	runs: readonly T[],
	known: readonly ResultRow[],
	{ get }: { readonly get: (id: string) => Pick<Run, 'state'> | undefined },
): readonly T[] {
	const resultsOf = resultsByValues(known.filter(({ run }) => get(run)?.state === 'succeeded'));
	// Of several runs with the same values, each needs a result of its own.
	return runs.filter(({ values }) => resultsOf(values).pop() === undefined);
}

/**
 * Returns a function that gives the results of a table with the values of a run, in its order. Columns of random numbers
 * are not compared.
 */
export function resultsByValues<T extends ResultRow>(
	known: readonly T[],
): (values: SweepRun['values']) => T[] {
	// For each set of columns that were drawn.
	const groups = new Map<string, Map<string, T[]>>();
	return (values) => {
		const drawn = new Set(values.flatMap(({ name, isRandom }) => (isRandom ? [name] : [])));
		const columns = JSON.stringify([...drawn]);
		const byKey =
			groups.get(columns) ?? Map.groupBy(known, (result) => keyOf(Object.entries(result.values), drawn));
		groups.set(columns, byKey);
		const cells = values.map(({ name, words }) => [name, harmlessCell(words)] as const);
		return byKey.get(keyOf(cells, drawn)) ?? [];
	};
}

/** Returns a key of values, independent of the order of their columns. */
function keyOf(values: readonly (readonly [string, string])[], without: ReadonlySet<string>): string {
	return JSON.stringify(
		[...values]
			.filter(([name, value]) => value !== '' && !without.has(name))
			.sort(([one], [other]) => (one < other ? -1 : 1)),
	);
}

function seconds(run: Run | undefined): string {
	const milliseconds = run && took(run);
	return milliseconds === undefined ? '' : (milliseconds / 1000).toFixed(1);
}

function usd(microdollars: number | undefined): string {
	return microdollars === undefined ? '' : (microdollars / 1_000_000).toFixed(6);
}
