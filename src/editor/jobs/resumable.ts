import { finishOf } from '../../core/jobs/job.ts';
import { canEdit, canResume, type JobRecord } from '../../core/jobs/jobRecord.ts';

/** Whether a resume is offered: if it can continue, and if the service may accept it although the job has failed. */
export function mayTryResume(job: JobRecord): boolean {
	return canResume(job) ? finishOf(job) !== 'surely' : canEdit(job);
}
