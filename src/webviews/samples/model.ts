import * as l10n from '@vscode/l10n';
import { matchPrompt, placeInOther, stepToCompare } from '../../core/jobs/samples/compare.ts';
import type { SamplesJob, ShownFile, ShownSample } from '../../core/jobs/samples/messages.ts';
import {
	alongPrompts,
	alongSteps,
	nearest,
	type SampleGrid,
	type SamplePlace,
	sampleGrid,
} from '../../core/jobs/samples/samples.ts';

/** A job with its samples laid out. */
export interface JobView {
	readonly job: SamplesJob;
	readonly grid: SampleGrid<ShownSample>;
}

/** A place in the grid of one of the jobs. */
export interface Spot extends SamplePlace {
	readonly view: JobView;
}

/** One line of the grid: a prompt of a job. */
export interface GridRow {
	readonly view: JobView;
	readonly index: number;
	/** True if it belongs to the other job of a comparison. */
	readonly second: boolean;
}

export function jobView(job: SamplesJob): JobView {
	return { job, grid: sampleGrid(job.samples, job.prompts.length) };
}

/** Returns the address of a copy for the view; undefined if absent. */
export function srcOf({ folder }: SamplesJob, { file }: ShownFile): string | undefined {
	return file === undefined ? undefined : `${folder}/${encodeURIComponent(file)}`;
}

/** Returns the sample at a place, the latest if there are several. */
export function sampleAt({ view, step, index }: Spot, take = 0): ShownSample | undefined {
	const takes = view.grid.takes({ step, index });
	return takes[take] ?? takes[0];
}

/** Returns the spot that many samples further along the steps; undefined beyond the ends. */
export function stepBeside({ view, ...place }: Spot, by: number): Spot | undefined {
	const next = alongSteps(view.grid, place, by);
	return next && { view, ...next };
}

/** Returns the spot that many prompts further down; undefined beyond the ends. */
export function promptBeside({ view, ...place }: Spot, by: number): Spot | undefined {
	const next = alongPrompts(view.grid, place, by);
	return next && { view, ...next };
}

/** Returns the text of a prompt, or its placeholder while unknown. */
export function promptTitle({ job }: JobView, index: number): string {
	const text = job.prompts[index]?.text ?? '';
	return text === '' ? l10n.t('Prompt {0}', index + 1) : text;
}

/** Returns the prompts of a job; with another job, each is followed by the matching prompt of that job. */
export function gridRows(view: JobView, other: JobView | undefined): readonly GridRow[] {
	const own = view.grid.rows.map((index): GridRow => ({ view, index, second: false }));
	if (other === undefined) return own;
	const matched = new Set<number>();
	const rows = own.flatMap((row): GridRow[] => {
		const match = matchOf(view, other, row.index);
		if (match === undefined || matched.has(match.index)) return [row];
		matched.add(match.index);
		return [row, { view: other, index: match.index, second: true }];
	});
	const rest = other.grid.rows.filter((index) => !matched.has(index));
	return [...rows, ...rest.map((index): GridRow => ({ view: other, index, second: true }))];
}

/** Returns every step at which one of the jobs was sampled, ascending. */
export function gridSteps(view: JobView, other: JobView | undefined): readonly number[] {
	if (other === undefined) return view.grid.steps;
	return [...new Set([...view.grid.steps, ...other.grid.steps])].sort((a, b) => a - b);
}

/** Returns the prompt of another job that corresponds to one of this job. */
function matchOf(view: JobView, other: JobView, index: number): ReturnType<typeof matchPrompt> {
	const texts = (each: JobView) => each.job.prompts.map(({ text }) => text);
	return matchPrompt(index, texts(view), texts(other), other.grid.rows);
}

/**
 * Returns the sample to compare another one with.
 * @param opposite the other job if two jobs are compared; otherwise it is another step of the same prompt.
 * @param step a chosen step; by default, the most informative one.
 */
export function besideOf(
	spot: Spot,
	opposite: JobView | undefined,
	step: number | undefined,
): Spot | undefined {
	if (opposite !== undefined) {
		const place = placeInOther(opposite.grid, matchOf(spot.view, opposite, spot.index), step ?? spot.step);
		return place && { view: opposite, ...place };
	}
	if (step === undefined) {
		const place = stepToCompare(spot.view.grid, spot);
		return place && { view: spot.view, ...place };
	}
	const there = nearest(spot.view.grid.stepsOf(spot.index), step);
	return there === undefined ? undefined : { ...spot, step: there };
}
