import assert from 'node:assert/strict';
import { compareFrame, pixelDifference } from '../../../../src/core/runs/pictures/pixelDifference.ts';

const size = (width: number, height: number) => ({ width, height });

/** Pixels of one gray each, opaque. */
function grays(...values: readonly number[]): Uint8ClampedArray {
	return new Uint8ClampedArray(values.flatMap((value) => [value, value, value, 255]));
}

describe('the frame in which two pictures are compared', () => {
	it('is the picture itself for equal sizes', () => {
		assert.deepEqual(compareFrame(size(640, 480), size(640, 480)), {
			width: 640,
			height: 480,
			left: { x: 0, y: 0, width: 640, height: 480 },
			right: { x: 0, y: 0, width: 640, height: 480 },
			reduced: false,
		});
	});

	it('makes both equally wide, and centers the shorter one', () => {
		const frame = compareFrame(size(320, 240), size(640, 320));
		assert.deepEqual([frame.width, frame.height], [640, 480]);
		assert.deepEqual(frame.left, { x: 0, y: 0, width: 640, height: 480 });
		assert.deepEqual(frame.right, { x: 0, y: 80, width: 640, height: 320 });
	});

	it('is bounded for any pictures', () => {
		for (const [left, right] of [
			[size(16_384, 16_384), size(64, 64)],
			[size(10, 20_000), size(10, 10)],
			[size(1, 1), size(30_000, 1)],
		] as const) {
			const frame = compareFrame(left, right);
			assert.ok(frame.reduced && Math.max(frame.width, frame.height) <= 4097, JSON.stringify(frame));
			assert.ok(frame.width >= 1 && frame.height >= 1);
		}
	});
});

describe('the difference of pixels', () => {
	it('is counted and drawn, with equal or higher brightness', () => {
		const frame = compareFrame(size(2, 2), size(2, 2));
		const out = grays(9, 9, 9, 9);
		const [left, right] = [grays(10, 20, 30, 200), grays(10, 25, 30, 100)];
		assert.deepEqual(pixelDifference(frame, left, right, out, 1), { compared: 4, different: 2, most: 100 });
		assert.deepEqual(out, grays(0, 5, 0, 100));
		pixelDifference(frame, left, right, out, 8);
		assert.deepEqual(out, grays(0, 40, 0, 255));
	});

	it('ignores areas that only one of them covers', () => {
		const frame = compareFrame(size(1, 3), size(1, 1));
		const out = new Uint8ClampedArray(12);
		const found = pixelDifference(frame, grays(1, 2, 3), grays(0, 2, 0), out, 1);
		assert.deepEqual(found, { compared: 1, different: 0, most: 0 });
		assert.deepEqual([out[3], out[7], out[11]], [0, 255, 0]);
	});
});
