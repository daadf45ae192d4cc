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

/** A length of time in the two largest units that matter: `8 s`, `3 min 05 s`, `2 h 10 min`, `3 days`. */
export function describeDuration(milliseconds: number): string {
	const seconds = Math.max(0, Math.floor(milliseconds / 1000));
	if (seconds < 60) return `${seconds} s`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
	const hours = Math.floor(minutes / 60);
	if (hours < 48) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`;
	return `${Math.floor(hours / 24)} days`;
}

/** How long ago something was, coarse enough not to flicker: `just now`, `5 min ago`, `3 h ago`, `2 days ago`. */
export function describeAge(milliseconds: number): string {
	const minutes = Math.floor(milliseconds / 60_000);
	if (minutes < 1) return 'just now';
	if (minutes < 60) return `${minutes} min ago`;
	const hours = Math.floor(minutes / 60);
	if (hours < 48) return `${hours} h ago`;
	return `${Math.floor(hours / 24)} days ago`;
}

/** A number of bytes for reading: `312 bytes`, `4.2 KB`, `1.8 MB` (decimal units). */
export function describeBytes(bytes: number): string {
	if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
	const units = ['KB', 'MB', 'GB', 'TB'];
	let value = bytes / 1000;
	let unit = 0;
	while (value >= 999.95 && unit < units.length - 1) {
		value /= 1000;
		unit++;
	}
	return `${value < 100 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
