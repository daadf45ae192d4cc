import * as l10n from '@vscode/l10n';
import { numberText } from '../../core/base/language.ts';
import type { SamplesJob, SamplesState } from '../../core/jobs/samples/messages.ts';
import { type GridRow, gridRows, gridSteps, type JobView, jobView } from './model.ts';

/** The job of the panel and the one it is compared with, and their parts in the grid. */
export interface ShownJobs {
	/** Undefined if the job is no longer in the list. */
	readonly view: JobView | undefined;
	readonly other: JobView | undefined;
	readonly rows: readonly GridRow[];
	readonly steps: readonly number[];
}

export function shownJobs({ job, other: otherJob }: SamplesState): ShownJobs {
	const view = job && jobView(job);
	const other = otherJob && jobView(otherJob);
	if (view === undefined) return { view, other, rows: [], steps: [] };
	return { view, other, rows: gridRows(view, other), steps: gridSteps(view, other) };
}

/** Returns the text for screen readers after a change of a job; undefined if nothing is worth announcing. */
export function announcement(before: SamplesJob | undefined, view: JobView | undefined): string | undefined {
	if (before === undefined || view === undefined) return undefined;
	const { job, grid } = view;
	const latest = grid.steps.at(-1);
	if (before.stateText !== job.stateText) return `${job.name}: ${job.stateText}.`;
	return job.samples.length > before.samples.length && before.listed === 'yes' && latest !== undefined
		? l10n.t('New samples, the latest at step {0}.', numberText(latest))
		: undefined;
}
