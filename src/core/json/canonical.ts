import { trimEndOf } from '../base/trimEnd.ts';
import { type Json, parseJson } from './exact.ts';
import { isRawNumber } from './rawNumber.ts';
import { isArray, isObject } from './value.ts';

/**
 * Returns true when two JSON texts mean the same value: spaces, the order of keys, escapes and the spelling of a number (`1`, `1.0`,
 * `10e-1`) do not matter. Numbers are compared exactly, however large. A text that is not JSON equals itself only.
 */
export function sameJson(a: string, b: string): boolean {
	return a === b || canonicalJson(a) === canonicalJson(b);
}

/**
 * Returns one spelling for all JSON with the same meaning: numbers by their exact decimal value, objects regardless of
 * the order of their keys. A text that is not JSON, or nests too deeply, represents itself.
 */
export function canonicalJson(text: string): string {
	const parsed = parseJson(text);
	if (!parsed.ok) return text.trim();
	try {
		return spell(parsed.value);
	} catch {
		return text.trim();
	}
}

function spell(value: Json): string {
	if (typeof value === 'number') return canonicalNumber(String(value));
	if (isRawNumber(value)) return canonicalNumber(value.rawJSON);
	if (isArray(value)) return `[${value.map(spell).join(',')}]`;
	if (!isObject(value)) return JSON.stringify(value);
	const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${spell(inner)}`);
	return `{${members.sort().join(',')}}`;
}

/** Returns a number in JSON as `[-]digits[e exponent]` without superfluous zeros, for any length. */
function canonicalNumber(text: string): string {
	const match = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
	if (!match) return text;
	const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = trimEndOf(digits, /0/);
	if (significant === '') return '0';
	const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
	return `${sign}${significant}${power === 0n ? '' : `e${power}`}`;
}
