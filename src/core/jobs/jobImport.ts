import { failed, type Result, success } from '../base/failure.ts';
import { sha256 } from '../base/files/sha256.ts';
import type { FollowedRecords } from '../records/followedRecords.ts';
import { notRecordedFailure } from '../records/notices.ts';
import { jobHasEnded } from './job.ts';
import { type ExportedJob, readJobList } from './jobList.ts';
import type { JobRecord } from './jobRecord.ts';
import type { JobTable } from './jobTable.ts';
import { jobTexts, notAListFailure } from './notices.ts';

export interface ImportedJobs {
	readonly added: number;
	/** Jobs that were in the list before. */
	readonly known: number;
	/** Entries that could not be read. */
	readonly skipped: number;
}

/** Adds the jobs of an exported list that are not yet known. */
export async function importJobs(
	jobs: JobTable,
	records: FollowedRecords<JobRecord>,
	json: string,
): Promise<Result<ImportedJobs>> {
	const list = readJobList(json);
	if (!list) return failed(notAListFailure);
	let added = 0;
	let known = 0;
	for (const job of list.jobs) {
		const jobId = job.jobId.toLowerCase();
		if (jobs.byJob(job.connectionId, job.accountId, jobId)) known += 1;
		else {
			const phase = jobHasEnded(job.state) ? 'ended' : 'moving';
			if (!(await records.put(await foreignRecord({ ...job, jobId }, phase))))
				return failed(notRecordedFailure(jobTexts));
			added += 1;
		}
	}
	return success({ added, known, skipped: list.skipped });
}

/** Returns the record of a job that was submitted elsewhere. The same job has the same id in every window. */
export async function foreignRecord(job: ExportedJob, phase: 'moving' | 'ended'): Promise<JobRecord> {
	const key = JSON.stringify([job.connectionId, job.accountId, job.jobId]);
	return {
		...job,
		id: (await sha256(key)).slice(0, 32),
		phase,
		attempt: 1,
		...(phase === 'ended' ? { endedAt: job.submittedAt } : {}),
	};
}
