import assert from 'node:assert/strict';
import { type Literal, toBoolean, toFloat, toInt, toText } from '../../../src/core/wire/coercion.ts';

const text = (value: string): Literal => ({ type: 'string', value });
const number = (spelling: string): Literal => ({ type: 'number', text: spelling });
const outcome = (coerced: ReturnType<typeof toInt>) => (coerced.ok ? coerced.value : 'refused');

describe('literals as the engine converts them', () => {
	it('become INT as with int()', () => {
		const rows: readonly (readonly [Literal, number | bigint | 'refused'])[] = [
			[number('20.9'), 20],
			[number('-1.5'), -1],
			[number('1e3'), 1000],
			[number('18446744073709551615'), 18446744073709551615n],
			[number('1e999'), 'refused'],
			[text(' 64 '), 64],
			[text('\t64\r\n'), 64],
			[text('\u001c64\u001f'), 'refused'],
			[text('\u001c６４\u001f'), 64],
			[text('+1_000'), 1000],
			[text('1__0'), 'refused'],
			[text('64.5'), 'refused'],
			[text('0x10'), 'refused'],
			[text(''), 'refused'],
			[{ type: 'boolean', value: true }, 1],
			[{ type: 'null' }, 'refused'],
		];
		for (const [literal, wanted] of rows)
			assert.equal(outcome(toInt(literal)), wanted, JSON.stringify(literal));
	});

	it('become FLOAT as with float()', () => {
		const rows: readonly (readonly [Literal, number | 'refused'])[] = [
			[number('9223372036854775807'), 2 ** 63],
			[number(`1${'0'.repeat(400)}`), 'refused'],
			[number('1e400'), Infinity],
			[text('\u001c7.5'), 'refused'],
			[text('7.5'), 7.5],
			[text(' 1_000.5e1_0 '), 1000.5e10],
			[text('.5'), 0.5],
			[text('5.'), 5],
			[text('inf'), Infinity],
			[text('-Infinity'), -Infinity],
			[text('nan'), NaN],
			[text('0x10'), 'refused'],
			[text('0b1'), 'refused'],
			[text('1_'), 'refused'],
			[text('.'), 'refused'],
			[text(''), 'refused'],
			[{ type: 'boolean', value: false }, 0],
			[{ type: 'array' }, 'refused'],
		];
		for (const [literal, wanted] of rows)
			assert.equal(outcome(toFloat(literal)), wanted, JSON.stringify(literal));
	});

	it('become BOOLEAN as with bool(), so that the text "false" is true', () => {
		assert.equal(toBoolean(text('false')), true);
		assert.equal(toBoolean(text('')), false);
		assert.equal(toBoolean(number('0.0')), false);
		assert.equal(toBoolean(number('-1')), true);
		assert.equal(toBoolean({ type: 'null' }), false);
		assert.equal(toBoolean({ type: 'object' }, true), false);
		assert.equal(toBoolean({ type: 'array' }), true);
	});

	it('become STRING as with str()', () => {
		const rows: readonly (readonly [Literal, string | undefined])[] = [
			[number('7'), '7'],
			[number('7.50'), '7.5'],
			[number('8.0'), '8.0'],
			[number('1e3'), '1000.0'],
			[number('1e16'), '1e+16'],
			[number('0.00001'), '1e-05'],
			[number('-0.0'), '-0.0'],
			[{ type: 'boolean', value: true }, 'True'],
			[{ type: 'null' }, 'None'],
			[{ type: 'object' }, undefined],
		];
		for (const [literal, wanted] of rows) assert.equal(toText(literal), wanted, JSON.stringify(literal));
	});

	it('convert long digit strings in linear time', () => {
		const digits = '1'.repeat(1_000_000);
		assert.equal(toFloat(text(`${digits}x`)).ok, false);
		assert.equal(toInt(text(digits)).ok, false);
	});
});
