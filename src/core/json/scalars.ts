import { numberOf, numberText } from './exact.ts';
import { textOf } from './fields.ts';

/* Readers for single values of a reply, tolerant of other spellings: values of another type count as absent. */

/** Returns an identifier: text, or a number in its spelling. */
export function idOf(value: unknown): string | undefined {
	return textOf(value) ?? numberText(value);
}

/** Returns an integer, even if sent as text. */
export function integerOf(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : numberOf(value);
	return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
}

/**
 * Returns a time in milliseconds since 1970: from an ISO text, in UTC if it has no zone, or a number of seconds or
 * milliseconds. Undefined if it is not a date.
 */
export function timeOf(value: unknown): number | undefined {
	const number = numberOf(value);
	// Seconds reach this size in the year 5138, milliseconds had it in 1973.
	if (number !== undefined) return momentOf(number <= 0 ? undefined : number < 1e11 ? number * 1000 : number);
	const text = textOf(value)?.trim();
	if (text === undefined || !/^\d{4}-\d\d-\d\d/.test(text)) return undefined;
	const withoutZone = /^[\d-]+[T ][\d:.]+$/.test(text);
	const moment = Date.parse(withoutZone ? `${text.replace(' ', 'T')}Z` : text);
	return Number.isNaN(moment) ? undefined : moment;
}

/** The latest valid date, in milliseconds since 1970. */
const latest = 8.64e15;

/** Returns a time in milliseconds since 1970; undefined beyond the range of dates, which would throw when shown. */
export function momentOf(milliseconds: number | undefined): number | undefined {
	return milliseconds !== undefined && Math.abs(milliseconds) <= latest ? milliseconds : undefined;
}

/** Returns a time as an ISO text in UTC; undefined without one. */
export function isoOf(milliseconds: number | undefined): string | undefined {
	const moment = momentOf(milliseconds);
	return moment === undefined ? undefined : new Date(moment).toISOString();
}

/** Returns a boolean, also from the number 1 or 0 and from text in any case. */
export function booleanOf(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const word = typeof value === 'string' ? value.trim().toLowerCase() : numberText(value);
	if (word === 'true' || word === '1') return true;
	return word === 'false' || word === '0' ? false : undefined;
}

/** Returns a number, also when it was sent as text. */
export function decimalOf(value: unknown): number | undefined {
	return numberOf(
		typeof value === 'string' && /^-?\d{1,15}(\.\d{1,20})?$/.test(value.trim()) ? Number(value) : value,
	);
}
