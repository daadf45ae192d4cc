import type { SessionSource } from '../account/session.ts';
import type { Clock } from '../base/clock.ts';
import type { Result } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { Connection } from '../connection/connection.ts';
import type { CancelOutcome } from '../deployments/request.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { RunPlan } from './plan.ts';
import type { Run } from './run.ts';
import type { RunQuery } from './runTable.ts';
import { Tracker } from './trackerCore.ts';
import type { FilePlace } from './transitions.ts';

/** Where a run goes and where it comes from. */
export type RunOrigin = Pick<Run, 'target' | 'documentUri' | 'documentName'>;

export interface TrackerOptions {
	readonly ledger: Ledger;
	readonly session: SessionSource;
	/** Folder with one folder of result files for each run. */
	readonly archiveFolder: string;
	readonly log: Log;
	readonly clock?: Clock;
	/** What was sent along in confidence and must not be kept, should the service repeat it in an error. */
	readonly secretsOf?: (connection: Connection) => PromiseLike<readonly string[]>;
	/** Name of this window, for the log; windows with the same name are still told apart. */
	readonly windowId: string;
}

/** Runs: started, followed, kept. One for each window; together they poll once. */
export interface RunTracker {
	/**
	 * Submits a plan. The run is in the ledger before the request leaves; its request id right after the reply. A failure leaves
	 * the run there as `unsent` or `uncertain`. A run that may have arrived is never sent again.
	 */
	start(plan: Pick<RunPlan, 'bodyText' | 'summary'>, origin: RunOrigin): Promise<Result<Run>>;
	/** Asks the service to cancel. The run is canceled only when the service says so. */
	cancel(runId: string): Promise<Result<CancelOutcome>>;
	runs(query: RunQuery): readonly Run[];
	get(runId: string): Run | undefined;
	/** Why nobody follows a run that has not ended, as a sentence; absent when it is followed, or over. */
	whyUnwatched(run: Run): string | undefined;
	/**
	 * Whether this window is the one to tell the person that a run has just ended: the window that started it, or when that is
	 * gone the first one that asks. True in one window only, never for runs that had ended before this window opened, and never
	 * for a submission that came to nothing in this window: `start` has answered with that.
	 */
	speaksFor(runId: string): Promise<boolean>;
	/** Calls `listener` after each change of a run, also those that other windows make; returns the way to stop. */
	onChange(listener: (run: Run) => void): () => void;
	/** Calls `listener` after a run has been taken out of the history. */
	onRemove(listener: (runId: string) => void): () => void;
	/** Goes on with what had not ended, and watches what other windows do. */
	resume(): void;
	/** The address of a result file, asked for anew. Signed: never store, log or show it. */
	freshUrl(runId: string, file: FilePlace): Promise<Result<string>>;
	/** Fetches again the files that were given up. */
	retryFiles(runId: string): Promise<Result<Run>>;
	/** Takes an ended run out of the history, with its files. */
	remove(runId: string): Promise<Result<undefined>>;
	/** The folder in which the files of a run are, or will be. */
	archivePath(run: Pick<Run, 'id'>): string;
	/** Stops following. The ledger stays open. */
	dispose(): void;
}

/** Makes the tracker of this window. It does nothing by itself before `resume` or `start`. */
export function createRunTracker(options: TrackerOptions): RunTracker {
	return new Tracker(options);
}
