import { widthOf, wrapped } from '../terminal/tables.ts';

/** Lines of a help are not longer, so that they can be read. */
const widest = 100;
/** A longer name has its text below it. */
const longestName = 28;
/** Least width of the text to the right of the names. */
const narrowest = 24;
const indent = 2;

/** Returns the width of a help in a terminal of this width. */
export function helpWidth(columns: number | undefined): number {
	return Math.min(columns ?? widest, widest);
}

export type Row = readonly [name: string, text: string];

/** Returns the length of the names of rows, to align other rows with them. */
export function nameWidth(rows: readonly Row[]): number {
	return Math.min(longestName, Math.max(0, ...rows.map(([name]) => widthOf(name))));
}

/** Returns names with their texts to the right, or below if space is short. */
export function rowsText(rows: readonly Row[], width: number, names = nameWidth(rows)): string {
	const space = indent + names + 2;
	const room = width - space;
	const lines = rows.flatMap(([name, text]) => {
		const first = `${' '.repeat(indent)}${name}`;
		if (room < narrowest) return [first, ...wrapped(text, width - 6).map((line) => `      ${line}`)];
		const [head = '', ...rest] = wrapped(text, room);
		const below = (line: string) => `${' '.repeat(space)}${line}`;
		return widthOf(name) > names
			? [first, ...[head, ...rest].map(below)]
			: [first.padEnd(space) + head, ...rest.map(below)];
	});
	return lines.map((line) => `${line}\n`).join('');
}

/** Returns a part of a help under its title. */
export function partText(title: string, text: string): string {
	return `${title}\n${text}`;
}
