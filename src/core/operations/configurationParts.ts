/* What reads documents in YAML and takes a configuration to a job, loaded together with the first of them. */
export { readDeploymentFile } from '../deployments/file/deploymentFile.ts';
export { editJob } from '../jobs/submit/editJob.ts';
export { nameTaken } from '../jobs/submit/names.ts';
export { submitJob } from '../jobs/submit/submitJob.ts';
export { checkTraining } from '../training/check.ts';
export { withName } from '../training/jobPlan.ts';
export { parseTraining } from '../training/yaml/document.ts';
