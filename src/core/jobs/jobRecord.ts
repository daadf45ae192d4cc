import type { JobRecord } from './jobSchema.ts';

export type { JobMark, JobPace, JobRecord } from './jobSchema.ts';

/** Phases that progress automatically. */
export const activePhases = [
	'submitting',
	'moving',
	'ending',
] as const satisfies readonly JobRecord['phase'][];

/** States of the service in which a job can be resumed and edited: trainer-service.md, "States and transitions". */
const resumableStates: readonly string[] = ['STOPPED', 'CANCELED'];
const editableStates: readonly string[] = ['STOPPED', 'CANCELED', 'FAILED'];

/** Returns whether a record no longer changes automatically. */
export function hasEnded({ phase }: Pick<JobRecord, 'phase'>): boolean {
	return !activePhases.some((active) => active === phase);
}

/** Returns whether the service may have taken a submission without a reply so far. */
export function mayBeTaken({ phase }: Pick<JobRecord, 'phase'>): boolean {
	return phase === 'uncertain' || phase === 'submitting';
}

/** Returns whether the resume of a job is unconfirmed: the service has reported no state since. */
export function isPerhapsResumed({ phase, state }: Pick<JobRecord, 'phase' | 'state'>): boolean {
	return phase === 'moving' && state === '';
}

/** Returns whether a person can look for it: it is not found for now, or is no longer polled. */
export function canBeLookedFor({ phase, jobId, missingSince }: JobRecord): boolean {
	return missingSince !== undefined || (phase === 'lost' && jobId !== undefined);
}

/** Returns whether the name of a job is known; a tracked job has its id as its name until one is reported. */
export function hasOwnName({ name, jobId }: Pick<JobRecord, 'name' | 'jobId'>): boolean {
	return name !== jobId;
}

export function canCancel(record: JobRecord): boolean {
	return record.phase === 'submitting' || record.phase === 'moving';
}

export function canResume(record: JobRecord): boolean {
	return isOver(record) && resumableStates.includes(record.state);
}

export function canEdit(record: JobRecord): boolean {
	return isOver(record) && editableStates.includes(record.state);
}

function isOver({ phase, jobId }: JobRecord): boolean {
	return (phase === 'ended' || phase === 'ending') && jobId !== undefined;
}

/** Returns the steps of the whole job, if known. */
export function totalStepsOf({
	progress,
	plannedSteps,
}: Pick<JobRecord, 'progress' | 'plannedSteps'>): number | undefined {
	return progress?.totalSteps ?? plannedSteps;
}

/** Returns the percent of the steps that are done, rounded down, so that only a finished job has 100. */
export function percentOf(record: JobRecord): number | undefined {
	const total = totalStepsOf(record);
	if (record.progress === undefined || total === undefined || total <= 0) return undefined;
	return Math.min(100, Math.floor((100 * record.progress.step) / total));
}
