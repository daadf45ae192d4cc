import { jsonOf, type WorkflowDocument } from '../../workflow/document.ts';
import {
	type InputPlace,
	type InputSet,
	inputAt,
	type PlacedValue,
	placeText,
} from '../../workflow/inputSet.ts';
import type { NamedInputs } from '../../workflow/named/namedInputs.ts';
import type { NamedWords } from '../../workflow/named/presetsFile.ts';
import { givenOf, setByName } from './byName.ts';
import { spelledLiteral } from './presetValues.ts';

/** The values of a preset with an input in a document, and those without a certain one. */
interface FittedPreset<V extends NamedWords> {
	readonly placed: readonly (V & { readonly values: readonly PlacedValue[] })[];
	readonly missing: readonly { readonly value: V; readonly message: string }[];
}

/** Finds the input of each value of a preset. */
export function fittedPreset<V extends NamedWords>(
	document: WorkflowDocument,
	names: NamedInputs,
	values: readonly V[],
): FittedPreset<V> {
	const placed: FittedPreset<V>['placed'][number][] = [];
	const missing: FittedPreset<V>['missing'][number][] = [];
	for (const value of values) {
		const set = setByName(document, names, [givenOf(value)]);
		if (set.ok) placed.push({ ...value, values: set.value.values });
		else missing.push({ value, message: set.failure.message });
	}
	return { placed, missing };
}

/** Returns the values of a fitted preset as a set. */
export function setOfFitted({ placed }: Pick<FittedPreset<NamedWords>, 'placed'>): InputSet {
	return { values: placed.flatMap(({ values }) => values), source: 'given' };
}

/** An input with different values in two sets, by its name if it has one. */
export interface NamedDifference {
	readonly name: string;
	readonly place: InputPlace;
	/** As people write it: a text unchanged, a number with its digits. */
	readonly before: string;
	readonly after: string;
}

/** Returns the inputs that a document has differently with one set than with another; an input that a set lacks keeps the value of the document. */
export function namedDifferences(
	document: WorkflowDocument,
	{ inputs }: NamedInputs,
	before: InputSet,
	after: InputSet,
): readonly NamedDifference[] {
	const nameOf = new Map(
		inputs.flatMap(({ name, places }) => places.map((place) => [placeText(place), name] as const)),
	);
	const [earlier, later] = [literalsOf(before), literalsOf(after)];
	const found = new Map<string, NamedDifference>();
	for (const { place } of [...before.values, ...after.values]) {
		const key = placeText(place);
		const name = nameOf.get(key) ?? key;
		const input = inputAt(document, place);
		if (input === undefined || found.has(name)) continue;
		const own = jsonOf(document, input.range);
		const from = spelledLiteral(earlier.get(key) ?? own);
		const to = spelledLiteral(later.get(key) ?? own);
		if (from !== to) found.set(name, { name, place, before: from, after: to });
	}
	return [...found.values()];
}

function literalsOf({ values }: InputSet): ReadonlyMap<string, string> {
	return new Map(values.map(({ place, literal }) => [placeText(place), literal]));
}
