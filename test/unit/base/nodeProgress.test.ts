import assert from 'node:assert/strict';
import { describeNodeProgress, describeStep, shareDone } from '../../../src/core/base/nodeProgress.ts';
import { Throttle } from '../../../src/core/base/throttle.ts';
import { ManualClock } from '../runs/clocks.ts';

const base = { runId: 'r', done: ['1', '2'], cached: ['3'], total: 9 };

describe('the progress of a run by its nodes', () => {
	it('names the current node, its step and its place among the nodes', () => {
		const working = { ...base, nodeId: '4', nodeTitle: 'KSampler', step: { value: 12, max: 20 } };
		assert.equal(describeNodeProgress(working), 'KSampler 12 of 20, node 4 of 9');
		assert.equal(describeStep(working), 'KSampler 12 of 20');
		assert.equal(describeNodeProgress({ ...base, nodeId: '4' }), 'Node 4, node 4 of 9');
		assert.equal(describeNodeProgress(base), '3 of 9 nodes done');
		assert.equal(describeStep(base), '');
	});

	it('never counts beyond the number of nodes, whatever an engine reports', () => {
		const odd = { ...base, nodeId: 'x', total: 2, step: { value: 5, max: 0 } };
		assert.match(describeNodeProgress(odd), /node 2 of 2$/);
		assert.equal(shareDone(odd), 1);
		assert.equal(shareDone({ ...base, total: 0 }), 0);
	});

	it('includes the steps of the current node', () => {
		assert.equal(shareDone({ ...base, total: 4, nodeId: '4', step: { value: 1, max: 2 } }), 0.875);
	});
});

describe('a paced value', () => {
	it('arrives at once, then at most once per pause, and always ends with the last', async () => {
		const clock = new ManualClock();
		const arrived: number[] = [];
		const paced = new Throttle<number>(clock, 100, (value) => arrived.push(value));
		for (let value = 0; value < 1000; value++) {
			paced.put(value);
			await clock.advance(1);
		}
		assert.ok(arrived.length <= 11, `${arrived.length} messages in a second`);
		assert.equal(arrived[0], 0);
		await clock.advance(100);
		assert.equal(arrived.at(-1), 999);
		paced.put(1000);
		paced.put(1001);
		paced.clear();
		await clock.advance(1000);
		assert.notEqual(arrived.at(-1), 1001, 'what was forgotten does not arrive');
	});
});
