import { insertion, type TextEdit, type TextRange } from '../../base/findings.ts';
import { lineAt, lineStart } from './lines.ts';
import type { Entry, MapNode, ScalarNode } from './node.ts';

/** Returns as many spaces as the column of an offset. */
function indentOf(text: string, offset: number): string {
	return ' '.repeat(offset - lineStart(text, offset));
}

function endsOnOneLine(text: string, entry: Entry): boolean {
	return (
		entry.value.kind === 'scalar' && !text.slice(entry.keyRange.start, entry.value.range.end).includes('\n')
	);
}

/** Adds `key: value` to a mapping: below `after` if that is a one-line entry, else as its first entry. */
export function insertKey(
	text: string,
	map: MapNode,
	key: string,
	value: string,
	after?: Entry,
): TextEdit | undefined {
	const own = map.entries.filter((entry) => !entry.merged);
	const first = own[0];
	if (first === undefined) return map.flow ? insertion(map.range.start + 1, `${key}: ${value}`) : undefined;
	const { start } = first.keyRange;
	if (map.flow) return insertion(start, `${key}: ${value}, `);
	const indent = indentOf(text, start);
	if (after !== undefined && !after.merged && endsOnOneLine(text, after))
		return insertion(lineAt(text, after.value.range.end).end, `\n${indent}${key}: ${value}`);
	return insertion(start, `${key}: ${value}\n${indent}`);
}

/** Sets the value of a key of a mapping: on its line if it has no value yet, else as a new line. */
export function setKey(
	text: string,
	map: MapNode,
	key: string,
	value: string,
	after?: Entry,
): TextEdit | undefined {
	const entry = map.entries.findLast((each) => each.key === key && !each.merged);
	return entry === undefined ? insertKey(text, map, key, value, after) : replaceValue(text, entry, value);
}

/** Removes an entry from its mapping with its line; undefined if that would break something else. */
export function removeEntry(text: string, map: MapNode, entry: Entry): TextEdit | undefined {
	const own = map.entries.filter((each) => !each.merged);
	const index = own.indexOf(entry);
	if (index < 0 || own.length < 2) return undefined;
	const next = own[index + 1];
	const previous = own[index - 1];
	if (map.flow) {
		if (next !== undefined)
			return { range: { start: entry.keyRange.start, end: next.keyRange.start }, newText: '' };
		if (previous === undefined) return undefined;
		return {
			range: { start: Math.max(previous.value.range.end, previous.keyRange.end), end: entry.value.range.end },
			newText: '',
		};
	}
	if (previous !== undefined) {
		const start = lineAt(text, entry.keyRange.start).start;
		const lastLine = lineAt(text, Math.max(entry.value.range.end, entry.keyRange.end));
		const end = lastLine.end >= text.length ? text.length : text.indexOf('\n', lastLine.end) + 1;
		if (text.slice(start, entry.keyRange.start).trim() !== '') return undefined;
		return { range: { start, end }, newText: '' };
	}
	if (next === undefined) return undefined;
	const between = text.slice(Math.max(entry.value.range.end, entry.keyRange.end), next.keyRange.start);
	if (between.includes('#')) return undefined;
	return { range: { start: entry.keyRange.start, end: next.keyRange.start }, newText: '' };
}

/**
 * Writes a value in a place; an empty value (`key:`) gets the space it needs. Undefined for an entry from a merged
 * mapping, which other mappings may have, too.
 */
export function replaceValue(text: string, entry: Entry, value: string): TextEdit | undefined {
	if (entry.merged) return undefined;
	const { kind, range } = entry.value;
	const colon = text.indexOf(':', entry.keyRange.end);
	const at = colon < 0 ? range.start : colon + 1;
	if (range.end === range.start) return insertion(at, ` ${value}`);
	// A # right after quotes begins a comment; without quotes it belongs to the text.
	if (kind === 'scalar' || entry.value.flow)
		return { range, newText: text.charAt(range.end) === '#' ? `${value} ` : value };
	return {
		range: { start: at, end: range.end },
		newText: ` ${value}${text.slice(at, range.start).trimEnd()}`,
	};
}

/** Characters that a loader refuses or treats as a line break if they are not escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
const escaped = /[\x00-\x08\x0B-\x1F\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g;

/** Returns a text as a YAML scalar that reads as that very text. */
export function quote(value: string): string {
	if (/["\\]/.test(value) && value.search(escaped) < 0 && !/[\n\t]/.test(value))
		return `'${value.replace(/'/g, "''")}'`;
	return JSON.stringify(value).replace(
		escaped,
		(letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

/** Returns a value as YAML on one line; text stays bare if that is safe. */
export function written(value: unknown): string {
	if (typeof value === 'string')
		return /^[A-Za-z][\w./-]*$/.test(value) && !reserved.test(value) ? value : quote(value);
	if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
	if (typeof value === 'object' && value !== null) {
		return `{ ${Object.entries(value)
			.map(([key, each]) => `${key}: ${written(each)}`)
			.join(', ')} }`;
	}
	if (typeof value === 'number' && value !== 0 && Math.abs(value) < 1e-6)
		return value.toExponential().replace(/^(\d)e/, '$1.0e');
	return String(value);
}

const reserved = /^(yes|no|on|off|true|false|null|y|n)$/i;

/** Returns a function for the ranges of parts of a scalar in the document; the whole scalar if escapes or folding hide them. */
export function partsOfScalar(text: string, node: ScalarNode): (from: number, to: number) => TextRange {
	const start = node.style === 'plain' ? node.range.start : node.range.start + 1;
	const isVerbatim = node.style !== 'block' && text.startsWith(node.source, start);
	return (from, to) => (isVerbatim ? { start: start + from, end: start + Math.max(to, from) } : node.range);
}

/** Returns the placeholder that the toolkit fills from the environment. */
export function placeholder(variable: string): string {
	return `$\{${variable}}`;
}
