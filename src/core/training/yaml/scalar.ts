import { capitalized } from '../../base/language.ts';

/** A plain YAML scalar as the toolkit's loader reads it. */
export type ScalarValue = string | number | boolean | null;

const booleans = new Map<string, boolean>();
for (const word of ['true', 'yes', 'on', 'false', 'no', 'off'])
	for (const form of [word, word.toUpperCase(), capitalized(word)])
		booleans.set(form, ['true', 'yes', 'on'].includes(word));

const integer = /^[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|0[0-7_]+|0|[1-9][0-9_]*)$/;
const float =
	/^(?:[-+]?[0-9][0-9_]*(?:\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)|\._*[0-9][0-9_]*(?:[eE][-+][0-9]+)?)$/;
const strictFloat = /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+][0-9]+)?$/;
const sexagesimal = /^[-+]?(?:[1-9][0-9_]*(?::[0-5]?[0-9])+|[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*)$/;

/**
 * Resolves an unquoted scalar by the YAML 1.1 rules of the toolkit's loader, which also takes `1e-4` as a
 * number: yes/no/on/off are booleans, `010` is octal, `1_000` and `1:30` are numbers. `0:30` and `-.5` are texts.
 */
export function resolvePlain(source: string): ScalarValue {
	if (source === '') return null;
	const first = source.charCodeAt(0);
	const numeric = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46;
	if (!numeric) {
		if (source === '~' || source === 'null' || source === 'Null' || source === 'NULL') return null;
		return source.length <= 5 ? (booleans.get(source) ?? source) : source;
	}
	const sign = first === 45 ? -1 : 1;
	const bare = (first === 45 || first === 43 ? source.slice(1) : source).replaceAll('_', '');
	if (integer.test(source)) {
		if (bare.length > 1 && bare.startsWith('0') && /^[0-7]+$/.test(bare))
			return sign * Number.parseInt(bare, 8);
		return sign * Number(bare);
	}
	if (float.test(source)) return sign * Number(bare);
	if (sexagesimal.test(source))
		return sign * bare.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
	if (/^[-+]?\.(?:inf|Inf|INF)$/.test(source)) return sign * Number.POSITIVE_INFINITY;
	if (/^\.(?:nan|NaN|NAN)$/.test(source)) return Number.NaN;
	return source;
}

/**
 * Returns whether the toolkit's loader reads a plain number as an integer: `1:30` and `+0x1E` are integers, `1.0` and
 * `1e3` are not.
 */
export function isWhole(source: string): boolean {
	return integer.test(source) || (sexagesimal.test(source) && !source.includes('.'));
}

/**
 * Returns whether a text is spelled like `1e-4`, which the toolkit reads as a number and plain YAML 1.1 readers as
 * text.
 */
export function isLooseExponent(source: string): boolean {
	return (source.includes('e') || source.includes('E')) && float.test(source) && !strictFloat.test(source);
}

/** Returns the same number in a spelling that every YAML reader takes as a number: `1e-4` becomes `1.0e-4`. */
export function strictExponent(source: string): string {
	const match = /^([-+]?)([0-9_]*)(?:\.([0-9_]*))?[eE]([-+]?)([0-9]+)$/.exec(source);
	if (match === null) return source;
	const [, sign = '', whole = '', fraction = '', exponentSign = '', exponent = ''] = match;
	return `${sign}${whole === '' ? '0' : whole}.${fraction === '' ? '0' : fraction}e${exponentSign === '' ? '+' : exponentSign}${exponent}`;
}
