import { describeAge, describeDuration } from '../base/ages.ts';
import { hasEnded, type Run, type RunState } from './run.ts';

const stateWords: Record<RunState, string> = {
	submitting: 'sending',
	queued: 'queued',
	running: 'running',
	fetching: 'downloading results',
	succeeded: 'succeeded',
	failed: 'failed',
	canceled: 'canceled',
	unsent: 'not sent',
	uncertain: 'unknown whether it was sent',
	lost: 'no longer known to the service',
};

/** The state of a run in words, with its place in the queue and a cancel under way. */
export function describeState(run: Pick<Run, 'state' | 'queuePosition' | 'cancelRequested'>): string {
	if (run.cancelRequested && !hasEnded(run)) return 'canceling';
	if (run.state === 'queued' && run.queuePosition !== undefined) {
		return run.queuePosition === 0 ? 'queued, next in line' : `queued, position ${run.queuePosition}`;
	}
	return stateWords[run.state];
}

/**
 * What a row says of a run beside its name: state, time (how long it takes, or how long ago it was), and whether what is
 * known may be old because the service does not answer.
 */
export function describeRun(run: Run, now: number): readonly string[] {
	const ended = hasEnded(run);
	return [
		describeState(run),
		ended ? describeAge(now - run.submittedAt) : describeDuration(elapsed(run, now)),
		...(!ended && run.notice !== undefined ? ['not up to date'] : []),
	];
}

/** Milliseconds a run has taken so far, or took in all. */
export function elapsed(run: Pick<Run, 'submittedAt' | 'endedAt'>, now: number): number {
	return Math.max(0, (run.endedAt ?? now) - run.submittedAt);
}
