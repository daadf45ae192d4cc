import assert from 'node:assert/strict';
import { actionOf } from '../../../src/webviews/results/keys.ts';

describe('keys of the results panel', () => {
	it('move between results, and with Shift between runs', () => {
		assert.deepEqual([actionOf('ArrowLeft', false), actionOf('ArrowRight', false)], ['previous', 'next']);
		assert.deepEqual([actionOf('ArrowLeft', true), actionOf('ArrowRight', true)], ['previousRun', 'nextRun']);
	});

	it('are the same in capitals, and ignore inherited names', () => {
		assert.deepEqual(
			[actionOf('p', false), actionOf('p', true), actionOf('f', false)],
			['pin', 'pin', 'star'],
		);
		assert.deepEqual([actionOf('constructor', false), actionOf('constructor', true)], [undefined, undefined]);
	});
});
