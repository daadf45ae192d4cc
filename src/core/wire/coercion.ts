import { exactNumber } from '../json/exact.ts';

/**
 * A literal of a workflow document as the engine receives it. Numbers keep their spelling, since a seed may exceed a
 * double; a literal wrapped in `__value__` is already unwrapped.
 */
export type Literal =
	| { readonly type: 'string'; readonly value: string }
	| { readonly type: 'number'; readonly text: string }
	| { readonly type: 'boolean'; readonly value: boolean }
	| { readonly type: 'null' | 'array' | 'object' | 'link' };

/**
 * The engine's reading of a literal for a number input (workflow-validation, "Order of checks", step 2c: Python's
 * `int()` and `float()`). `from` names the reason why the result differs from the literal in the document.
 */
export type Coerced =
	| { readonly ok: true; readonly value: number | bigint; readonly from?: 'text' | 'boolean' | 'fraction' }
	| { readonly ok: false };

const refused: Coerced = { ok: false };

/** The longest text of digits that Python turns into an integer. */
const mostDigits = 4300;

/**
 * Returns whether a character is white space around a number for Python. In an ASCII text these are the six characters
 * of C; else five control characters more than for JavaScript, and no byte order mark.
 */
function isSpace(code: number, ascii: boolean): boolean {
	if (ascii) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
	return (
		(code >= 0x1c && code <= 0x1f) ||
		code === 0x85 ||
		(code !== 0xfeff && String.fromCharCode(code).trim() === '')
	);
}

/** Returns the text as Python's number parsers read it: trimmed, and with the digits of every script as 0 to 9. */
function plainSpelling(text: string): string {
	let start = 0;
	let end = text.length;
	const ascii = !/[^\0-\x7f]/.test(text);
	while (start < end && isSpace(text.charCodeAt(start), ascii)) start++;
	while (end > start && isSpace(text.charCodeAt(end - 1), ascii)) end--;
	return text.slice(start, end).replaceAll(/[^\0-\x7f]/gu, (character) => {
		const code = character.codePointAt(0) ?? 0;
		return isDigit(code) ? String(digitValue(code)) : character;
	});
}

function isDigit(code: number): boolean {
	return /^\p{Nd}$/u.test(String.fromCodePoint(code));
}

/** Returns the value of a digit. Digits come in runs of ten, and in adjacent runs, each begins with a zero. */
function digitValue(code: number): number {
	let first = code;
	while (isDigit(first - 1)) first--;
	return (code - first) % 10;
}

/** Converts a literal as Python's `int()` does: texts of digits and truth values pass, fractions are cut off. */
export function toInt(literal: Literal): Coerced {
	switch (literal.type) {
		case 'number': {
			const exact = exactNumber(literal.text);
			if (typeof exact === 'bigint') return { ok: true, value: exact };
			if (!Number.isFinite(exact)) return refused;
			return Number.isInteger(exact)
				? { ok: true, value: exact }
				: { ok: true, value: Math.trunc(exact), from: 'fraction' };
		}
		case 'string': {
			const text = plainSpelling(literal.value);
			const digits = /^[+-]?[0-9]+(?:_[0-9]+)*$/.test(text) ? text.replaceAll(/[_+]/g, '') : '';
			if (digits === '' || digits.length > mostDigits) return refused;
			return { ok: true, value: exactNumber(digits), from: 'text' };
		}
		case 'boolean':
			return { ok: true, value: literal.value ? 1 : 0, from: 'boolean' };
		default:
			return refused;
	}
}

/** Each part can begin in one place only, so the expression needs time in proportion to the text. */
const floatSpelling =
	/^[+-]?(?:[0-9]+(?:_[0-9]+)*(?:\.(?:[0-9]+(?:_[0-9]+)*)?)?|\.[0-9]+(?:_[0-9]+)*)(?:[eE][+-]?[0-9]+(?:_[0-9]+)*)?$/;

/** Converts a literal as Python's `float()` does: texts that spell a number pass, also `nan` and `inf`; hexadecimal does not. */
export function toFloat(literal: Literal): Coerced {
	switch (literal.type) {
		case 'number': {
			// An integer becomes the nearest double, which may exceed the limit that the integer satisfies.
			const exact = exactNumber(literal.text);
			const value = Number(exact);
			return typeof exact === 'bigint' && !Number.isFinite(value) ? refused : { ok: true, value };
		}
		case 'string': {
			const text = plainSpelling(literal.value);
			if (floatSpelling.test(text))
				return { ok: true, value: Number(text.replaceAll('_', '')), from: 'text' };
			const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
			if (!special) return refused;
			const size = special[2]?.toLowerCase() === 'nan' ? Number.NaN : Number.POSITIVE_INFINITY;
			return { ok: true, value: special[1] === '-' ? -size : size, from: 'text' };
		}
		case 'boolean':
			return { ok: true, value: literal.value ? 1 : 0, from: 'boolean' };
		default:
			return refused;
	}
}

/**
 * Converts a literal as Python's `bool()` does, which accepts anything: the text "false" is true, and so are "0" and
 * every other non-empty text. `empty` is true for a list or an object without members.
 */
export function toBoolean(literal: Literal, empty = false): boolean {
	switch (literal.type) {
		case 'string':
			return literal.value !== '';
		case 'boolean':
			return literal.value;
		case 'number':
			return exactNumber(literal.text) !== 0;
		case 'null':
			return false;
		default:
			return !empty;
	}
}

/** Converts a literal as Python's `str()` does for a plain value; undefined for lists and objects. */
export function toText(literal: Literal): string | undefined {
	switch (literal.type) {
		case 'string':
			return literal.value;
		case 'boolean':
			return literal.value ? 'True' : 'False';
		case 'null':
			return 'None';
		case 'number':
			return /^-?[0-9]+$/.test(literal.text)
				? literal.text.replace(/^-0$/, '0')
				: floatText(Number(literal.text));
		default:
			return undefined;
	}
}

/**
 * Returns Python's spelling of a floating-point number: the digits are those of JavaScript, but the exponent begins at
 * other sizes.
 */
function floatText(value: number): string {
	if (!Number.isFinite(value)) return String(value).replace('Infinity', 'inf').replace('NaN', 'nan');
	const size = Math.abs(value);
	if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
		const [digits = '', exponent = '0'] = value.toExponential().split('e');
		const power = Math.abs(Number(exponent));
		return `${digits}e${exponent.startsWith('-') ? '-' : '+'}${String(power).padStart(2, '0')}`;
	}
	const sign = Object.is(value, -0) ? '-' : '';
	return `${sign}${Number.isInteger(value) ? value.toFixed(1).replace('-0.0', '0.0') : value}`;
}
