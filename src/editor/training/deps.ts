import type * as vscode from 'vscode';
import type { DatasetKnowledge } from '../../core/training/context.ts';
import type { LazyDatasetStore } from '../datasets/lazyDatasetStore.ts';
import type { AppServices } from '../shell/appServices.ts';

/** What the account knows of its datasets and jobs. */
export interface DatasetSource {
	readonly knowledge: DatasetKnowledge;
	readonly onDidChange: vscode.Event<void>;
}

export interface TrainingDeps extends Pick<AppServices, 'log' | 'documents' | 'session' | 'signIn'> {
	/** The list of datasets that all of the window share. */
	readonly datasetStore: LazyDatasetStore;
	/** Without it the rules about datasets of the account report nothing. */
	readonly datasets?: DatasetSource;
}
