import { backslash, closeBrace, closeBracket, comma, openBrace, openBracket, quote } from './characters.ts';

/** No reply and no document nests deeper; deeper values would overflow recursive readers and writers. */
const mostLevels = 200;

/**
 * Returns whether a JSON text contains more than `mostValues` values, not counting names of members, or nests deeper
 * than 200 levels. Allocates no memory, so call it before parsing a foreign text: 62 MB of `[{},{},...]` become
 * gigabytes of objects.
 */
export function isTooMuchJson(text: string, mostValues = 500_000): boolean {
	let values = 1;
	let level = 0;
	for (let at = 0; at < text.length; at += 1) {
		const char = text.charCodeAt(at);
		if (char === quote) {
			at = stringEnd(text, at);
		} else if (char === openBrace || char === openBracket) {
			values += 1;
			level += 1;
			if (values > mostValues || level > mostLevels) return true;
		} else if (char === comma) {
			values += 1;
			if (values > mostValues) return true;
		} else if (char === closeBrace || char === closeBracket) {
			level -= 1;
		}
	}
	return false;
}

/** Returns whether a value nests deeper than 200 levels. */
export function nestsTooDeep(value: unknown): boolean {
	let inner = [value];
	for (let level = 0; level <= mostLevels; level += 1) {
		inner = inner.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
		if (inner.length === 0) return false;
	}
	return true;
}

/** Returns the place of the quote that ends the string which begins at `start`; the end of the text without one. */
export function stringEnd(text: string, start: number): number {
	let end = text.indexOf('"', start + 1);
	while (end >= 0 && isEscaped(text, end, start)) end = text.indexOf('"', end + 1);
	return end < 0 ? text.length : end;
}

function isEscaped(text: string, place: number, start: number): boolean {
	let first = place;
	while (first - 1 > start && text.charCodeAt(first - 1) === backslash) first -= 1;
	return (place - first) % 2 === 1;
}
