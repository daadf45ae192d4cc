import type { Balance } from '../../account/balance.ts';
import type { Fix } from '../../base/findings.ts';
import type { Connection } from '../../connection/connection.ts';
import type { Estimate } from '../../records/estimate.ts';
import type { TrainingDocument } from '../../training/yaml/document.ts';
import type { Gpu } from '../job.ts';
import type { JobRecord } from '../jobRecord.ts';
import type { Preparation } from './preparation.ts';
import type { Block, EditBegin, ReviewedAction } from './reviewedAction.ts';

export interface SubmissionReview {
	/** The name of the configuration. */
	readonly name: string;
	readonly connection: Pick<Connection, 'id' | 'name'>;
	readonly action: ReviewedAction;
	readonly document: TrainingDocument;
	readonly preparation: Preparation;
	readonly blocks: readonly Block[];
	/** The expected duration and cost, from earlier jobs; absent if nothing is started. */
	readonly estimate?: Estimate;
	/** True if the text has changed since the last review. */
	readonly hasChanged: boolean;
}

export type ReviewChoice =
	| { readonly kind: 'send' }
	| { readonly kind: 'gpu'; readonly gpu: Gpu }
	| { readonly kind: 'fix'; readonly fix: Fix }
	| { readonly kind: 'setToken' }
	| { readonly kind: 'placeToken' }
	/** For a failed job: as a new one, under this name. */
	| { readonly kind: 'newJob'; readonly name: string }
	| { readonly kind: 'again' };

export interface ResumeQuestion {
	readonly job: JobRecord;
	/** The step at which it begins, and the checkpoints that are removed in the meantime. */
	readonly begins: EditBegin;
	/** The chosen machine, else that of the job; absent if unknown. */
	readonly machine?: Gpu;
	/** The expected duration and cost of the rest of its steps. */
	readonly estimate: Estimate;
	/** Absent if unknown. */
	readonly balance?: Balance;
	/** The balance that a job needs to start, in millionths of a US dollar. */
	readonly minimumMicrodollars: number;
}

/** The questions on the way from a configuration to a job. No answer is a no: then nothing is sent. */
export interface JobQuestions {
	reviewSubmission(question: SubmissionReview): Promise<ReviewChoice | undefined>;
	confirmResume(question: ResumeQuestion): Promise<'resume' | { readonly gpu: Gpu } | undefined>;
	/** Asks whether to submit a job with the name of an uncertain one. */
	confirmSameJob(question: { readonly job: JobRecord }): Promise<boolean | undefined>;
}
