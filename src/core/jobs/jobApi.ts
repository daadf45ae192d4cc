import { fetchBalance } from '../account/balance.ts';
import { cancelJob, editJob, jobResult, jobStatus, resumeJob, submitJob } from './client.ts';

export const serviceJobApi = {
	submit: submitJob,
	status: jobStatus,
	result: jobResult,
	cancel: cancelJob,
	resume: resumeJob,
	edit: editJob,
	balance: fetchBalance,
};

/** The calls to follow jobs; tests pass others. */
export type JobApi = Readonly<typeof serviceJobApi>;
