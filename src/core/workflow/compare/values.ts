import { isArray, isExactNumber, isObject, type Json, parseExact } from '../convert/json.ts';

/**
 * One spelling for everything that means the same: numbers by their exact decimal value (`1.0` is `1`, 2^64-1 is not
 * 2^64), objects without regard to the order of their keys. A text that is not JSON stands for itself.
 */
export function canonicalValue(source: string): string {
	try {
		return spell(parseExact(source));
	} catch {
		return source.trim();
	}
}

function spell(value: Json): string {
	if (typeof value === 'number') return canonicalNumber(String(value));
	if (isExactNumber(value)) return canonicalNumber(value.rawJSON);
	if (isArray(value)) return `[${value.map(spell).join(',')}]`;
	if (!isObject(value)) return JSON.stringify(value);
	const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${spell(inner)}`);
	return `{${members.sort().join(',')}}`;
}

/** A JSON number as `[-]digits[e exponent]` without superfluous zeros, however long it is. */
function canonicalNumber(text: string): string {
	const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
	if (parts === null) return text;
	const fraction = parts[3] ?? '';
	const digits = `${parts[2]}${fraction}`.replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	if (significant === '') return '0';
	const exponent =
		BigInt(parts[4] ?? '0') - BigInt(fraction.length) + BigInt(digits.length - significant.length);
	return `${parts[1]}${significant}${exponent === 0n ? '' : `e${exponent}`}`;
}
