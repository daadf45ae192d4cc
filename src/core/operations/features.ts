/* The checks of the files next to a workflow and of a deployment, loaded as one file with the readers of YAML and CSV. */
export { readDeploymentFile } from '../deployments/file/deploymentFile.ts';
export { readPresetsDocument } from './named/presetsDocument.ts';
export { readSweepDocument } from './sweeps/sweepDocument.ts';
