import type { Failure } from '../../core/base/failure.ts';
import type { CatalogStore, ModelFilter, ModelsState } from '../../core/catalog/catalogStore.ts';
import type { CatalogModel } from '../../core/catalog/model.ts';
import { type ModelOrder, orderModels } from '../../core/catalog/order.ts';
import { type ListNotice, noticesAbove, noticesBelow } from '../shell/trees/listNotices.ts';

export type ModelGroup =
	| { readonly kind: 'favorites' }
	| { readonly kind: 'category'; readonly category: string }
	| { readonly kind: 'all' };

/** The rows of the Models view, as data. `group` is the id of the group that a row is in; empty for a flat list. */
export type ModelsNode =
	| ModelGroup
	| {
			readonly kind: 'model';
			readonly model: CatalogModel;
			readonly group: string;
			readonly isFavorite: boolean;
	  }
	| { readonly kind: 'reading'; readonly group: string }
	| { readonly kind: 'failed'; readonly group: string; readonly failure: Failure }
	| { readonly kind: 'nothing'; readonly group: string; readonly isSearch: boolean }
	| {
			readonly kind: 'more';
			readonly group: string;
			readonly filter: ModelFilter;
			readonly shown: number;
			readonly total?: number;
	  }
	| (ListNotice & { readonly group: string });

export interface ModelsQuery {
	/** Words that the service searches for; empty for groups. */
	readonly search: string;
	/** Only models of this kind; empty for all. */
	readonly kind: string;
	readonly order: ModelOrder;
}

interface ModelsSource {
	readonly store: Pick<CatalogStore, 'categories' | 'list' | 'byId'>;
	/** The favorites of the connection, by name. */
	readonly favorites: readonly CatalogModel[];
	readonly query: ModelsQuery;
}

/** Returns the row id of a group; that of the flat list is its kind. */
export function groupId(group: ModelGroup): string {
	return group.kind === 'category' ? `category:${group.category}` : group.kind;
}

/** Returns the part of the catalog that a group shows. */
export function filterOf(group: ModelGroup | undefined, { search, kind }: ModelsQuery): ModelFilter {
	return {
		...(group === undefined && search !== '' ? { search } : {}),
		...(group?.kind === 'category' ? { category: group.category } : {}),
		...(kind === '' ? {} : { kind }),
	};
}

/** Returns the top rows: the matches, or the groups. */
export function rootNodes(source: ModelsSource): readonly ModelsNode[] {
	const { store, favorites, query } = source;
	const { state } = store.categories;
	if (state.kind === 'signedOut') return [];
	if (query.search !== '') return listNodes(source, undefined);
	const starred: ModelsNode[] = favorites.length > 0 ? [{ kind: 'favorites' }] : [];
	// Without rows, the view shows its own text.
	if (state.kind === 'failed') {
		return starred.length === 0 ? [] : [...starred, { kind: 'failed', group: '', failure: state.failure }];
	}
	if (state.kind === 'loading') return starred;
	const problem = noticesAbove(state).map((notice): ModelsNode => ({ ...notice, group: '' }));
	if (state.items.length === 0) return [...problem, ...starred, ...listNodes(source, undefined)];
	return [
		...problem,
		...starred,
		...state.items.map(({ id }): ModelsNode => ({ kind: 'category', category: id })),
		{ kind: 'all' },
	];
}

/** Returns the rows below a group. */
export function groupNodes(source: ModelsSource, group: ModelGroup): readonly ModelsNode[] {
	if (group.kind !== 'favorites') return listNodes(source, group);
	const { store, favorites, query } = source;
	const models = favorites.map((model) => store.byId(model.id) ?? model);
	return orderModels(models, query.order).map((model) => ({
		kind: 'model',
		model,
		group: groupId(group),
		isFavorite: true,
	}));
}

function listNodes({ store, favorites, query }: ModelsSource, group: ModelGroup | undefined) {
	const filter = filterOf(group, query);
	const state: ModelsState = store.list(filter);
	const id = group === undefined ? '' : groupId(group);
	if (state.kind === 'signedOut') return [];
	if (state.kind === 'loading') return [{ kind: 'reading', group: id } satisfies ModelsNode];
	if (state.kind === 'failed')
		return [{ kind: 'failed', group: id, failure: state.failure } satisfies ModelsNode];
	const { items, next, total } = state;
	const starred = new Set(favorites.map((model) => model.id));
	const ofGroup = (notice: ListNotice): ModelsNode => ({ ...notice, group: id });
	const rows = noticesAbove(state).map(ofGroup);
	// A model that is read later is sorted into the visible ones.
	for (const model of orderModels(items, query.order)) {
		rows.push({ kind: 'model', model, group: id, isFavorite: starred.has(model.id) });
	}
	if (items.length === 0) rows.push({ kind: 'nothing', group: id, isSearch: query.search !== '' });
	if (next !== undefined) {
		const more = { kind: 'more', group: id, filter, shown: items.length } as const;
		rows.push(total === undefined ? more : { ...more, total });
	}
	return [...rows, ...noticesBelow(state).map(ofGroup)];
}
