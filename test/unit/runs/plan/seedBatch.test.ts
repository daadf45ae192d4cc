import assert from 'node:assert/strict';
import { estimateOf, seedSets } from '../../../../src/core/runs/plan/seedBatch.ts';
import { findSeed } from '../../../../src/core/runs/plan/summary.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { textWith } from '../../../../src/core/workflow/inputSet.ts';
import { runRecord } from '../../support/runRecord.ts';

const document = (seed: string) =>
	parseWorkflow(`{"3": {"class_type": "KSampler", "inputs": {"seed": ${seed}, "steps": 20}}}`);

const textsWithSeeds = (...[of, ...more]: Parameters<typeof seedSets>) =>
	seedSets(of, ...more).map((set) => textWith(of, set));

describe('several seeds at once', () => {
	it('are all different, and the rest of the document is as it was', () => {
		const texts = textsWithSeeds(document('18446744073709551615'), 50);
		assert.equal(new Set(texts.map((text) => findSeed(parseWorkflow(text)))).size, 50);
		for (const text of texts) assert.match(text, /"seed": \d+, "steps": 20/);
	});

	it('are never the same where chance gives one twice', () => {
		const given = [1n, 1n, 2n, 2n, 3n];
		assert.deepEqual(
			textsWithSeeds(document('7'), 3, () => given.shift() ?? 9n).map((text) =>
				findSeed(parseWorkflow(text)),
			),
			['1', '2', '3'],
		);
	});

	it('are as many as there are, and none without a seed', () => {
		assert.equal(textsWithSeeds(document('7'), 4, () => 1n).length, 1);
		assert.deepEqual(textsWithSeeds(parseWorkflow('{"1": {"class_type": "A", "inputs": {}}}'), 3), []);
	});
});

describe('the estimate of several runs', () => {
	const run = (seconds: number, more: Partial<Run> = {}) =>
		runRecord({
			state: 'succeeded',
			submittedAt: 0,
			startedAt: 60_000,
			endedAt: 60_000 + seconds * 1000,
			...more,
		});

	it('is the middle of earlier ones, without the queue', () => {
		assert.deepEqual(estimateOf([run(8), run(100), run(10)]), { eachMs: 10_000 });
		assert.deepEqual(estimateOf([run(8, { costMicrodollars: 1200 }), run(9)]), {
			eachMs: 8000,
			eachMicrodollars: 1200,
		});
	});

	it('is not learned from runs that end before they start, as by a clock that was set', () => {
		assert.deepEqual(estimateOf([run(-30), run(-20), run(9)]), { eachMs: 9000 });
	});

	it('is not known where none has succeeded', () => {
		assert.deepEqual(estimateOf([]), {});
		assert.deepEqual(estimateOf([run(8, { state: 'failed' }), runRecord({ state: 'running' })]), {});
	});
});
