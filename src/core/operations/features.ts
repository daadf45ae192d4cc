/* The readers of files beside workflows and of samples with their prompts, loaded as one file with the readers of YAML and CSV. */
export { readDeploymentFile } from '../deployments/file/deploymentFile.ts';
export { triggerWordOf } from '../jobs/config/trigger.ts';
export { SampleCache } from '../jobs/samples/cache.ts';
export { samplePrompts } from '../jobs/samples/prompts.ts';
export { sampleCopy } from '../jobs/samples/sampleCopy.ts';
export { readPresetsDocument } from './named/presetsDocument.ts';
export { readSweepDocument } from './sweeps/sweepDocument.ts';
