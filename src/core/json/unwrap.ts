import { parseReply } from './exact.ts';
import { type JsonRecord, memberOf, recordOf } from './fields.ts';

/** Names under which hosts put the record that they answer with. */
const wrappers = [
	'data',
	'result',
	'response',
	'request',
	'job',
	'dataset',
	'deployment',
	'model',
	'balance',
	'user',
	'item',
	'record',
] as const;

/** The most wrappers that there may be around a record. */
const deepest = 3;

/**
 * Returns the records of a reply from the outside in: the reply itself, then what it wraps under a usual name. A list of one counts as that
 * one, and JSON as text as what it says.
 */
export function layersOf(value: unknown, depth = 0): readonly JsonRecord[] {
	const inner = readable(value);
	const record = recordOf(Array.isArray(inner) && inner.length === 1 ? readable(inner[0]) : inner);
	if (record === undefined) return [];
	if (depth === deepest) return [record];
	return [record, ...wrappers.flatMap((name) => layersOf(memberOf(record, name), depth + 1))];
}

/** The outermost record of a reply that fits; `undefined` where none does. */
function unwrap(value: unknown, fits: (record: JsonRecord) => boolean): JsonRecord | undefined {
	// Nearly always the record itself, and then nothing in it need be looked at.
	const outermost = recordOf(value);
	return outermost !== undefined && fits(outermost) ? outermost : layersOf(value).find(fits);
}

/** Returns the outermost record of a reply that has a member of one of these names. */
export function unwrapWith(value: unknown, ...names: readonly string[]): JsonRecord | undefined {
	return unwrap(value, (record) => memberOf(record, ...names) !== undefined);
}

/**
 * Returns the record of a thing in a reply: one with an id and a member of its kind counts more than an envelope around it, whose id may be
 * that of the call. The names of `ids` begin with the clearest one.
 */
export function unwrapThing(
	value: unknown,
	ids: readonly string[],
	members: readonly string[],
): JsonRecord | undefined {
	const isThing = (record: JsonRecord) =>
		memberOf(record, ...members) !== undefined && memberOf(record, ...ids) !== undefined;
	const thing = unwrap(value, isThing);
	if (thing !== undefined) return thing;
	const layers = layersOf(value);
	for (const id of ids) {
		const record = layers.findLast((each) => memberOf(each, id) !== undefined);
		if (record !== undefined) return record;
	}
	return undefined;
}

/** Parses JSON that is given as text, where it is an object or a list; returns any other value as it is. */
export function readable(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	const parsed = parseReply(value);
	return parsed.ok ? parsed.value : value;
}
