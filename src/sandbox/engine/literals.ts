import { isObject, isRawNumber, type Json, spelled } from '../json.ts';
import { type InputSpec, isFileInput } from './catalogue.ts';

/** What the engine says about a literal that does not fit. */
export interface LiteralFault {
	readonly type:
		| 'invalid_input_type'
		| 'value_smaller_than_min'
		| 'value_bigger_than_max'
		| 'value_not_in_list';
	readonly message: string;
	readonly details: string;
	/** The same as one sentence for a validation error of the service. */
	readonly sentence: string;
}

/**
 * The engine's check of a literal against its declaration: conversion, range, membership (workflow-validation, step 2c
 * and 2d). Undefined when it fits. Types that no literal can have are not checked, as in the engine.
 */
export function checkLiteral(name: string, given: Json, spec: InputSpec): LiteralFault | undefined {
	const value = unwrap(given);
	const [type, options = {}] = spec;
	const choices = Array.isArray(type) ? type : type === 'COMBO' ? options.options : undefined;
	if (choices !== undefined)
		return isFileInput(name) ? checkFileName(name, value) : checkChoice(name, value, choices);
	if (type === 'INT' || type === 'FLOAT') {
		const exact = type === 'INT' ? toInteger(value) : toFloat(value);
		if (exact === undefined) return notConvertible(name, value, type);
		if (options.min !== undefined && exact < lowest(options.min)) {
			const message = `Value ${spelled(value)} smaller than min of ${options.min}`;
			return { type: 'value_smaller_than_min', message, details: name, sentence: `${name}: ${message}.` };
		}
		if (options.max !== undefined && exact > highest(options.max)) {
			const message = `Value ${spelled(value)} bigger than max of ${highest(options.max)}`;
			return { type: 'value_bigger_than_max', message, details: name, sentence: `${name}: ${message}.` };
		}
	}
	return undefined;
}

/** Takes a literal out of the engine's wrapper for lists. */
export function unwrap(value: Json): Json {
	return isObject(value) && Object.hasOwn(value, '__value__') ? (value.__value__ ?? null) : value;
}

/** Converts as the engine does: text of an integer, cut-off fractions, true as 1. Exact beyond 2^53. */
export function toInteger(value: Json | undefined): bigint | undefined {
	if (typeof value === 'boolean') return value ? 1n : 0n;
	if (typeof value === 'string')
		return /^\s*[+-]?\d+\s*$/.test(value) ? BigInt(value.trim().replace('+', '')) : undefined;
	if (typeof value !== 'number' && !isRawNumber(value)) return undefined;
	const text = spelled(value);
	if (/^-?\d+$/.test(text)) return BigInt(text);
	const number = Math.trunc(Number(text));
	return Number.isFinite(number) ? BigInt(number) : undefined;
}

/** Converts as the engine does: numbers, their text, true as 1. */
export function toFloat(value: Json | undefined): number | undefined {
	if (typeof value === 'boolean') return value ? 1 : 0;
	if (typeof value === 'number') return value;
	if (isRawNumber(value)) return Number(value.rawJSON);
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const number = Number(value);
	return Number.isNaN(number) ? undefined : number;
}

function lowest(min: number): number | bigint {
	return min === -(2 ** 63) ? -(2n ** 63n) : min;
}

function highest(max: number): number | bigint {
	if (max === 2 ** 64) return 2n ** 64n - 1n;
	return max === 2 ** 63 ? 2n ** 63n - 1n : max;
}

function notConvertible(name: string, value: Json, type: string): LiteralFault {
	const message = `Failed to convert an input value to a ${type} value`;
	const details = `${name}, ${spelled(value)}`;
	return {
		type: 'invalid_input_type',
		message,
		details,
		sentence: `${name}: ${spelled(value)} is not ${type}.`,
	};
}

function checkChoice(
	name: string,
	value: Json,
	choices: readonly (string | number)[],
): LiteralFault | undefined {
	if (choices.some((choice) => choice === value)) return undefined;
	const shown = choices.length > 20 ? `(list of length ${choices.length})` : JSON.stringify(choices);
	const details = `${name}: '${spelled(value)}' not in ${shown}`;
	return { type: 'value_not_in_list', message: 'Value not in list', details, sentence: `${details}.` };
}

function checkFileName(name: string, value: Json): LiteralFault | undefined {
	if (typeof value === 'string' && value !== '') return undefined;
	const details = `${name}: '${spelled(value)}' is not the name of a file`;
	return { type: 'value_not_in_list', message: 'Value not in list', details, sentence: `${details}.` };
}
