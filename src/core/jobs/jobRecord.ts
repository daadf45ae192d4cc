import { isFinished, type JobProgress } from './job.ts';

/**
 * The phases of a record. `submitting` is written before the job is sent; `moving` is polled; `ending` has ended, and
 * its artifacts are requested for a last time; `unsent` means that it certainly never arrived; `uncertain` that this is
 * unknown; `lost` that the service no longer has it, or that a person has given it up. The outcome is in `state`.
 */
export const jobPhases = ['submitting', 'moving', 'ending', 'ended', 'unsent', 'uncertain', 'lost'] as const;

type JobPhase = (typeof jobPhases)[number];

/** Phases that progress automatically. */
export const activePhases = ['submitting', 'moving', 'ending'] as const satisfies readonly JobPhase[];

/** The time when a step was first seen, in milliseconds since 1970. */
export interface JobMark {
	readonly at: number;
	readonly step: number;
}

/** The observed speed of a job since it was submitted or resumed. */
export interface JobPace {
	readonly first: JobMark;
	/** The latest marks, oldest first. */
	readonly recent: readonly JobMark[];
	/** The longest pause at a step with samples or a checkpoint, in milliseconds. */
	readonly pauseMs?: number;
}

/** The artifacts of a job, by name: addresses are secrets and never kept. */
export interface JobArtifacts {
	/** The last known step at the time of the request. */
	readonly step: number;
	readonly checkpoints: readonly string[];
	readonly sampleCount: number;
	readonly config?: string;
}

/** Our record of a training job, kept in the ledger. Immutable; every change is a new value. */
export interface JobRecord {
	/** Our own id, which names the job everywhere in Easel. */
	readonly id: string;
	readonly connectionId: string;
	readonly accountId: string;
	/** The service's id; absent until it is known. */
	readonly jobId?: string;
	readonly name: string;
	readonly phase: JobPhase;
	/** The service's word for the state, empty before the first one. */
	readonly state: string;
	readonly gpuType?: string;
	readonly gpuCount?: number;
	/** `model.arch` of its configuration. */
	readonly arch?: string;
	/** Pixels of a step, as `JobPlan` has them. */
	readonly load?: number;
	/** URI of its document. */
	readonly documentUri?: string;
	/** Milliseconds since 1970 on our clock; for a tracked job the service's own time. */
	readonly submittedAt: number;
	/** 1 from the submission on, one more with each resume. */
	readonly attempt: number;
	/** The time when the current attempt was queued, if it is not the first. */
	readonly resumedAt?: number;
	/** The time when the current attempt was first seen running. */
	readonly startedAt?: number;
	readonly endedAt?: number;
	readonly progress?: JobProgress;
	/** Steps in the configuration, until the service reports a total. */
	readonly plannedSteps?: number;
	readonly sampleEvery?: number;
	readonly saveEvery?: number;
	readonly pace?: JobPace;
	/** The time since which no step came for much longer than usual. */
	readonly stalledAt?: number;
	/** The low balance observed while the job ran. */
	readonly lowBalance?: { readonly at: number; readonly microdollars: number; readonly currency: string };
	readonly cancelRequested?: boolean;
	/** The time since which the service does not find the job, in milliseconds since 1970; it is still polled. */
	readonly missingSince?: number;
	readonly artifacts?: JobArtifacts;
	/** The service's words about the reason, when it failed. */
	readonly error?: string;
	/** A sentence about trouble that is not the job's own failure. */
	readonly notice?: string;
	/** The form of its configuration on this computer: whole, or without its inline secrets. */
	readonly config?: 'whole' | 'masked';
}

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

/** Returns whether a stopped job counts as one that has done all its steps; otherwise it was stopped early. */
export function finishedAllSteps(record: JobRecord): boolean {
	return isFinished(record);
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
