import type { WorkflowDocument, WorkflowNode } from '../../workflow/document.ts';
import type { InputSet } from '../../workflow/inputSet.ts';
import { seedsIn } from './summary.ts';

/** The values an input takes, both ends included. */
export interface SeedRange {
	readonly min: bigint;
	readonly max: bigint;
}

/** Core classes of the engine with seeds up to 2^64-1. */
const wideClasses = /^(?:KSampler|KSamplerAdvanced|SamplerCustom|RandomNoise|Noise_RandomNoise)$/;
const wide: SeedRange = { min: 0n, max: 2n ** 64n - 1n };
/** The range that all known seed inputs accept; many third-party nodes end there. */
const narrow: SeedRange = { min: 0n, max: 2n ** 32n - 1n };

/** Returns the range to use without node info. */
function usualSeedRange(node: Pick<WorkflowNode, 'classType'>): SeedRange {
	return wideClasses.test(node.classType ?? '') ? wide : narrow;
}

/**
 * Returns a new random value for every seed of a workflow, each within its range. A seed from a number node is changed
 * there. Inputs with the same value get the same new value, since a seed written twice means one seed. Empty without
 * seeds.
 */
export function newSeeds(
	document: WorkflowDocument,
	rangeOf: (node: WorkflowNode) => SeedRange = usualSeedRange,
	random: (range: SeedRange) => bigint = randomIn,
): InputSet {
	const renewed = new Map<string, bigint>();
	const values = seedsIn(document).map(({ node, place, number }) => {
		const range = rangeOf(node);
		let seed = renewed.get(number);
		if (seed === undefined || seed > range.max || seed < range.min) {
			seed = differentFrom(number, range, random);
			renewed.set(number, seed);
		}
		return { place, literal: String(seed) };
	});
	return { values, source: 'seeds' };
}

/** Returns a uniformly distributed random integer of the range. */
export function randomIn({ min, max }: SeedRange): bigint {
	const span = max - min + 1n;
	const bytes = Math.ceil(span.toString(2).length / 8);
	const limit = (256n ** BigInt(bytes) / span) * span;
	for (;;) {
		let value = 0n;
		for (const byte of crypto.getRandomValues(new Uint8Array(bytes))) value = value * 256n + BigInt(byte);
		if (value < limit) return min + (value % span);
	}
}

function differentFrom(old: string, range: SeedRange, random: (range: SeedRange) => bigint): bigint {
	const seed = random(range);
	if (String(seed) !== old || range.min === range.max) return seed;
	return seed < range.max ? seed + 1n : range.min;
}
