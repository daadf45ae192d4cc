import assert from 'node:assert/strict';
import type { ResultsItem, ResultsRun } from '../../../src/core/runs/results/messages.ts';
import { resultsState } from '../../../src/core/runs/results/view.ts';
import { Viewing } from '../../../src/webviews/results/viewing.ts';
import { runFile, runRecord } from '../support/runRecord.ts';

/** Returns a run with two pictures of one node, in separate files. */
function run(id: string): ResultsRun {
	const files = ['a_0.png', 'a_1.png'].map((name) => runFile(name, { nodeId: '9', archivedAs: name }));
	const state = resultsState(runRecord({ id, state: 'succeeded', files }), (name) => `x://${id}/${name}`, 0);
	assert.ok(state.run);
	return state.run;
}

const src = (item: ResultsItem | undefined) => item?.src;

describe('the item in view in the results panel', () => {
	let changes: number;
	let viewing: Viewing;
	beforeEach(() => {
		changes = 0;
		viewing = new Viewing(undefined, () => changes++);
		viewing.take(run('one'));
	});

	it('is the same output in each run of a document', () => {
		viewing.step(1);
		assert.equal(src(viewing.item), 'x://one/a_1.png');
		viewing.take(run('two'));
		assert.equal(src(viewing.item), 'x://two/a_1.png');
		viewing.step(1);
		assert.equal(src(viewing.item), 'x://two/a_1.png', 'there is no further one');
	});

	it('is compared within one run only', () => {
		viewing.toggleCompare();
		assert.deepEqual(
			[viewing.compared, viewing.item].map(src),
			['x://one/a_0.png', 'x://one/a_1.png'],
			'the picture in view stays on the left',
		);
		viewing.take(run('one'));
		assert.notEqual(viewing.compared, undefined);
		viewing.take(run('two'));
		assert.equal(viewing.compared, undefined);
	});

	it('is kept across hide and reload', () => {
		viewing.step(1);
		viewing.toggleDetails(1000);
		const again = new Viewing(viewing.memory, () => undefined);
		again.take(run('one'));
		assert.equal(src(again.item), 'x://one/a_1.png');
		assert.deepEqual([again.detailsOpen(1000), again.detailsOpen(400)], [false, false]);
		assert.equal(changes, 2);
	});

	it('shows its details alongside only with enough room or nothing else to see', () => {
		assert.deepEqual([viewing.detailsOpen(1000), viewing.detailsOpen(400)], [true, false]);
		viewing.setAlone(true);
		assert.equal(viewing.detailsOpen(1000), false);
		viewing.setAlone(false);
		viewing.take(undefined);
		assert.equal(viewing.detailsOpen(400), true);
	});
});
