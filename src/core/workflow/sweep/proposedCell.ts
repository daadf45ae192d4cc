import { parseJson } from '../../json/exact.ts';
import { spelled } from '../../json/value.ts';
import { type InputPlace, isSamePlace } from '../inputSet.ts';
import type { InputRange, NamedInput } from '../named/namedInput.ts';
import { cellValues, isDecimal, scaled, unscaled } from './cellValues.ts';

interface VariedInput {
	readonly range: InputRange;
	/** The value in the document, a text without quotes. */
	readonly value: string;
	readonly isSeed: boolean;
}

/** Returns the facts from which values of an input are proposed. @param seeds the inputs of the document that are seeds */
export function variedInput(
	{ literal, places: [place], ...range }: NamedInput,
	seeds: readonly { readonly place: InputPlace }[],
): VariedInput {
	const value = parseJson(literal);
	return {
		range,
		value: value.ok ? spelled(value.value) : literal,
		isSeed: seeds.some((seed) => isSamePlace(seed.place, place)),
	};
}

/** Default number of proposed values. */
export const usualValues = 5;

/**
 * Returns a cell with values for an input, that of the document among them: a range of numbers around it, choices from it on, or both truth
 * values. A seed gets random numbers, and an input of any other kind has its value alone.
 */
export function proposedCell({ range, value, isSeed }: VariedInput, count: number): string {
	const { type, choices = [] } = range;
	if (isSeed && type === 'integer') return count === 1 ? 'random' : `random*${count}`;
	if (type === 'integer' || type === 'number') return numbersAround(value, range, count, isSeed) ?? value;
	if (type === 'boolean' && count > 1) return '[true, false]';
	if (type !== 'choice') return cellOf([value], range);
	const at = Math.max(0, choices.indexOf(value));
	const others = [...choices.slice(at), ...choices.slice(0, at)].filter((choice) => choice !== value);
	return cellOf([value, ...others].slice(0, count), range);
}

/** Returns the cell of several values. One that would be read otherwise alone is a list too. */
export function cellOf(values: readonly string[], range: InputRange): string {
	const [only = ''] = values;
	if (values.length <= 1) {
		const { values: read } = cellValues(only, range, { random: () => '', files: () => [] });
		if (read.length === 0 ? only === '' : read.length === 1 && read[0] === only) return only;
	}
	const isPlain = range.type !== 'text' && range.type !== 'choice' && range.type !== 'file';
	const literals = values.map((value) => (isPlain && parseJson(value).ok ? value : JSON.stringify(value)));
	return `[${literals.join(', ')}]`;
}

function numbersAround(
	value: string,
	{ type, min, max }: InputRange,
	count: number,
	isSeed: boolean,
): string | undefined {
	if (!isDecimal(value)) return undefined;
	const isWhole = type === 'integer' || (max === undefined && /^-?\d+$/.test(value));
	const step = isSeed ? '1' : stepFor(value, isWhole, count);
	const bounds = [min ?? (value.startsWith('-') ? undefined : '0'), max].map((bound) =>
		bound !== undefined && isDecimal(bound) ? bound : undefined,
	);
	const digits = Math.max(...[value, step, ...bounds].map((each) => each?.split('.')[1]?.length ?? 0));
	const [at, by] = [scaled(value, digits), scaled(step, digits)];
	const [low, high] = bounds.map((bound) => (bound === undefined ? undefined : scaled(bound, digits)));
	const room = (from: bigint | undefined, to: bigint | undefined) =>
		from === undefined || to === undefined ? count - 1 : Math.max(0, Number((to - from) / by));
	const most = { below: room(low, at), above: room(at, high) };
	const above = Math.min(count - 1 - Math.min(Math.floor((count - 1) / 2), most.below), most.above);
	const below = Math.min(count - 1 - above, most.below);
	if (below + above < 1) return undefined;
	const [first, last] = [at - by * BigInt(below), at + by * BigInt(above)];
	const ends = `${unscaled(first, digits)}..${unscaled(last, digits)}`;
	return step === '1' ? ends : `${ends}..${step}`;
}

/** Returns a round step for values from about half of a value to one and a half of it. Sizes of pictures stay multiples of 8 or 64. */
function stepFor(value: string, isWhole: boolean, count: number): string {
	const size = Math.abs(Number(value));
	const rough = size / Math.max(1, count - 1);
	const unit = [64, 8].find((each) => isWhole && size >= 64 && size % each === 0);
	if (unit !== undefined) return String(Math.max(unit, Math.floor(rough / unit) * unit));
	if (size === 0) return isWhole ? '1' : '0.1';
	if (isWhole && rough < 1) return '1';
	const exponent = Math.floor(Math.log10(rough));
	const share = rough / 10 ** exponent;
	return (10 ** exponent * (share >= 5 ? 5 : share >= 2 ? 2 : 1)).toFixed(Math.max(0, -exponent));
}
