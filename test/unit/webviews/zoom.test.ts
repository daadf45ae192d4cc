import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	canPan,
	fitScale,
	fitView,
	panBy,
	place,
	type Size,
	type View,
	viewForOther,
	zoomTo,
} from '../../../src/webviews/shared/media/zoom.ts';

const size = (min: number, max: number): fc.Arbitrary<Size> =>
	fc.record({ width: fc.integer({ min, max }), height: fc.integer({ min, max }) });
const pictures = size(1, 8192);
const panes = size(40, 3000);
const views: fc.Arbitrary<View> = fc.record({
	scale: fc.oneof(fc.constant('fit' as const), fc.double({ min: 0.05, max: 32, noNaN: true })),
	centerX: fc.double({ min: 0, max: 1, noNaN: true }),
	centerY: fc.double({ min: 0, max: 1, noNaN: true }),
});
const near = (a: number, b: number) => Math.abs(a - b) < 0.01;

describe('zoom and pan', () => {
	it('fits the whole picture into the pane and never enlarges it', () => {
		fc.assert(
			fc.property(pictures, panes, (picture, pane) => {
				const { x, y, scale } = place(fitView, picture, pane);
				assert.ok(scale > 0 && scale <= 1);
				assert.ok(x >= 0 && x + picture.width * scale <= pane.width + 0.01);
				assert.ok(y >= 0 && y + picture.height * scale <= pane.height + 0.01);
			}),
		);
		assert.equal(fitScale({ width: 100, height: 100 }, { width: 1000, height: 1000 }), 1);
	});

	it('never leaves a gap on one side while the picture extends beyond the other', () => {
		fc.assert(
			fc.property(views, pictures, panes, (view, picture, pane) => {
				const { x, scale } = place(view, picture, pane);
				const right = x + picture.width * scale;
				if (picture.width * scale > pane.width) assert.ok(x <= 0.01 && right >= pane.width - 0.01);
				else assert.ok(near(x, pane.width - right));
			}),
		);
	});

	it('keeps the point under the pointer in place while zooming within a large picture', () => {
		const picture = { width: 4000, height: 4000 };
		const pane = { width: 800, height: 600 };
		const view: View = { scale: 1, centerX: 0.5, centerY: 0.5 };
		const before = place(view, picture, pane);
		const after = place(zoomTo(view, picture, pane, 2, 200, 150), picture, pane);
		assert.equal(after.scale, 2);
		assert.ok(near((200 - before.x) / before.scale, (200 - after.x) / after.scale));
		assert.ok(near((150 - before.y) / before.scale, (150 - after.y) / after.scale));
	});

	it('stays within its bounds at any zoom', () => {
		fc.assert(
			fc.property(
				views,
				pictures,
				panes,
				fc.double({ min: 0, max: 1e9, noNaN: true }),
				(view, picture, pane, to) => {
					const { scale } = place(zoomTo(view, picture, pane, to, 0, 0), picture, pane);
					assert.ok(scale > 0 && scale <= 32);
				},
			),
		);
	});

	it('pans by the requested distance, up to the edge, and not at all if everything is visible', () => {
		const picture = { width: 1000, height: 1000 };
		const pane = { width: 500, height: 500 };
		const view: View = { scale: 1, centerX: 0.5, centerY: 0.5 };
		assert.equal(place(panBy(view, picture, pane, -100, 40), picture, pane).x, -350);
		assert.equal(place(panBy(view, picture, pane, -9999, 0), picture, pane).x, -500);
		assert.equal(panBy(fitView, picture, pane, 50, 50), fitView);
		assert.equal(canPan(view, picture, pane), true);
		assert.equal(canPan(fitView, picture, pane), false);
	});

	it('shows compared pictures of different sizes equally large', () => {
		const small = { width: 512, height: 512 };
		const large = { width: 2048, height: 2048 };
		const there = viewForOther({ scale: 2, centerX: 0.3, centerY: 0.6 }, small, large);
		assert.deepEqual(there, { scale: 0.5, centerX: 0.3, centerY: 0.6 });
		assert.equal(viewForOther(fitView, small, large), fitView);
	});
});
