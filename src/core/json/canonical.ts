import { isRawNumber, numberText, parseJson } from './exact.ts';

/**
 * True when two JSON texts mean the same value: spaces, the order of keys, escapes and the spelling of a number (`1`, `1.0`,
 * `10e-1`) do not matter. Numbers are compared exactly, however large. A text that is not JSON equals itself only.
 */
export function sameJson(a: string, b: string): boolean {
	if (a === b) return true;
	const left = parseJson(a);
	const right = parseJson(b);
	return left.ok && right.ok && sameValue(left.value, right.value);
}

function sameValue(a: unknown, b: unknown): boolean {
	const number = numberText(a);
	if (number !== undefined) {
		const other = numberText(b);
		return other !== undefined && (number === other || canonicalNumber(number) === canonicalNumber(other));
	}
	if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
	if (isRawNumber(b) || Array.isArray(a) !== Array.isArray(b)) return false;
	if (Array.isArray(a) && Array.isArray(b)) {
		return a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
	}
	const left = Object.entries(a);
	return (
		left.length === Object.keys(b).length &&
		left.every(
			([key, value]) => Object.hasOwn(b, key) && sameValue(value, (b as Record<string, unknown>)[key]),
		)
	);
}

/** One spelling for each number: digits without zeros at either end, and the power of ten. */
export function canonicalNumber(text: string): string {
	const match = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
	if (!match) return text;
	const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	if (significant === '') return '0';
	const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
	return `${sign}${significant}e${power}`;
}
