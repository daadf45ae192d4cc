/*
 * Modules that a window needs as soon as an account is signed in. They are bundled into one file, which loads faster
 * than many small ones.
 */
export { InputDeployments } from '../core/deployments/inputDeployments.ts';
export { readEngine } from '../core/engine/readEngine.ts';
export { DocumentFacts } from '../core/runs/documentFacts.ts';
export { SavedWorkflows } from '../core/runs/start/savedWorkflows.ts';
export { BatchNotifier } from './runs/batches/notifier.ts';
export { describeMoving } from './runs/history/movingText.ts';
export { RunNotifier } from './runs/notifier.ts';
export { RunProgress } from './runs/progress.ts';
export { takeOverFacts } from './runs/takeOverFacts.ts';
export { windowHooks } from './windowHooks.ts';
