import type * as vscode from 'vscode';
import type { JobRecord } from '../../core/jobs/jobRecord.ts';
import type { DatasetKnowledge } from '../../core/training/context.ts';
import type { LazyDatasetStore } from '../datasets/lazyDatasetStore.ts';
import type { LazyJobService } from '../jobs/lazyJobService.ts';
import type { AppServices } from '../shell/appServices.ts';

/** What the account knows of its datasets. */
export interface DatasetSource {
	readonly knowledge: DatasetKnowledge;
	readonly onDidChange: vscode.Event<void>;
}

export interface TrainingDeps extends Pick<AppServices, 'log' | 'documents' | 'session' | 'signIn'> {
	/** The list of datasets that all of the window share. */
	readonly datasetStore: LazyDatasetStore;
	readonly jobs: LazyJobService;
	/** Without it the rules about datasets of the account report nothing. */
	readonly datasets?: DatasetSource;
	/** Shows a job that was just submitted or resumed in its view. */
	readonly revealJob: (job: JobRecord) => void;
}
