import * as z from 'zod/mini';
import type { Failure } from './failure.ts';

/*
 * Fields of a form described as data: one description feeds what is drawn, what is checked and what is sent. A form of a
 * deployment, a model or a job is a list of fields; a view draws them with `webviews/shared/form.ts`.
 */

const common = {
	/** Where the value belongs in what is sent, and the name of the field in messages of the service: `width`, `image.url`. */
	path: z.string(),
	label: z.string(),
	description: z.exactOptional(z.string()),
	required: z.exactOptional(z.boolean()),
};
/** What the field contains until a person changes it, as it is typed. */
const typedDefault = { default: z.exactOptional(z.string()) };

export const fieldSpec = z.discriminatedUnion('kind', [
	z.object({
		...common,
		...typedDefault,
		kind: z.literal('text'),
		multiline: z.exactOptional(z.boolean()),
		placeholder: z.exactOptional(z.string()),
		/** In UTF-16 units. */
		minLength: z.exactOptional(z.number()),
		maxLength: z.exactOptional(z.number()),
	}),
	z.object({
		...common,
		/** Typed and sent as its own digits, since a seed of 64 bits is not exact as a number. */
		...typedDefault,
		kind: z.literal('number'),
		integer: z.exactOptional(z.boolean()),
		/** Both ends belong to the range. */
		min: z.exactOptional(z.number()),
		max: z.exactOptional(z.number()),
		/** `seconds`, `USD per hour`. */
		unit: z.exactOptional(z.string()),
	}),
	z.object({
		...common,
		...typedDefault,
		kind: z.literal('enum'),
		options: z.readonly(
			z.array(
				z.object({
					value: z.string(),
					label: z.exactOptional(z.string()),
					description: z.exactOptional(z.string()),
				}),
			),
		),
	}),
	z.object({ ...common, kind: z.literal('boolean'), default: z.exactOptional(z.boolean()) }),
	/** A picture, video or sound: an address, or a file that the host chooses and names. */
	z.object({
		...common,
		...typedDefault,
		kind: z.literal('media'),
		accept: z.enum(['image', 'video', 'audio', 'file']),
	}),
	z.object({ ...common, ...typedDefault, kind: z.literal('json') }),
]);

export type FieldSpec = z.output<typeof fieldSpec>;

/** What the fields contain, by path, as a person left it; a field without a value is empty. */
export const formValues = z.record(z.string(), z.union([z.string(), z.boolean()]));
export type FormValues = Readonly<Record<string, string | boolean>>;

/** One sentence for each field that is not as it should be, by path. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The values of a form that nobody has touched. */
export function defaultValues(fields: readonly FieldSpec[]): FormValues {
	return Object.fromEntries(
		fields.flatMap((field) => (field.default === undefined ? [] : [[field.path, field.default]])),
	);
}

/** What is wrong with the value of a field, in one sentence; undefined where it can be sent. */
export function fieldError(field: FieldSpec, value: string | boolean | undefined): string | undefined {
	if (field.kind === 'boolean') return undefined;
	const text = typeof value === 'string' ? value : '';
	if (text.trim() === '') return field.required ? 'Enter a value.' : undefined;
	switch (field.kind) {
		case 'text':
			if (text.length < (field.minLength ?? 0)) return `Enter at least ${field.minLength} characters.`;
			if (text.length > (field.maxLength ?? Number.POSITIVE_INFINITY))
				return `Enter at most ${field.maxLength} characters.`;
			return undefined;
		case 'number':
			return numberError(field, text.trim());
		case 'enum':
			return field.options.some((option) => option.value === text) ? undefined : 'Choose one of the options.';
		case 'media':
			return /^\S+$/.test(text.trim()) || !/^https?:/i.test(text.trim())
				? undefined
				: 'An address has no spaces.';
		case 'json':
			return jsonError(text);
	}
}

/** Digits as JSON writes them. */
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const integerPattern = /^-?(?:0|[1-9]\d*)$/;

