import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { maskText } from '../http/mask.ts';
import { jsonText } from '../json/exact.ts';
import { entriesOf, type JsonRecord, memberOf, recordOf, textOf } from '../json/fields.ts';
import { type ReadRecords, readRecords } from '../json/lists.ts';
import { idOf, integerOf, timeOf } from '../json/scalars.ts';
import { layersOf, readable, unwrapThing, unwrapWith } from '../json/unwrap.ts';
import { stateWord } from '../wire/stateWord.ts';
import type { Dataset, DatasetFile } from './dataset.ts';

/** The account's datasets, and one sentence for each record that could not be read. */
export interface DatasetList {
	readonly datasets: readonly Dataset[];
	readonly skipped: readonly string[];
	/** The service reports more items but does not return them. */
	readonly isPartial?: boolean;
}

/** The state of a record without one. */
export const unknownState = 'UNKNOWN';

/** The destination for the bytes of one file. The address is a secret that lives for minutes: never store, log or show it. */
export interface SignedUpload {
	readonly url: string;
	readonly method: 'PUT' | 'POST';
	/** Headers that belong to the signature, as received. */
	readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns a dataset record in either spelling (wire-facts.md, section 10), or a sentence why it is invalid. Only the id
 * is required; it is taken from the request if the reply has none.
 */
export function parseDataset(value: unknown, askedId?: string): Dataset | string {
	const layers = layersOf(value);
	const record =
		unwrapThing(value, 'dataset', ['dataset_name', 'name', 'files', 'created_at']) ??
		unwrapWith(value, 'files') ??
		layers.findLast((layer) => stateIn(layer) !== undefined) ??
		layers[0];
	if (record === undefined) return l10n.t('A dataset in the list is not a record.');
	const id = idOf(memberOf(record, 'dataset_id', 'id')) ?? askedId;
	if (id === undefined) return l10n.t('A dataset in the list has no ID.');
	return compact({
		id,
		name: textOf(memberOf(record, 'dataset_name', 'name')) ?? id,
		state: stateIn(record) ?? unknownState,
		createdAt: timeOf(memberOf(record, 'created_at')),
		updatedAt: timeOf(memberOf(record, 'updated_at')),
		error: errorText(memberOf(record, 'error', 'errors', 'error_message')),
		files: filesOf(record),
	});
}

/** The states of trainer-service.md; the service may have more words, which are shown as received. */
const datasetStates = ['DRAFT', 'UPLOADING', 'READY', 'FAILED'];

/** The same by `stateWord`. */
const knownStates: ReadonlyMap<string, string> = new Map(
	datasetStates.map((state) => [stateWord(state), state]),
);

/** Returns the state of a record, in the spelling of the document if it is one of its words. */
function stateIn(record: JsonRecord): string | undefined {
	const word = textOf(memberOf(record, 'status', 'state'))?.trim();
	return word && (knownStates.get(stateWord(word)) ?? word);
}

/** Returns whether a reply with an error code still names a dataset or its state, which proves that it exists. */
export function namesDataset(value: unknown): boolean {
	const dataset = parseDataset(value, '');
	if (typeof dataset === 'string') return false;
	if (unwrapWith(value, 'dataset_id') !== undefined) return true;
	return datasetStates.some((state) => state === dataset.state);
}

/**
 * Returns the list of datasets, from an object or a bare array. Leaves out and names records that are unreadable or
 * repeat an id; `undefined` without a list.
 */
export function parseDatasets(value: unknown): ReadRecords<Dataset> | undefined {
	return readRecords(value, 'datasets', 'dataset', parseDataset);
}

/**
 * Returns the usable addresses for an upload by file name, for the requested files; `undefined` if the reply contains
 * none. The method may be in any case or absent, the headers may be absent (wire-facts.md, section 10).
 */
export function parseUploadEndpoints(
	value: unknown,
	asked: readonly string[] = [],
): ReadonlyMap<string, SignedUpload> | undefined {
	const places = layersOf(value).flatMap((layer) => {
		const uploads = readable(memberOf(layer, 'uploads', 'upload_urls', 'urls', 'endpoints', 'files'));
		return uploads === undefined ? [layer] : [uploads, layer];
	});
	if (Array.isArray(value)) places.unshift(value);
	for (const place of places) {
		const endpoints = endpointsIn(place, asked);
		if (endpoints.size > 0) return endpoints;
	}
	return places.some((place) => Array.isArray(place) || isNamed(value)) ? new Map() : undefined;
}

/** Returns whether a reply has a member for addresses, even without usable ones. */
function isNamed(value: unknown): boolean {
	return unwrapWith(value, 'uploads', 'upload_urls', 'urls', 'endpoints') !== undefined;
}

/** Returns the addresses in a list, in a map by file name, or in the record of the only requested file. */
function endpointsIn(place: unknown, asked: readonly string[]): ReadonlyMap<string, SignedUpload> {
	const endpoints = new Map<string, SignedUpload>();
	const add = (name: string | undefined, upload: unknown) => {
		const endpoint = signedUploadOf(upload);
		const wanted =
			name !== undefined && asked.length > 0 ? asked.find((each) => isSameName(each, name)) : name;
		if (wanted !== undefined && endpoint !== undefined) endpoints.set(wanted, endpoint);
	};
	const only = asked.length === 1 ? asked[0] : undefined;
	if (Array.isArray(place)) for (const upload of place) add(fileNameOf(upload) ?? only, upload);
	else if (recordOf(place) !== undefined && signedUploadOf(place) !== undefined)
		add(fileNameOf(place) ?? only, place);
	else for (const [name, upload] of entriesOf(place)) add(name, upload);
	return endpoints;
}

/** Returns whether two names mean the same file: systems encode accented letters in two ways, and storage adds folders. */
function isSameName(asked: string, named: string): boolean {
	const [ours, theirs] = [asked.normalize('NFC'), named.normalize('NFC')];
	return ours === theirs || theirs.endsWith(`/${ours}`);
}

/** Returns the headers in a map by name, or in a list of records or pairs of name and value. */
function headersOf(value: unknown): readonly (readonly [string, unknown])[] {
	if (!Array.isArray(value)) return entriesOf(value);
	return value.flatMap((each: unknown) => {
		const record = recordOf(each);
		const [named, header]: readonly unknown[] = Array.isArray(each)
			? each
			: [record && memberOf(record, 'name', 'key'), record && memberOf(record, 'value')];
		const name = textOf(named);
		return name === undefined ? [] : [[name, header] as const];
	});
}

function signedUploadOf(value: unknown): SignedUpload | undefined {
	const record = recordOf(value);
	const url = textOf(record === undefined ? value : memberOf(record, 'upload_url', 'signed_url', 'url'));
	const method = (textOf(record && memberOf(record, 'method')) ?? 'PUT').toUpperCase();
	if (url === undefined || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
	if (method !== 'PUT' && method !== 'POST') return undefined;
	const headers = headersOf(record && memberOf(record, 'headers')).flatMap(([name, header]) => {
		const text = typeof header === 'string' ? header : idOf(header);
		return text !== undefined && isHeader(name, text) ? [[name, text] as const] : [];
	});
	return { url, method, headers: Object.fromEntries(headers) };
}

/** Returns whether HTTP allows this header (RFC 9110, 5.1 and 5.5); any other would throw. */
function isHeader(name: string, value: string): boolean {
	return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/**
 * Returns files from a list of records, or from sizes by name. An entry without a name is left out; an unreported size
 * is absent.
 */
function filesOf(record: JsonRecord): readonly DatasetFile[] | undefined {
	const value = readable(memberOf(record, 'files'));
	const entries: readonly (readonly [string | undefined, unknown])[] | undefined = Array.isArray(value)
		? value.map((file: unknown) => [fileNameOf(file), file] as const)
		: recordOf(value) && entriesOf(value);
	if (entries === undefined) return undefined;
	const files = new Map<string, DatasetFile>();
	for (const [path, file] of entries) {
		// A dataset has no folders: those in a name are the service's storage.
		const name = path?.split(/[/\\]/).at(-1);
		if (name === undefined || name === '' || files.has(name)) continue;
		const bytes = sizeOf(file);
		if (bytes === undefined || bytes >= 0) files.set(name, compact({ name, bytes }));
	}
	return [...files.values()];
}

/** Returns the size of a file under the usual names, else under the only name that suggests a size. */
function sizeOf(file: unknown): number | undefined {
	const record = recordOf(file);
	if (record === undefined) return integerOf(file);
	const usual = integerOf(
		memberOf(record, 'size_bytes', 'size', 'bytes', 'file_size', 'byte_size', 'length'),
	);
	if (usual !== undefined) return usual;
	const others = entriesOf(record).filter(
		([name, value]) => /size|byte|length/i.test(name) && integerOf(value) !== undefined,
	);
	return others.length === 1 ? integerOf(others[0]?.[1]) : undefined;
}

function fileNameOf(value: unknown): string | undefined {
	const record = recordOf(value);
	return record === undefined
		? textOf(value)
		: textOf(memberOf(record, 'filename', 'file_name', 'name', 'path', 'key', 'file'));
}

/** Returns an error of any shape as text for a person: its message if it has one, else its JSON; secrets are masked. */
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
		return l10n.t('The service gave a reason that is nested too deeply to show.');
	}
}
