import type * as vscode from 'vscode';
import { Emitter, type Event } from '../../core/base/emitter.ts';
import type { CatalogModel } from '../../core/catalog/model.ts';

const storageKey = 'easel.favoriteModels';
/** Favorites of one connection; more would be a catalog of their own. */
const most = 500;

type Stored = Readonly<Record<string, readonly CatalogModel[]>>;

/** The person's favorite models, kept on this computer for each connection, with the facts for their rows. */
export class FavoriteModels implements vscode.Disposable {
	readonly #state: vscode.Memento;
	readonly #changed = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#changed.event;

	constructor(state: vscode.Memento) {
		this.#state = state;
	}

	/** Returns the favorites of a connection, by name. */
	of(connectionId: string): readonly CatalogModel[] {
		const all = this.#state.get<Stored>(storageKey, {});
		const models = Object.hasOwn(all, connectionId) ? (all[connectionId] ?? []) : [];
		return models.toSorted((one, other) => one.name.localeCompare(other.name));
	}

	async add(connectionId: string, models: readonly CatalogModel[]): Promise<void> {
		const added = new Set(models.map(({ id }) => id));
		const others = this.of(connectionId).filter(({ id }) => !added.has(id));
		await this.#write(connectionId, [...models.map(shown), ...others].slice(0, most));
	}

	async remove(connectionId: string, ids: readonly string[]): Promise<void> {
		await this.#write(
			connectionId,
			this.of(connectionId).filter(({ id }) => !ids.includes(id)),
		);
	}

	dispose(): void {
		this.#changed.dispose();
	}

	async #write(connectionId: string, models: readonly CatalogModel[]): Promise<void> {
		const all = this.#state.get<Stored>(storageKey, {});
		await this.#state.update(storageKey, { ...all, [connectionId]: models });
		this.#changed.fire();
	}
}

/** Returns a model without its large members, which are requested again when needed. */
function shown({ inputSchema: _, inputs: __, description, ...model }: CatalogModel): CatalogModel {
	return description === undefined ? model : { ...model, description: description.slice(0, 300) };
}
