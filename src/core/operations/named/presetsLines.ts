import type { TextRange } from '../../base/findings.ts';

/** The place of the cursor among the lines of a file of presets. While a line is typed the text is not YAML, so its lines are read instead. */
export interface LinePlace {
	/** The keys around the line, the outermost first. */
	readonly parents: readonly string[];
	/** The key of the line, if the cursor is at its value. */
	readonly key?: string;
	/** The other keys next to that of the line, with the values in their lines. */
	readonly siblings: ReadonlyMap<string, string>;
	/** The key or value at the cursor. */
	readonly range: TextRange;
	readonly hasColon: boolean;
}

interface Line {
	readonly indent: number;
	readonly key: string;
	readonly value: string;
	/** The value as written, with its quotes. */
	readonly typed: string;
}

/** Returns a text without the line at an offset: the line being typed may make all of it unreadable. */
export function withoutLine(text: string, offset: number): string {
	const start = text.lastIndexOf('\n', offset - 1) + 1;
	const end = text.indexOf('\n', offset);
	return text.slice(0, start) + (end < 0 ? '' : text.slice(end + 1));
}

/** Returns the place of an offset; undefined in a comment. */
export function linePlace(text: string, offset: number): LinePlace | undefined {
	const start = text.lastIndexOf('\n', offset - 1) + 1;
	const before = text.slice(start, offset);
	const end = text.indexOf('\n', offset);
	const rest = text.slice(offset, end < 0 ? text.length : end);
	if (/^\s*#/.test(before)) return undefined;
	const indent = /^ */.exec(before)?.[0].length ?? 0;
	const own = lineOf(before);
	const earlier = text.slice(0, start).split('\n').slice(0, -1);
	const later = end < 0 ? [] : text.slice(end + 1).split('\n');
	const { parents, siblings } = surroundings(earlier, later, indent);
	if (own === undefined) {
		const word = (rest.split(/[:#]/, 1)[0] ?? '').trimEnd().length;
		const range = { start: start + indent, end: offset + word };
		return { parents, siblings, range, hasColon: /^\s*:/.test(text.slice(range.end)) };
	}
	const word = (rest.split(' #', 1)[0] ?? '').trimEnd().length;
	const range = { start: offset - own.typed.length, end: offset + word };
	return { parents, siblings, key: own.key, range, hasColon: true };
}

/** Reads a line with a key and at least a space after its colon. */
function lineOf(text: string): Line | undefined {
	const own = text.trimStart();
	if (own === '' || own.startsWith('#') || own.startsWith('- ')) return undefined;
	const quote = own.startsWith('"') || own.startsWith("'") ? own.charAt(0) : '';
	const closing = quote === '' ? 0 : own.indexOf(quote, 1);
	const colon = closing < 0 ? -1 : own.indexOf(':', closing);
	if (colon < 1 || !/\s/.test(own.charAt(colon + 1))) return undefined;
	const typed = own.slice(colon + 1).trimStart();
	return {
		indent: text.length - own.length,
		key: unquoted(own.slice(0, colon).trim()),
		value: unquoted(typed.trim()),
		typed,
	};
}

function surroundings(earlier: readonly string[], later: readonly string[], indent: number) {
	const parents: string[] = [];
	const siblings = new Map<string, string>();
	let level = indent;
	for (const text of earlier.toReversed()) {
		const line = lineOf(`${text} `);
		if (line === undefined) continue;
		if (line.indent === indent && level === indent) siblings.set(line.key, line.value);
		if (line.indent >= level) continue;
		parents.unshift(line.key);
		level = line.indent;
	}
	for (const text of later) {
		const line = lineOf(`${text} `);
		if (line === undefined) continue;
		if (line.indent < indent) break;
		if (line.indent === indent) siblings.set(line.key, line.value);
	}
	return { parents, siblings };
}

function unquoted(text: string): string {
	return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}
