import assert from 'node:assert/strict';
import { seedSets } from '../../../../src/core/runs/plan/seedBatch.ts';
import { findSeed } from '../../../../src/core/runs/plan/summary.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { textWith } from '../../../../src/core/workflow/inputSet.ts';

const document = (seed: string) =>
	parseWorkflow(`{"3": {"class_type": "KSampler", "inputs": {"seed": ${seed}, "steps": 20}}}`);

const textsWithSeeds = (...[of, ...more]: Parameters<typeof seedSets>) =>
	seedSets(of, ...more).map((set) => textWith(of, set));

describe('several seeds at once', () => {
	it('are all different, with the rest of the document unchanged', () => {
		const texts = textsWithSeeds(document('18446744073709551615'), 50);
		assert.equal(new Set(texts.map((text) => findSeed(parseWorkflow(text)))).size, 50);
		for (const text of texts) assert.match(text, /"seed": \d+, "steps": 20/);
	});

	it('are never the same, even if chance repeats one', () => {
		const given = [1n, 1n, 2n, 2n, 3n];
		assert.deepEqual(
			textsWithSeeds(document('7'), 3, () => given.shift() ?? 9n).map((text) =>
				findSeed(parseWorkflow(text)),
			),
			['1', '2', '3'],
		);
	});

	it('are limited by the range, and none without a seed', () => {
		assert.equal(textsWithSeeds(document('7'), 4, () => 1n).length, 1);
		assert.deepEqual(textsWithSeeds(parseWorkflow('{"1": {"class_type": "A", "inputs": {}}}'), 3), []);
	});
});
