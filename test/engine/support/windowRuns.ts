import type { Run } from '../../../src/core/runs/run.ts';
import type { EngineWindow } from '../../unit/engine/window.ts';
import { until } from './realEngine.ts';

const ends = ['succeeded', 'failed', 'canceled', 'lost', 'unsent'];

/** Returns a run of the window after its end and the download of its files. */
export function endOf(window: EngineWindow, id: string): Promise<Run> {
	return until(`the end of ${id}`, () => {
		const run = window.runs.get(id);
		const isWhole = run?.files.every(({ archivedAs }) => archivedAs !== undefined);
		return run !== undefined && ends.includes(run.state) && isWhole && run;
	});
}
