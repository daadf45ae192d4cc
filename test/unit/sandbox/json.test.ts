import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isObject, numberOf, parseJson, spelled, writeJson } from '../../../src/sandbox/json.ts';

describe('lossless JSON', () => {
	it('writes every number as it was spelled', () => {
		const text = '{"a":18446744073709551615,"b":8.0,"c":1e-4,"d":-0,"e":[0.1000,7]}';
		assert.equal(writeJson(parseJson(text)), text);
	});

	it('writes every document with the same meaning', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				assert.deepEqual(JSON.parse(writeJson(parseJson(text))), JSON.parse(text));
			}),
		);
	});

	it('does not take a kept number for an object', () => {
		const [value = null] = parseJson('[1e2]') as unknown as [never];
		assert.equal(isObject(value), false);
		assert.deepEqual([numberOf(value), spelled(value)], [100, '1e2']);
	});
});
