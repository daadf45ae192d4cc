import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type GridAxis, itemsInView, scrollToCurrent } from '../../../src/webviews/shared/list/gridAxis.ts';
import { layStrip, type StripLayout } from '../../../src/webviews/shared/list/strip.ts';

const sizes = { cell: 76, gap: 6, groupGap: 18, margin: 12 };
const counts = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 8 });

const axisOf = ({ cells }: StripLayout, at = 0): GridAxis => ({
	count: cells.length,
	at,
	length: sizes.cell,
	startOf: (index) => cells[index] ?? 0,
	peek: sizes.cell / 2,
});

describe('filmstrip layout', () => {
	it('lays cells in order without overlap and groups around their cells', () => {
		const layout = layStrip([2, 1], sizes);
		assert.deepEqual(layout.cells, [12, 94, 188]);
		assert.deepEqual(
			layout.groups.map(({ x, width, first, count }) => [x, width, first, count]),
			[
				[12, 158, 0, 2],
				[188, 76, 2, 1],
			],
		);
		assert.equal(layout.width, 276);
	});

	it('finds exactly the visible cells', () => {
		fc.assert(
			fc.property(
				counts,
				fc.integer({ min: 0, max: 100_000 }),
				fc.integer({ min: 1, max: 3000 }),
				(groups, scroll, width) => {
					const layout = layStrip(groups, sizes);
					const { start, end } = itemsInView(axisOf(layout), scroll, width);
					layout.cells.forEach((x, index) => {
						const inSight = x + sizes.cell > scroll && x < scroll + width;
						assert.equal(index >= start && index < end, inSight, `cell ${index}`);
					});
				},
			),
		);
	});

	it('creates only the visible elements in a strip of 5,000', () => {
		const { start, end } = itemsInView(axisOf(layStrip([5000], sizes)), 123_456, 1000, 200);
		assert.ok(end - start > 10 && end - start < 20);
	});

	it('scrolls a cell entirely into view, and not at all if already visible', () => {
		fc.assert(
			fc.property(
				counts,
				fc.nat(2000),
				fc.integer({ min: 100, max: 3000 }),
				fc.nat(),
				(groups, from, width, pick) => {
					const layout = layStrip(groups, sizes);
					const index = pick % layout.cells.length;
					const axis = axisOf(layout, index);
					const scroll = scrollToCurrent(axis, from, width);
					const x = layout.cells[index] ?? Number.NaN;
					assert.ok(x >= scroll && x + sizes.cell <= scroll + width);
					assert.equal(scrollToCurrent(axis, scroll, width), scroll);
				},
			),
		);
	});
});
