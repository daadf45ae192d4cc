import * as l10n from '@vscode/l10n';
import { closestMatch, isSlip } from '../../base/closestMatch.ts';
import { compact } from '../../base/compact.ts';
import { either, numberText } from '../../base/language.ts';
import { parseJson } from '../../json/exact.ts';
import { isArray, spelled } from '../../json/value.ts';
import type { InputRange } from '../named/namedInput.ts';

interface CellSources {
	/** Returns a new random value for the input of the column. */
	random(): string;
	/** Returns the paths of the files that fit a pattern such as `pictures/*.png`, in order. */
	files(pattern: string): readonly string[];
}

const mostValues = 10_000;

/** Why a cell does not fit its input, or why one of its values may not. */
export interface CellProblem {
	readonly code: 'sweep_wrong_value' | 'sweep_wrong_series' | 'sweep_missing_file';
	/** A run with an `error` is refused. */
	readonly severity: 'error' | 'warning' | 'info';
	readonly message: string;
	/** The value that does not fit, and the one that was probably meant. */
	readonly instead?: { readonly value: string; readonly meant: string; readonly isClear: boolean };
}

/** The values of a cell: none if it does not fit its input. */
interface CellValues {
	readonly values: readonly string[];
	readonly problem?: CellProblem;
}

/**
 * Returns the values of a cell: one as written, or several of a list in JSON (`[4, 8]`), a range of numbers (`1..5`,
 * `0..1..0.25`), random numbers (`random`, `random*5`), or the files of a folder (`pictures/*.png`).
 */
export function cellValues(cell: string, range: InputRange, sources: CellSources): CellValues {
	const text = cell.trim();
	const list = text.startsWith('[') ? parseJson(text) : undefined;
	if (list?.ok && isArray(list.value)) return checked(list.value.map(spelled), range);
	if ((range.type === 'integer' || range.type === 'number') && !isDecimal(text)) {
		const several = numbers(text, range.type);
		if (several !== undefined) return checked(several, range);
		const count = /^random(?:\s*\*\s*(\d{1,5}))?$/i.exec(text);
		if (count !== null && range.type === 'integer' && count[1] !== '0')
			return { values: Array.from({ length: Number(count[1] ?? 1) }, () => sources.random()) };
		const problem = seriesProblem(text, range.type);
		if (problem !== undefined) return refused(problem, 'sweep_wrong_series');
	}
	if (range.type === 'file' && isPattern(text)) {
		const files = sources.files(text);
		return files.length > 0
			? { values: files }
			: refused(l10n.t('No file matches "{0}".', text), 'sweep_missing_file');
	}
	return checked([isVerbatim(range) ? cell : text], range);
}

/** Returns whether a cell of an input for files stands for several files. */
export function isPattern(cell: string): boolean {
	return /[*?]/.test(cell);
}

function refused(
	message: string,
	code: CellProblem['code'] = 'sweep_wrong_value',
	more: Pick<CellProblem, 'instead'> = {},
): CellValues {
	return { values: [], problem: { code, severity: 'error', message, ...more } };
}

/** Returns why a cell that looks like several numbers is invalid. */
function seriesProblem(text: string, type: 'integer' | 'number'): string | undefined {
	if (text.startsWith('['))
		return l10n.t('{0} is not a list in JSON, such as {1}.', shortened(text), '[4, 8]');
	if (/^random/i.test(text))
		return type === 'integer'
			? l10n.t('{0} is not understood. Write {1}, or {2} for several.', shortened(text), 'random', 'random*5')
			: l10n.t('Random numbers are available for inputs with whole numbers only.');
	if (!text.includes('..')) return undefined;
	return l10n.t(
		'{0} is not a range of this input. Write both ends and a step above 0: {1}.',
		shortened(text),
		type === 'integer' ? '20..40..10' : '0..1..0.25',
	);
}

function shortened(text: string): string {
	return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}

/** Returns whether an input keeps the spaces around its text. */
function isVerbatim({ type }: InputRange): boolean {
	return type === 'text' || type === 'other';
}

/** Returns the numbers of a range with both ends, counted in steps so that no digits are lost. */
function numbers(text: string, type: 'integer' | 'number'): readonly string[] | undefined {
	const [first, last, step = '1', ...more] = text.split('..').map((part) => part.trim());
	if (first === undefined || last === undefined || more.length > 0) return undefined;
	if (![first, last, step].every(isDecimal)) return undefined;
	const digits = Math.max(...[first, last, step].map((part) => part.split('.')[1]?.length ?? 0));
	if (type === 'integer' && digits > 0) return undefined;
	const [from, to, by] = [first, last, step].map((part) => scaled(part, digits)) as [bigint, bigint, bigint];
	if (by <= 0n) return undefined;
	const values: string[] = [];
	const direction = from <= to ? by : -by;
	for (let at = from; direction > 0n ? at <= to : at >= to; at += direction) {
		values.push(unscaled(at, digits));
		if (values.length > mostValues) break;
	}
	return values;
}

