import { maskText } from '../http/mask.ts';
import { jsonText } from '../json/exact.ts';
import {
	compact,
	entriesOf,
	idOf,
	integerOf,
	type JsonRecord,
	memberOf,
	recordOf,
	textOf,
	timeOf,
} from '../json/fields.ts';
import { readRecords } from '../json/lists.ts';
import type { Dataset, DatasetFile } from './dataset.ts';

/** The account's datasets, and one sentence for each record that could not be read. */
export interface DatasetList {
	readonly datasets: readonly Dataset[];
	readonly skipped: readonly string[];
}

/** The state of a record that names none. */
export const unknownState = 'UNKNOWN';

/** Where the bytes of one file go. The address is a secret that lives for minutes: never store, log or show it. */
export interface SignedUpload {
	readonly url: string;
	readonly method: 'PUT' | 'POST';
	/** Headers that belong to the signature, as they came. */
	readonly headers: Readonly<Record<string, string>>;
}

/**
 * A dataset record in either spelling (wire-facts.md, section 10), or a sentence that says why it cannot be used. Only
 * the id is needed, which is the one that was asked for where the reply has none.
 */
export function parseDataset(value: unknown, askedId?: string): Dataset | string {
	const outer = recordOf(value);
	const record = (outer && recordOf(memberOf(outer, 'dataset', 'data'))) ?? outer;
	if (record === undefined) return 'A dataset in the list is not a record.';
	const id = idOf(memberOf(record, 'id', 'dataset_id')) ?? askedId;
	if (id === undefined) return 'A dataset in the list has no id.';
	return compact({
		id,
		name: textOf(memberOf(record, 'name', 'dataset_name')) ?? id,
		state: textOf(memberOf(record, 'status', 'state')) ?? unknownState,
		createdAt: timeOf(memberOf(record, 'created_at')),
		updatedAt: timeOf(memberOf(record, 'updated_at')),
		error: errorText(memberOf(record, 'error', 'errors', 'error_message')),
		files: filesOf(record),
	});
}

/**
 * The list of datasets: an object that holds it, or a bare array. A record that cannot be read, or whose id came before, is
 * left out and named; `undefined` when the reply holds no list at all.
 */
export function parseDatasets(value: unknown): DatasetList | undefined {
	const read = readRecords(value, 'datasets', 'dataset', parseDataset);
	return read && { datasets: read.records, skipped: read.skipped };
}

/**
 * The addresses for an upload by file name, those that can be used; `undefined` when the reply holds none at all. The
 * method may be in any case or absent, the headers may be absent (wire-facts.md, section 10).
 */
export function parseUploadEndpoints(value: unknown): ReadonlyMap<string, SignedUpload> | undefined {
	const record = recordOf(value);
	const uploads = record && memberOf(record, 'uploads', 'upload_urls', 'files');
	const named: readonly (readonly [string | undefined, unknown])[] = Array.isArray(uploads)
		? uploads.map((upload: unknown) => [fileNameOf(upload), upload] as const)
		: entriesOf(uploads);
	if (!Array.isArray(uploads) && recordOf(uploads) === undefined) return undefined;
	const endpoints = new Map<string, SignedUpload>();
	for (const [name, upload] of named) {
		const endpoint = signedUploadOf(upload);
		if (name !== undefined && endpoint !== undefined) endpoints.set(name, endpoint);
	}
	return endpoints;
}

function signedUploadOf(value: unknown): SignedUpload | undefined {
	const record = recordOf(value);
	const url = textOf(record === undefined ? value : memberOf(record, 'upload_url', 'url'));
	const method = (textOf(record && memberOf(record, 'method')) ?? 'PUT').toUpperCase();
	if (url === undefined || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
	if (method !== 'PUT' && method !== 'POST') return undefined;
	const headers = entriesOf(record && memberOf(record, 'headers')).flatMap(([name, header]) => {
		const text = typeof header === 'string' ? header : idOf(header);
		return text !== undefined && isHeader(name, text) ? [[name, text] as const] : [];
	});
	return { url, method, headers: Object.fromEntries(headers) };
}

/** What HTTP allows as a header (RFC 9110, 5.1 and 5.5): anything else would end the call with an exception. */
function isHeader(name: string, value: string): boolean {
	return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** Files as a list of records, or as sizes by name. An entry without a name or a size is left out. */
function filesOf(record: JsonRecord): readonly DatasetFile[] | undefined {
	const value = memberOf(record, 'files');
	const entries: readonly (readonly [string | undefined, unknown])[] | undefined = Array.isArray(value)
		? value.map((file: unknown) => [fileNameOf(file), file] as const)
		: recordOf(value) && entriesOf(value);
	if (entries === undefined) return undefined;
	const files = new Map<string, DatasetFile>();
	for (const [name, file] of entries) {
		const sizes = recordOf(file);
		const bytes = integerOf(
			sizes === undefined ? file : memberOf(sizes, 'size_bytes', 'size', 'bytes', 'file_size'),
		);
		if (name === undefined || bytes === undefined || bytes < 0) continue;
		if (!files.has(name)) files.set(name, { name, bytes });
	}
	return [...files.values()];
}

function fileNameOf(value: unknown): string | undefined {
	const record = recordOf(value);
	return textOf(record && memberOf(record, 'filename', 'file_name', 'name'));
}

/** An error of any shape as words for a person: its message where it has one, else its JSON; secrets are masked. */
function errorText(value: unknown, depth = 0): string | undefined {
	if (value === undefined || value === null || value === '' || value === false) return undefined;
	if (typeof value === 'string') return maskText(value);
	if (Array.isArray(value)) {
		const words = value
			.slice(0, 20)
			.map((item: unknown) => (depth > 3 ? undefined : errorText(item, depth + 1)));
		return maskText(words.filter((word) => word !== undefined).join('; ')) || undefined;
	}
	const record = recordOf(value);
	const message =
		record && memberOf(record, 'message', 'error_message', 'error', 'detail', 'details', 'reason');
	const words = message === undefined || depth > 3 ? undefined : errorText(message, depth + 1);
	if (words !== undefined) return words;
	if (record !== undefined && Object.keys(record).length === 0) return undefined;
	try {
		return maskText(jsonText(value));
	} catch {
		return 'The service gave a reason that is nested too deeply to show.';
	}
}
