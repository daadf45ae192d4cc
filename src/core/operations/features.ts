/* The readers of files next to workflows and of the prompts of samples, loaded as one file with the YAML and CSV parsers. */
export { readDeploymentFile } from '../deployments/file/deploymentFile.ts';
export { triggerWordOf } from '../jobs/config/trigger.ts';
export { samplePrompts } from '../jobs/samples/prompts.ts';
export { readPresetsDocument } from './named/presetsDocument.ts';
export { readSweepDocument } from './sweeps/sweepDocument.ts';
