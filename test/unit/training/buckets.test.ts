import assert from 'node:assert/strict';
import { bucketOf, resolutionsAbove } from '../../../src/core/training/buckets.ts';

describe('the size that a picture is trained at', () => {
	it('is that of the toolkit', () => {
		for (const [width, height, resolution, multiple, across, down] of [
			[1920, 1080, 1024, 16, 1360, 768],
			[1920, 1080, 1024, 32, 1344, 768],
			[1080, 1920, 768, 16, 576, 1024],
			[3000, 2000, 1024, 32, 1248, 832],
			[640, 480, 1024, 16, 640, 480],
			[333, 777, 512, 16, 336, 768],
			[4032, 3024, 512, 32, 576, 448],
			[10000, 100, 512, 16, 5120, 48],
			[20, 20, 512, 32, 32, 32],
		] as const)
			assert.deepEqual(bucketOf({ width, height }, resolution, multiple), { width: across, height: down });
	});

	it('is smaller than a resolution where the picture has fewer pixels, whatever its shape', () => {
		assert.deepEqual(resolutionsAbove({ width: 300, height: 200 }), [512, 768, 1024]);
		assert.deepEqual(resolutionsAbove({ width: 640, height: 480 }), [768, 1024]);
		assert.deepEqual(resolutionsAbove({ width: 512, height: 512 }), [768, 1024]);
		assert.deepEqual(resolutionsAbove({ width: 4000, height: 400 }), []);
	});
});
