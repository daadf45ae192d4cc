import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';
import {
	defaultValues,
	type FieldSpec,
	type FormValues,
	formValues,
	namesOf,
	sourceOf,
} from '../base/panel/formFields.ts';
import { type Json, type JsonObject, jsonText, numberText, parseJson } from '../json/exact.ts';
import { indentedJson } from '../json/indented.ts';
import { JsonReader } from '../json/reader.ts';
import { isArray, isObject, jsonDepth } from '../json/value.ts';

export const inputValues = z.object({
	values: formValues,
	/** Paths of fields that are edited as JSON, because their value does not have the type of their control. */
	asJson: z.exactOptional(z.array(z.string())),
	/** JSON text of an object: the members that belong to no field. */
	others: z.exactOptional(z.string()),
});
export type InputValues = z.output<typeof inputValues>;

/** Values that nest deeper than this are not read. */
const deepest = 200;

/** Returns the initial values of a form. */
export function initialValues(fields: readonly FieldSpec[]): InputValues {
	return { values: { ...defaultValues(fields) } };
}

/** Returns the fields as drawn: those with a value of another type as JSON. */
export function shownFields(
	fields: readonly FieldSpec[],
	{ asJson = [] }: InputValues,
): readonly FieldSpec[] {
	if (asJson.length === 0) return fields;
	const odd = new Set(asJson);
	return fields.map((field) => {
		if (!odd.has(field.path)) return field;
		const { path, label, required, adapter, description } = field;
		const words = l10n.t('Shown as JSON, because its value has a different type than the service describes.');
		return {
			kind: 'json',
			path,
			label,
			...(required ? { required } : {}),
			...compact({ adapter }),
			description: [description, words].filter((part) => part !== undefined).join(' '),
		};
	});
}

/**
 * Returns the JSON text to send. Numbers keep their digits, and empty fields are omitted. `indent` is a number of
 * spaces; 0 writes one line.
 */
export function bodyOf(
	fields: readonly FieldSpec[],
	values: FormValues,
	others?: string,
	indent = 0,
): string {
	const root: Tree = new Map();
	for (const field of fields) {
		const source = sourceOf(field, values[field.path]);
		if (source !== undefined) put(root, namesOf(field.path), source);
	}
	const rest = others === undefined ? undefined : parseJson(others);
	if (rest?.ok && isObject(rest.value)) addOthers(root, rest.value);
	return treeText(root, indent, '');
}

/** Returns the JSON text of everything that a form contains. */
export function bodyOfInputs(fields: readonly FieldSpec[], input: InputValues, indent = 0): string {
	return bodyOf(shownFields(fields, input), input.values, input.others, indent);
}

/** Members in their order; a text is the JSON of a value. */
type Tree = Map<string, string | Tree>;

function put(root: Tree, names: readonly string[], source: string): void {
	let at = root;
	for (const name of names.slice(0, -1)) {
		const inner = at.get(name);
		const next: Tree = inner instanceof Map ? inner : new Map();
		at.set(name, next);
		at = next;
	}
	at.set(names.at(-1) ?? '', source);
}

function addOthers(tree: Tree, others: JsonObject): void {
	for (const [name, value] of Object.entries(others)) {
		const inner = tree.get(name);
		if (inner === undefined) tree.set(name, jsonText(value));
		else if (inner instanceof Map && isObject(value)) addOthers(inner, value);
	}
}

function treeText(tree: Tree, indent: number, margin: string): string {
	if (tree.size === 0) return '{}';
	const inner = margin + ' '.repeat(indent);
	const members = [...tree].map(([name, value]) => {
		const text = typeof value === 'string' ? value : treeText(value, indent, inner);
		return `${JSON.stringify(name)}:${indent > 0 ? ' ' : ''}${text}`;
	});
	if (indent === 0) return `{${members.join(',')}}`;
	return `{\n${inner}${members.join(`,\n${inner}`)}\n${margin}}`;
}

export interface JsonMistake {
	/** Offset in UTF-16 units. */
	readonly at: number;
	/** From 1. */
	readonly line: number;
	readonly column: number;
	readonly message: string;
}

/** Returns the first mistake of a text that should be one JSON object; undefined without one. */
export function jsonMistake(text: string): JsonMistake | undefined {
	const mistake = (at: number, message: string): JsonMistake => {
		const before = text.slice(0, at).split(/\r\n|\n/);
		return { at, line: before.length, column: (before.at(-1) ?? '').length + 1, message };
	};
	const reader = new JsonReader(text);
	const kind = reader.kind();
	const start = reader.position;
	if (kind === 'none' && text.trim() === '')
		return mistake(0, l10n.t('Enter an object in JSON, such as {}.'));
	reader.skipValue();
	const end = reader.peek() === -1 ? undefined : reader.position;
	const [problem] = reader.problems;
	if (problem !== undefined) return mistake(problem.range.start, problem.message);
	if (kind !== 'object')
		return mistake(start, l10n.t('The inputs must be an object: they begin with { and end with }.'));
	if (end !== undefined) return mistake(end, l10n.t('No text is allowed after the closing brace.'));
	if (jsonDepth(text, deepest) >= deepest)
		return mistake(start, l10n.t('This is nested deeper than {0} levels.', deepest));
	return parseJson(text).ok ? undefined : mistake(start, l10n.t('This is not JSON.'));
}

