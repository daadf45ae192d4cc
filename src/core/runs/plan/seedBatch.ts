import type { WorkflowDocument } from '../../workflow/document.ts';
import type { InputSet } from '../../workflow/inputSet.ts';
import { newSeeds, randomIn, type SeedRange } from './seed.ts';

export const batchLimit = 50;

/** Random texts that are tried for each one that is wanted: a seed may have few values. */
const triesForEach = 20;

/** Returns `count` different sets of new seeds for a document. Fewer if the seeds have fewer values; none without seeds. */
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
