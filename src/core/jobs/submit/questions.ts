import type { Fix } from '../../base/findings.ts';
import type { TrainingDocument } from '../../training/yaml/document.ts';
import type { ResumePoint } from '../checkpoints/resume.ts';
import type { Gpu } from '../job.ts';
import type { JobRecord } from '../jobRecord.ts';
import type { Block } from './blocks.ts';
import type { Preparation } from './preparation.ts';

/** From which step a job will begin. */
export interface EditBegin {
	readonly point: ResumePoint;
	/** The steps of the checkpoints that are there. */
	readonly checkpointSteps: readonly number[];
	/** Those of them that a person can use now and not any more at the end. */
	readonly removed: readonly number[];
}

/** What is about to be sent. */
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

/** What will be sent and what will come of it, for reading. */
export interface SubmissionReview {
	/** What the configuration is called. */
	readonly name: string;
	readonly connectionName: string;
	readonly action: ReviewedAction;
	readonly document: TrainingDocument;
	readonly preparation: Preparation;
	readonly blocks: readonly Block[];
	/** The text is another one than in the review before. */
	readonly hasChanged: boolean;
}

/** What was decided after reading the review. */
export type ReviewChoice =
	| { readonly kind: 'send' }
	| { readonly kind: 'gpu'; readonly gpu: Gpu }
	| { readonly kind: 'fix'; readonly fix: Fix }
	| { readonly kind: 'setToken' }
	| { readonly kind: 'placeToken' }
	/** Of a job that has failed: as a new one, under this name. */
	| { readonly kind: 'newJob'; readonly name: string }
	| { readonly kind: 'again' };

/** What must be decided on the way from a configuration to a job. No answer is a no: then nothing is sent. */
export interface JobQuestions {
	reviewSubmission(question: SubmissionReview): Promise<ReviewChoice | undefined>;
}
