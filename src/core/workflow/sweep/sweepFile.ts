import * as l10n from '@vscode/l10n';
import papa from 'papaparse';

/** The ending of a table of values, with a column for each input and a row for each run. */
export const sweepFileEnding = '.sweep.csv';

/** Returns the name of the table of a document: `harbor.json` has `harbor.sweep.csv`. */
export function sweepFileName(documentName: string): string {
	return `${documentName.replace(/\.jsonc?$/i, '')}${sweepFileEnding}`;
}

/** A row of the table with a value for at least one column. */
interface SweepRow {
	/** Its number among the lines of a spreadsheet; that of the header is 1. */
	readonly number: number;
	/** In the order of the columns; a missing cell is empty. */
	readonly cells: readonly string[];
}

/** A table of values. */
export interface SweepTable {
	readonly columns: readonly string[];
	readonly rows: readonly SweepRow[];
}

/**
 * Reads a table of any dialect of CSV: separators, quotes and line ends are recognized, a byte order mark is skipped, and a cell is always
 * text. Columns without a title are left out, and so are empty rows. Returns a sentence for a text that is no table.
 */
export function readSweep(text: string): SweepTable | { readonly problem: string } {
	const lines = linesOf(text);
	const { data, errors } = papa.parse<string[]>(lines, { delimiter: separatorOf(lines) });
	const unclosed = errors.find(({ code }) => code === 'MissingQuotes' || code === 'InvalidQuotes');
	if (unclosed !== undefined)
		return { problem: l10n.t('A quotation mark in row {0} is not closed.', (unclosed.row ?? 0) + 1) };
	const [header = [], ...body] = data;
	const titles = header.map((title) => title.trim());
	const places = titles.flatMap((title, at) => (title === '' ? [] : [at]));
	const columns = places.map((at) => titles[at] ?? '');
	if (columns.length === 0)
		return { problem: l10n.t('The first row has no titles. Each is the name of an input, or NODE.INPUT.') };
	const twice = columns.find((title, at) => columns.indexOf(title) !== at);
	if (twice !== undefined) return { problem: l10n.t('Two columns have the title "{0}".', twice) };
	const rows = body.flatMap((line, at): readonly SweepRow[] => {
		const cells = places.map((place) => line[place] ?? '');
		return isBlank(cells) ? [] : [{ number: at + 2, cells }];
	});
	if (rows.length === 0) return { problem: l10n.t('The table has no rows below its titles.') };
	return { columns, rows };
}

/** Returns the titles of the columns of a table, which may have no rows yet. */
export function titlesOf(text: string): readonly string[] {
	const lines = linesOf(text);
	const { data } = papa.parse<string[]>(lines, { delimiter: separatorOf(lines), preview: 1 });
	return (data[0] ?? []).map((title) => title.trim()).filter((title) => title !== '');
}

function linesOf(text: string): string {
	const plain = text.replace(/^\uFEFF/, '');
	// The reader does not take a carriage return alone for the end of a line after a quotation mark.
	return plain.includes('\n') ? plain : plain.replaceAll('\r', '\n');
}

/** A column to add to a table, with its cell in the first row. */
interface NewColumn {
	readonly title: string;
	readonly cell: string;
}

/**
 * Returns the text of a table with further columns behind its own, and all else as it was written; a table with one row for an empty text.
 * Returns a sentence for a text that is no table.
 */
export function withColumns(
	text: string,
	columns: readonly NewColumn[],
): string | { readonly problem: string } {
	const titles = columns.map(({ title }) => title);
	const cells = columns.map(({ cell }) => cell);
	if (text.trim() === '') return `\uFEFF${written([titles, cells], ',')}\n`;
	const lines = linesOf(text);
	const separator = separatorOf(lines);
	const [header = { cells: [], end: 0 }, ...body] = rowEnds(lines, separator);
	const first = body.find((row) => !isBlank(row.cells));
	const read = readSweep(first === undefined ? `${lines}\n${written([titles], separator)}` : text);
	if ('problem' in read) return read;
	const missing = (row: readonly string[]) => separator.repeat(Math.max(0, header.cells.length - row.length));
	const start = text.length - text.replace(/^\uFEFF/, '').length;
	const end = start + header.end;
	const titled = `${text.slice(0, end)}${separator}${written([titles], separator)}`;
	const added = `${separator}${written([cells], separator)}`;
	if (first === undefined) {
		const line = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
		return `${titled}${line}${missing([''])}${added}${line}`;
	}
	const endOfFirst = start + first.end;
	return `${titled}${text.slice(end, endOfFirst)}${missing(first.cells)}${added}${text.slice(endOfFirst)}`;
}

/** Rows as CSV; what could be taken for another separator is in quotation marks. */
function written(rows: readonly (readonly string[])[], delimiter: string): string {
	const quotes = (cell: unknown) => /[,;\t|]/.test(String(cell));
	return papa.unparse(
		rows.map((row) => [...row]),
		{ delimiter, newline: '\n', quotes },
	);
}

function isBlank(cells: readonly string[]): boolean {
	return cells.every((cell) => cell.trim() === '');
}

/** The rows of a text, each with the place where its line ends. */
function rowEnds(lines: string, delimiter: string) {
	const rows: { readonly cells: readonly string[]; readonly end: number }[] = [];
	papa.parse<string[]>(lines, {
		delimiter,
		step: ({ data, meta: { cursor } }) => {
			const line = ['\r\n', '\n'].find((each) => lines.slice(cursor - each.length, cursor) === each) ?? '';
			rows.push({ cells: data, end: cursor - line.length });
		},
	});
	return rows;
}

/** The separator that the first row has most of; a title rarely has one in it. */
function separatorOf(text: string): string {
	const end = text.indexOf('\n');
	const header = (end < 0 ? text : text.slice(0, end)).replaceAll(/"[^"]*"/g, '');
	const count = (separator: string) => header.split(separator).length;
	const [first = ',', ...others] = [',', ';', '\t', '|'];
	return others.reduce((best, each) => (count(each) > count(best) ? each : best), first);
}
