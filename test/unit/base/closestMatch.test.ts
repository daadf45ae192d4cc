import assert from 'node:assert/strict';
import fc from 'fast-check';
import { closestMatch, isSlip, keyCloseness, sameDigits } from '../../../src/core/base/closestMatch.ts';

describe('closest match', () => {
	const names = ['KSampler', 'KSamplerAdvanced', 'SaveImage', 'LoadImage', 'VAEDecode'];
	for (const [typed, meant] of [
		['Ksampler', 'KSampler'],
		['KSmapler', 'KSampler'],
		['SaveImages', 'SaveImage'],
		['vaedecode', 'VAEDecode'],
		['save_image', 'SaveImage'],
		['Something', undefined],
		['K', undefined],
		['', undefined],
		['K'.repeat(200), undefined],
	] as const) {
		it(`of "${typed.slice(0, 20)}" is ${meant ?? 'none'}`, () =>
			assert.equal(closestMatch(typed, names)?.match, meant));
	}

	it('of a spelling without separators is the key with them', () =>
		assert.deepEqual(closestMatch('batchSize', ['batch_size', 'batch_sizes'], keyCloseness), {
			match: 'batch_size',
			clear: true,
		}));

	it('is not clear while another is nearly as close', () => {
		assert.equal(closestMatch('fp1', ['fp8', 'fp16'], keyCloseness)?.clear, false);
		assert.equal(closestMatch('linaer', ['linear', 'constant'], keyCloseness)?.clear, true);
	});

	it('is not clear if the two begin differently', () =>
		assert.deepEqual(closestMatch('bfloat', ['float', 'bf16'], keyCloseness), {
			match: 'float',
			clear: false,
		}));

	it('prefers the most similar spelling among equals', () =>
		assert.equal(closestMatch('Loadimage', ['LOADIMAGE', 'LoadImage'])?.match, 'LoadImage'));

	it('distinguishes versions from misspellings', () => {
		assert.equal(sameDigits('wan22', 'wan21'), false);
		assert.equal(sameDigits('qwen_imag', 'qwen_image'), true);
	});

	it('treats a name with a prefix or suffix as another name, and changed letters within as a slip', () => {
		assert.equal(isSlip('ImageFlip+', 'ImageFlip'), false);
		assert.equal(isSlip('CLIPLoaderGGUF', 'CLIPLoader'), false);
		assert.equal(isSlip('KSmapler', 'KSampler'), true);
	});

	it('misses no result of a full comparison', () => {
		const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'A'), minLength: 4, maxLength: 12 });
		fc.assert(
			fc.property(
				word,
				fc.array(word, { maxLength: 8 }),
				fc.integer({ min: 1, max: 4 }),
				(wanted, names, most) => {
					const limit = Math.max(1, Math.min(most, Math.floor(wanted.length / 2)));
					const others = names.filter((name) => name !== wanted);
					const least = Math.min(...others.map((name) => distance(wanted.toLowerCase(), name.toLowerCase())));
					const found = closestMatch(wanted, names, { lettersPerSlip: 2, mostSlips: most });
					if (found === undefined) assert.ok(least > limit);
					else assert.equal(distance(wanted.toLowerCase(), found.match.toLowerCase()), least);
				},
			),
			{ numRuns: 2000 },
		);
	});
});

/** Letters to insert, remove, replace or swap, worked out without any shortcut. */
function distance(one: string, other: string): number {
	const table = Array.from({ length: one.length + 1 }, (_, i) =>
		Array.from({ length: other.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
	);
	const cell = (i: number, j: number): number => table[i]?.[j] ?? 0;
	for (let i = 1; i <= one.length; i++) {
		for (let j = 1; j <= other.length; j++) {
			const same = one[i - 1] === other[j - 1] ? 0 : 1;
			let cost = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + same);
			if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
				cost = Math.min(cost, cell(i - 2, j - 2) + 1);
			const row = table[i];
			if (row) row[j] = cost;
		}
	}
	return cell(one.length, other.length);
}
