import { printable } from './printable.ts';

interface Column {
	readonly title: string;
	/** Numbers and amounts are below one another by their ends. */
	readonly alignsRight?: boolean;
	/** True if a part of it is useless, as of an id or a path. */
	readonly isWhole?: boolean;
	/** Ids that commands take by their beginning, too: in a narrow place they are that long. */
	readonly hasIds?: boolean;
	/** The width below which it is never cut. */
	readonly least?: number;
}

/** The content of a cell. Each text of a list is of no use in part; each of `lines` begins a line if it is not in a table. */
export type Cell = string | readonly string[] | { readonly lines: readonly string[] };

interface TableStyle {
	/** The available width; undefined if lines may have any length. */
	readonly width: number | undefined;
	readonly colors: boolean;
}

const gap = 2;
/** No column becomes narrower while another one is wider. */
const narrowest = 6;
/** Ids have at least this number of characters. */
const shortestId = 8;
const wide =
	/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** Returns the number of columns of a text in a terminal. */
export function widthOf(text: string): number {
	let width = 0;
	for (const character of text) width += /\p{M}|\u200d/u.test(character) ? 0 : wide.test(character) ? 2 : 1;
	return width;
}

/** Returns a text that takes at most `width` columns. */
export function fitted(text: string, width: number): string {
	if (widthOf(text) <= width) return text;
	let fit = '';
	let used = 0;
	for (const character of text) {
		used += widthOf(character);
		if (used > width - 1) break;
		fit += character;
	}
	return `${fit}…`;
}

/**
 * Returns a table with columns as wide as their content. If it is too wide, ids are shortened to the length that
 * commands accept, then the widest columns are narrowed; if a table does not fit, each row becomes several lines, one
 * for each member, so that nothing is lost.
 */
export function tableText(
	columns: readonly Column[],
	rows: readonly (readonly Cell[])[],
	{ width, colors }: TableStyle,
): string {
	const whole = rows.map((row) => row.map((cell) => printable(textOf(cell))));
	const space = width ?? Number.POSITIVE_INFINITY;
	const cells = widthsOf(columns, whole).total <= space ? whole : withShortIds(columns, whole);
	const bold = (text: string) => (colors ? `\u001b[1m${text}\u001b[22m` : text);
	const { natural } = widthsOf(columns, cells);
	const room = space - gap * (columns.length - 1);
	const least = natural.map((width, index) => {
		const { isWhole, least = narrowest } = columns[index] ?? {};
		return isWhole ? width : Math.min(width, least);
	});
	const widths = shrunk(natural, least, room);
	if (widths === undefined) return blocksText(columns, rows, width);
	const line = (row: readonly string[]) =>
		row
			.map((cell, index) => {
				const text = fitted(cell, widths[index] ?? 0);
				const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf(text)));
				return columns[index]?.alignsRight ? space + text : text + space;
			})
			.join(' '.repeat(gap))
			.trimEnd();
	return [bold(line(columns.map(({ title }) => title))), ...cells.map(line)]
		.map((text) => `${text}\n`)
		.join('');
}

/** Returns the widths of the content, and that of the whole table. */
function widthsOf(columns: readonly Column[], cells: readonly (readonly string[])[]) {
	const natural = columns.map(({ title }, index) =>
		cells.reduce((most, row) => Math.max(most, widthOf(row[index] ?? '')), widthOf(title)),
	);
	return { natural, total: natural.reduce((sum, each) => sum + each, gap * (columns.length - 1)) };
}

/** Cells with ids that are as short as they can be without being the same. */
function withShortIds(
	columns: readonly Column[],
	cells: readonly (readonly string[])[],
): readonly (readonly string[])[] {
	return columns.reduce((rows, { hasIds }, index) => {
		const ids = new Set(rows.map((row) => row[index] ?? ''));
		if (hasIds !== true || ![...ids].every((id) => /^[\da-f-]{32,}$/.test(id))) return rows;
		let length = shortestId;
		while (new Set([...ids].map((id) => id.slice(0, length))).size < ids.size) length++;
		return rows.map((row) => row.with(index, (row[index] ?? '').slice(0, length)));
	}, cells);
}

/** Returns widths that fit together; undefined if none do. */
function shrunk(
	natural: readonly number[],
	least: readonly number[],
	room: number,
): readonly number[] | undefined {
	const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);
	if (sum(least) > room) return undefined;
	let most = Math.max(0, ...natural);
	const cut = () => natural.map((width, index) => Math.max(least[index] ?? 0, Math.min(width, most)));
	while (sum(cut()) > room) most--;
	return cut();
}

function blocksText(
	columns: readonly Column[],
	rows: readonly (readonly Cell[])[],
	width: number | undefined,
): string {
	return rows
		.map((row) =>
			factsText(
				columns.map(({ title }, index) => [title, row[index] ?? ''] as const),
				width,
			),
		)
		.join('\n');
}

/**
 * Returns facts, each on a line with its name; a longer one continues below, indented, and in a narrow terminal all of
 * it is below. Ids and paths are never broken: one that is too long is on its own line, which the terminal continues.
 */
export function factsText(facts: readonly (readonly [string, Cell])[], width: number | undefined): string {
	const names = Math.max(0, ...facts.map(([name]) => widthOf(name))) + 2;
	const most = width ?? Number.POSITIVE_INFINITY;
	return facts
		.map(([name, value]) => {
			const label = `${name}:`;
			const room = most - names;
			const beside = room >= narrowest * 2 ? linesOf(value, room) : undefined;
			if (beside?.every((line) => widthOf(line) <= room))
				return label + ' '.repeat(names - widthOf(label)) + beside.join(`\n${' '.repeat(names)}`);
			return [label, ...linesOf(value, Math.max(narrowest, most - 2))].join('\n  ');
		})
		.map((text) => `${text.trimEnd()}\n`)
		.join('');
}

function linesOf(value: Cell, width: number): readonly string[] {
	if (isLines(value)) return value.lines.flatMap((line) => wrapped(printable(line), width));
	const text = printable(textOf(value));
	if (typeof value === 'string' || widthOf(text) <= width) return wrapped(text, width);
	return value.map(printable);
}

function textOf(value: Cell): string {
	return typeof value === 'string' ? value : (isLines(value) ? value.lines : value).join(', ');
}

function isLines(value: Cell): value is Extract<Cell, { readonly lines: unknown }> {
	return typeof value === 'object' && 'lines' in value;
}

/** Returns a text in lines, broken at white space only: a word wider than `width` is on its own line. */
export function wrapped(text: string, width: number): readonly string[] {
	if (widthOf(text) <= width) return [text];
	const [first = '', ...rest] = text.split(/([^\S\n])/u);
	const lines: string[] = [];
	let line = first;
	for (let at = 0; at < rest.length; at += 2) {
		const word = rest[at + 1] ?? '';
		const longer = `${line}${rest[at] ?? ''}${word}`;
		if (widthOf(longer) <= width) {
			line = longer;
			continue;
		}
		lines.push(line);
		line = word;
	}
	return [...lines, line];
}
