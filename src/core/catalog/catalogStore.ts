import type { SessionSource, SignedIn } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import { type Disposable, Emitter, type Event } from '../base/emitter.ts';
import { success } from '../base/failure.ts';
import { type ListState, RemoteList } from '../base/remoteList.ts';
import { listModels, modelCategories } from './client.ts';
import type { CatalogModel } from './model.ts';

/** The part of the catalog in a list; all of it for an empty filter. */
export interface ModelFilter {
	readonly search?: string;
	readonly category?: string;
	readonly kind?: string;
}

export type ModelsState = ListState<CatalogModel>;

/** The part of the catalog that changed: the list of a filter, the categories, or everything with the account. */
type CatalogChange = ModelFilter | 'categories' | 'everything';

/** A category is identified by its word. */
interface Category {
	readonly id: string;
}

interface CatalogStoreOptions {
	readonly session: SessionSource;
	/** The calls of the service; tests may pass others. */
	readonly list?: typeof listModels;
	readonly categories?: typeof modelCategories;
	/** Hears of listeners that throw. */
	readonly onError?: (error: unknown) => void;
}

/** Models in one reply: more than a view shows at a time, few enough to arrive quickly. */
const modelsPage = 100;

/** The requested parts of the catalog: its categories, and a list of pages for each filter. */
export class CatalogStore {
	readonly #options: CatalogStoreOptions;
	readonly #lists = new Map<string, RemoteList<CatalogModel, SignedIn>>();
	readonly #changed: Emitter<CatalogChange>;
	readonly #watches: readonly Disposable[];
	readonly categories: RemoteList<Category, SignedIn>;

	constructor(options: CatalogStoreOptions) {
		const { session } = options;
		this.#options = options;
		this.#changed = new Emitter(options.onError);
		this.categories = new RemoteList<Category, SignedIn>({
			...this.#common(),
			onDidChangeOwner: session.onDidChange,
			load: async ({ service }, { signal }) => {
				const categories = await (options.categories ?? modelCategories)(service, { signal });
				if (!categories.ok) return categories;
				return success({ items: categories.value.map((id) => ({ id })), skipped: [] });
			},
		});
		this.#watches = [
			this.categories.onDidChange(() => this.#changed.fire('categories')),
			// Lists belong to the account and connection of their requests.
			session.onDidChange(() => {
				this.#forget(() => true);
				this.#changed.fire('everything');
			}),
		];
	}

	get onDidChange(): Event<CatalogChange> {
		return this.#changed.event;
	}

	/** Returns the state of a list; the first call requests it. */
	list(filter: ModelFilter): ModelsState {
		const key = keyOf(filter);
		const known = this.#lists.get(key);
		if (known !== undefined) return known.state;
		// Every keystroke starts a new search, which is never reused.
		if (filter.search !== undefined) this.#forget((other) => other.search !== undefined);
		const made = this.#make(filter);
		this.#lists.set(key, made);
		void made.refresh();
		return made.state;
	}

	/** Requests and adds the next page of a list. Never rejects. */
	async loadMore(filter: ModelFilter): Promise<void> {
		await this.#lists.get(keyOf(filter))?.loadMore();
	}

	/** Requests a list again. Never rejects. */
	async reload(filter: ModelFilter): Promise<void> {
		await this.#lists.get(keyOf(filter))?.refresh();
	}

	/** Requests the categories and every requested list again. Never rejects. */
	async refresh(): Promise<void> {
		await Promise.all([this.categories, ...this.#lists.values()].map((list) => list.refresh()));
	}

	/** Returns a model of any list, as last received. */
	byId(id: string): CatalogModel | undefined {
		for (const list of this.#lists.values()) {
			const model = list.byId(id);
			if (model !== undefined) return model;
		}
		return undefined;
	}

	dispose(): void {
		for (const watch of this.#watches) watch.dispose();
		this.#forget(() => true);
		this.categories.dispose();
		this.#changed.dispose();
	}

	#make(filter: ModelFilter): RemoteList<CatalogModel, SignedIn> {
		const list = new RemoteList<CatalogModel, SignedIn>({
			...this.#common(),
			onDidChangeOwner: () => ({ dispose: () => undefined }),
			load: async ({ service }, { signal, after }) => {
				const offset = Number(after ?? 0);
				const query = { ...filter, limit: modelsPage, offset, signal };
				const page = await (this.#options.list ?? listModels)(service, query);
				if (!page.ok) return page;
				const { models: items, skipped, total, next } = page.value;
				return success(
					compact({ items, skipped, total, next: next === undefined ? undefined : String(next) }),
				);
			},
		});
		list.onDidChange(() => this.#changed.fire(filter));
		return list;
	}

	#common() {
		const { session, onError } = this.#options;
		const owner = () => (session.current.state === 'signedIn' ? session.current : undefined);
		return { owner, ...compact({ onError }) };
	}

	#forget(which: (filter: ModelFilter) => boolean): void {
		for (const [key, list] of this.#lists) {
			if (!which(JSON.parse(key) as ModelFilter)) continue;
			this.#lists.delete(key);
			list.dispose();
		}
	}
}

function keyOf({ search, category, kind }: ModelFilter): string {
	return JSON.stringify(compact({ search, category, kind }));
}
