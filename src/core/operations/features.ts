/* The checks of files in YAML that are no training configuration, loaded as one file with the reader of YAML. */
export { readDeploymentFile } from '../deployments/file/deploymentFile.ts';
export { readPresetsDocument } from './named/presetsDocument.ts';
