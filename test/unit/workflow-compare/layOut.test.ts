import assert from 'node:assert/strict';
import { canonicalJson } from '../../../src/core/json/canonical.ts';
import { layOut } from '../../../src/core/workflow/compare/layOut.ts';

const compact =
	'{"10":{"inputs":{"seed":18446744073709551615,"cfg":1.0,"model":["4",0]},"class_type":"A"},"2":{"inputs":{},"class_type":"B"}}';

describe('laying out a workflow', () => {
	it('keeps the order of keys and the notation of numbers', () => {
		const text = layOut(compact);
		assert.ok(text.indexOf('"10"') < text.indexOf('"2"'));
		assert.match(text, /\n {6}"seed": 18446744073709551615,\n {6}"cfg": 1\.0,/);
		assert.equal(canonicalJson(text), canonicalJson(compact));
	});

	it('adopts indentation and short links, so that a text diff shows only changes in content', () => {
		const like = '{\n\t"10": {\n\t\t"inputs": {"model": ["4", 0]}\n\t}\n}';
		const text = layOut(compact, like);
		assert.match(text, /\n\t\t\t"model": \["4", 0\]\n/);
		assert.ok(!text.endsWith('\n'));
		assert.equal(canonicalJson(text), canonicalJson(compact));
	});

	it('keeps links long if the other text has them long', () => {
		assert.match(
			layOut(compact, '{\n  "1": {\n    "a": [\n      "4",\n      0\n    ]\n  }\n}\n'),
			/"model": \[\n {8}"4",\n {8}0\n {6}\]/,
		);
	});

	it('does not touch brackets inside strings', () => {
		const text = '{"1":{"t":"see [\\"4\\",\\n 0 ] there"}}';
		assert.equal(canonicalJson(layOut(text, '{"a": ["4", 0]}')), canonicalJson(text));
	});
});