function numberError(field: Extract<FieldSpec, { kind: 'number' }>, text: string): string | undefined {
	if (field.integer && !integerPattern.test(text)) return 'Enter a whole number.';
	if (!numberPattern.test(text)) return 'Enter a number, such as 7.5.';
	const value = Number(text);
	const { min, max } = field;
	if (value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY))
		return undefined;
	if (min !== undefined && max !== undefined) return `Enter a number from ${min} to ${max}.`;
	return min === undefined ? `Enter at most ${max}.` : `Enter at least ${min}.`;
}

function jsonError(text: string): string | undefined {
	try {
		JSON.parse(text);
		return undefined;
	} catch (error) {
		return `This is not JSON: ${error instanceof Error ? error.message : String(error)}`;
	}
}

/** Everything that keeps a form from being sent, by path; empty where nothing does. */
export function formErrors(fields: readonly FieldSpec[], values: FormValues): FieldErrors {
	const errors: Record<string, string> = {};
	for (const field of fields) {
		const error = fieldError(field, values[field.path]);
		if (error !== undefined) errors[field.path] = error;
	}
	return errors;
}

/**
 * The JSON text of the values of a form without errors. Numbers keep their digits, a dot in a path opens an object, and a
 * field that is empty is left out.
 */
export function formJson(fields: readonly FieldSpec[], values: FormValues): string {
	const root: JsonTree = new Map();
	for (const field of fields) {
		const source = sourceOf(field, values[field.path]);
		if (source === undefined) continue;
		const names = field.path.split('.');
		const last = names.pop() ?? field.path;
		let at = root;
		for (const name of names) {
			const inner = at.get(name);
			const next: JsonTree = inner instanceof Map ? inner : new Map();
			at.set(name, next);
			at = next;
		}
		at.set(last, source);
	}
	return textOf(root);
}

/** Members in their order; a text is the JSON of a value. */
type JsonTree = Map<string, string | JsonTree>;

function sourceOf(field: FieldSpec, value: string | boolean | undefined): string | undefined {
	if (field.kind === 'boolean') return value === undefined ? undefined : String(value === true);
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	if (field.kind === 'number' || field.kind === 'json') return value.trim();
	return JSON.stringify(value);
}

function textOf(tree: JsonTree): string {
	const members = [...tree].map(
		([name, value]) => `${JSON.stringify(name)}:${typeof value === 'string' ? value : textOf(value)}`,
	);
	return `{${members.join(',')}}`;
}

/** The parts of a failure by where they are shown: at their field, or above the form. */
export interface PlacedFailure {
	readonly fields: FieldErrors;
	/** What belongs to no field, one sentence each; the failure itself where nothing could be placed. */
	readonly form: readonly string[];
}

/**
 * Places what the service says about fields at these fields. Its details name them before a colon, often within an outer
 * object: `width: must be at most 2048`, `body.inputs.width: ...`.
 */
export function placeFailure(failure: Failure, fields: readonly FieldSpec[]): PlacedFailure {
	const placed: Record<string, string> = {};
	const rest: string[] = [];
	for (const detail of failure.details ?? []) {
		const [, place = '', words = ''] = /^([\w.[\]-]+)\s*:\s*(\S.*)$/s.exec(detail) ?? [];
		const path = pathWithin(place, fields);
		if (path === undefined) rest.push(detail);
		else placed[path] = placed[path] === undefined ? sentence(words) : `${placed[path]} ${sentence(words)}`;
	}
	if (Object.keys(placed).length > 0) return { fields: placed, form: rest };
	return { fields: {}, form: [`${failure.message} ${failure.nextStep}`.trim(), ...rest] };
}

/** The field that a place means: the longest path with which the place ends, between dots. */
function pathWithin(place: string, fields: readonly FieldSpec[]): string | undefined {
	const dotted = place.replaceAll(/\[(\w+)\]/g, '.$1');
	return fields
		.map(({ path }) => path)
		.filter((path) => dotted === path || dotted.endsWith(`.${path}`))
		.sort((a, b) => b.length - a.length)[0];
}

function sentence(words: string): string {
	const capital = words.charAt(0).toUpperCase() + words.slice(1);
	return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
