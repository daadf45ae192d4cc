import * as l10n from '@vscode/l10n';
import papa from 'papaparse';
import { compact } from '../../base/compact.ts';
import { cellAt, cellPlaces, linesOf, separatorOf, writtenRow } from './cellPlaces.ts';

/** A row of the table with a value for at least one column. */
interface SweepRow {
	/** Its number among the lines of a spreadsheet; that of the header is 1. */
	readonly number: number;
	/** In the order of the columns; a missing cell is empty. */
	readonly cells: readonly string[];
	/** The number of cells that are written. */
	readonly length: number;
	/** The place of the first cell with a value that no title is above. */
	readonly unused?: number;
}

export interface SweepTable {
	readonly columns: readonly string[];
	/** The place of each column among the cells of a row. */
	readonly places: readonly number[];
	readonly rows: readonly SweepRow[];
}

/** Why a text is no table, with the row and the cell that show it. */
export interface NoTable {
	readonly code: 'sweep_syntax' | 'sweep_no_columns' | 'sweep_duplicate_column' | 'sweep_no_rows';
	readonly problem: string;
	readonly row: number;
	readonly place?: number;
}

/**
 * Parses a table of any dialect of CSV: separators, quotes and line ends are detected, a byte order mark is skipped,
 * and a cell is always text. Columns without a title are left out, and so are empty rows. Returns a sentence for a text
 * that is not a table.
 */
export function readSweep(text: string): SweepTable | NoTable {
	const lines = linesOf(text);
	const { data, errors } = papa.parse<string[]>(lines, { delimiter: separatorOf(lines) });
	const unclosed = errors.find(({ code }) => code === 'MissingQuotes' || code === 'InvalidQuotes');
	if (unclosed !== undefined) {
		const row = (unclosed.row ?? 0) + 1;
		return { code: 'sweep_syntax', problem: l10n.t('A quotation mark in row {0} is not closed.', row), row };
	}
	const [header = [], ...body] = data;
	const titles = header.map((title) => title.trim());
	const places = titles.flatMap((title, at) => (title === '' ? [] : [at]));
	const columns = places.map((at) => titles[at] ?? '');
	if (columns.length === 0)
		return {
			code: 'sweep_no_columns',
			problem: l10n.t('The first row has no titles. Each is the name of an input, or NODE.INPUT.'),
			row: 1,
		};
	const twice = columns.findIndex((title, at) => columns.indexOf(title) !== at);
	if (twice >= 0)
		return {
			code: 'sweep_duplicate_column',
			problem: l10n.t('Two columns have the title "{0}".', columns[twice] ?? ''),
			row: 1,
			...compact({ place: places[twice] }),
		};
	const rows = body.flatMap((line, at): readonly SweepRow[] => {
		if (isBlank(line)) return [];
		const cells = places.map((place) => line[place] ?? '');
		const unused =
			line.length === columns.length && places.length === titles.length
				? -1
				: line.findIndex((cell, place) => (titles[place] ?? '') === '' && cell.trim() !== '');
		if (unused < 0 && isBlank(cells)) return [];
		return [{ number: at + 2, cells, length: line.length, ...(unused < 0 ? {} : { unused }) }];
	});
	if (!rows.some(({ cells }) => !isBlank(cells)))
		return { code: 'sweep_no_rows', problem: l10n.t('The table has no rows below its titles.'), row: 1 };
	return { columns, places, rows };
}

/** Returns the titles of the columns of a table, which may have no rows yet. */
export function titlesOf(text: string): readonly string[] {
	const lines = linesOf(text);
	const { data } = papa.parse<string[]>(lines, { delimiter: separatorOf(lines), preview: 1 });
	return (data[0] ?? []).map((title) => title.trim()).filter((title) => title !== '');
}

/** A column to add to a table, with its cell in the first row. */
interface NewColumn {
	readonly title: string;
	readonly cell: string;
}

/**
 * Returns the text of a table with columns appended, and everything else as written; a table with one row for an empty
 * text. Returns a sentence for a text that is not a table.
 */
export function withColumns(
	text: string,
	columns: readonly NewColumn[],
): string | { readonly problem: string } {
	const titles = columns.map(({ title }) => title);
	const cells = columns.map(({ cell }) => cell);
	if (text.trim() === '') return `\uFEFF${writtenRow(titles, ',')}\n${writtenRow(cells, ',')}\n`;
	const { rows, separator, lineBreak } = cellPlaces(text);
	const [header = [], ...body] = rows;
	const first = body.find((row) => row.some((cell) => cellAt(text, cell).trim() !== ''));
	const read = readSweep(first === undefined ? `${linesOf(text)}\n${writtenRow(titles, separator)}` : text);
	if ('problem' in read) return read;
	const missing = (row: readonly unknown[]) => separator.repeat(Math.max(0, header.length - row.length));
	const end = header.at(-1)?.end ?? 0;
	const titled = `${text.slice(0, end)}${separator}${writtenRow(titles, separator)}`;
	const added = `${separator}${writtenRow(cells, separator)}`;
	if (first === undefined) return `${titled}${lineBreak}${missing([''])}${added}${lineBreak}`;
	const endOfFirst = first.at(-1)?.end ?? end;
	return `${titled}${text.slice(end, endOfFirst)}${missing(first)}${added}${text.slice(endOfFirst)}`;
}

function isBlank(cells: readonly string[]): boolean {
	return cells.every((cell) => cell.trim() === '');
}
