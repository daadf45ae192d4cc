import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { type Failure, failed, inputFailure, type Result, success } from '../base/failure.ts';
import { dialectOf } from '../connection/dialects.ts';
import { type CallOptions, call } from '../http/call.ts';
import { notUnderstood } from '../http/notUnderstood.ts';
import type { Service } from '../http/transport.ts';
import { type CatalogModel, type CatalogPage, modelPath } from './model.ts';
import { parseCategories, parseModel, parseModels } from './parseModel.ts';

/** A query for models. Page size and offset are numbers of models. */
export interface ModelQuery {
	/** Words in id, name or description, in any case and order. */
	readonly search?: string;
	readonly category?: string;
	/** `model`, `workflow`, `inference`, or any other word of the service. */
	readonly kind?: string;
	readonly includeSchema?: boolean;
	/** 1 to 500; the service sends 100 unless asked otherwise. */
	readonly limit?: number;
	readonly offset?: number;
	readonly signal?: AbortSignal | undefined;
}

/** A page may contain 500 schemas. */
const catalogCall = {
	method: 'GET',
	part: 'catalog',
	replyBytes: 32_000_000,
	replyValues: 2_000_000,
} as const;

/**
 * Requests one page of the catalog. The service matches the words of a search only as a phrase; if it finds nothing,
 * models with all words in any order are found.
 */
export async function listModels(service: Service, query: ModelQuery = {}): Promise<Result<CatalogPage>> {
	const page = await asSearched(service, query);
	const words = query.search?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
	if (!page.ok || words.length < 2 || page.value.models.length > 0 || page.value.skipped.length > 0)
		return page;
	const { offset = 0, limit = mostOfWords } = query;
	// Behind its last page the service finds nothing either.
	if (offset > 0 && page.value.total !== 0) return page;
	const search = words.toSorted((one, other) => other.length - one.length)[0] ?? '';
	const found = await asSearched(service, { ...query, search, limit: mostOfWords, offset: 0 });
	if (!found.ok) return found;
	const all = found.value.models.filter(({ id, name, description = '' }) => {
		const text = `${id}\n${name}\n${description}`.toLowerCase();
		return words.every((word) => text.includes(word));
	});
	const next = offset + limit < all.length && page.value.total === 0 ? offset + limit : undefined;
	return success({
		models: all.slice(offset, offset + limit),
		skipped: found.value.skipped,
		total: all.length,
		...compact({ next }),
	});
}

/** Most models with one of several words to search for those with all of them: the largest page of the service. */
const mostOfWords = 500;

async function asSearched(service: Service, query: ModelQuery): Promise<Result<CatalogPage>> {
	const { catalogPage } = dialectOf(service.connection);
	const limit = Math.min(Math.max(query.limit ?? catalogPage.usual, catalogPage.lowest), catalogPage.highest);
	const offset = Math.max(query.offset ?? 0, 0);
	const ask = async (from: number): Promise<Result<CatalogPage>> => {
		const asked = {
			search: query.search?.trim() || undefined,
			category: query.category,
			kind: query.kind,
			include_schema: query.includeSchema ? 'true' : undefined,
			limit: String(limit),
			offset: String(from),
		};
		const reply = await call(service, 'models', { ...catalogCall, query: asked, signal: query.signal });
		if (!reply.ok) return reply;
		const page = parseModels(reply.value, { offset: from, limit });
		return page === undefined ? failed(notUnderstood(l10n.t('the list of models'))) : success(page);
	};
	const page = await ask(offset);
	if (!page.ok || !page.value.isOpen) return page;
	// The service may send fewer than requested: only the next page shows whether it does.
	const { isOpen: _, ...known } = page.value;
	const next = offset + known.models.length + known.skipped.length;
	const after = await ask(next);
	if (!after.ok) return after.failure.kind === 'canceled' ? after : success(known);
	const ids = new Set(known.models.map(({ id }) => id));
	return success(after.value.models.some(({ id }) => !ids.has(id)) ? { ...known, next } : known);
}

/** Asks for one model, with the schema of its inputs. */
export async function getModel(
	service: Service,
	modelId: string,
	options: CallOptions = {},
): Promise<Result<CatalogModel>> {
	const path = modelPath(modelId);
	if (path === undefined) return failed(unusableId(modelId));
	const reply = await call(service, 'model', { ...catalogCall, ids: { modelId: path }, ...options });
	if (!reply.ok) return reply;
	const model = parseModel(reply.value);
	return typeof model === 'string' ? failed(notUnderstood(l10n.t('the model'))) : success(model);
}

/** Asks for the categories of the catalog, in the order of the service. */
export async function modelCategories(
	service: Service,
	options: CallOptions = {},
): Promise<Result<readonly string[]>> {
	const reply = await call(service, 'modelCategories', { ...catalogCall, ...options });
	if (!reply.ok) return reply;
	const categories = parseCategories(reply.value);
	return categories === undefined ? failed(notUnderstood(l10n.t('the categories'))) : success(categories);
}

/** Returns the failure for an id that cannot be that of a model, so that no request is made. */
export function unusableId(modelId: string): Failure {
	return inputFailure(
		l10n.t('"{0}" is not a valid model ID.', modelId.toWellFormed().slice(0, 100)),
		l10n.t('Search for the model in the catalog and choose it again.'),
	);
}
