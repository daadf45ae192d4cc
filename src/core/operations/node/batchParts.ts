/* What runs and batches of them need without a window, loaded together. */
export { holdsItems } from '../../batches/batchTable.ts';
export { planItem } from '../../batches/planItem.ts';
export { RunBatches } from '../../batches/runBatches.ts';
export { RunService } from '../../runs/runService.ts';
export { fileReader } from '../../runs/start/mediaFiles.ts';
export { SavedWorkflows } from '../../runs/start/savedWorkflows.ts';
export { parseWorkflow } from '../../workflow/document.ts';
