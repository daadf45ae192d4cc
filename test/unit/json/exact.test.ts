import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { jsonText, numberOf, numberText, parseJson } from '../../../src/core/json/exact.ts';
import { isRawNumber } from '../../../src/core/json/rawNumber.ts';
import { expectFailure, expectValue } from '../http/support.ts';

/** Numbers as they may be spelled, mostly not as a double would be. */
const spelling = fc.oneof(
	fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
	fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
	fc.tuple(fc.nat(), fc.nat()).map(([whole, fraction]) => `${whole}.${fraction}0`),
	fc
		.tuple(fc.nat({ max: 9 }), fc.integer({ min: -400, max: 400 }))
		.map(([digit, exponent]) => `${digit}e${exponent}`),
	fc.constantFrom('-0', '1.0', '18446744073709551615', '0.1', '1E5', '0.00000001', '1e+3'),
);

const text = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4 },
		spelling,
		fc.string().map((words) => JSON.stringify(words)),
		fc.constantFrom('true', 'false', 'null'),
		fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
		fc
			.uniqueArray(fc.tuple(fc.string(), tie('value')), { maxLength: 4, selector: ([key]) => key })
			// Keys that are integers change their order in any object; that order is meaningless.
			.map((members) => members.filter(([key]) => !/^\d+$/.test(key)))
			.map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
	),
})).value as fc.Arbitrary<string>;

describe('lossless JSON', () => {
	it('writes every text back unchanged', () => {
		fc.assert(fc.property(text, (source) => jsonText(expectValue(parseJson(source))) === source));
	});

	it('reads the same values as JSON.parse', () => {
		fc.assert(
			fc.property(text, (source) => {
				const plain = JSON.parse(source) as unknown;
				assert.deepEqual(JSON.parse(jsonText(expectValue(parseJson(source)))), plain);
			}),
		);
	});

	it('is a value or a failure for any text', () => {
		fc.assert(
			fc.property(fc.string(), (source) => {
				const result = parseJson(source);
				if (!result.ok) assert.equal(result.failure.kind, 'protocol');
			}),
		);
		assert.equal(expectFailure(parseJson('{"token": "abc", oops')).kind, 'protocol');
	});

	it('never quotes the text in a failure', () => {
		assert.doesNotMatch(JSON.stringify(expectFailure(parseJson('{"token": "abc", oops'))), /abc|oops/);
	});

	it('keeps a 64-bit seed and returns its spelling', () => {
		const seed = (expectValue(parseJson('{"seed": 18446744073709551615}')) as { seed: unknown }).seed;
		assert.ok(isRawNumber(seed));
		assert.equal(numberText(seed), '18446744073709551615');
		assert.equal(numberOf(seed), 2 ** 64);
		assert.equal(numberText(12), '12');
		assert.equal(numberText('12'), undefined);
		assert.equal(numberOf(expectValue(parseJson('1e999'))), undefined);
	});

	it('does not confuse a similar record with a raw number', () => {
		const value = expectValue(parseJson('{"rawJSON": "1"}'));
		assert.equal(isRawNumber(value), false);
		assert.equal(jsonText(value), '{"rawJSON":"1"}');
	});
});
