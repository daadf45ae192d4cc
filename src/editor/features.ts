/*
 * The modules that a window needs as soon as an account is signed in. They are loaded as one file: these parts come together, and many
 * small files take longer than one.
 */
export { holdsItems } from '../core/batches/batchTable.ts';
export { RunBatches } from '../core/batches/runBatches.ts';
export { createDatasetStore } from '../core/datasets/datasetStore.ts';
export { UploadService } from '../core/datasets/upload/service.ts';
export { listDeployments } from '../core/deployments/client.ts';
export { InputDeployments } from '../core/deployments/inputDeployments.ts';
export { readEngine } from '../core/engine/readEngine.ts';
export { answered } from '../core/following/unanswered.ts';
export { WindowCoordinator } from '../core/following/windowCoordinator.ts';
export { withStoredHubToken } from '../core/jobs/hubTokenApi.ts';
export { serviceJobApi } from '../core/jobs/jobApi.ts';
export { JobService } from '../core/jobs/jobService.ts';
export { openLedger } from '../core/ledger/open.ts';
export { layouts } from '../core/operations/node/layouts.ts';
export { DocumentFacts } from '../core/runs/documentFacts.ts';
export { RunService } from '../core/runs/runService.ts';
export { SavedWorkflows } from '../core/runs/start/savedWorkflows.ts';
export { TransferQueue } from '../core/transfers/transferQueue.ts';
export { TransferTable } from '../core/transfers/transferTable.ts';
export { notifyOfJobs } from './jobs/notifier.ts';
export { BatchNotifier } from './runs/batches/notifier.ts';
export { archiveRules, watchArchive } from './runs/history/archiveSettings.ts';
export { describeMoving } from './runs/history/movingText.ts';
export { RunNotifier } from './runs/notifier.ts';
export { RunProgress } from './runs/progress.ts';
export { takeOverFacts } from './runs/takeOverFacts.ts';
export { openWindowSpending } from './spending/open.ts';
