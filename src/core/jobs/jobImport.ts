import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';
import { failed, type Result, success } from '../base/failure.ts';
import { sha256 } from '../base/files/sha256.ts';
import { recordIn } from '../json/fields.ts';
import { indentedJson } from '../json/indented.ts';
import type { FollowedRecords } from '../records/followedRecords.ts';
import { notRecordedFailure } from '../records/notices.ts';
import { jobHasEnded } from './job.ts';
import type { JobRecord } from './jobRecord.ts';
import type { JobTable } from './jobTable.ts';
import { jobTexts, notAListFailure } from './notices.ts';

/** The list of jobs as a file that another computer can read. It has no configurations, no addresses and no secrets. */

type ExportedJob = Pick<
	JobRecord,
	'connectionId' | 'accountId' | 'name' | 'submittedAt' | 'state' | 'gpuType' | 'gpuCount'
> & { readonly jobId: string };

const entry = z.object({
	jobId: z.string().check(z.regex(/^[0-9a-f-]{36}$/i)),
	connectionId: z.string().check(z.minLength(1), z.maxLength(200)),
	accountId: z.string().check(z.minLength(1), z.maxLength(200)),
	name: z.string().check(z.maxLength(300)),
	submittedAt: z.number(),
	state: z.string().check(z.maxLength(100)),
	gpuType: z.exactOptional(z.string().check(z.maxLength(100))),
	gpuCount: z.exactOptional(z.number()),
} satisfies Record<keyof ExportedJob, z.ZodMiniType>);

const kind = 'easel training jobs';
const file = z.object({ kind: z.literal(kind), jobs: z.array(z.unknown()) });

const mostImported = 5000;

/** Writes the JSON text of the jobs that the service knows. */
export function writeJobList(records: readonly JobRecord[]): string {
	const jobs = records.flatMap(
		({ jobId, connectionId, accountId, name, submittedAt, state, gpuType, gpuCount }): ExportedJob[] => {
			const owner = { connectionId, accountId };
			return jobId === undefined
				? []
				: [{ jobId, ...owner, name, submittedAt, state, ...compact({ gpuType, gpuCount }) }];
		},
	);
	return `${indentedJson({ kind, jobs })}\n`;
}

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
	const list = z.safeParse(file, recordIn(json));
	if (!list.success) return failed(notAListFailure);
	const jobsInList = list.data.jobs.slice(0, mostImported).flatMap((value) => {
		const read = z.safeParse(entry, value);
		return read.success ? [read.data] : [];
	});
	let added = 0;
	let known = 0;
	for (const job of jobsInList) {
		const jobId = job.jobId.toLowerCase();
		if (jobs.byJob(job.connectionId, job.accountId, jobId)) known += 1;
		else {
			const phase = jobHasEnded(job.state) ? 'ended' : 'moving';
			if (!(await records.put(await foreignRecord({ ...job, jobId }, phase))))
				return failed(notRecordedFailure(jobTexts));
			added += 1;
		}
	}
	return success({ added, known, skipped: list.data.jobs.length - jobsInList.length });
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
