import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonText, numberOf } from '../../../src/core/json/exact.ts';
import { isObject, jsonDepth, parseKnownJson, spelled } from '../../../src/core/json/value.ts';

describe('values of exact JSON', () => {
	it('keep the spelling of every number when written', () => {
		const text = '{"a":18446744073709551615,"b":8.0,"c":1e-4,"d":-0,"e":[0.1000,7]}';
		assert.equal(jsonText(parseKnownJson(text)), text);
	});

	it('are written with the same meaning for any document', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				assert.deepEqual(JSON.parse(jsonText(parseKnownJson(text))), JSON.parse(text));
			}),
		);
	});

	it('do not confuse a raw number with an object', () => {
		const [value = null] = parseKnownJson('[1e2]') as unknown as [never];
		assert.equal(isObject(value), false);
		assert.deepEqual([numberOf(value), spelled(value)], [100, '1e2']);
	});

	it('have the depth of their containers, whatever the strings contain', () => {
		assert.equal(jsonDepth('7', 10), 0);
		assert.equal(jsonDepth('{"a [[[ \\" [[": [{}], "b\\\\": [1]}', 10), 3);
		assert.equal(jsonDepth('['.repeat(50), 10), 10);
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				assert.equal(jsonDepth(JSON.stringify(value), 100), depthOf(value));
			}),
		);
	});
});

function depthOf(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
