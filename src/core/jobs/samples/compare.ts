import { nearest, type SampleGrid, type SamplePlace } from './samples.ts';

/** The matching prompt of another job, and whether it matches by its text or only by its index. */
interface PromptMatch {
	readonly index: number;
	readonly by: 'text' | 'index';
}

/**
 * Finds the prompt of another job to compare with a prompt of this job: the one with the same text, otherwise the one
 * with the same index. Among several with the same text, the same index comes first.
 * @param texts the texts of this job's prompts; undefined if unknown.
 * @param rows the rows of the other job's grid.
 */
export function matchPrompt(
	index: number,
	texts: readonly (string | undefined)[],
	otherTexts: readonly (string | undefined)[],
	rows: readonly number[],
): PromptMatch | undefined {
	const text = promptText(texts[index]);
	if (text !== undefined) {
		const same = rows.filter((row) => promptText(otherTexts[row]) === text);
		const found = same.includes(index) ? index : same[0];
		if (found !== undefined) return { index: found, by: 'text' };
	}
	return rows.includes(index) ? { index, by: 'index' } : undefined;
}

function promptText(text: string | undefined): string | undefined {
	return text?.trim().replaceAll(/\s+/g, ' ');
}

/**
 * Returns the step to compare with a sample of the same job: the first sample of its prompt, the reference for all later ones; for the
 * first one, the last.
 */
export function stepToCompare(grid: SampleGrid, place: SamplePlace): SamplePlace | undefined {
	const steps = grid.stepsOf(place.index);
	const step = steps[0] === place.step ? steps.at(-1) : steps[0];
	return step === undefined || step === place.step ? undefined : { step, index: place.index };
}

/** Returns the place to compare with a sample from another job: the matching prompt at the nearest step that was sampled there. */
export function placeInOther(
	grid: SampleGrid,
	match: PromptMatch | undefined,
	step: number,
): SamplePlace | undefined {
	if (match === undefined) return undefined;
	const there = nearest(grid.stepsOf(match.index), step);
	return there === undefined ? undefined : { step: there, index: match.index };
}

/** A checkpoint, from the name of its file; the last one of a job has no step. */
interface NamedCheckpoint {
	readonly name: string;
	readonly step?: number | undefined;
}

/**
 * Returns the checkpoint nearest to a step, the earlier of two that are equally near.
 * @param totalSteps the step of the checkpoint without one, when the job has done all its steps.
 */
export function nearestCheckpoint<C extends NamedCheckpoint>(
	checkpoints: readonly C[],
	step: number,
	totalSteps?: number,
): { readonly checkpoint: C; readonly step: number | undefined } | undefined {
	const stepOf = (checkpoint: C) => checkpoint.step ?? totalSteps;
	const far = (checkpoint: C) => Math.abs((stepOf(checkpoint) ?? Number.POSITIVE_INFINITY) - step);
	// Checkpoints with a step come first, so that they win if both are the same.
	const [best] = [...checkpoints].sort(
		(a, b) =>
			compare(far(a), far(b)) ||
			compare(stepOf(a) ?? 0, stepOf(b) ?? 0) ||
			compare(Number(a.step === undefined), Number(b.step === undefined)),
	);
	return best === undefined ? undefined : { checkpoint: best, step: stepOf(best) };
}

/** Infinities are equal to themselves, which a difference would not show. */
function compare(a: number, b: number): number {
	return a === b ? 0 : a < b ? -1 : 1;
}
