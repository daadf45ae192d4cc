import assert from 'node:assert/strict';
import { keptResults } from '../../../src/core/engine/keptResults.ts';

describe('the memory of an engine for earlier runs', () => {
	for (const [options, version, expected] of [
		[['main.py'], '0.3.64', 'latest'],
		[['main.py'], '0.21.9', 'latest'],
		[['main.py'], '0.33.0', 'more'],
		[['main.py', '--cache-classic'], '0.33.0', 'latest'],
		[['main.py', '--cache-none'], '0.33.0', 'nothing'],
		[['main.py', '--cache-lru', '10'], '0.3.64', 'more'],
		[['main.py', '--cache-lru=10'], '0.3.64', 'more'],
		[['main.py', '--cache-ram'], '0.3.70', 'more'],
		[['main.py'], undefined, undefined],
		[[], '0.3.64', undefined],
	] as const)
		it(`is ${expected ?? 'not known'} with "${options.join(' ')}" of ${version ?? 'no version'}`, () =>
			assert.equal(keptResults(options, version), expected));
});
