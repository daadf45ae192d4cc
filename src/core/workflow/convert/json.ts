/** A number whose text would change by going through a double: 2^64-1, `1.0`, `1e-4`. Written back as it came. */
export interface ExactNumber {
	readonly rawJSON: string;
}

export type Json = null | boolean | number | string | ExactNumber | readonly Json[] | JsonObject;
export interface JsonObject {
	readonly [key: string]: Json;
}

/** The part of the language's `JSON` that knows a number's own text; the standard typings lack it. */
interface SourceAwareJson {
	parse(
		text: string,
		reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
	): unknown;
	rawJSON(text: string): ExactNumber;
	isRawJSON(value: unknown): value is ExactNumber;
}
const exact = JSON as unknown as SourceAwareJson;

/** Reads JSON without losing a digit. Throws `SyntaxError` (or `RangeError` on absurd nesting). */
export function parseExact(text: string): Json {
	return exact.parse(text, (_key, value, context) =>
		typeof value === 'number' && context.source !== undefined && String(value) !== context.source
			? exact.rawJSON(context.source)
			: value,
	) as Json;
}

/** Pretty JSON in the shape the engine's own interface exports. */
export function printExact(value: Json): string {
	return `${JSON.stringify(value, null, 2)}\n`;
}

export function isExactNumber(value: unknown): value is ExactNumber {
	return exact.isRawJSON(value);
}

export function isArray(value: Json | undefined): value is readonly Json[] {
	return Array.isArray(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

export function isNumber(value: Json | undefined): value is number | ExactNumber {
	return typeof value === 'number' || isExactNumber(value);
}

/** The member of an object by its own name only, so that a key such as `constructor` finds nothing. */
export function member(value: Json | undefined, key: string): Json | undefined {
	return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function textOf(value: Json | undefined): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** Node and link ids are numbers in one schema version and strings in another. */
export function idOf(value: Json | undefined): string | undefined {
	if (typeof value === 'string') return value;
	if (typeof value === 'number') return String(value);
	return isExactNumber(value) ? value.rawJSON : undefined;
}
