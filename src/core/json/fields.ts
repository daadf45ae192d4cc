import { isRawNumber } from './rawNumber.ts';

/**
 * Readers for the members of a reply. A reply is read member by member, so that one member of an unexpected type
 * costs that member and not the record; null and absent are the same.
 */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Returns the value as an object with members, or `undefined` for lists, numbers and everything else. */
export function recordOf(value: unknown): JsonRecord | undefined {
	if (typeof value !== 'object' || value === null || Array.isArray(value) || isRawNumber(value))
		return undefined;
	return value as JsonRecord;
}

/** Returns the object in a text of our own, or `undefined` if it is damaged; its numbers are doubles. */
export function recordIn(text: string): JsonRecord | undefined {
	try {
		return recordOf(JSON.parse(text));
	} catch {
		return undefined;
	}
}

/** Returns the members of a list; none of any other value. */
export function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

/** Returns the value's own members; members of the prototype never count. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
	const record = recordOf(value);
	return record === undefined ? [] : Object.entries(record);
}

/** Returns the first own member among `names` that is neither absent nor null. A name such as `is_enabled` finds `isEnabled`, too. */
export function memberOf(record: JsonRecord | undefined, ...names: readonly string[]): unknown {
	if (record === undefined) return undefined;
	for (const name of names) {
		const value =
			ownMember(record, name) ?? (name.includes('_') ? ownMember(record, inCamelCase(name)) : undefined);
		if (value !== undefined) return value;
	}
	return undefined;
}

function ownMember(record: JsonRecord, name: string): unknown {
	// Most requested names are absent, and reading nothing is faster than a check for presence.
	const value = record[name] ?? undefined;
	return value !== undefined && Object.hasOwn(record, name) ? value : undefined;
}

const camelCase = new Map<string, string>();

function inCamelCase(name: string): string {
	const known = camelCase.get(name);
	if (known !== undefined) return known;
	const made = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
	camelCase.set(name, made);
	return made;
}

/** Returns the value if it is a text, as received; an empty text counts as absent. */
export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}
