import assert from 'node:assert/strict';
import fc from 'fast-check';
import { newSeeds, randomIn } from '../../../../src/core/runs/plan/seed.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { textWith } from '../../../../src/core/workflow/inputSet.ts';

const text = `{
	"3": { "inputs": { "seed": 18446744073709551615, "steps": 20.0, "model": ["4", 0] }, "class_type": "KSampler" },
	"5": { "inputs": { "noise_seed": ["6", 0] }, "class_type": "RandomNoise" },
	"6": { "inputs": { "value": 5 }, "class_type": "PrimitiveInt" },
	"8": { "inputs": { "seed": 12 }, "class_type": "SomeCustomNode" }
}`;

function renewed(random?: Parameters<typeof newSeeds>[2], range?: Parameters<typeof newSeeds>[1]) {
	const document = parseWorkflow(text);
	return textWith(document, newSeeds(document, range, random));
}

describe('a new seed', () => {
	it('replaces every seed and nothing else, including one from a number node', () => {
		let next = 100n;
		assert.equal(
			renewed(() => next++),
			text.replace('18446744073709551615', '100').replace('"value": 5', '"value": 101').replace('12', '102'),
		);
	});

	it('stays within the range of the input', () => {
		const asked: bigint[] = [];
		renewed((range) => {
			asked.push(range.max);
			return range.max;
		});
		assert.deepEqual(asked, [2n ** 64n - 1n, 2n ** 64n - 1n, 2n ** 32n - 1n]);
		assert.match(
			renewed(
				({ max }) => max,
				() => ({ min: 0n, max: 99n }),
			),
			/"seed": 99, "steps"/,
		);
	});

	it('differs from before', () => {
		assert.match(
			renewed(() => 2n ** 64n - 1n),
			/"seed": 0, "steps"/,
		);
		assert.match(
			renewed(() => 12n),
			/"seed": 13 }/,
		);
	});

	it('stays the same for equal seeds', () => {
		const twice =
			'{"1":{"class_type":"KSampler","inputs":{"seed":7}},"2":{"class_type":"KSampler","inputs":{"seed":7}}}';
		let next = 100n;
		const { values } = newSeeds(parseWorkflow(twice), undefined, () => next++);
		assert.deepEqual(
			values.map(({ literal }) => literal),
			['100', '100'],
		);
	});

	it('changes nothing in a document without seeds', () => {
		assert.deepEqual(newSeeds(parseWorkflow('{"1":{"class_type":"A","inputs":{"x":1}}}')).values, []);
	});

	it('is drawn from the whole range, never outside it', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: -10n, max: 10n }), fc.bigInt({ min: 0n, max: 2n ** 65n }), (min, span) => {
				const value = randomIn({ min, max: min + span });
				assert.ok(value >= min && value <= min + span);
			}),
		);
		const drawn = new Set(Array.from({ length: 300 }, () => randomIn({ min: 3n, max: 7n })));
		assert.deepEqual([...drawn].sort(), [3n, 4n, 5n, 6n, 7n]);
	});
});
