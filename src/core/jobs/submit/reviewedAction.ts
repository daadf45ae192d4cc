import type { ResumePoint } from '../checkpoints/resume.ts';
import type { Gpu } from '../job.ts';
import type { JobRecord } from '../jobRecord.ts';

/** The step from which a job will begin. */
export interface EditBegin {
	readonly point: ResumePoint;
	/** The steps of checkpoints that a person can use now and not any more at the end. */
	readonly removed: readonly number[];
}

/** The action that is about to be taken. */
export type ReviewedAction =
	| { readonly kind: 'start'; readonly gpu: Gpu }
	| {
			readonly kind: 'edit';
			readonly job: JobRecord;
			readonly resume: boolean;
			/** The machine that was chosen, else the one of the job; undefined where that is not known. */
			readonly gpu: Gpu | undefined;
			/** For a job that has failed: a name that a new job could have. */
			readonly freeName?: string;
			/** Absent where the job is not resumed or nobody knows. */
			readonly begins?: EditBegin;
	  };
