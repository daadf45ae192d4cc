import type { Balance } from '../../account/balance.ts';
import type { ResumePoint } from '../checkpoints/resume.ts';
import type { Gpu } from '../job.ts';
import type { JobRecord } from '../jobRecord.ts';
import type { Preparation } from './preparation.ts';

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

/** The reason why a configuration should not be sent; a person may send it despite that. */
export type Block = 'errors' | 'lowBalance' | 'incompleteUpload';

/** Returns whether the balance is too low for the service to start a job; false if unknown. */
export function isTooLow(balance: Balance | undefined, minimumMicrodollars: number): boolean {
	return balance !== undefined && balance.microdollars < minimumMicrodollars;
}

/** Returns the reasons against sending; datasets that are missing or not ready are among the errors. An edit alone starts nothing. */
export function blocksOf(action: ReviewedAction, { errors, facts }: Preparation): readonly Block[] {
	const starts = action.kind === 'start' || action.resume;
	return [
		...(errors.length > 0 ? (['errors'] as const) : []),
		...(starts && isTooLow(facts.balance, facts.minimumMicrodollars) ? (['lowBalance'] as const) : []),
		...(starts && facts.datasets.some(({ missingFiles }) => missingFiles !== undefined)
			? (['incompleteUpload'] as const)
			: []),
	];
}
