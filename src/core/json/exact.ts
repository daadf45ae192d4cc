import * as l10n from '@vscode/l10n';
import { failed, type Result, success } from '../base/failure.ts';
import { isDigit, letterE, minus, plus, point, quote } from './characters.ts';
import { isRawNumber, losslessJson as json, type RawNumber } from './rawNumber.ts';
import { stringEnd } from './size.ts';

/** A parsed JSON value that lost nothing: a number that a double would change is a {@link RawNumber}. */
export type Json = null | boolean | number | string | RawNumber | readonly Json[] | JsonObject;
export interface JsonObject {
	readonly [key: string]: Json;
}

/**
 * Parses JSON without losing a number: one that a double would spell differently (2^64-1, `1.0`) stays a {@link
 * RawNumber}. Read numbers with {@link numberOf}. The failure is of kind `protocol`.
 */
export function parseJson(text: string): Result<Json> {
	try {
		if (!hasUnusualNumber(text)) return success(JSON.parse(text) as Json);
		return success(json.parse(text, keepSpelling) as Json);
	} catch (cause) {
		return failed({
			kind: 'protocol',
			message: l10n.t('The JSON is incomplete.'),
			nextStep: l10n.t('Try again. If it happens again, the problem is with the sender.'),
			fixer: 'service',
			// The parser's own message quotes the text, which may contain anything.
			cause: cause instanceof Error ? cause.name : 'unknown',
		});
	}
}

/**
 * Returns whether a JSON text has a number that a double would spell differently. Nearly no text does, and without one
 * the plain parse is much faster. Hand-written, because a regular expression takes longer than the parse itself.
 */
function hasUnusualNumber(text: string): boolean {
	for (let at = 0; at < text.length; at += 1) {
		const char = text.charCodeAt(at);
		if (char === quote) {
			at = stringEnd(text, at);
		} else if (char === minus || isDigit(char)) {
			const start = at;
			let next = text.charCodeAt(at + 1);
			while (isDigit(next)) next = text.charCodeAt(++at + 1);
			const isWhole = next !== point && (next | lowerCase) !== letterE;
			if (isWhole && at - start < surelyExact && char !== minus) continue;
			while (
				isDigit(next) ||
				next === point ||
				next === plus ||
				next === minus ||
				(next | lowerCase) === letterE
			)
				next = text.charCodeAt(++at + 1);
			const spelling = text.slice(start, at + 1);
			if (String(Number(spelling)) !== spelling) return true;
		}
	}
	return false;
}

/** An integer of at most this many digits is exact as a double. */
const surelyExact = 15;

/** The difference between the codes of a letter in lower case and in upper case. */
const lowerCase = 32;

/**
 * Parses the answer of a service like {@link parseJson}: Python writes `NaN`, `Infinity` and `-Infinity` for numbers
 * that JSON does not have. They are parsed as such and written back as null. Documents are not parsed this way, since
 * they must be preserved exactly.
 */
export function parseReply(text: string): Result<Json> {
	const parsed = parseJson(text);
	if (parsed.ok || !/NaN|Infinity/.test(text)) return parsed;
	try {
		return success(json.parse(withStandIns(text), keepNonNumbers) as Json);
	} catch {
		return parsed;
	}
}

/** Unlikely numbers that replace the words that JSON does not have. */
const standIns = { NaN: '0e9999999', Infinity: '1e9999999' } as const;

function withStandIns(text: string): string {
	const pieces: string[] = [];
	let done = 0;
	for (let at = 0; at < text.length; at += 1) {
		if (text[at] === '"') {
			at = stringEnd(text, at);
			continue;
		}
		const word = text.startsWith('NaN', at)
			? 'NaN'
			: text.startsWith('Infinity', at)
				? 'Infinity'
				: undefined;
		if (word === undefined) continue;
		pieces.push(text.slice(done, at), standIns[word]);
		done = at + word.length;
		at = done - 1;
	}
	return pieces.join('') + text.slice(done);
}

function keepNonNumbers(key: string, value: unknown, context: { source?: string }): unknown {
	switch (context.source) {
		case standIns.NaN:
			return Number.NaN;
		case standIns.Infinity:
			return Number.POSITIVE_INFINITY;
		case `-${standIns.Infinity}`:
			return Number.NEGATIVE_INFINITY;
		default:
			return keepSpelling(key, value, context);
	}
}

function keepSpelling(_key: string, value: unknown, context: { source?: string }): unknown {
	if (typeof value !== 'number' || context.source === undefined || String(value) === context.source)
		return value;
	return json.rawJSON(context.source);
}

/**
 * Returns the JSON text of a value from {@link parseJson} on one line, every number in its original spelling.
 * `indentedJson` has a line for each member.
 */
export function jsonText(value: unknown): string {
	return JSON.stringify(value) ?? 'null';
}

/** Returns the spelling of a parsed number, or `undefined` for anything else. */
export function numberText(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	return isRawNumber(value) ? value.rawJSON : undefined;
}

/** Returns a parsed number as the nearest double, or `undefined` for anything else and for numbers that exceed a double. */
export function numberOf(value: unknown): number | undefined {
	const number = isRawNumber(value) ? Number(value.rawJSON) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/**
 * Returns the exact value of a number as spelled in a document: integers beyond the range of a double are `bigint`.
 * Supports Python's `NaN` and infinities; any other text gives `NaN`.
 */
export function exactNumber(spelling: string): number | bigint {
	if (spelling.length >= 16 && /^-?[0-9]{1,4000}$/.test(spelling)) {
		const rounded = Number(spelling);
		return Number.isSafeInteger(rounded) ? rounded : BigInt(spelling);
	}
	const signed = /^([+-]?)Infinity$/.exec(spelling);
	if (signed) return signed[1] === '-' ? -Infinity : Infinity;
	return Number(spelling);
}
