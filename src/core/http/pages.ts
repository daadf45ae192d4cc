import type { Result } from '../base/failure.ts';
import type { MoreOfList, ReadRecords } from '../json/lists.ts';

/** More pages than any account has: the requests to a service that never ends its list must end. */
const mostPages = 200;

/** A list as complete as the service sent it. */
interface WholeList<T> {
	readonly records: readonly T[];
	readonly skipped: readonly string[];
	/** The service reports more items but does not return them. */
	readonly isPartial: boolean;
}

/**
 * Reads the rest of a list that a service cuts although its document mentions no pages: by the address or the cursor
 * that it gives, else by the number of records so far. Ends at a page without new records.
 * @param url the address of the first page.
 * @param ask requests a further page.
 */
export async function withFurtherPages<T extends { readonly id: string }>(
	first: ReadRecords<T>,
	url: string,
	ask: (url: string) => Promise<Result<ReadRecords<T> | undefined>>,
): Promise<WholeList<T>> {
	if (!hasMore(first.more, first.count))
		return { records: first.records, skipped: first.skipped, isPartial: false };
	const records = new Map(first.records.map((record) => [record.id, record]));
	const skipped = [...first.skipped];
	let { more, count } = first;
	for (let page = 1; hasMore(more, count); page += 1) {
		const next = nextUrl(url, more, count);
		const reply = next === undefined || page >= mostPages ? undefined : await ask(next);
		const read = reply?.ok ? reply.value : undefined;
		const isNew = read?.records.some(({ id }) => !records.has(id)) === true;
		if (read === undefined || !isNew) return { records: [...records.values()], skipped, isPartial: true };
		for (const record of read.records) records.set(record.id, record);
		skipped.push(...read.skipped);
		more =
			read.more.total === undefined && more.total !== undefined
				? { ...read.more, total: more.total }
				: read.more;
		count += read.count;
	}
	return { records: [...records.values()], skipped, isPartial: false };
}

/** Returns whether a reply reports more items after `count` records. */
export function hasMore({ hasMore: says, cursor, address, total }: MoreOfList, count: number): boolean {
	return says ?? (cursor !== undefined || address !== undefined || (total ?? 0) > count);
}

function nextUrl(url: string, { cursor, address }: MoreOfList, count: number): string | undefined {
	const own = new URL(url);
	if (address !== undefined) {
		const next = URL.parse(address, url);
		// The sign-in is sent only to the own origin.
		return next?.origin === own.origin ? next.href : undefined;
	}
	if (cursor === undefined) own.searchParams.set('offset', String(count));
	else own.searchParams.set('cursor', cursor);
	return own.href;
}
