import type { Run, RunFile, RunTarget } from './runSchema.ts';

export type { ChangedInput, GivenValue, Run, RunFile, RunSummary, RunTarget, RunText } from './runSchema.ts';

export type RunState = Run['state'];
export type RunStarter = NonNullable<Run['startedBy']>;

/** States that a run leaves automatically. */
export const activeStates = [
	'submitting',
	'queued',
	'running',
	'fetching',
] as const satisfies readonly RunState[];

export type RunTargetId = Pick<RunTarget, 'kind' | 'id'>;

/** Characters that a note of a person about a run can have. */
export const noteLimit = 4000;

/** The reason why the bytes of files are not there. */
export type FileAbsence = Required<Pick<RunFile, 'problem'>> & Pick<RunFile, 'away'>;

/** Returns the result files that could not be brought to this computer. */
export function undownloadedFiles({
	state,
	files = [],
}: Pick<Run, 'state'> & Partial<Pick<Run, 'files'>>): readonly RunFile[] {
	return state === 'succeeded' ? files.filter(({ problem, away }) => problem !== undefined && !away) : [];
}

/** Returns whether a person can look for its request: it is not found for now, or is no longer polled. */
export function canBeLookedFor({
	state,
	requestId,
	missingSince,
}: Pick<Run, 'state' | 'requestId' | 'missingSince'>): boolean {
	return missingSince !== undefined || (state === 'lost' && requestId !== undefined);
}

/** Milliseconds for which an instance may exist after a run: deployments usually keep theirs warm for a minute. */
const mostWarmMs = 3600_000;

/** Returns whether the instance of a run may still exist. */
export function mayHaveInstance(
	run: Pick<Run, 'target' | 'instanceId' | 'state' | 'endedAt'>,
	now: number,
): boolean {
	if (run.target.kind !== 'deployment' || run.instanceId === undefined) return false;
	return !hasEnded(run) || now - (run.endedAt ?? 0) < mostWarmMs;
}

/** Returns whether the service may be working on a run: it has not ended, or is uncertain. */
export function mayBeUnderWay(run: Pick<Run, 'state'>): boolean {
	return !hasEnded(run) || run.state === 'uncertain';
}

/** States without further automatic progress. */
export function hasEnded(run: Pick<Run, 'state'>): boolean {
	return !activeStates.some((state) => state === run.state);
}
