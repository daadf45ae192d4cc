import type { SessionSource, SignedIn } from '../account/session.ts';
import { success } from '../base/failure.ts';
import { type ListState, RemoteList } from '../base/remoteList.ts';
import { listDatasets } from './client.ts';
import type { Dataset } from './dataset.ts';

export type DatasetsState = ListState<Dataset>;

export type DatasetStore = RemoteList<Dataset, SignedIn>;

interface DatasetStoreOptions {
	readonly session: SessionSource;
}

/** Creates the store of the datasets of the account that is signed in, by id; a deleted one stays until the next refresh or `remove`. */
export function createDatasetStore({ session }: DatasetStoreOptions): DatasetStore {
	return new RemoteList<Dataset, SignedIn>({
		owner: () => (session.current.state === 'signedIn' ? session.current : undefined),
		onDidChangeOwner: session.onDidChange,
		async load({ service }, { signal }) {
			const listed = await listDatasets(service, { signal });
			if (!listed.ok) return listed;
			const { datasets: items, skipped, isPartial = false } = listed.value;
			return success({ items, skipped, isPartial });
		},
	});
}