/** Returns a decimal as an integer in units of its last digit. */
export function scaled(text: string, digits: number): bigint {
	const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
	const value = BigInt(`${whole}${fraction.padEnd(digits, '0')}`);
	return text.startsWith('-') ? -value : value;
}

/** Returns the decimal of such a number, without zeros at its end. */
export function unscaled(value: bigint, digits: number): string {
	if (digits === 0) return String(value);
	const text = String(value < 0n ? -value : value).padStart(digits + 1, '0');
	let fraction = text.slice(-digits);
	while (fraction.endsWith('0')) fraction = fraction.slice(0, -1);
	const whole = text.slice(0, -digits);
	const number = fraction === '' ? whole : `${whole}.${fraction}`;
	return value < 0n ? `-${number}` : number;
}

function checked(values: readonly string[], range: InputRange): CellValues {
	if (values.length === 0) return refused(l10n.t('The list is empty.'), 'sweep_wrong_series');
	if (values.length > mostValues)
		return refused(l10n.t('A cell has at most {0} values.', numberText(mostValues)), 'sweep_wrong_series');
	const fitting: string[] = [];
	let doubt: CellProblem | undefined;
	for (const value of values) {
		const found = fitted(value, range);
		if (typeof found !== 'string') return found;
		doubt ??= range.type === 'choice' ? choiceProblem(value, range) : undefined;
		fitting.push(found);
	}
	if (doubt?.severity === 'error') return { values: [], problem: doubt };
	return doubt === undefined ? { values: fitting } : { values: fitting, problem: doubt };
}

/** Returns a value in the form to send; spreadsheets write decimal commas, and booleans in capitals. */
function fitted(value: string, { type, min, max }: InputRange): string | CellValues {
	switch (type) {
		case 'boolean': {
			const word = value.trim().toLowerCase();
			if (word === 'true' || word === 'false') return word;
			return refused(l10n.t('"{0}" is not true or false.', value));
		}
		case 'integer':
		case 'number': {
			const number = value.trim().replace(/^(-?\d+),(\d+)$/, '$1.$2');
			const isFitting = type === 'integer' ? /^-?\d+$/.test(number) : isDecimal(number) || isExponent(number);
			if (!isFitting)
				return refused(
					type === 'integer' && isExponent(number)
						? l10n.t(
								'"{0}" has lost its digits. Format the column as text, then enter the number again.',
								value,
							)
						: type === 'integer'
							? l10n.t('"{0}" is not a whole number.', value)
							: l10n.t('"{0}" is not a number.', value),
				);
			const compared = type === 'integer' ? BigInt : Number;
			const isBelow = min !== undefined && compared(number) < compared(min);
			if (isBelow || (max !== undefined && compared(number) > compared(max)))
				return refused(l10n.t('{0} is not between {1} and {2}.', number, min ?? '-∞', max ?? '∞'));
			return number;
		}
		default:
			return value;
	}
}

/**
 * Returns why a value is not one of the choices of its input. If these are only those of the engine itself, a node pack
 * or another engine may have more, so that it is not an error.
 */
function choiceProblem(value: string, { choices = [], isOpen }: InputRange): CellProblem | undefined {
	if (choices.length === 0 || choices.includes(value)) return undefined;
	const near = closestMatch(value, choices);
	// As in documents: if further choices are possible, only an apparent typing error is reported as one.
	const meant = near !== undefined && (isOpen !== true || isSlip(value, near.match)) ? near : undefined;
	const known =
		choices.length > 12
			? l10n.t('"{0}" is not one of the choices.', value)
			: l10n.t('"{0}" is not one of the choices: {1}.', value, either(choices));
	const isUnknown = isOpen === true && meant === undefined;
	return {
		code: 'sweep_wrong_value',
		severity: isOpen !== true ? 'error' : isUnknown ? 'info' : 'warning',
		message: isUnknown
			? l10n.t('"{0}" is not one of the known choices; a node pack or another engine may add it.', value)
			: known,
		...compact({ instead: meant && { value, meant: meant.match, isClear: meant.clear } }),
	};
}

function isExponent(text: string): boolean {
	return /^-?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(text);
}

/** Returns whether a text is a number in JSON without an exponent. */
export function isDecimal(text: string): boolean {
	return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);
}
