import { compact } from '../../base/compact.ts';
import { type FieldSpec, pathOf, sourceOf } from '../../base/panel/formFields.ts';
import { sameJson } from '../../json/canonical.ts';
import { parseJson } from '../../json/exact.ts';
import { indentedJson } from '../../json/indented.ts';
import { objectText } from '../../json/value.ts';
import { type InputValues, shownFields, typedValue } from '../../requests/inputValues.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import type { InputSet } from '../../workflow/inputSet.ts';
import type { NamedInput } from '../../workflow/named/namedInput.ts';
import { kindsOfInput } from '../plan/mediaInputs.ts';
import { isSeedName } from '../plan/summary.ts';

/** Returns the fields of the named inputs of a document, each with the value of the document as its default. */
export function fieldsOfNames(
	document: WorkflowDocument,
	inputs: readonly NamedInput[],
): readonly FieldSpec[] {
	return inputs.map((input): FieldSpec => {
		const field = fieldOf(document, input);
		const value = parseJson(input.literal);
		const typed = value.ok ? typedValue(field, value.value) : undefined;
		if (typed !== undefined) return { ...field, default: typed } as FieldSpec;
		const { path, label, description } = field;
		const json = { path, label, ...compact({ description }), kind: 'json' } as const;
		return value.ok ? { ...json, default: indentedJson(value.value) } : json;
	});
}

function fieldOf(document: WorkflowDocument, named: NamedInput): FieldSpec {
	const { name, description, type, literal, multiline, choices, places } = named;
	const [{ nodeId, input }] = places;
	const common = { path: pathOf([name]), label: name, ...compact({ description }) };
	const kinds = kindsOfInput(document.nodeById.get(nodeId) ?? {}, input);
	if (type === 'file' || (type === 'text' && kinds.length > 0)) {
		const [only, ...others] = kinds;
		return { ...common, kind: 'media', accept: others.length === 0 ? (only ?? 'file') : 'file' };
	}
	switch (type) {
		case 'text':
			return textField(common, multiline === true || literal.includes('\\n'));
		case 'integer':
		case 'number': {
			const integer = type === 'integer';
			const seed = integer && isSeedName(input) ? (true as const) : undefined;
			const range = { min: bound(named.min), max: bound(named.max) };
			return { ...common, kind: 'number', integer, ...compact({ seed, ...range }) };
		}
		case 'boolean':
			return { ...common, kind: 'boolean' };
		case 'choice':
			return choices === undefined ? textField(common, false) : choiceField(common, choices, literal);
		default:
			return { ...common, kind: 'json' };
	}
}

type Common = Pick<FieldSpec, 'path' | 'label' | 'description'>;

function textField(common: Common, multiline: boolean): FieldSpec {
	return { ...common, kind: 'text', multiline, blank: true };
}

/** Returns a choice. The value of the document is an option too: the file of a model may be on another computer. */
function choiceField(common: Common, choices: readonly string[], literal: string): FieldSpec {
	const own = parseJson(literal);
	const value = own.ok && typeof own.value === 'string' ? own.value : undefined;
	const known = value === undefined || choices.includes(value) ? choices : [value, ...choices];
	return { ...common, kind: 'enum', options: known.map((each) => ({ value: each })) };
}

function bound(digits: string | undefined): number | undefined {
	return digits === undefined ? undefined : Number(digits);
}

/** Returns the values of a form of named inputs that differ from the document. */
export function changedInputs(
	fields: readonly FieldSpec[],
	values: InputValues,
	inputs: readonly NamedInput[],
): InputSet {
	return {
		values: sourcesOf(fields, values, inputs).flatMap(({ input, literal }) =>
			sameJson(literal, input.literal) ? [] : input.places.map((place) => ({ place, literal })),
		),
		source: 'given',
	};
}

/** Returns all values of such a form as overrides: by name, or by place for an input without a name. */
export function formOverrides(
	fields: readonly FieldSpec[],
	values: InputValues,
	inputs: readonly NamedInput[],
): string {
	return objectText(
		sourcesOf(fields, values, inputs).map(({ input, literal }) => [overrideName(input), literal]),
	);
}

/** Returns a set as overrides by place. */
export function overridesOf({ values }: InputSet): string {
	return objectText(values.map(({ place, literal }) => [`${place.nodeId}.${place.input}`, literal]));
}

function overrideName({ name, source, places: [place] }: NamedInput): string {
	return source === 'document' ? `${place.nodeId}.${place.input}` : name;
}

function sourcesOf(
	fields: readonly FieldSpec[],
	values: InputValues,
	inputs: readonly NamedInput[],
): readonly { readonly input: NamedInput; readonly literal: string }[] {
	const shown = shownFields(fields, values);
	return inputs.flatMap((input) => {
		const field = shown.find(({ path }) => path === pathOf([input.name]));
		const literal = field && sourceOf(field, values.values[field.path]);
		return literal === undefined ? [] : [{ input, literal }];
	});
}

/** Returns a set for a document as the values of its form, and the places that have no field. */
export function formSetOf(
	{ values }: InputSet,
	inputs: readonly NamedInput[],
): { readonly set: InputSet; readonly without: readonly string[] } {
	const found: InputSet['values'][number][] = [];
	const without: string[] = [];
	for (const { place, literal } of values) {
		const own = inputs.find(({ places }) =>
			places.some(({ nodeId, input }) => nodeId === place.nodeId && input === place.input),
		);
		if (own === undefined) without.push(`${place.nodeId}.${place.input}`);
		else found.push({ place: { nodeId: '', input: own.name }, literal });
	}
	return { set: { values: found, source: 'given' }, without };
}
