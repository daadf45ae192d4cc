import { fetchBalance } from '../account/balance.ts';
import { cancelJob, editJob, jobResult, jobStatus, resumeJob, submitJob } from './client.ts';

/** The calls to follow jobs; tests pass others. */
export interface JobApi {
	readonly submit: typeof submitJob;
	readonly status: typeof jobStatus;
	readonly result: typeof jobResult;
	readonly cancel: typeof cancelJob;
	readonly resume: typeof resumeJob;
	readonly edit: typeof editJob;
	readonly balance: typeof fetchBalance;
}

export const serviceJobApi: JobApi = {
	submit: submitJob,
	status: jobStatus,
	result: jobResult,
	cancel: cancelJob,
	resume: resumeJob,
	edit: editJob,
	balance: fetchBalance,
};
