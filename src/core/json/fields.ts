import { isRawNumber, numberOf, numberText } from './exact.ts';

/**
 * Readers for the members of a reply. A reply is read member by member, so that one member of an unexpected type
 * costs that member and not the record; null and absent are the same.
 */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The value as an object with members, or `undefined` for lists, numbers and everything else. */
export function recordOf(value: unknown): JsonRecord | undefined {
	if (typeof value !== 'object' || value === null || Array.isArray(value) || isRawNumber(value))
		return undefined;
	return value as JsonRecord;
}

/** The value's own members; members of the prototype never count. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
	const record = recordOf(value);
	return record === undefined ? [] : Object.entries(record);
}

/** The first own member among `names` that is neither absent nor null. */
export function memberOf(record: JsonRecord, ...names: readonly string[]): unknown {
	for (const name of names) {
		const value = Object.hasOwn(record, name) ? record[name] : undefined;
		if (value !== undefined && value !== null) return value;
	}
	return undefined;
}

/** Text as it came; an empty text counts as absent. */
export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** An identifier: text, or a number by its spelling. */
export function idOf(value: unknown): string | undefined {
	return textOf(value) ?? numberText(value);
}

/** A whole number, also when it was sent as text. */
export function integerOf(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : numberOf(value);
	return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
}

/**
 * A moment in milliseconds since 1970: an ISO text, in UTC where it names no zone, or a number of seconds or milliseconds.
 */
export function timeOf(value: unknown): number | undefined {
	const number = numberOf(value);
	// Seconds reach this size in the year 5138, milliseconds had it in 1973.
	if (number !== undefined) return number <= 0 ? undefined : number < 1e11 ? number * 1000 : number;
	const text = textOf(value)?.trim();
	if (text === undefined || !/^\d{4}-\d\d-\d\d/.test(text)) return undefined;
	const withoutZone = /^[\d-]+[T ][\d:.]+$/.test(text);
	const moment = Date.parse(withoutZone ? `${text.replace(' ', 'T')}Z` : text);
	return Number.isNaN(moment) ? undefined : moment;
}

export function booleanOf(value: unknown): boolean | undefined {
	return typeof value === 'boolean' ? value : undefined;
}

/** `T` without its `undefined` members: what an optional member of an exact type wants. */
export type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
	[K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Leaves out every member that is `undefined`. */
export function compact<T extends object>(members: T): Compact<T> {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Compact<T>;
}

/** The records of a list, one sentence for each that was left out, and how many came. */
export interface ReadRecords<T> {
	readonly records: readonly T[];
	readonly skipped: readonly string[];
	readonly count: number;
}

/**
 * The list that a reply holds as `member` or under one of the usual names, or is by itself. A record that `read` refuses with a
 * sentence, or whose id came before, is left out and named by `kind`; `undefined` when the reply holds no list at all.
 */
export function readRecords<T extends { readonly id: string }>(
	reply: unknown,
	member: string,
	kind: string,
	read: (value: unknown) => T | string,
): ReadRecords<T> | undefined {
	const record = recordOf(reply);
	const list = record === undefined ? reply : memberOf(record, member, 'items', 'data', 'results');
	if (!Array.isArray(list)) return undefined;
	const records = new Map<string, T>();
	const skipped: string[] = [];
	for (const item of list) {
		const one = read(item);
		if (typeof one === 'string') skipped.push(one);
		else if (records.has(one.id)) skipped.push(`The ${kind} ${one.id} came twice.`);
		else records.set(one.id, one);
	}
	return { records: [...records.values()], skipped, count: list.length };
}
