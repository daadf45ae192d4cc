import { dataUriType } from './dataUri.ts';
import { type JsonRecord, memberOf, recordOf, textOf } from './fields.ts';
import { readable } from './unwrap.ts';

/** Members and positions that lead to a value from the top of a tree. */
export type TreePath = readonly (string | number)[];

/** A web address in a tree, or a data URI. */
export interface FoundAddress {
	/** That of the record that describes the file, if any, else of the address itself. */
	readonly path: TreePath;
	readonly url: string;
	/** The record with this main address: it may have a name for the file. */
	readonly record?: JsonRecord;
}

/** A value of a tree that contains no address. */
interface FoundRest {
	readonly path: TreePath;
	readonly value: unknown;
}

interface Found {
	readonly addresses: readonly FoundAddress[];
	readonly rest: readonly FoundRest[];
}

/** Deeper trees count as values without addresses. */
const deepest = 24;
/** Maximum number of addresses in a tree; others are left out. */
const mostAddresses = 10_000;

/** Members that describe others and have no content of their own. */
const flags: ReadonlySet<string> = new Set(['animated']);

/** Addresses of the request itself, which some hosts repeat next to its files. */
const ofRequest: ReadonlySet<string> = new Set([
	'status_url',
	'result_url',
	'cancel_url',
	'model_url',
	'webhook',
]);

/** The names of the address of a file in a record about it, the usual one first. */
const mainNames = [
	'url',
	'path',
	'uri',
	'href',
	'src',
	'download_url',
	'signed_url',
	'file_url',
	'link',
] as const;

type AddressReader = (value: unknown) => string | undefined;

/**
 * Returns every web address in a tree, at any depth, also in JSON as text and in texts that consist of addresses; and also the values
 * without one. A record with one main address is a file; its other members count only if they have addresses, too.
 */
export function addressesIn(value: unknown): Found {
	return search(value, webAddress);
}

/** Returns the same as `addressesIn`, and the data URIs of images, videos and sound: files with their bytes in the tree itself. */
export function filesIn(value: unknown): Found {
	return search(value, (each) => webAddress(each) ?? dataUri(each));
}

function search(value: unknown, addressOf: AddressReader): Found {
	const all = collect(value, [], 0, addressOf);
	return { ...all, addresses: all.addresses.slice(0, mostAddresses) };
}

function collect(value: unknown, path: TreePath, depth: number, addressOf: AddressReader): Found {
	if (value === null || value === undefined) return nothing;
	const itself = { addresses: [], rest: [{ path, value }] };
	if (depth > deepest) return itself;
	const inner = readable(value);
	if (inner !== value) {
		const written = collect(inner, path, depth + 1, addressOf);
		return written.addresses.length > 0 ? written : itself;
	}
	if (typeof value === 'string') return inText(value, path, addressOf) ?? itself;
	if (Array.isArray(value))
		return joined(value.map((item: unknown, index) => collect(item, [...path, index], depth + 1, addressOf)));
	const record = recordOf(value);
	return record === undefined ? itself : inRecord(record, path, depth, addressOf);
}

function inRecord(record: JsonRecord, path: TreePath, depth: number, addressOf: AddressReader): Found {
	// The top has channels by name, unless it is a file itself.
	const isFile = depth > 0 || textOf(memberOf(record, 'filename', 'file_name')) !== undefined;
	const main = isFile ? mainAddressOf(record, addressOf) : undefined;
	const members = joined(
		Object.entries(record).flatMap(([name, value]) =>
			name === main?.name || flags.has(name) || ofRequest.has(name)
				? []
				: [collect(value, [...path, name], depth + 1, addressOf)],
		),
	);
	if (main !== undefined)
		return { addresses: [{ path, url: main.url, record }, ...members.addresses], rest: [] };
	return members.addresses.length > 0 || depth === 0
		? members
		: { addresses: [], rest: [{ path, value: record }] };
}

function mainAddressOf(
	record: JsonRecord,
	addressOf: AddressReader,
): { readonly name: string; readonly url: string } | undefined {
	const direct = Object.entries(record).flatMap(([name, value]) => {
		const url = ofRequest.has(name) ? undefined : addressOf(value);
		return url === undefined ? [] : [{ name, url }];
	});
	for (const wanted of mainNames) {
		const found = direct.find(({ name }) => name === wanted);
		if (found !== undefined) return found;
	}
	return direct.length === 1 ? direct[0] : undefined;
}

/** Returns the addresses of a text that contains nothing else. */
function inText(text: string, path: TreePath, addressOf: AddressReader): Found | undefined {
	const one = addressOf(text);
	if (one !== undefined) return { addresses: [{ path, url: one }], rest: [] };
	if (!/^\s*https?:\/\//i.test(text)) return undefined;
	const urls = text.split(/[\s,;]+/).filter((part) => part !== '');
	if (!urls.every((url) => webAddress(url) !== undefined)) return undefined;
	return { addresses: urls.map((url, index) => ({ path: [...path, index], url })), rest: [] };
}

function joined(parts: readonly Found[]): Found {
	return {
		addresses: parts.flatMap(({ addresses }) => addresses),
		rest: parts.flatMap(({ rest }) => rest),
	};
}

const nothing: Found = { addresses: [], rest: [] };

function webAddress(value: unknown): string | undefined {
	const text = textOf(value)?.trim();
	return text !== undefined && /^https?:\/\/[^\s,]\S*$/i.test(text) && URL.canParse(text) ? text : undefined;
}

function dataUri(value: unknown): string | undefined {
	const text = textOf(value)?.trim();
	return text !== undefined && dataUriType(text) !== undefined ? text : undefined;
}

/** Returns the name of the file at an address: that of its record, else the last part of its path; `file` without either. */
export function fileNameOf({ url, record }: FoundAddress): string {
	const last = lastPart(url);
	const named = textOf(record && memberOf(record, 'filename', 'file_name', 'name'));
	if (named === undefined) return last || 'file';
	// A title has no extension, and without one the type of the file is unknown.
	const ending = /\.[a-z0-9]{1,8}$/i;
	return ending.test(named) ? named : named + (ending.exec(last)?.[0] ?? '');
}

function lastPart(url: string): string {
	const embedded = dataUriType(url);
	if (embedded !== undefined) return `${embedded.kind}${embedded.ending}`;
	const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
	try {
		return decodeURIComponent(last);
	} catch {
		return last;
	}
}
