import { compact } from '../../core/base/compact.ts';
import { readCheckpointName } from '../../core/jobs/checkpoints/artifactNames.ts';
import type { JobRecord } from '../../core/jobs/jobRecord.ts';

export type JobsNode =
	| { readonly kind: 'job'; readonly job: JobRecord }
	| { readonly kind: 'reason'; readonly job: JobRecord; readonly text: string; readonly isError: boolean }
	| { readonly kind: 'checkpoints'; readonly job: JobRecord }
	| {
			readonly kind: 'checkpoint';
			readonly job: JobRecord;
			readonly name: string;
			/** Absent for the last checkpoint of a job. */
			readonly step?: number;
	  }
	| { readonly kind: 'samples'; readonly job: JobRecord }
	| { readonly kind: 'configuration'; readonly job: JobRecord }
	| { readonly kind: 'nothing'; readonly job: JobRecord }
	| { readonly kind: 'more'; readonly shown: number; readonly total: number };

/** Rows shown before "Show More". */
export const pageSize = 200;

/** Returns the top rows, newest first. */
export function rootNodes(records: readonly JobRecord[], shown: number): readonly JobsNode[] {
	const rows: JobsNode[] = records.slice(0, shown).map((job) => ({ kind: 'job', job }));
	if (records.length > shown) rows.push({ kind: 'more', shown, total: records.length });
	return rows;
}

/** Returns the rows below a job: its trouble, then its files. `unwatched` is the reason why it is not followed. */
export function jobNodes(job: JobRecord, unwatched: string | undefined): readonly JobsNode[] {
	const rows: JobsNode[] = [];
	if (job.error !== undefined) rows.push({ kind: 'reason', job, text: job.error, isError: true });
	const notice = unwatched ?? job.notice;
	if (notice !== undefined) rows.push({ kind: 'reason', job, text: notice, isError: false });
	const { artifacts } = job;
	if (artifacts !== undefined && artifacts.checkpoints.length > 0) rows.push({ kind: 'checkpoints', job });
	if (artifacts !== undefined && artifacts.sampleCount > 0) rows.push({ kind: 'samples', job });
	if (job.config !== undefined || artifacts?.config !== undefined) {
		rows.push({ kind: 'configuration', job });
	}
	return rows.length > 0 ? rows : [{ kind: 'nothing', job }];
}

/** Returns the checkpoints of a job: the last one first, then by step from the highest down. */
export function checkpointNodes(job: JobRecord): readonly JobsNode[] {
	return (job.artifacts?.checkpoints ?? [])
		.map((name) => {
			const step = readCheckpointName(name)?.step;
			return { kind: 'checkpoint', job, name, ...compact({ step }) } as const;
		})
		.toSorted((a, b) => (b.step ?? Number.POSITIVE_INFINITY) - (a.step ?? Number.POSITIVE_INFINITY) || 0);
}
