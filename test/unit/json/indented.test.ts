import assert from 'node:assert/strict';
import fc from 'fast-check';
import { indentedJson, laidOutJson } from '../../../src/core/json/indented.ts';
import { isTooMuchJson } from '../../../src/core/json/size.ts';
import { parseKnownJson } from '../../../src/core/json/value.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('indented JSON', () => {
	it('equals JSON with two spaces per level', () => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
				assert.equal(indentedJson(value), JSON.stringify(value, null, 2));
			}),
		);
		assert.equal(indentedJson({ a: undefined, b: [], c: {} }), '{\n  "b": [],\n  "c": {}\n}');
		assert.equal(indentedJson(undefined), 'null');
	});

	it('keeps the spelling of numbers', () => {
		assert.equal(
			laidOutJson('{"a":[18446744073709551615,8.0]}'),
			'{\n  "a": [\n    18446744073709551615,\n    8.0\n  ]\n}',
		);
	});

	it('grows linearly with the depth', () => {
		const [half, whole] = [1500, 3000].map((levels) => indentedJson(JSON.parse(nested(levels))).length) as [
			number,
			number,
		];
		assert.ok(whole < half * 2, `${half}, then ${whole} characters`);
		assert.equal(indentedJson(JSON.parse(nested(3000))).replaceAll(/\s/g, ''), nested(3000));
	});

	it('has at most the given amount of layout, and is complete', () => {
		const value = Array.from({ length: 50 }, (_, index) => ({ index, list: [1, 2, 3] }));
		for (const most of [0, 100, 1000, 3000]) {
			const text = indentedJson(value, most);
			assert.ok(text.length <= JSON.stringify(value).length + most, `${text.length} for ${most}`);
			assert.deepEqual(JSON.parse(text), value);
		}
	});

	it('is undefined for JSON that nests too deeply, and for invalid JSON', () => {
		assert.equal(laidOutJson(nested(201)), undefined);
		assert.notEqual(laidOutJson(nested(200)), undefined);
		assert.equal(laidOutJson('{"a":'), undefined);
	});
});

describe('the size of JSON', () => {
	it('is found by values and levels without parsing, whatever the strings contain', () => {
		assert.equal(isTooMuchJson('[1,2,3]', 4), false);
		assert.equal(isTooMuchJson('[1,2,3]', 3), true);
		assert.equal(isTooMuchJson(`["${nested(5000)}","\\"[[["]`, 10), false);
		assert.equal(isTooMuchJson(nested(200), 1000), false);
		assert.equal(isTooMuchJson(nested(201), 1000), true);
		// Adjacent lists are not nested.
		assert.equal(isTooMuchJson(`[${Array(500).fill('[[]]').join()}]`, 2000), false);
		fc.assert(
			fc.property(fc.json({ maxDepth: 8 }), (text) => {
				assert.equal(isTooMuchJson(text, 100_000), false);
				assert.doesNotThrow(() => parseKnownJson(text));
			}),
		);
	});
});
