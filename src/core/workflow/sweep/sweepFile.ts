import * as l10n from '@vscode/l10n';
import papa from 'papaparse';

/** The ending of a table of values, with a column for each input and a row for each run. */
export const sweepFileEnding = '.sweep.csv';

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
	const plain = text.replace(/^\uFEFF/, '');
	// The reader does not take a carriage return alone for the end of a line after a quotation mark.
	const lines = plain.includes('\n') ? plain : plain.replaceAll('\r', '\n');
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
		return cells.every((cell) => cell.trim() === '') ? [] : [{ number: at + 2, cells }];
	});
	if (rows.length === 0) return { problem: l10n.t('The table has no rows below its titles.') };
	return { columns, rows };
}

/** The separator that the first row has most of; a title rarely has one in it. */
function separatorOf(text: string): string {
	const end = text.indexOf('\n');
	const header = (end < 0 ? text : text.slice(0, end)).replaceAll(/"[^"]*"/g, '');
	const count = (separator: string) => header.split(separator).length;
	const [first = ',', ...others] = [',', ';', '\t', '|'];
	return others.reduce((best, each) => (count(each) > count(best) ? each : best), first);
}
