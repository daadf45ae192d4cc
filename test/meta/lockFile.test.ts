import assert from 'node:assert/strict';
import { readText } from './support/project.ts';

describe('the lock file', () => {
	const lock: { packages: Record<string, { version?: string; resolved?: string; integrity?: string }> } =
		JSON.parse(readText('package-lock.json'));

	it('holds no download address, so that every registry and mirror serves', () => {
		const withAddress = Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined);
		assert.deepEqual(
			withAddress.map(([path]) => path),
			[],
		);
	});

	it('pins each library by its content', () => {
		const entries = Object.entries(lock.packages).filter(([path]) => path.startsWith('node_modules/'));
		assert.ok(entries.length > 0);
		assert.deepEqual(
			entries.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path),
			[],
		);
	});
});
