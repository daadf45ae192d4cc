import { printable } from './printable.ts';

/** A column of a table. */
interface Column {
	readonly title: string;
	/** Numbers and amounts are below one another by their ends. */
	readonly alignsRight?: boolean;
	/** Of no use when a part of it is missing, as an id or a path. */
	readonly isWhole?: boolean;
}

/** The style of a table. */
interface TableStyle {
	/** The room that there is; undefined where lines may be of any length. */
	readonly width: number | undefined;
	readonly colors: boolean;
}

const gap = 2;
/** No column becomes narrower while another one is wider. */
const narrowest = 6;
const wide =
	/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** Returns the columns that a text takes in a terminal. */
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
 * Returns a table whose columns are as wide as their content. If that is too much, the widest are narrowed first; without room for a table,
 * each row becomes lines of its own, one for each member, so that nothing is lost.
 */
export function tableText(
	columns: readonly Column[],
	rows: readonly (readonly string[])[],
	{ width, colors }: TableStyle,
): string {
	const cells = rows.map((row) => row.map(printable));
	const bold = (text: string) => (colors ? `\u001b[1m${text}\u001b[22m` : text);
	const natural = columns.map(({ title }, index) =>
		Math.max(widthOf(title), ...cells.map((row) => widthOf(row[index] ?? ''))),
	);
	const room = (width ?? Number.POSITIVE_INFINITY) - gap * (columns.length - 1);
	const least = natural.map((width, index) => (columns[index]?.isWhole ? width : Math.min(width, narrowest)));
	const widths = shrunk(natural, least, room);
	if (widths === undefined) return blocksText(columns, cells, width);
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

/** Widths that fit together; undefined where none do. */
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
	rows: readonly (readonly string[])[],
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

/** Facts, each on a line with its name; a longer one continues below, indented, and in a narrow place all of it. */
export function factsText(facts: readonly (readonly [string, string])[], width: number | undefined): string {
	const names = Math.max(0, ...facts.map(([name]) => widthOf(name))) + 2;
	const most = width ?? Number.POSITIVE_INFINITY;
	const isBeside = most - names >= narrowest * 2;
	const indent = ' '.repeat(isBeside ? names : 2);
	return facts
		.map(([name, value]) => {
			const label = `${name}:`;
			const lines = wrapped(printable(value), Math.max(narrowest, most - indent.length));
			const first = isBeside ? ' '.repeat(names - widthOf(label)) : `\n${indent}`;
			return `${label}${first}${lines.join(`\n${indent}`)}`.trimEnd();
		})
		.map((line) => `${line}\n`)
		.join('');
}

/** Returns a text in lines of a maximum width, broken at spaces if possible. */
export function wrapped(text: string, width: number): readonly string[] {
	if (widthOf(text) <= width) return [text];
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(' ')) {
		const longer = line === '' ? word : `${line} ${word}`;
		if (widthOf(longer) <= width) {
			line = longer;
			continue;
		}
		if (line !== '') lines.push(line);
		line = word;
		// Ids and paths have no spaces; they are cut, not left out.
		while (widthOf(line) > width) {
			let head = '';
			for (const character of line) {
				if (widthOf(head + character) > width) break;
				head += character;
			}
			lines.push(head);
			line = line.slice(head.length);
		}
	}
	return [...lines, line];
}
