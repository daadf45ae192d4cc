import { jsonText, parseJson } from './exact.ts';
import { isRawNumber } from './rawNumber.ts';
import { isTooMuchJson } from './size.ts';

/** No document has lines at more levels; deeper values are written in one line, as indentation would grow with the square of the depth. */
const mostLevels = 32;

/** Lines and indentation take at most this many characters, so that a text never becomes many times its content. */
const mostCharacters = 16_000_000;

/** More values than are laid out for reading: the editor would take long to color them. */
const mostValues = 2_000_000;

/**
 * Returns JSON text with a line for each member and two spaces per level, every number spelled as received. Values that
 * nest deeper than 32 levels, and those after `most` characters of lines and indentation, are written in one line, so
 * the text is complete and its length stays in proportion to the value. Throws a `RangeError` if a value nests too
 * deeply to be written.
 */
export function indentedJson(value: unknown, most = mostCharacters): string {
	let left = most;
	const write = (inner: unknown, level: number): string => {
		if (typeof inner !== 'object' || inner === null || isRawNumber(inner)) return jsonText(inner);
		const entries = Array.isArray(inner)
			? inner.map((item) => ['', item] as const)
			: Object.entries(inner).flatMap(([name, item]) =>
					item === undefined ? [] : [[`${JSON.stringify(name)}: `, item] as const],
				);
		const [open, close] = Array.isArray(inner) ? '[]' : '{}';
		if (entries.length === 0) return `${open}${close}`;
		const layout = (entries.length + 1) * (2 * level + 4);
		if (level >= mostLevels || layout > left) return jsonText(inner);
		left -= layout;
		const indent = '  '.repeat(level + 1);
		const lines = entries.map(([name, item]) => `${indent}${name}${write(item, level + 1)}`);
		return `${open}\n${lines.join(',\n')}\n${indent.slice(2)}${close}`;
	};
	return write(value, 0);
}

/** Returns a JSON text laid out for reading; undefined if it is not JSON, or larger than can be read. */
export function laidOutJson(text: string): string | undefined {
	const parsed = isTooMuchJson(text, mostValues) ? undefined : parseJson(text);
	return parsed?.ok ? indentedJson(parsed.value) : undefined;
}
