import { finishOf } from '../../core/jobs/job.ts';
import { canEdit, canResume, type JobRecord } from '../../core/jobs/jobRecord.ts';

/** Returns whether a resume is offered: the job can continue, or it has failed but the service may still accept it. */
export function mayTryResume(job: JobRecord): boolean {
	return canResume(job) ? finishOf(job) !== 'surely' : canEdit(job);
}
