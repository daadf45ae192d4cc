import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/emitter.ts';
import { getOrMake } from '../base/lazy.ts';
import type { NodeProgress } from '../base/nodeProgress.ts';
import { Throttle } from '../base/throttle.ts';
import type { EngineProgress, EngineProgressBoard } from '../engine/engineProgress.ts';

/** Shortest time between two messages about one run to a panel, in milliseconds: more often is no smoother to the eye. */
const progressPauseMs = 100;

export type ProgressSource = Pick<EngineProgressBoard, 'of' | 'onDidChange' | 'onDidEnd'>;

/** Returns the progress of a run by its nodes, without the preview picture. */
export function nodeProgressOf({ preview: _, ...progress }: EngineProgress): NodeProgress {
	return progress;
}

/**
 * Calls back with the ids of runs whose progress changed or ended: at most about ten times a second for each run, and
 * always after the last change.
 */
export function watchProgress(
	source: ProgressSource,
	clock: Clock,
	changed: (runId: string) => void,
): Disposable {
	const paces = new Map<string, Throttle<string>>();
	const pace = (runId: string) =>
		getOrMake(paces, runId, () => new Throttle(clock, progressPauseMs, changed));
	const watches = [
		source.onDidChange(({ runId }) => pace(runId).put(runId)),
		source.onDidEnd((runId) => {
			paces.get(runId)?.clear();
			paces.delete(runId);
			changed(runId);
		}),
	];
	return {
		dispose() {
			for (const watch of watches) watch.dispose();
			for (const one of paces.values()) one.clear();
			paces.clear();
		},
	};
}
