import { parseReply } from './exact.ts';
import { type JsonRecord, memberOf, recordOf } from './fields.ts';
import { idOf } from './scalars.ts';

/** Things that a reply can be about; a record has another under its name, as a job has its dataset. */
const things = ['job', 'dataset', 'deployment', 'model', 'user'] as const;

export type ThingName = (typeof things)[number];

/** Names under which hosts put the record of their answer. */
const wrappers = ['data', 'result', 'response', 'request', ...things, 'balance', 'item', 'record'] as const;

/** The wrappers that may be around the record of each thing; they differ from thing to thing. */
const wrappersAround = new Map(
	things.map((thing): [ThingName, readonly string[]] => [
		thing,
		wrappers.filter((name) => name === thing || !things.some((each) => each === name)),
	]),
);

/** The largest number of wrappers around a record. */
const deepest = 3;

/**
 * Returns the records of a reply from the outside in: the reply itself, then the records that it wraps under a usual name; with `thing`,
 * not those under the name of another thing. A list of one counts as that one, and JSON as text as its value.
 */
export function layersOf(value: unknown, thing?: ThingName, depth = 0): readonly JsonRecord[] {
	const inner = readable(value);
	const record = recordOf(Array.isArray(inner) && inner.length === 1 ? readable(inner[0]) : inner);
	if (record === undefined) return [];
	const layers = [record];
	if (depth === deepest) return layers;
	const names = (thing && wrappersAround.get(thing)) ?? wrappers;
	for (const name of names) {
		const member = memberOf(record, name);
		if (member !== undefined) layers.push(...layersOf(member, thing, depth + 1));
	}
	return layers;
}

/** Returns the outermost record of a reply that has a member with one of these names. */
export function unwrapWith(value: unknown, ...names: readonly string[]): JsonRecord | undefined {
	const fits = (record: JsonRecord) => memberOf(record, ...names) !== undefined;
	// Nearly always the record itself, and then nothing in it need be looked at.
	const outermost = recordOf(value);
	return outermost !== undefined && fits(outermost) ? outermost : layersOf(value).find(fits);
}

/**
 * Returns the record of a thing in a reply: preferably one with a specific id, such as `job_id`, since an `id` may be
 * that of the call; of several with such an id, the outermost with one of `members`, or the innermost.
 */
export function unwrapThing(
	value: unknown,
	thing: ThingName,
	members: readonly string[],
): JsonRecord | undefined {
	const ownId = `${thing}_id`;
	const has = (record: JsonRecord, id: string) => idOf(memberOf(record, id)) !== undefined;
	const isDescribed = (record: JsonRecord) => memberOf(record, ...members) !== undefined;
	const outermost = recordOf(value);
	if (outermost !== undefined && has(outermost, ownId) && isDescribed(outermost)) return outermost;
	const layers = layersOf(value, thing);
	for (const id of [ownId, 'id']) {
		const records = layers.filter((record) => has(record, id));
		if (records.length > 0) return records.find(isDescribed) ?? records.at(-1);
	}
	return undefined;
}

/** Parses a text if it is a JSON object or list; returns any other value unchanged. */
export function readable(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	const parsed = parseReply(value);
	return parsed.ok ? parsed.value : value;
}
