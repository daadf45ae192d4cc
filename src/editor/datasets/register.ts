import type * as vscode from 'vscode';
import type { Lazy } from '../../core/base/lazy.ts';
import type { DatasetStore } from '../../core/datasets/datasetStore.ts';
import type { SandboxKeeper } from '../../core/sandboxHost/sandboxKeeper.ts';
import type { DocumentServices } from '../documents/documentServices.ts';
import { registerLazyCommands } from '../shell/commands.ts';
import { afterActivation, setContext } from '../shell/contextKeys.ts';
import { datasetsCommandIds } from '../shell/ids.ts';
import { LazyTree } from '../shell/trees/lazyTree.ts';
import { refreshWhenSeen } from '../shell/trees/refreshWhenSeen.ts';
import type { DatasetsNode } from './nodes.ts';
import type { DatasetsTree } from './tree.ts';
import { DatasetDrops } from './upload/drops.ts';
import type { WindowUploads } from './upload/windowUploads.ts';

export interface DatasetsDeps extends DocumentServices {
	readonly datasetStore: Lazy<DatasetStore>;
	readonly uploads: WindowUploads;
	readonly sandbox: Pick<SandboxKeeper, 'onDidReset'>;
}

const staleAfterMs = 60_000;

/** Registers the Datasets view with its commands; its list is loaded when the view is first seen. */
export function registerDatasets(context: vscode.ExtensionContext, deps: DatasetsDeps): void {
	const { log, session, datasetStore, uploads } = deps;
	const tree = new LazyTree<DatasetsNode, DatasetsTree>(async () => {
		const [{ openDatasetsTree }, store] = await Promise.all([import('./features.ts'), datasetStore.get()]);
		store.onDidChange(showState);
		showState();
		seen.look();
		return openDatasetsTree({ log, session, store, uploads });
	});
	const view = tree.createView('easel.datasets', {
		showCollapseAll: true,
		dragAndDropController: new DatasetDrops<DatasetsNode>(),
	});

	function showState(): void {
		const state = datasetStore.value?.state;
		const unasked = session.current.state === 'signedOut' ? 'signedOut' : 'loading';
		const empty = state?.kind === 'ready' && state.items.length === 0 && state.failure === undefined;
		setContext('easel.datasetsState', empty ? 'empty' : (state?.kind ?? unasked));
	}
	const seen = refreshWhenSeen(view, staleAfterMs, () => datasetStore.value);
	context.subscriptions.push(
		tree,
		seen,
		afterActivation(showState),
		session.onDidChange(showState),
		deps.sandbox.onDidReset(() => {
			tree.loaded?.outdate();
			void datasetStore.value?.refresh();
		}),
		registerLazyCommands(log, datasetsCommandIds, async () => {
			const { datasetCommands } = await import('./features.ts');
			return datasetCommands({ ...deps, tree: () => tree.loaded });
		}),
	);
}
