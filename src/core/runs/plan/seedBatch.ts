import { compact } from '../../base/compact.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import type { InputSet } from '../../workflow/inputSet.ts';
import type { Run } from '../run.ts';
import { newSeeds, randomIn, type SeedRange } from './seed.ts';

/** Runs that can be sent at once. */
export const batchLimit = 50;

/** Random texts that are tried for each one that is wanted: a seed may have few values. */
const triesForEach = 20;

/**
 * Returns `count` sets of new seeds for a document, no two of them alike. Fewer where the seeds have not as many values; none where the
 * document has no seed.
 */
export function seedSets(
	document: WorkflowDocument,
	count: number,
	random: (range: SeedRange) => bigint = randomIn,
): readonly InputSet[] {
	const sets = new Map<string, InputSet>();
	for (let tries = 0; sets.size < count && tries < count * triesForEach; tries++) {
		const set = newSeeds(document, undefined, random);
		if (set.values.length === 0) return [];
		sets.set(JSON.stringify(set.values), set);
	}
	return [...sets.values()];
}

/** The estimate of one run of a target, from the earlier ones; a member is absent where none of them says it. */
export interface BatchEstimate {
	/** Milliseconds from start to end. */
	readonly eachMs?: number;
	/** Millionths of a US dollar. */
	readonly eachMicrodollars?: number;
}

/** Estimates duration and cost of a run. @param earlier runs of the same target, no matter how they ended. */
export function estimateOf(earlier: readonly Run[]): BatchEstimate {
	const done = earlier.filter(({ state }) => state === 'succeeded');
	const eachMs = median(
		done.flatMap(({ submittedAt, startedAt = submittedAt, endedAt }) =>
			endedAt === undefined || endedAt < startedAt ? [] : [endedAt - startedAt],
		),
	);
	const eachMicrodollars = median(done.flatMap(({ costMicrodollars }) => costMicrodollars ?? []));
	return {
		...compact({ eachMs, eachMicrodollars }),
	};
}

function median(values: readonly number[]): number | undefined {
	return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1];
}
