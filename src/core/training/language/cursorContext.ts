import type { TextRange } from '../../base/findings.ts';
import { lineStart, withoutComment } from '../yaml/lines.ts';

export interface Cursor {
	/** The path of the mapping around it, with `[]` for items: `config.process[].train`. */
	readonly parent: string;
	/** A key, the value of `key`, or an item of the list `key`. */
	readonly wants: 'key' | 'value' | 'item';
	readonly key: string | undefined;
	/** The range of the text that is already typed, which a suggestion replaces. */
	readonly range: TextRange;
	readonly typed: string;
	/** Set while the value is in quotes: the part to replace between them, and the missing part after it. */
	readonly quoted:
		| { readonly range: TextRange; readonly typed: string; readonly missing: string }
		| undefined;
	readonly siblings: readonly string[];
	readonly column: number;
	/** The spaces before the first character of the line. */
	readonly indent: number;
}

interface Line {
	readonly indent: number;
	/** Columns of the dashes before the content. */
	readonly dashes: readonly number[];
	readonly column: number;
	readonly key: string | undefined;
	readonly value: string | undefined;
	readonly blank: boolean;
}

const shape = /^( *)((?:- +)*)(-$)?(?:(["']?)([\w.<-]+)\4 *:(?:$|[ \t]+((?:[^ \t].*)?)$))?/;

function readLine(text: string): Line {
	const trimmed = text.trimStart();
	const blank = trimmed === '' || trimmed.startsWith('#');
	const match = shape.exec(text);
	const indent = match?.[1]?.length ?? 0;
	const marks = (match?.[2] ?? '') + (match?.[3] ?? '');
	const dashes: number[] = [];
	for (let at = 0; at < marks.length; at++) if (marks[at] === '-') dashes.push(indent + at);
	const value = match?.[6] === undefined ? undefined : withoutComment(match[6]).trim();
	return {
		indent,
		dashes,
		column: indent + marks.length + (match?.[3] === undefined ? 0 : 1),
		key: match?.[5],
		value: value === '' || (value !== undefined && /^&\S+$/.test(value)) ? undefined : value,
		blank,
	};
}

/**
 * Returns the place of the cursor, read from the indentation only, so that it works while the line is half written. Undefined in comments,
 * in `{}` and `[]` notation, and inside block texts.
 */
export function cursorAt(text: string, offset: number): Cursor | undefined {
	const start = lineStart(text, offset);
	const before = text.slice(start, offset);
	if (/(^|\s)#/.test(before)) return undefined;
	const lines = text.slice(0, start).split('\n');
	lines.pop();
	const here = readLine(before);
	const rest = before.slice(here.column);
	const above = lines.map((line) => readLine(line.replace(/\r$/, '')));
	const asKey = /^["']?([\w.-]*)$/.exec(rest);
	const asValue = /^(["']?)([\w.-]+)\1 *:[ \t]+((?:[^ \t].*)?)$/.exec(rest);
	const base = { column: here.column, indent: here.indent };
	if (asValue?.[2] !== undefined) {
		const written = asValue[3] ?? '';
		if (/^[[{|>&*!]/.test(written)) return undefined;
		const parent = parentOf(above, here);
		if (parent === undefined) return undefined;
		const range = { start: offset - written.length, end: endOfValue(text, offset) };
		const quoted = quotedValue(text, offset, written);
		return { ...base, parent, wants: 'value', key: asValue[2], typed: written, range, quoted, siblings: [] };
	}
	if (here.dashes.length > 0 || asKey !== null) {
		const owner = here.dashes.length > 0 ? listOwner(above, here) : undefined;
		const parent = parentOf(above, here);
		if (parent === undefined) return undefined;
		const range = { start: offset - rest.length, end: endOfWord(text, offset) };
		const word = { ...base, typed: rest, range, quoted: quotedValue(text, offset, rest) };
		if (owner !== undefined && asKey === null) return { ...word, ...owner, wants: 'item', siblings: [] };
		const siblings =
			asKey === null ? [] : siblingsOf(above, here, text.slice(endOfLine(text, offset) + 1).split('\n'));
		return { ...word, parent, wants: 'key', key: owner?.key, siblings };
	}
	return undefined;
}

function endOfLine(text: string, offset: number): number {
	const end = text.indexOf('\n', offset);
	return end < 0 ? text.length : end;
}

function endOfWord(text: string, offset: number): number {
	let end = offset;
	while (/[\w.-]/.test(text.charAt(end))) end++;
	return end;
}

/**
 * Returns the content between the quotes of a value after its opening quote has been typed; undefined for a value
 * without one.
 */
function quotedValue(text: string, offset: number, written: string): Cursor['quoted'] {
	const mark = written.charAt(0);
	const typed = written.slice(1);
	if ((mark !== '"' && mark !== "'") || typed.includes(mark)) return undefined;
	const close = text.slice(offset, endOfLine(text, offset)).indexOf(mark);
	const end = close < 0 ? offset : offset + close;
	return { range: { start: offset - typed.length, end }, typed, missing: close < 0 ? mark : '' };
}

function endOfValue(text: string, offset: number): number {
	const line = text.slice(offset, endOfLine(text, offset));
	return offset + (line.startsWith('#') ? line : withoutComment(line)).trimEnd().length;
}

/** Returns the path of the mapping of a key at the column of `from`; undefined inside block texts. */
function parentOf(above: readonly Line[], from: Line): string | undefined {
	const segments: string[] = [];
	let column = from.column;
	let listColumn: number | undefined = from.dashes.at(-1);
	if (listColumn !== undefined) column = listColumn;
	for (let index = above.length - 1; index >= 0; index--) {
		const line = above[index];
		if (line === undefined || line.blank) continue;
		if (listColumn === undefined) {
			if (line.key !== undefined && line.column === column && line.dashes.length > 0) {
				listColumn = line.dashes.at(-1) ?? 0;
				column = listColumn;
				continue;
			}
			if (line.column >= column || line.key === undefined) continue;
		} else if (line.key === undefined || line.column > listColumn || line.dashes.includes(listColumn))
			continue;
		if (line.value !== undefined) {
			// A text continues here; there cannot be keys below a value.
			if (/^[|>]/.test(line.value)) return undefined;
			continue;
		}
		segments.unshift(listColumn === undefined ? line.key : `${line.key}[]`);
		column = line.column;
		listColumn = line.dashes.at(-1);
		if (listColumn !== undefined) column = listColumn;
		if (column === 0 && listColumn === undefined) break;
	}
	return segments.join('.');
}

/** Returns the key that owns the list of a dash. */
function listOwner(
	above: readonly Line[],
	from: Line,
): { readonly parent: string; readonly key: string } | undefined {
	const path = parentOf(above, from);
	if (path === undefined || !path.endsWith('[]')) return undefined;
	const list = path.slice(0, -2);
	const dot = list.lastIndexOf('.');
	return { parent: dot < 0 ? '' : list.slice(0, dot), key: list.slice(dot + 1) };
}

function siblingsOf(above: readonly Line[], from: Line, below: readonly string[]): readonly string[] {
	const keys: string[] = [];
	const { column } = from;
	const own = from.dashes.at(-1);
	for (let index = above.length - 1; index >= 0 && own === undefined; index--) {
		const line = above[index];
		if (line === undefined || line.blank) continue;
		if (line.column < column) break;
		if (line.column === column && line.key !== undefined) keys.push(line.key);
		if (line.column === column && line.dashes.length > 0) break;
	}
	for (const source of below) {
		const line = readLine(source.replace(/\r$/, ''));
		if (line.blank) continue;
		if (line.indent < column) break;
		if (line.column === column && line.key !== undefined) keys.push(line.key);
	}
	return keys;
}
