import { compact } from '../base/compact.ts';
import { memberOf, recordOf, textOf } from './fields.ts';
import { booleanOf, idOf, integerOf } from './scalars.ts';
import { readable } from './unwrap.ts';

/** The records of a list, one sentence for each left out, and the number received. */
export interface ReadRecords<T> {
	readonly records: readonly T[];
	readonly skipped: readonly string[];
	readonly count: number;
	readonly more: MoreOfList;
}

/** The hints of a reply about the rest of its list. A member without a hint is absent. */
export interface MoreOfList {
	readonly total?: number;
	/** The most items that a page has. */
	readonly limit?: number;
	/** The cursor of the next page, as the service spells it. */
	readonly cursor?: string;
	/** The address of the next page. */
	readonly address?: string;
	readonly hasMore?: boolean;
}

/** Names of lists in replies, in addition to the noun of their records. */
const listNames = ['items', 'data', 'results', 'result', 'records'] as const;
const deepest = 3;

/**
 * Reads the list in a reply: as `member`, under one of the usual names, or as the reply itself. A record that `read`
 * refuses with a sentence, or with a repeated id, is left out and named by `kind`; `undefined` if the reply contains no
 * list.
 */
export function readRecords<T extends { readonly id: string }>(
	reply: unknown,
	member: string,
	kind: string,
	read: (value: unknown) => T | string,
): ReadRecords<T> | undefined {
	const found = listIn(reply, member);
	if (found === undefined) return undefined;
	const { list, more } = found;
	const records = new Map<string, T>();
	const skipped: string[] = [];
	for (const item of list) {
		const one = read(item);
		if (typeof one === 'string') skipped.push(one);
		else if (records.has(one.id)) skipped.push(`The ${kind} ${one.id} came twice.`);
		else records.set(one.id, one);
	}
	return { records: [...records.values()], skipped, count: list.length, more };
}

/** Returns the list of a reply, with the hints of the surrounding records about its rest. */
export function listIn(
	reply: unknown,
	member: string,
): { readonly list: readonly unknown[]; readonly more: MoreOfList } | undefined {
	let inner = readable(reply);
	let more: MoreOfList = {};
	for (let depth = 0; depth <= deepest; depth += 1) {
		if (Array.isArray(inner)) return { list: inner, more };
		const record = recordOf(inner);
		if (record === undefined) return undefined;
		const paging = ['pagination', 'paging', 'page_info', 'meta', 'links'];
		for (const place of [record, ...paging.map((name) => recordOf(memberOf(record, name)))])
			more = { ...more, ...moreIn(place ?? {}) };
		inner = readable(memberOf(record, member, ...listNames));
	}
	return undefined;
}

function moreIn(record: Readonly<Record<string, unknown>>): MoreOfList {
	const next = memberOf(record, 'next_cursor', 'next_page_token', 'next_token', 'cursor', 'next');
	const text = textOf(next);
	const address = text !== undefined && /^(?:https?:\/\/|\/)/i.test(text) ? text : undefined;
	const total = integerOf(memberOf(record, 'total', 'total_count'));
	return compact({
		total: total !== undefined && total >= 0 ? total : undefined,
		limit: integerOf(memberOf(record, 'limit', 'page_size', 'per_page')),
		cursor: address === undefined ? idOf(next) : undefined,
		address,
		hasMore: booleanOf(memberOf(record, 'has_more', 'has_next', 'has_next_page', 'more', 'truncated')),
	});
}
