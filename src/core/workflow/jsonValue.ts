import { JsonReader } from './jsonReader.ts';

/** A JSON value that lost nothing: whole numbers beyond the reach of a double are `bigint`. */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
	readonly [key: string]: JsonValue;
}

/** How deep values may nest before the rest is read as null; no genuine node description comes near it. */
const deepest = 64;

/**
 * Reads any JSON text, tolerantly (`NaN` and the infinities too, which Python servers may emit) and without
 * rounding whole numbers. A text that is no JSON at all gives null.
 */
export function readJson(text: string): JsonValue {
	return readValue(new JsonReader(text), 0);
}

function readValue(reader: JsonReader, depth: number): JsonValue {
	const kind = reader.kind();
	switch (kind) {
		case 'string':
			return reader.readString();
		case 'number':
			return numberOf(reader.readNumber());
		case 'true':
		case 'false':
			reader.skipWord(kind);
			return kind === 'true';
		case 'null':
			reader.skipWord(kind);
			return null;
		case 'none':
			reader.missingValue();
			return null;
		default:
			return depth < deepest ? readContainer(reader, kind, depth) : skipped(reader);
	}
}

function skipped(reader: JsonReader): null {
	reader.skipValue();
	return null;
}

function readContainer(reader: JsonReader, kind: 'object' | 'array', depth: number): JsonValue {
	if (kind === 'array') {
		const items: JsonValue[] = [];
		reader.readArray(() => {
			items.push(readValue(reader, depth + 1));
		});
		return items;
	}
	const members: Record<string, JsonValue> = {};
	reader.readObject((key) => {
		const value = readValue(reader, depth + 1);
		if (key === '__proto__') Object.defineProperty(members, key, { value, enumerable: true });
		else members[key] = value;
	});
	return members;
}

/** The exact value of a number as it is spelt in a document; `NaN` where the spelling is none. */
export function numberOf(spelling: string): number | bigint {
	if (spelling.length >= 16 && /^-?[0-9]{1,4000}$/.test(spelling)) {
		const exact = BigInt(spelling);
		const rounded = Number(spelling);
		return Number.isSafeInteger(rounded) ? rounded : exact;
	}
	const signed = /^([+-]?)Infinity$/.exec(spelling);
	if (signed) return signed[1] === '-' ? -Infinity : Infinity;
	return Number(spelling);
}

/** The value as JSON text on one line. */
export function jsonSource(value: JsonValue): string {
	if (typeof value === 'bigint') return value.toString();
	if (value === null || typeof value !== 'object') return JSON.stringify(value);
	if (isArray(value)) return `[${value.map(jsonSource).join(', ')}]`;
	const members = Object.entries(value).map(
		([key, member]) => `${JSON.stringify(key)}: ${jsonSource(member)}`,
	);
	return `{${members.join(', ')}}`;
}

export function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
	return Array.isArray(value);
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
