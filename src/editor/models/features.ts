import type * as vscode from 'vscode';
import { CatalogStore } from '../../core/catalog/catalogStore.ts';
import type { AppServices } from '../shell/appServices.ts';
import type { HandlersOf } from '../shell/commands.ts';
import { setContext } from '../shell/contextKeys.ts';
import type { modelsCommandIds } from '../shell/ids.ts';
import { refreshWhenSeen } from '../shell/trees/refreshWhenSeen.ts';
import { modelCommands } from './commands.ts';
import { modelPageText } from './documents.ts';
import { FavoriteModels } from './favorites.ts';
import type { ModelsNode } from './nodes.ts';
import { rememberedOrder } from './orderModels.ts';
import { ModelsTree } from './tree.ts';

/** The service rarely adds models to the catalog. */
const staleAfterMs = 15 * 60_000;

interface ModelsDeps extends AppServices {
	/** Keeps favorites and the order. */
	readonly memory: vscode.Memento;
	readonly view: vscode.TreeView<ModelsNode>;
	/** Called with the address of a page when its text has changed. */
	readonly outdate: (uri: vscode.Uri) => void;
}

/** The Models view once it was seen: its rows, its commands and the pages of models. */
export interface ModelsFeatures extends vscode.Disposable {
	readonly tree: ModelsTree;
	/**
	 * Requests the catalog when the rows are drawn for the first time, whether or not the editor has reported yet that they are visible.
	 */
	begin(): void;
	readonly commands: HandlersOf<typeof modelsCommandIds>;
	pageText(uri: vscode.Uri): Promise<string>;
}

/**
 * Opens the Models view when it is first shown: its rows, its commands and the pages of models. The catalog is
 * requested while it is visible.
 */
export function openModels(deps: ModelsDeps): ModelsFeatures {
	const { log, session, view } = deps;
	const favorites = new FavoriteModels(deps.memory);
	const store = new CatalogStore({
		session,
		onError: (error) => log.error('A listener of the catalog failed.', error),
	});
	const tree = new ModelsTree(session, store, favorites, rememberedOrder(deps.memory));
	const showState = () => setContext('easel.modelsState', store.categories.state.kind);
	showState();
	const watches = [
		store.onDidChange(showState),
		refreshWhenSeen(view, staleAfterMs, () => ({
			state: store.categories.state,
			refresh: () => store.refresh(),
		})),
	];
	return {
		tree,
		begin: () => void store.refresh(),
		commands: modelCommands({ ...deps, favorites, store, tree }),
		pageText: (uri) => modelPageText(deps, uri),
		dispose() {
			for (const watch of watches) watch.dispose();
			tree.dispose();
			favorites.dispose();
			store.dispose();
		},
	};
}
