import type { SessionSource } from '../../core/account/session.ts';
import type { CatalogStore } from '../../core/catalog/catalogStore.ts';
import type { ModelOrder } from '../../core/catalog/order.ts';
import { PagedTree } from '../shell/trees/pagedTree.ts';
import type { FavoriteModels } from './favorites.ts';
import {
	filterOf,
	groupId,
	groupNodes,
	type ModelGroup,
	type ModelsNode,
	type ModelsQuery,
	rootNodes,
} from './nodes.ts';
import { renderNode, tooltipOf } from './render.ts';

/** Draws the catalog: favorites and categories as groups, or the matches of a search. */
export class ModelsTree extends PagedTree<ModelsNode> {
	readonly #session: SessionSource;
	readonly #store: CatalogStore;
	readonly #favorites: FavoriteModels;
	#query: ModelsQuery;

	constructor(session: SessionSource, store: CatalogStore, favorites: FavoriteModels, order: ModelOrder) {
		super();
		this.#session = session;
		this.#store = store;
		this.#favorites = favorites;
		this.#query = { search: '', kind: '', order };
		this.listen(
			store.onDidChange((what) => {
				if (store.categories.state.kind === 'signedOut') this.reset();
				else if (what === 'categories') this.#redrawGroups();
				else if (what === 'everything' || what.search !== undefined) this.refresh();
				else this.#redrawGroup(what.category);
			}),
			favorites.onDidChange(() => this.refresh()),
		);
	}

	get query(): ModelsQuery {
		return this.#query;
	}

	setQuery(query: ModelsQuery): void {
		const { search, kind, order } = this.#query;
		if (query.search === search && query.kind === kind && query.order === order) return;
		this.#query = query;
		// The rows of before stay until the service has answered: the editor waits before each refresh.
		const isAsked = query.search !== '' && this.#store.list(filterOf(undefined, query)).kind === 'loading';
		if (!isAsked) this.refresh();
	}

	protected children(node: ModelsNode | undefined): readonly ModelsNode[] {
		const source = {
			store: this.#store,
			favorites: this.#favorites.of(this.#session.current.connection.id),
			query: this.#query,
		};
		if (node === undefined) return rootNodes(source);
		return isGroup(node) ? groupNodes(source, node) : [];
	}

	protected idOf(node: ModelsNode): string | undefined {
		if (isGroup(node)) return groupId(node);
		return node.kind === 'model' ? `model:${node.group}:${node.model.id}` : undefined;
	}

	protected readonly render = renderNode;
	protected override readonly tooltip = tooltipOf;

	/** Matches have no groups, and the editor would wait before it draws the next ones. */
	#redrawGroups(): void {
		if (this.#query.search === '') this.refresh();
	}

	#redrawGroup(category: string | undefined): void {
		const id = groupId(category === undefined ? { kind: 'all' } : { kind: 'category', category });
		// Without groups, all models are the top rows.
		if (this.drawn(id) === undefined) this.refresh();
		else this.redraw(id);
	}
}

function isGroup(node: ModelsNode): node is ModelGroup {
	return node.kind === 'favorites' || node.kind === 'category' || node.kind === 'all';
}
