import assert from 'node:assert/strict';
import type { SamplesJob } from '../../../src/core/jobs/samples/messages.ts';
import { cellSizes, gridSizes, nextCellSize } from '../../../src/webviews/samples/gridLayout.ts';
import { besideOf, gridRows, gridSteps, jobView, srcOf } from '../../../src/webviews/samples/model.ts';

const job = (
	id: string,
	texts: readonly string[],
	places: readonly (readonly [number, number])[],
): SamplesJob => ({
	id,
	name: id,
	look: 'running',
	stateText: 'Running',
	folder: `https://view.test/${id}`,
	listed: 'yes',
	reachable: true,
	prompts: texts.map((text) => ({ text, settings: [] })),
	samples: places.map(([step, index]) => ({
		name: `${step}-${index}`,
		kind: 'image',
		step,
		index,
		at: step,
	})),
	others: [],
	checkpoints: [],
});

describe('the layout of the sample grid', () => {
	it('leaves room for a cell next to the prompts at every width', () => {
		for (const cell of cellSizes) {
			for (const width of [220, 400, 900, 2000]) {
				const { head } = gridSizes(cell, width);
				assert.ok(head >= 84 && (width - head >= cell || head === 84), `${cell} at ${width}`);
			}
		}
		assert.equal(nextCellSize(cellSizes[0] ?? 0, -1), cellSizes[0]);
		assert.equal(nextCellSize(cellSizes[0] ?? 0, 1), cellSizes[1]);
		assert.equal(nextCellSize(192, 1), 192);
	});
});

describe('two jobs in one grid', () => {
	const one = jobView(
		job(
			'one',
			['fox', 'hare', 'owl'],
			[
				[0, 0],
				[500, 0],
				[0, 1],
			],
		),
	);
	const two = jobView(
		job(
			'two',
			['owl', 'newt', 'fox'],
			[
				[250, 2],
				[1000, 2],
				[0, 1],
			],
		),
	);

	it('are aligned by prompt text, then by index, without leaving any out', () => {
		assert.deepEqual(
			gridRows(one, two).map(({ view, index }) => `${view.job.id} ${index}`),
			['one 0', 'two 2', 'one 1', 'two 1', 'one 2', 'two 0'],
		);
		assert.deepEqual(gridSteps(one, two), [0, 250, 500, 1000]);
		assert.deepEqual(gridSteps(one, undefined), [0, 500]);
	});

	it('are compared at the nearest step, in both directions', () => {
		assert.deepEqual(besideOf({ view: one, step: 500, index: 0 }, two, undefined), {
			view: two,
			step: 250,
			index: 2,
		});
		assert.deepEqual(besideOf({ view: two, step: 1000, index: 2 }, one, undefined), {
			view: one,
			step: 500,
			index: 0,
		});
		assert.deepEqual(besideOf({ view: one, step: 500, index: 0 }, two, 1000), {
			view: two,
			step: 1000,
			index: 2,
		});
		assert.equal(besideOf({ view: one, step: 0, index: 2 }, two, undefined), undefined);
	});

	it('are compared across steps if only one is in view', () => {
		assert.deepEqual(besideOf({ view: one, step: 500, index: 0 }, undefined, undefined), {
			view: one,
			step: 0,
			index: 0,
		});
		assert.deepEqual(besideOf({ view: one, step: 500, index: 0 }, undefined, 400), {
			view: one,
			step: 500,
			index: 0,
		});
		assert.equal(besideOf({ view: one, step: 0, index: 1 }, undefined, undefined), undefined);
	});

	it('have addresses for copies with any name', () => {
		assert.equal(
			srcOf(one.job, { name: 'x', kind: 'image', file: 'a #?%.png' }),
			'https://view.test/one/a%20%23%3F%25.png',
		);
		assert.equal(srcOf(one.job, { name: 'x', kind: 'image' }), undefined);
	});
});
