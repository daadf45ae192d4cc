import assert from 'node:assert/strict';
import { resolutionsAbove, smallPictureText } from '../../../src/core/training/buckets.ts';

describe('the training size of a picture', () => {
	it('matches the toolkit', () => {
		for (const [width, height, multiple, text] of [
			[640, 480, 16, '640 × 480, smaller than 768 × 768: trains at 640 × 480.'],
			[500, 500, 16, '500 × 500, smaller than 512 × 512: trains at 496 × 512.'],
			[500, 500, 32, '500 × 500, smaller than 512 × 512: trains at 480 × 512.'],
			[333, 777, 16, '333 × 777, smaller than 512 × 512: trains at 336 × 768.'],
			[20, 20, 32, '20 × 20, smaller than 512 × 512: trains at 32 × 32.'],
			[20, 20, undefined, '20 × 20, smaller than 512 × 512: not enlarged.'],
			[1920, 1080, 16, undefined],
		] as const)
			assert.equal(smallPictureText({ width, height }, multiple), text);
	});

	it('is below a resolution if the picture has fewer pixels, whatever its shape', () => {
		assert.deepEqual(resolutionsAbove({ width: 300, height: 200 }), [512, 768, 1024]);
		assert.deepEqual(resolutionsAbove({ width: 640, height: 480 }), [768, 1024]);
		assert.deepEqual(resolutionsAbove({ width: 512, height: 512 }), [768, 1024]);
		assert.deepEqual(resolutionsAbove({ width: 4000, height: 400 }), []);
	});
});
