import type { Marks } from './history/mark.ts';

/** Returns the number of starred results of a run; a starred run counts as one. */
export function starsOf({ starred, starredFiles }: Pick<Marks, 'starred' | 'starredFiles'>): number {
	return Math.max(starredFiles.length, starred ? 1 : 0);
}

/** The cost of some runs, and of each of their kept results. */
interface CostOfKept {
	readonly kept: number;
	/** As far as the service reported it. */
	readonly microdollars: number;
	/** The total cost divided by the number of kept results; absent without kept results or known costs. */
	readonly perKept?: number;
}

/** Returns the cost of runs for each kept result. Includes the cost of runs without stars. */
export function costOfKept(
	runs: readonly { readonly microdollars?: number; readonly stars?: number }[],
): CostOfKept {
	const kept = runs.reduce((sum, { stars = 0 }) => sum + stars, 0);
	const microdollars = runs.reduce((sum, run) => sum + (run.microdollars ?? 0), 0);
	return { kept, microdollars, ...(kept > 0 && microdollars > 0 ? { perKept: microdollars / kept } : {}) };
}
