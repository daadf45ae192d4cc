import * as l10n from '@vscode/l10n';
import { either } from '../../base/language.ts';
import { parseJson } from '../../json/exact.ts';
import { isArray, spelled } from '../../json/value.ts';
import type { InputRange } from '../named/namedInput.ts';

/** The sources of values that a cell can ask for. */
interface CellSources {
	/** Returns a new random value for the input of the column. */
	random(): string;
	/** Returns the paths of the files that fit a pattern such as `pictures/*.png`, in order. */
	files(pattern: string): readonly string[];
}

/** The most values of a cell. */
const mostValues = 10_000;

/**
 * Returns the values of a cell: one as it is written, or several of a list in JSON (`[4, 8]`), a range of numbers (`1..5`, `0..1..0.25`),
 * random numbers (`random`, `random*5`), or the files of a folder (`pictures/*.png`). A sentence for a cell that does not fit its input.
 */
export function cellValues(
	cell: string,
	range: InputRange,
	sources: CellSources,
): readonly string[] | { readonly problem: string } {
	const text = cell.trim();
	const list = text.startsWith('[') ? parseJson(text) : undefined;
	if (list?.ok && isArray(list.value)) return checked(list.value.map(spelled), range);
	if (range.type === 'integer' || range.type === 'number') {
		const several = numbers(text, range.type);
		if (several !== undefined) return checked(several, range);
	}
	const draws = range.type === 'integer' ? /^random(?:\s*\*\s*(\d{1,5}))?$/i.exec(text) : null;
	if (draws !== null)
		return Array.from({ length: Math.max(1, Number(draws[1] ?? 1)) }, () => sources.random());
	if (range.type === 'file' && /[*?]/.test(text)) {
		const files = sources.files(text);
		return files.length > 0 ? files : { problem: l10n.t('No file fits "{0}".', text) };
	}
	return checked([isVerbatim(range) ? cell : text], range);
}

/** A text keeps the spaces around it. */
function isVerbatim({ type }: InputRange): boolean {
	return type === 'text' || type === 'other';
}

/** The numbers of a range with both ends, counted in steps so that no digits are lost. */
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

/** Returns a decimal as a whole number of its last digits. */
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

function checked(
	values: readonly string[],
	range: InputRange,
): readonly string[] | { readonly problem: string } {
	if (values.length === 0) return { problem: l10n.t('The list is empty.') };
	if (values.length > mostValues)
		return { problem: l10n.t('A cell has at most {0} values.', String(mostValues)) };
	const fitting: string[] = [];
	for (const value of values) {
		const found = fitted(value, range);
		if (typeof found !== 'string') return found;
		fitting.push(found);
	}
	return fitting;
}

/** A value as it is sent; spreadsheets write decimal commas, and truth values in capitals. */
function fitted(
	value: string,
	{ type, choices, min, max }: InputRange,
): string | { readonly problem: string } {
	switch (type) {
		case 'boolean': {
			const word = value.trim().toLowerCase();
			if (word === 'true' || word === 'false') return word;
			return { problem: l10n.t('"{0}" is neither true nor false.', value) };
		}
		case 'integer':
		case 'number': {
			const number = value.trim().replace(/^(-?\d+),(\d+)$/, '$1.$2');
			const isFitting = type === 'integer' ? /^-?\d+$/.test(number) : isDecimal(number) || isExponent(number);
			if (!isFitting)
				return {
					problem:
						type === 'integer' && isExponent(number)
							? l10n.t(
									'"{0}" has lost its digits. Format the column as text, then enter the number again.',
									value,
								)
							: type === 'integer'
								? l10n.t('"{0}" is not a whole number.', value)
								: l10n.t('"{0}" is not a number.', value),
				};
			const compared = type === 'integer' ? BigInt : Number;
			const isBelow = min !== undefined && compared(number) < compared(min);
			if (isBelow || (max !== undefined && compared(number) > compared(max)))
				return { problem: l10n.t('{0} is not between {1} and {2}.', number, min ?? '-∞', max ?? '∞') };
			return number;
		}
		case 'choice':
			if (choices === undefined || choices.length === 0 || choices.includes(value)) return value;
			return {
				problem:
					choices.length > 12
						? l10n.t('"{0}" is not one of the choices.', value)
						: l10n.t('"{0}" is not one of the choices: {1}.', value, either(choices)),
			};
		default:
			return value;
	}
}

function isExponent(text: string): boolean {
	return /^-?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(text);
}

/** Whether a text is a number in JSON without an exponent. */
export function isDecimal(text: string): boolean {
	return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);
}
