/* The modules that turn a configuration into a job, loaded together with the first one. */
export { withName } from '../../training/jobPlan.ts';
export { parseTraining } from '../../training/yaml/document.ts';
export { editJob } from './editJob.ts';
export { nameTaken } from './names.ts';
export { resumeJob } from './resumeJob.ts';
export { submitJob } from './submitJob.ts';
