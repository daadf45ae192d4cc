import { numberText } from '../../core/json/exact.ts';
import { isObject, type Json, spelled } from '../../core/json/value.ts';
import { type Literal, toFloat, toInt } from '../../core/wire/coercion.ts';
import { type InputSpec, isFileInput } from './catalog.ts';

interface LiteralFault {
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
 * Returns the engine's check of a literal against its declaration: conversion, range, membership (workflow-validation, step 2c and 2d).
 * Undefined when it fits. Types that no literal can have are not checked, as in the engine.
 */
export function checkLiteral(name: string, given: Json, spec: InputSpec): LiteralFault | undefined {
	const value = unwrap(given);
	const [type, options = {}] = spec;
	const choices = Array.isArray(type) ? type : type === 'COMBO' ? options.options : undefined;
	if (choices !== undefined)
		return isFileInput(name) ? checkFileName(name, value) : checkChoice(name, value, choices);
	if (type === 'INT' || type === 'FLOAT') {
		const coerced = type === 'INT' ? toInt(literalOf(value)) : toFloat(literalOf(value));
		if (!coerced.ok) return notConvertible(name, value, type);
		const exact = coerced.value;
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

/** Returns the literal as the engine's coercion reads it. */
export function literalOf(value: Json | undefined): Literal {
	const text = numberText(value);
	if (text !== undefined) return { type: 'number', text };
	if (typeof value === 'string') return { type: 'string', value };
	if (typeof value === 'boolean') return { type: 'boolean', value };
	if (value === null || value === undefined) return { type: 'null' };
	return { type: Array.isArray(value) ? 'array' : 'object' };
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
	const sentence = `${name}: "${spelled(value)}" is not one of ${choices.join(', ')}.`;
	return { type: 'value_not_in_list', message: 'Value not in list', details, sentence };
}

function checkFileName(name: string, value: Json): LiteralFault | undefined {
	if (typeof value === 'string' && value !== '') return undefined;
	const details = `${name}: '${spelled(value)}' is not the name of a file`;
	return { type: 'value_not_in_list', message: 'Value not in list', details, sentence: `${details}.` };
}
