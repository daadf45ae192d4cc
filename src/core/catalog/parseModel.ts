import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { hasMore } from '../http/pages.ts';
import { type Json, numberOf, parseJson } from '../json/exact.ts';
import { memberOf, recordOf, textOf } from '../json/fields.ts';
import { listIn, readRecords } from '../json/lists.ts';
import { unwrapThing } from '../json/unwrap.ts';
import { type CatalogModel, type CatalogPage, type CatalogPrice, modelPath } from './model.ts';

/**
 * Returns a model of the catalog (wire-facts.md, section 8), or a sentence why it cannot be used. Only the id is required; every other
 * member may be absent or of an unexpected type.
 */
export function parseModel(value: unknown): CatalogModel | string {
	if (recordOf(value) === undefined) return l10n.t('A model in the catalog is not a record.');
	const record = unwrapThing(value, 'model', ['display_name', 'name', 'title', 'input_schema']);
	const id = textOf(memberOf(record, 'model_id', 'id'));
	if (id === undefined) return l10n.t('A model in the catalog has no ID.');
	if (modelPath(id) === undefined)
		return l10n.t('A model in the catalog has an ID that cannot be part of an address.');
	return compact({
		id,
		name: visibleTextOf(memberOf(record, 'display_name', 'name', 'title')) ?? id,
		description: visibleTextOf(memberOf(record, 'description')),
		categories: textsOf(memberOf(record, 'categories', 'category')),
		kind: visibleTextOf(memberOf(record, 'kind', 'type')),
		price: priceOf(
			memberOf(record, 'base_price_usd'),
			memberOf(record, 'price_unit'),
			memberOf(record, 'pricing_note'),
		),
		url: pageOf(memberOf(record, 'model_url')),
		inputs: namesOf(memberOf(record, 'inputs')),
		requiredInputs: namesOf(memberOf(record, 'required_inputs')),
		inputSchema: schemaOf(memberOf(record, 'input_schema')),
	});
}

/**
 * Returns a page of the catalog, requested from `offset` with at most `limit` records: from an object or a bare list.
 * Leaves out and names records that are unreadable or repeat an id; `undefined` without a list.
 */
export function parseModels(
	value: unknown,
	asked: { readonly offset: number; readonly limit: number },
): CatalogPage | undefined {
	const read = readRecords(value, 'models', 'model', parseModel);
	if (read === undefined) return undefined;
	// The service may return fewer than requested, so the next page begins after those.
	const next = asked.offset + read.count;
	const { total, limit = asked.limit } = read.more;
	const saysMore = total !== undefined || read.more.hasMore !== undefined || read.more.cursor !== undefined;
	const isMore = saysMore ? hasMore(read.more, next) : read.count >= Math.min(limit, asked.limit);
	return compact({
		models: read.records,
		skipped: read.skipped,
		total,
		isOpen: !saysMore && !isMore && read.count > 0,
		next: isMore && read.count > 0 ? next : undefined,
	});
}

/**
 * Returns the categories of the catalog, without duplicates, in the order of the service; `undefined` if the reply
 * contains no list.
 */
export function parseCategories(value: unknown): readonly string[] | undefined {
	const found = listIn(value, 'categories');
	return found && textsOf(found.list);
}

/** Returns a non-empty text; anything else is not for people. */
function visibleTextOf(value: unknown): string | undefined {
	const text = textOf(value)?.trim();
	return text === '' ? undefined : text;
}

/** Returns the texts without duplicates; a single text counts as a list of it. */
function textsOf(value: unknown): readonly string[] {
	const list: readonly unknown[] = Array.isArray(value) ? value : [value];
	const texts = list.map((item) => visibleTextOf(recordOf(item)?.name ?? item));
	return [...new Set(texts.filter((text) => text !== undefined))];
}

/** Returns names in a list of texts or of records, or the names of a record's members. */
function namesOf(value: unknown): readonly string[] | undefined {
	if (value === undefined) return undefined;
	const record = recordOf(value);
	return record === undefined ? textsOf(value) : Object.keys(record);
}

function priceOf(amount: unknown, unit: unknown, note: unknown): CatalogPrice | undefined {
	const usd = typeof amount === 'string' && /^\d+(\.\d+)?$/.test(amount) ? Number(amount) : numberOf(amount);
	if (usd === undefined || usd < 0) return undefined;
	return compact({ usd, unit: visibleTextOf(unit), note: visibleTextOf(note) });
}

function pageOf(value: unknown): string | undefined {
	const text = textOf(value);
	const url = URL.parse(text ?? '');
	return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined;
}

/** Returns a schema, even if sent as text. Values of replies come from `parseJson`, so they are JSON. */
function schemaOf(value: unknown): Json | undefined {
	const parsed = typeof value === 'string' ? parseJson(value) : undefined;
	const schema = parsed?.ok ? parsed.value : value;
	return recordOf(schema) === undefined ? undefined : (schema as Json);
}
