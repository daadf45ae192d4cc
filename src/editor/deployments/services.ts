import type * as vscode from 'vscode';
import type { Event } from '../../core/base/emitter.ts';
import type { DeploymentStore } from '../../core/deployments/store.ts';
import type { EngineList } from '../../core/engine/ownEngine.ts';
import type { Marks } from '../../core/runs/history/mark.ts';
import type { Run, RunTargetId } from '../../core/runs/run.ts';
import type { RunTargets } from '../../core/runs/start/runTargets.ts';
import type { DocumentServices } from '../documents/documentServices.ts';
import type { RunExtras } from './runRow.ts';

/** The part of runs that this room needs. */
export interface RecentRuns {
	/** Returns the latest runs, newest first; at most `limit`. Empty until the history is open. */
	recent(target: RunTargetId, limit: number): readonly Run[];
	/** Returns the number of runs of the target that are in progress; called for every row, so it must be quick. */
	activeOf(target: RunTargetId): number;
	readonly onDidChange: Event<Run>;
	readonly onDidRemove: Event<string>;
	/** Returns the extras of a run; called for every row, too. */
	extrasOf(run: Run): RunExtras;
	/** Returns a run by the id of its request; called for each row of a queue. */
	runOf(requestId: string): Run | undefined;
	readonly onDidChangeMarks: Event<Marks>;
}

/** The services of every part of this room, built once when it is registered. */
export interface DeploymentServices extends DocumentServices {
	readonly extensionUri: vscode.Uri;
	readonly store: DeploymentStore;
	readonly engines: EngineList;
	readonly targets: RunTargets;
	readonly runs: RecentRuns;
}