/** Returns the first mistake of the JSON of a form; undefined if it can be read. */
export function mistakeOf(fields: readonly FieldSpec[], text: string): JsonMistake | undefined {
	const reading = readInputs(fields, text);
	return 'mistake' in reading ? reading.mistake : undefined;
}

/**
 * Reads the values of a form after its JSON was edited; returns the first error if the text is not JSON. Loses no
 * member.
 */
export function readInputs(
	fields: readonly FieldSpec[],
	text: string,
): { readonly inputs: InputValues } | { readonly mistake: JsonMistake } {
	const mistake = jsonMistake(text);
	if (mistake !== undefined) return { mistake };
	const parsed = parseJson(text);
	const root = parsed.ok && isObject(parsed.value) ? parsed.value : {};
	const rest = treeOf(root, nestedNames(fields));
	const values: Record<string, string | boolean> = {};
	const asJson: string[] = [];
	for (const field of fields) {
		const value = take(rest, namesOf(field.path));
		if (value === undefined) continue;
		const typed = typedValue(field, value);
		if (typed === undefined) asJson.push(field.path);
		values[field.path] = typed ?? indentedJson(value);
	}
	const others = othersOf(rest);
	return {
		inputs: {
			values,
			...(asJson.length === 0 ? {} : { asJson }),
			...(others === undefined ? {} : { others: treeText(others, 0, '') }),
		},
	};
}

/** Returns the objects that contain fields, by the path of names as JSON. */
function nestedNames(fields: readonly FieldSpec[]): ReadonlySet<string> {
	const nested = new Set<string>();
	for (const { path } of fields) {
		const names = namesOf(path);
		for (let length = 1; length < names.length; length++) nested.add(JSON.stringify(names.slice(0, length)));
	}
	return nested;
}

type ValueTree = Map<string, Json | ValueTree>;

/** Returns the members of an object; objects that contain fields are split too. */
function treeOf(object: JsonObject, nested: ReadonlySet<string>, names: readonly string[] = []): ValueTree {
	return new Map(
		Object.entries(object).map(([name, value]) => {
			const path = [...names, name];
			const within = isObject(value) && Object.keys(value).length > 0 && nested.has(JSON.stringify(path));
			return [name, within ? treeOf(value, nested, path) : value];
		}),
	);
}

function take(tree: ValueTree, names: readonly string[]): Json | undefined {
	const [first = '', ...rest] = names;
	const value = tree.get(first);
	if (rest.length > 0) return value instanceof Map ? take(value, rest) : undefined;
	if (value === undefined || value instanceof Map) return undefined;
	tree.delete(first);
	return value;
}

/** Returns the values without a field; empty objects are removed. */
function othersOf(tree: ValueTree): Tree | undefined {
	const others: Tree = new Map();
	for (const [name, value] of tree) {
		if (!(value instanceof Map)) others.set(name, jsonText(value));
		else if (value.size === 0) continue;
		else {
			const inner = othersOf(value);
			if (inner !== undefined) others.set(name, inner);
		}
	}
	return others.size === 0 ? undefined : others;
}

/** Returns a value as typed into its field; undefined if the field could not reproduce it exactly. */
export function typedValue(field: FieldSpec, value: Json): string | boolean | undefined {
	try {
		const typed = asTyped(field, value);
		if (typeof typed !== 'string' || field.kind === 'json') return typed;
		// A value that is omitted if empty cannot be typed, and neither can one that is parsed as something else.
		return sourceOf(field, typed) === jsonText(value) ? typed : undefined;
	} catch {
		// Nested deeper than can be written.
		return undefined;
	}
}

function asTyped(field: FieldSpec, value: Json): string | boolean | undefined {
	switch (field.kind) {
		case 'boolean':
			return typeof value === 'boolean' ? value : undefined;
		case 'number':
			return numberText(value) ?? (typeof value === 'string' ? value : undefined);
		case 'enum': {
			const text = field.json ? jsonText(value) : value;
			return field.options.find((option) => option.value === text)?.value;
		}
		case 'list':
			if (!isArray(value)) return undefined;
			return value.every((item) => typeof item === 'string' || numberText(item) !== undefined)
				? value.map((item) => numberText(item) ?? item).join('\n')
				: undefined;
		case 'json':
			return indentedJson(value);
		default:
			return typeof value === 'string' ? value : undefined;
	}
}
