import { readCheckpointName } from './checkpoints/artifactNames.ts';

/** The machine that a job runs on. */
export interface Gpu {
	readonly type: string;
	readonly count: number;
}

export interface JobProgress {
	readonly step: number;
	/** Absent while the service does not know it. */
	readonly totalSteps?: number;
}

/** The status of a job as the service reports it: trainer-service.md, "Training job". */
export interface JobStatus {
	readonly id: string;
	readonly name?: string;
	/** A word of trainer-service.md or an unknown one, as received. */
	readonly state: string;
	readonly progress?: JobProgress;
	/** 0 to 100, if the service reports that in place of steps. */
	readonly percent?: number;
	/** The error, as text, when it failed. */
	readonly error?: string;
	/** Milliseconds since 1970. */
	readonly createdAt?: number;
	readonly startedAt?: number;
	readonly finishedAt?: number;
}

/** A file that a job made. The address is a secret: never store, log or show it. */
export interface JobArtifact {
	/** The last part of the address's path. */
	readonly name: string;
	readonly url: string;
}

/** The files that a job has made so far; the lists grow while it runs. */
export interface JobResult {
	readonly state: string;
	readonly error?: string;
	readonly checkpoints: readonly JobArtifact[];
	readonly samples: readonly JobArtifact[];
	readonly config?: JobArtifact;
}

/** Returns whether a job has ended; an unknown word counts as not ended. Parsers return known words in this spelling. */
export function jobHasEnded(state: string): boolean {
	return state === 'STOPPED' || state === 'FAILED' || state === 'CANCELED';
}

/** The known facts about an end; `STOPPED` means both finished and preempted. */
export interface KnownEnd extends Pick<JobStatus, 'state' | 'progress' | 'error'> {
	/** Steps that the configuration asks for. */
	readonly plannedSteps?: number;
	/** 1 for a job that was never resumed. */
	readonly attempt?: number;
	/** Names of its artifacts. */
	readonly artifacts?: { readonly checkpoints: readonly string[] };
}

/**
 * Returns how certain it is that a stopped job has done all its steps: `surely` by its steps or by the checkpoint
 * without a step, which is written at the end; `perhaps` if nothing contradicts it; `no` if it was stopped early
 * (wire-facts.md, section 11).
 */
export function finishOf(end: KnownEnd): 'surely' | 'perhaps' | 'no' {
	const { state, progress, error, plannedSteps, attempt = 1, artifacts } = end;
	if (state !== 'STOPPED' || error !== undefined) return 'no';
	const checkpoints = (artifacts?.checkpoints ?? []).flatMap((name) => readCheckpointName(name) ?? []);
	const hasLast = checkpoints.some(({ step }) => step === undefined);
	const total = progress?.totalSteps ?? plannedSteps ?? 0;
	if (progress !== undefined && total > 0) {
		if (progress.step >= total) return 'surely';
		// A counter may end one short. The last checkpoint of a job that was resumed may be from an attempt with fewer steps.
		return hasLast && (attempt === 1 || progress.step >= total - 1) ? 'surely' : 'no';
	}
	if (hasLast && attempt === 1) return 'surely';
	const highest = Math.max(0, ...checkpoints.map(({ step = 0 }) => step));
	return !hasLast && highest > 0 && highest < total ? 'no' : 'perhaps';
}

/** Returns whether a stopped job counts as finished. */
export function isFinished(end: KnownEnd): boolean {
	return finishOf(end) !== 'no';
}
