import type { SessionSource } from '../../core/account/session.ts';
import { type Lazy, lazy } from '../../core/base/lazy.ts';
import type { DatasetStore } from '../../core/datasets/datasetStore.ts';

/** The window's one list of the account's datasets, made with its first use and never during activation. */
export type LazyDatasetStore = Lazy<DatasetStore>;

/** Returns a list for everyone who asks about datasets: the tree, the checks, the questions of a command. */
export function lazyDatasetStore(session: SessionSource): LazyDatasetStore {
	return lazy(
		async () => {
			const { createDatasetStore } = await import('../features.ts');
			return createDatasetStore({ session });
		},
		(store) => store.dispose(),
	);
}
