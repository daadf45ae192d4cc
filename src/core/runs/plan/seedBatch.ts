import { compact } from '../../base/compact.ts';
import type { TextEdit } from '../../base/findings.ts';
import { applyEdits } from '../../base/fixAll.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import type { Run } from '../run.ts';
import { newSeedEdits, randomIn, type SeedRange } from './seed.ts';

/** Runs that can be sent at once. */
export const batchLimit = 50;

/** Random texts that are tried for each one that is wanted: a seed may have few values. */
const triesForEach = 20;

/**
 * Returns the edits that give a document new seeds, so many times, no two of them with the same text. Fewer where the seeds have not as
 * many values; none where the document has no seed.
 */
export function editsWithSeeds(
	document: WorkflowDocument,
	count: number,
	random: (range: SeedRange) => bigint = randomIn,
): readonly (readonly TextEdit[])[] {
	const texts = new Map<string, readonly TextEdit[]>();
	for (let tries = 0; texts.size < count && tries < count * triesForEach; tries++) {
		const edits = newSeedEdits(document, undefined, random);
		if (edits.length === 0) return [];
		texts.set(applyEdits(document.text, edits), edits);
	}
	return [...texts.values()];
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
