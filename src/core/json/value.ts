import { closeBrace, closeBracket, openBrace, openBracket, quote } from './characters.ts';
import { type Json, type JsonObject, numberText, parseJson } from './exact.ts';
import { isRawNumber, type RawNumber } from './rawNumber.ts';
import { stringEnd } from './size.ts';

export type { Json, JsonObject } from './exact.ts';

export function isArray(value: Json | undefined): value is readonly Json[] {
	return Array.isArray(value);
}

/** Returns the members of a list; none of any other value. */
export function listOf(value: Json | undefined): readonly Json[] {
	return isArray(value) ? value : [];
}

/** Returns whether a value is `{...}`: neither a list, nor null, nor a number kept by its spelling. */
export function isObject(value: Json | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

export function isNumber(value: Json | undefined): value is number | RawNumber {
	return typeof value === 'number' || isRawNumber(value);
}

/** Returns whether a value is a text, a number or a boolean; a number kept by its spelling counts. */
export function isScalar(value: Json | undefined): value is string | number | boolean | RawNumber {
	return value !== undefined && value !== null && (typeof value !== 'object' || isRawNumber(value));
}

/** Returns an own member of an object, so that a key such as `constructor` finds nothing. */
export function member(value: Json | undefined, key: string): Json | undefined {
	return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function stringOf(value: Json | undefined): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** Returns the value as JSON text on one line, with a space after each comma and colon, as people write it. */
export function jsonLine(value: Json): string {
	if (isArray(value)) return `[${value.map(jsonLine).join(', ')}]`;
	if (!isObject(value)) return JSON.stringify(value);
	const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${jsonLine(inner)}`);
	return `{${members.join(', ')}}`;
}

/** Returns an object as JSON text from its names and the JSON texts of its values. */
export function objectText(members: readonly (readonly [name: string, source: string])[]): string {
	return `{${members.map(([name, source]) => `${JSON.stringify(name)}:${source}`).join(',')}}`;
}

/** Parses text that this program wrote or has checked before. Throws an `Error` when it is not JSON after all. */
export function parseKnownJson(text: string): Json {
	const parsed = parseJson(text);
	if (!parsed.ok) throw new Error(parsed.failure.message);
	return parsed.value;
}

/** Returns a text unchanged, a number in its spelling, anything else as JSON text. */
export function spelled(value: Json | undefined): string {
	if (typeof value === 'string') return value;
	return numberText(value) ?? JSON.stringify(value ?? null);
}

/**
 * Returns the depth to which the containers of a JSON text are nested, without parsing it: 0 for a plain value. Counts no further than
 * `limit`, since readers and writers of JSON that call themselves fail somewhere beyond a thousand levels.
 */
export function jsonDepth(text: string, limit: number): number {
	let depth = 0;
	let deepest = 0;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === quote) {
			at = stringEnd(text, at);
		} else if (code === openBrace || code === openBracket) {
			if (++depth > deepest) deepest = depth;
			if (deepest >= limit) return deepest;
		} else if (code === closeBrace || code === closeBracket) depth--;
	}
	return deepest;
}
