/**
 * A number whose spelling a JavaScript number would change (a seed of 2^64-1, `8.0`): the object that `JSON.rawJSON`
 * makes, so that it is written again exactly as it came.
 */
export interface RawNumber {
	readonly rawJSON: string;
}

export type Json = null | boolean | number | string | RawNumber | readonly Json[] | JsonObject;
export interface JsonObject {
	readonly [name: string]: Json;
}

interface RawJson {
	rawJSON(text: string): RawNumber;
	isRawJSON(value: unknown): value is RawNumber;
}
const raw = JSON as unknown as RawJson;

/** A number written as `text`, whatever JavaScript thinks of it. */
export function rawNumber(text: string): RawNumber {
	return raw.rawJSON(text);
}

export function isRawNumber(value: unknown): value is RawNumber {
	return raw.isRawJSON(value);
}

/** Parses JSON text and keeps the spelling of every number. Throws `SyntaxError`, or `RangeError` when nested too deep. */
export function parseJson(text: string): Json {
	return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) => {
		if (typeof value !== 'number' || context?.source === undefined) return value;
		return String(value) === context.source ? value : raw.rawJSON(context.source);
	}) as Json;
}

/** Writes JSON text; numbers kept by `parseJson` come out as they went in. */
export function writeJson(value: unknown): string {
	return JSON.stringify(value);
}

/** True for `{...}`: neither a list, nor null, nor a number. */
export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

/** The member `name`, never one of the prototype. */
export function member(object: JsonObject, name: string): Json | undefined {
	return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The value as a JavaScript number when it is a JSON number, else undefined. Beyond 2^53 it is the nearest double. */
export function numberOf(value: Json | undefined): number | undefined {
	if (typeof value === 'number') return value;
	return isRawNumber(value) ? Number(value.rawJSON) : undefined;
}

/** A JSON number or string as it is spelled. */
export function spelled(value: Json | undefined): string {
	if (isRawNumber(value)) return value.rawJSON;
	return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
