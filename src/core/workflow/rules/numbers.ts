import { exactNumber } from '../../json/exact.ts';
import type { InputValue } from '../nodeReader.ts';

/** What the engine makes of a literal for a number input. `odd` says in what way it is not what one would write. */
export type Coerced =
	| { readonly ok: true; readonly value: number | bigint; readonly odd?: string }
	| { readonly ok: false };

const refused: Coerced = { ok: false };

/** As Python's `int()` does: texts of digits and truth values pass, fractions are cut off. */
export function toInt(value: InputValue): Coerced {
	switch (value.type) {
		case 'number': {
			const exact = exactNumber(value.text);
			if (typeof exact === 'bigint') return { ok: true, value: exact };
			if (!Number.isFinite(exact)) return refused;
			return Number.isInteger(exact)
				? { ok: true, value: exact }
				: { ok: true, value: Math.trunc(exact), odd: `the engine cuts it down to ${Math.trunc(exact)}` };
		}
		case 'string': {
			const digits = /^[+-]?[0-9]+(?:_[0-9]+)*$/.exec(value.value.trim())?.[0];
			if (digits === undefined) return refused;
			return {
				ok: true,
				value: exactNumber(digits.replace(/[_+]/g, '')),
				odd: 'it is a text that the engine turns into a number',
			};
		}
		case 'boolean':
			return { ok: true, value: value.value ? 1 : 0, odd: `the engine takes it for ${value.value ? 1 : 0}` };
		default:
			return refused;
	}
}

const floatSpelling =
	/^[+-]?(?:[0-9]+(?:_[0-9]+)*\.?(?:[0-9]+(?:_[0-9]+)*)?|\.[0-9]+(?:_[0-9]+)*)(?:[eE][+-]?[0-9]+)?$/;

/** As Python's `float()` does: texts that spell a number pass, also `nan` and `inf`. */
export function toFloat(value: InputValue): Coerced {
	switch (value.type) {
		case 'number':
			return { ok: true, value: exactNumber(value.text) };
		case 'string': {
			const text = value.value.trim();
			const odd = 'it is a text that the engine turns into a number';
			if (floatSpelling.test(text)) return { ok: true, value: Number(text.replaceAll('_', '')), odd };
			const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
			if (!special) return refused;
			const size = special[2]?.toLowerCase() === 'nan' ? Number.NaN : Number.POSITIVE_INFINITY;
			return { ok: true, value: special[1] === '-' ? -size : size, odd };
		}
		case 'boolean':
			return { ok: true, value: value.value ? 1 : 0, odd: `the engine takes it for ${value.value ? 1 : 0}` };
		default:
			return refused;
	}
}
