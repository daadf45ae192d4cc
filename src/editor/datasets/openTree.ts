import { DatasetDetails } from '../../core/datasets/datasetDetails.ts';
import type { DatasetStore } from '../../core/datasets/datasetStore.ts';
import type { AppServices } from '../shell/appServices.ts';
import { DatasetsTree } from './tree.ts';
import type { WindowUploads } from './upload/windowUploads.ts';

interface Parts extends Pick<AppServices, 'log' | 'session'> {
	readonly store: DatasetStore;
	readonly uploads: WindowUploads;
}

/** The tree of the Datasets view with what it reads of files. */
export function openDatasetsTree({ log, session, store, uploads }: Parts): DatasetsTree {
	const onError = (error: unknown) => log.error('A listener of dataset files failed.', error);
	const details = new DatasetDetails({ session, store, onError });
	return new DatasetsTree(store, details, {
		uploads: () => uploads.opened?.uploads() ?? [],
		onChange: uploads.onChange,
	});
}
