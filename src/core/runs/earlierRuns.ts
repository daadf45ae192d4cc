import { getOrMake } from '../base/lazy.ts';
import { type EarlierTimes, earlierUsed } from '../following/pollSchedule.ts';
import type { Run, RunTargetId } from './run.ts';
import type { RunTable } from './runTable.ts';

/** Runs to check for each one that is used: some failed, were canceled or are in progress. */
const spare = 2;

/** The durations of earlier runs of the same target, read once for each target until another run of it ends. */
export class EarlierRuns {
	readonly #runs: Pick<RunTable, 'of'>;
	readonly #known = new Map<string, readonly EarlierTimes[]>();

	constructor(runs: Pick<RunTable, 'of'>) {
		this.#runs = runs;
	}

	/** Returns the times of earlier runs, latest first; the same array until `forget`. */
	of({ connectionId, target }: Run): readonly EarlierTimes[] {
		const { kind, id } = target;
		return getOrMake(this.#known, keyOf(connectionId, target), () => {
			const runs = this.#runs.of({ connectionId, target: { kind, id }, limit: spare * earlierUsed });
			return runs.flatMap((run) => timesOf(run) ?? []);
		});
	}

	/** Forgets the times of a target after one of its runs has ended: they are read again. */
	forget({ connectionId, target }: Run): void {
		this.#known.delete(keyOf(connectionId, target));
	}
}

/** Returns the times of a run on the service; empty if it did not succeed, since that predicts little for one that will. */
function timesOf({ state, submittedAt, startedAt, endedAt }: Run): EarlierTimes | undefined {
	if (state !== 'succeeded' || endedAt === undefined || endedAt < submittedAt) return undefined;
	const queued = startedAt === undefined ? {} : { queuedMs: startedAt - submittedAt };
	return { totalMs: endedAt - submittedAt, ...queued };
}

function keyOf(connectionId: string, { kind, id }: RunTargetId): string {
	return JSON.stringify([connectionId, kind, id]);
}
