import assert from 'node:assert/strict';
import { lazy } from '../../../src/core/base/lazy.ts';

describe('lazy loading', () => {
	it('loads once for all callers', async () => {
		let loads = 0;
		const part = lazy(async () => ++loads);
		assert.equal(part.value, undefined);
		assert.deepEqual(await Promise.all([part.get(), part.get()]), [1, 1]);
		assert.equal(part.value, 1);
	});

	it('retries after a rejection', async () => {
		let attempts = 0;
		const part = lazy(async () => {
			if (++attempts === 1) throw new Error('the disk was away');
			return 'there';
		});
		await assert.rejects(part.get(), /the disk was away/);
		assert.equal(await part.get(), 'there');
	});

	it('disposes the loaded value once, even if it arrives later', async () => {
		const ended: string[] = [];
		const loaded = lazy(
			async () => 'loaded',
			(value) => ended.push(value),
		);
		await loaded.get();
		loaded.dispose();
		loaded.dispose();
		const { promise, resolve } = Promise.withResolvers<string>();
		const loading = lazy(
			() => promise,
			(value) => ended.push(value),
		);
		const asked = loading.get();
		loading.dispose();
		resolve('late');
		await assert.rejects(asked, /closed/);
		await assert.rejects(loaded.get(), /closed/);
		assert.deepEqual(ended, ['loaded', 'late']);
	});
});
