import { exactNumber } from './exact.ts';
import { rawNumber } from './rawNumber.ts';
import { JsonReader } from './reader.ts';
import type { Json } from './value.ts';

/** The deepest nesting of values before the rest is read as null; nothing that a server describes itself with comes near it. */
const deepest = 64;

/**
 * Parses JSON that may be damaged: `NaN` and the infinities, which Python servers may emit, and the readable parts of a
 * damaged text. Numbers are kept by value and not by spelling (`1.0` is 1); integers beyond a double lose no digit. A
 * text that is not JSON at all gives null.
 */
export function readJson(text: string): Json {
	return readValue(new JsonReader(text), 0);
}

function readValue(reader: JsonReader, depth: number): Json {
	const kind = reader.kind();
	switch (kind) {
		case 'string':
			return reader.readString();
		case 'number':
			return numberValue(reader.readNumber());
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
			if (depth < deepest) return readContainer(reader, kind, depth);
			reader.skipValue();
			return null;
	}
}

function numberValue(spelling: string): Json {
	const value = exactNumber(spelling);
	return typeof value === 'bigint' ? rawNumber(spelling) : value;
}

function readContainer(reader: JsonReader, kind: 'object' | 'array', depth: number): Json {
	if (kind === 'array') {
		const items: Json[] = [];
		reader.readArray(() => {
			items.push(readValue(reader, depth + 1));
		});
		return items;
	}
	const members: Record<string, Json> = {};
	reader.readObject((key) => {
		const value = readValue(reader, depth + 1);
		if (key === '__proto__') Object.defineProperty(members, key, { value, enumerable: true });
		else members[key] = value;
	});
	return members;
}
