import { insertion, type TextEdit } from '../../base/findings.ts';
import { type CellPlaces, cellAt, cellEdit, cellPlaces, writtenRow } from './cellPlaces.ts';

/** A row by its number, with its expected cells: a change is not applied if the row has moved. */
interface RowAt {
	readonly row: number;
	readonly cells: readonly string[];
}

export type TableChange =
	| {
			readonly kind: 'edit';
			readonly row: number;
			readonly place: number;
			readonly before: string;
			readonly cell: string;
	  }
	| ({ readonly kind: 'addRow' | 'duplicateRow' | 'removeRow' } & RowAt);

/** Returns the edit of the text of a table that makes a change; undefined if the text has changed meanwhile. */
export function tableEdit(text: string, change: TableChange): TextEdit | undefined {
	const places = cellPlaces(text);
	if (change.kind === 'edit') return editOf(text, places, change);
	const { row, cells } = change;
	const found = places.rows[row - 1];
	const [first, last] = [found?.at(0), found?.at(-1)];
	if (found === undefined || first === undefined || last === undefined) return undefined;
	if (!isSame(cellsIn(text, found), cells)) return undefined;
	const { lineBreak, separator } = places;
	if (change.kind === 'removeRow') {
		const next = places.rows[row]?.at(0);
		const end = next?.start ?? last.end;
		// The last row takes the line break before it along.
		const start = next === undefined ? (places.rows[row - 2]?.at(-1)?.end ?? first.start) : first.start;
		return { range: { start, end }, newText: '' };
	}
	const width = places.rows[0]?.length ?? 1;
	const newText =
		change.kind === 'duplicateRow'
			? text.slice(first.start, last.end)
			: // A row of one empty cell would be an empty line, which is no row.
				width === 1
				? '""'
				: separator.repeat(width - 1);
	return insertion(last.end, `${lineBreak}${newText}`);
}

/** Returns the edit for the text of a cell; in a row below the last one it begins a new row. */
function editOf(
	text: string,
	places: CellPlaces,
	{ row, place, before, cell }: Extract<TableChange, { readonly kind: 'edit' }>,
): TextEdit | undefined {
	const { rows, separator, lineBreak } = places;
	const count = tableRows(text, places).length;
	if (row - 1 < count) {
		const range = rows[row - 1]?.[place];
		if ((range === undefined ? '' : cellAt(text, range)) !== before) return undefined;
		return before === cell ? undefined : cellEdit(places, row - 1, place, cell);
	}
	// The row that had a text there was removed.
	if (before !== '') return undefined;
	const end = rows[count - 1]?.at(-1)?.end ?? 0;
	return insertion(end, `${lineBreak}${separator.repeat(place)}${writtenRow([cell], separator)}`);
}

/** Returns the cells of all rows, that of the titles first; the end of the last line begins no row. */
export function tableRows(text: string, { rows } = cellPlaces(text)): readonly (readonly string[])[] {
	const all = rows.map((row) => cellsIn(text, row));
	while (all.length > 1 && all.at(-1)?.length === 1 && rows[all.length - 1]?.[0]?.start === text.length)
		all.pop();
	return all;
}

function cellsIn(text: string, row: CellPlaces['rows'][number]): readonly string[] {
	return row.map((cell) => cellAt(text, cell));
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
	return one.length === other.length && one.every((cell, at) => cell === other[at]);
}
