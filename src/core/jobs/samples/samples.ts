import type { FileKind } from '../../base/fileKind.ts';

/** One file that a job made of a sample prompt at a step. */
interface Sample {
	/** The service's name of the file. */
	readonly name: string;
	readonly step: number;
	/** Index of the sample prompt, from 0. */
	readonly index: number;
	/** The time when it was made, in milliseconds since 1970. */
	readonly at: number;
	readonly kind: FileKind;
}

/** A place in the grid: a prompt at a step. */
export interface SamplePlace {
	readonly step: number;
	readonly index: number;
}

/** The samples of a job as a table: steps across, prompts down. Places without a sample are holes. */
export interface SampleGrid<S extends Sample = Sample> {
	/** Ascending. */
	readonly steps: readonly number[];
	/** Indexes of the prompts, ascending: from the configuration and from the names of samples. */
	readonly rows: readonly number[];
	/** Returns the samples at a place, the latest first: a job that was resumed samples some steps again. */
	takes(place: SamplePlace): readonly S[];
	/** Returns the steps at which a prompt was sampled, ascending. */
	stepsOf(index: number): readonly number[];
}

/** Lays samples out. @param promptCount the number of prompts in the configuration; 0 if unknown. */
export function sampleGrid<S extends Sample>(samples: readonly S[], promptCount: number): SampleGrid<S> {
	const takes = Map.groupBy(samples, keyOf);
	const steps = new Set<number>();
	const stepsOf = new Map<number, Set<number>>();
	for (let index = 0; index < promptCount; index++) stepsOf.set(index, new Set());
	for (const sample of samples) {
		steps.add(sample.step);
		const ofRow = stepsOf.get(sample.index) ?? new Set();
		stepsOf.set(sample.index, ofRow.add(sample.step));
	}
	for (const there of takes.values()) there.sort((a, b) => b.at - a.at);
	const sorted = new Map([...stepsOf].map(([index, each]) => [index, ascending(each)] as const));
	return {
		steps: ascending(steps),
		rows: ascending(sorted.keys()),
		takes: (place) => takes.get(keyOf(place)) ?? [],
		stepsOf: (index) => sorted.get(index) ?? [],
	};
}

function keyOf({ step, index }: SamplePlace): string {
	return `${step} ${index}`;
}

function ascending(numbers: Iterable<number>): number[] {
	return [...numbers].sort((a, b) => a - b);
}

/** Returns the number of a list nearest to another one, the smaller of two equally near ones; undefined for an empty list. */
export function nearest(numbers: readonly number[], to: number): number | undefined {
	let best: number | undefined;
	for (const number of numbers) {
		if (best === undefined || Math.abs(number - to) < Math.abs(best - to)) best = number;
	}
	return best;
}

/** Returns the place `by` samples further along the steps of its prompt; undefined beyond the ends. */
export function alongSteps(grid: SampleGrid, from: SamplePlace, by: number): SamplePlace | undefined {
	const steps = grid.stepsOf(from.index);
	const at = steps.indexOf(from.step);
	const step = at === -1 ? undefined : steps[at + by];
	return step === undefined ? undefined : { step, index: from.index };
}

/** Returns the place `by` prompts further down, at the nearest step that was sampled there; undefined beyond the ends. */
export function alongPrompts(grid: SampleGrid, from: SamplePlace, by: number): SamplePlace | undefined {
	const rows = grid.rows.filter((index) => index === from.index || grid.stepsOf(index).length > 0);
	const index = rows[rows.indexOf(from.index) + by];
	const step = index === undefined ? undefined : nearest(grid.stepsOf(index), from.step);
	return index === undefined || step === undefined ? undefined : { step, index };
}
