/** The machine that a job runs on. */
export interface Gpu {
	readonly type: string;
	readonly count: number;
}

/** How far a job is. */
export interface JobProgress {
	readonly step: number;
	/** Absent while the service does not know it. */
	readonly totalSteps?: number;
}

/** What the service says of a job: trainer-service.md, "Training job". */
export interface JobStatus {
	readonly id: string;
	readonly name?: string;
	/** A word of trainer-service.md or another one, as it came. */
	readonly state: string;
	readonly progress?: JobProgress;
	/** Why it failed, as text. */
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

/** What a job has made so far; the lists grow while it runs. */
export interface JobResult {
	readonly state: string;
	readonly error?: string;
	readonly checkpoints: readonly JobArtifact[];
	readonly samples: readonly JobArtifact[];
	readonly config?: JobArtifact;
}

/** Whether a job has ended: words that are not known count as moving. Readers write known words as they are here. */
export function jobHasEnded(state: string): boolean {
	return state === 'STOPPED' || state === 'FAILED' || state === 'CANCELED';
}

/** Whether a stopped job has done all its steps; otherwise it was stopped early (wire-facts.md, section 11). */
export function isFinished({
	state,
	progress,
	error,
}: Pick<JobStatus, 'state' | 'progress' | 'error'>): boolean {
	return (
		state === 'STOPPED' &&
		error === undefined &&
		progress?.totalSteps !== undefined &&
		progress.totalSteps > 0 &&
		progress.step >= progress.totalSteps
	);
}
