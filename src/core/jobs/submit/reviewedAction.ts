import type { ResumePoint } from '../checkpoints/resume.ts';
import type { Gpu } from '../job.ts';
import type { JobRecord } from '../jobRecord.ts';

/** The step from which a job will begin. */
export interface EditBegin {
	readonly point: ResumePoint;
	/** The steps of checkpoints that exist now but not at the end. */
	readonly removed: readonly number[];
}

export type ReviewedAction =
	| { readonly kind: 'start'; readonly gpu: Gpu }
	| {
			readonly kind: 'edit';
			readonly job: JobRecord;
			readonly resume: boolean;
			/** The selected machine, else the one of the job; undefined if unknown. */
			readonly gpu: Gpu | undefined;
			/** For a job that has failed: a name that a new job could have. */
			readonly freeName?: string;
			/** Absent if the job is not resumed or this is unknown. */
			readonly begins?: EditBegin;
	  };
