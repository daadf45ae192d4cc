import type { Lazy } from '../../core/base/lazy.ts';
import type { DatasetStore } from '../../core/datasets/datasetStore.ts';
import type { UploadService } from '../../core/datasets/upload/service.ts';
import type { JobRecord } from '../../core/jobs/jobRecord.ts';
import type { DocumentServices } from '../documents/documentServices.ts';
import type { WindowJobs } from '../jobs/windowJobs.ts';

export interface TrainingDeps
	extends Pick<DocumentServices, 'acts' | 'log' | 'documents' | 'session' | 'signedIn'> {
	/** The list of datasets that all of the window share. */
	readonly datasetStore: Lazy<DatasetStore>;
	readonly jobs: WindowJobs;
	/** Uploads from this computer; incomplete ones matter to a training. */
	readonly uploads: { open(): Promise<Pick<UploadService, 'uploads'>> };
	/** Shows a job that was just submitted or resumed in its view. */
	readonly revealJob: (job: JobRecord) => void;
}
