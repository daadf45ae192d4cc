import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainJson } from '../../../src/core/json/plain.ts';

/** Texts between two tokens of JSON with comments. */
const gap = fc.constantFrom('', ' ', '\n', '\t', '/* , "x": */', '// ]\n', ' /**/ ', '// a "quote\n  ');

/** Inserts gaps around every token outside texts, and a comma before closers if allowed. */
function annotated(json: string, gaps: readonly string[], trailing: boolean): string {
	let at = 0;
	const next = () => gaps[at++ % gaps.length] ?? '';
	return json
		.split(/("(?:[^"\\]|\\.)*"|[{}[\],:])/)
		.map((piece, index, all) => {
			const before = all.slice(0, index).findLast((other) => other !== '');
			const closes = piece === '}' || piece === ']';
			const comma = trailing && closes && before !== '{' && before !== '[' ? `,${next()}` : '';
			return piece === '' ? '' : `${next()}${comma}${piece}`;
		})
		.join('');
}

describe('JSON without comments', () => {
	it('equals the text with comments and trailing commas in meaning', () => {
		fc.assert(
			fc.property(
				fc.json(),
				fc.array(gap, { minLength: 1, maxLength: 7 }),
				fc.boolean(),
				(json, gaps, trailing) => {
					const text = annotated(json, gaps, trailing);
					assert.deepEqual(JSON.parse(plainJson(text)), JSON.parse(json), text);
				},
			),
		);
	});

	it('keeps everything else unchanged', () => {
		const text = '{\n  "a": 1.0,\n  "b": [18446744073709551615, "// no comment, ]"]\n}\n';
		assert.equal(plainJson(text), text);
		assert.equal(plainJson('{"a": 1.0, /* one */ "a": 2,}'), '{"a": 1.0, "a": 2}');
	});
});
