/* The readers of files beside workflows and of the prompts of samples, loaded as one file with the readers of YAML and CSV. */
export { readDeploymentFile } from '../deployments/file/deploymentFile.ts';
export { triggerWordOf } from '../jobs/config/trigger.ts';
export { samplePrompts } from '../jobs/samples/prompts.ts';
export { readPresetsDocument } from './named/presetsDocument.ts';
export { readSweepDocument } from './sweeps/sweepDocument.ts';
