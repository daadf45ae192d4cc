import papa from 'papaparse';
import { insertion, type TextEdit, type TextRange } from '../../base/findings.ts';

/** The places of the cells of a table in its text, quotation marks included, row by row. */
export interface CellPlaces {
	readonly rows: readonly (readonly TextRange[])[];
	readonly separator: string;
	/** The signs between two rows. */
	readonly lineBreak: string;
}

/** Returns a text in the form that the CSV reader expects: without a byte order mark, lines ended by one character. */
export function linesOf(text: string): string {
	const plain = text.replace(/^\uFEFF/, '');
	// The reader does not take a carriage return alone for the end of a line after a quotation mark.
	return plain.includes('\n') ? plain : plain.replaceAll('\r', '\n');
}

/** Returns the separator that the first row has most of; a title rarely has one in it. */
export function separatorOf(lines: string): string {
	const end = lines.indexOf('\n');
	const header = (end < 0 ? lines : lines.slice(0, end)).replaceAll(/"[^"]*"/g, '');
	const count = (separator: string) => header.split(separator).length;
	const [first = ',', ...others] = [',', ';', '\t', '|'];
	return others.reduce((best, each) => (count(each) > count(best) ? each : best), first);
}

/** Returns the places of all cells of a text, by the rules of the parser. An unclosed quotation mark extends to the end. */
export function cellPlaces(text: string): CellPlaces {
	const lines = linesOf(text);
	const separator = separatorOf(lines);
	const lineBreak = papa.parse(lines, { delimiter: separator, preview: 1 }).meta.linebreak;
	const start = text.length - lines.length;
	const rows: TextRange[][] = [[]];
	let [nextSeparator, nextBreak] = [-1, -1];
	const nextOf = (sign: string, known: number, from: number) => {
		const found = known >= from ? known : lines.indexOf(sign, from);
		return found < 0 ? lines.length : found;
	};
	for (let at = 0; ; ) {
		const from = lines.charAt(at) === '"' ? endOfQuoted(lines, at, separator, lineBreak) : at;
		nextSeparator = nextOf(separator, nextSeparator, from);
		nextBreak = nextOf(lineBreak, nextBreak, from);
		const end = Math.min(nextSeparator, nextBreak);
		rows.at(-1)?.push({ start: start + at, end: start + end });
		if (end === lines.length)
			return { rows, separator, lineBreak: lines === text ? lineBreak : brokenBy(text) };
		const isBreak = end === nextBreak;
		if (isBreak) rows.push([]);
		at = end + (isBreak ? lineBreak : separator).length;
	}
}

function brokenBy(text: string): string {
	return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

/** Returns the offset after the quotation mark that closes a cell, which the end of the cell follows. */
function endOfQuoted(lines: string, start: number, separator: string, lineBreak: string): number {
	for (let quote = lines.indexOf('"', start + 1); quote >= 0; quote = lines.indexOf('"', quote + 1)) {
		if (lines.charAt(quote + 1) === '"') {
			quote++;
			continue;
		}
		let end = quote + 1;
		const isEnd = () =>
			end >= lines.length || lines.startsWith(separator, end) || lines.startsWith(lineBreak, end);
		while (!isEnd() && lines.charAt(end).trim() === '') end++;
		if (isEnd()) return end;
	}
	return lines.length;
}

/** Returns the content of a cell, without quotation marks. */
export function cellAt(text: string, { start, end }: TextRange): string {
	const written = text.slice(start, end);
	if (!written.startsWith('"')) return written;
	return written.slice(1, written.trimEnd().lastIndexOf('"') || undefined).replaceAll('""', '"');
}

/** Returns cells as a row of CSV; quotes cells with a possible separator. */
export function writtenRow(cells: readonly string[], delimiter: string): string {
	const quotes = (cell: unknown) => /[,;\t|]/.test(String(cell));
	return papa.unparse([[...cells]], { delimiter, newline: '\n', quotes });
}

/** Returns the edit that replaces the text of a cell; undefined for a missing row. */
export function cellEdit(
	{ rows, separator }: Pick<CellPlaces, 'rows' | 'separator'>,
	row: number,
	place: number,
	cell: string,
): TextEdit | undefined {
	const cells = rows[row];
	const last = cells?.at(-1);
	if (cells === undefined || last === undefined) return undefined;
	const newText = writtenRow([cell], separator);
	const range = cells[place];
	if (range !== undefined) return { range, newText };
	return insertion(last.end, `${separator.repeat(place - cells.length + 1)}${newText}`);
}
