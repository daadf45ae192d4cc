import { isRawNumber, type Json, type JsonObject, type RawNumber } from './exact.ts';

export type { Json, JsonObject } from './exact.ts';

export function isArray(value: Json | undefined): value is readonly Json[] {
	return Array.isArray(value);
}

/** True for `{...}`: neither a list, nor null, nor a number kept by its spelling. */
export function isObject(value: Json | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

export function isNumber(value: Json | undefined): value is number | RawNumber {
	return typeof value === 'number' || isRawNumber(value);
}

/** True for a text, a number, true and false; a number kept by its spelling counts. */
export function isScalar(value: Json | undefined): value is string | number | boolean | RawNumber {
	return value !== undefined && value !== null && (typeof value !== 'object' || isRawNumber(value));
}

/** The member of an object by its own name only, so that a key such as `constructor` finds nothing. */
export function member(value: Json | undefined, key: string): Json | undefined {
	return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function stringOf(value: Json | undefined): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** The value as JSON text on one line, with a space after each comma and colon, as people write it. */
export function jsonLine(value: Json): string {
	if (isArray(value)) return `[${value.map(jsonLine).join(', ')}]`;
	if (!isObject(value)) return JSON.stringify(value);
	const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${jsonLine(inner)}`);
	return `{${members.join(', ')}}`;
}
