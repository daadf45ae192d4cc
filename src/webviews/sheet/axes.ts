import type { GridAxes, SheetRun } from '../../core/runs/sheet/messages.ts';
import { type Tile, tilesOfRun } from './tiles.ts';

/** A value by which runs of sweeps differ. */
export interface Axis {
	readonly name: string;
	/** An empty one is that of the document. */
	readonly values: readonly string[];
}

/** A row or column of the grid: one value with all of its runs. */
export interface Line {
	readonly value: string;
	readonly runs: readonly SheetRun[];
}

interface Cell {
	/** The visible pictures, in the order of the runs. */
	readonly tiles: readonly Tile[];
	readonly runs: readonly SheetRun[];
}

export interface AxesGrid {
	readonly rows: readonly Line[];
	readonly columns: readonly Line[];
	/** By row and column. */
	readonly cells: readonly (readonly Cell[])[];
	/** The numbers of rows and columns left out. */
	readonly left: { readonly rows: number; readonly columns: number };
}

/** The most rows and columns that are drawn. */
const most = { rows: 50, columns: 40 };

const numeric = new Intl.Collator(undefined, { numeric: true });

/** Returns the runs of sweeps, the oldest first. */
export function sweptRuns(runs: Iterable<SheetRun>): readonly SheetRun[] {
	return [...runs].filter(({ values }) => values !== undefined).sort((one, other) => one.at - other.at);
}

/** Returns the values in which runs differ; all values if they do not differ. */
export function axesOf(runs: readonly SheetRun[]): readonly Axis[] {
	const names = [...new Set(runs.flatMap(({ values = [] }) => values.map(({ name }) => name)))];
	const axes = names.map((name) => ({
		name,
		values: ordered(new Set(runs.map((run) => wordsOf(run, name)))),
	}));
	const varied = axes.filter(({ values }) => values.length > 1);
	return varied.length === 0 ? axes : varied;
}

function wordsOf({ values = [] }: SheetRun, name: string): string {
	return values.find((value) => value.name === name)?.words ?? '';
}

/** Numbers by size, other values as they come. */
function ordered(values: ReadonlySet<string>): readonly string[] {
	const all = [...values];
	if (!all.every((value) => value === '' || Number.isFinite(Number(value)))) return all;
	return all.sort((one, other) => Number(one) - Number(other) || numeric.compare(one, other));
}

/**
 * Returns the chosen axes, or the two that vary most. An axis with a different value for each run, such as a seed,
 * comes last: it has nothing to compare.
 */
export function chosenAxes(
	axes: readonly Axis[],
	runs: readonly SheetRun[],
	chosen: GridAxes,
): { readonly rows: Axis | undefined; readonly columns: Axis | undefined } {
	const isAlone = ({ values }: Axis) => Number(values.length === runs.length);
	const usual = [...axes].sort(
		(one, other) => isAlone(one) - isAlone(other) || other.values.length - one.values.length,
	);
	const named = (name: string | undefined) => axes.find((axis) => axis.name === name);
	const columns = chosen.columns === '' ? undefined : named(chosen.columns);
	const rows = chosen.rows === '' ? undefined : named(chosen.rows);
	const free = usual.filter((axis) => axis !== columns && axis !== rows);
	const first = columns ?? (chosen.columns === '' ? undefined : free.shift());
	return { columns: first, rows: rows ?? (chosen.rows === '' ? undefined : free.shift()) };
}

/** Returns the grid of runs by two axes; without one of them, it has one row or column. */
export function axesGrid(
	runs: readonly SheetRun[],
	{ rows, columns }: ReturnType<typeof chosenAxes>,
	starredOnly: boolean,
): AxesGrid {
	const linesOf = (axis: Axis | undefined, limit: number): readonly Line[] =>
		(axis?.values ?? ['']).slice(0, limit).map((value) => ({
			value,
			runs: axis === undefined ? runs : runs.filter((run) => wordsOf(run, axis.name) === value),
		}));
	const [across, down] = [linesOf(columns, most.columns), linesOf(rows, most.rows)];
	return {
		rows: down,
		columns: across,
		cells: down.map((row) => {
			const own = new Set(row.runs);
			return across.map((column) => {
				const both = column.runs.filter((run) => own.has(run));
				return { runs: both, tiles: both.flatMap((run) => tilesOfRun(run, starredOnly)) };
			});
		}),
		left: {
			rows: Math.max(0, (rows?.values.length ?? 1) - most.rows),
			columns: Math.max(0, (columns?.values.length ?? 1) - most.columns),
		},
	};
}

/** Returns the next cell with a picture in a direction. */
export function nextTile(
	tiles: readonly (readonly (Tile | undefined)[])[],
	{ row, column }: { readonly row: number; readonly column: number },
	[down, across]: readonly [number, number],
): Tile | undefined {
	for (let [at, beside] = [row + down, column + across]; ; at += down, beside += across) {
		if (tiles[at] === undefined || beside < 0 || beside >= (tiles[at]?.length ?? 0)) return undefined;
		const tile = tiles[at]?.[beside];
		if (tile !== undefined) return tile;
	}
}
