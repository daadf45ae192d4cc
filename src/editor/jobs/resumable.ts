import { finishOf } from '../../core/jobs/job.ts';
import { canEdit, canResume, type JobRecord } from '../../core/jobs/jobRecord.ts';

/** Whether a resume is offered: where it can continue, and where the service may take it although the job has failed. */
export function mayTryResume(job: JobRecord): boolean {
	return canResume(job) ? finishOf(job) !== 'surely' : canEdit(job);
}
