import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { Failure } from '../failure.ts';
import { capitalized, counted } from '../language.ts';
import { isLoopback } from '../loopback.ts';

/*
 * Fields of a form described as data: one description serves drawing, checking and sending. A form of a deployment, a
 * model or a job is a list of fields; a view draws them with `webviews/shared/form.ts`.
 */

const common = {
	/**
	 * The place of the value in the request, and the name of the field in messages of the service: `width`,
	 * `image.url`. Foreign names go through `pathOf`.
	 */
	path: z.string(),
	label: z.string(),
	description: z.exactOptional(z.string()),
	required: z.exactOptional(z.boolean()),
	/**
	 * The value may be a trained adapter, so checkpoints are offered. `member`: if the field is a list of objects, the
	 * member of them that names the adapter.
	 */
	adapter: z.exactOptional(z.object({ member: z.exactOptional(z.string()) })),
};
const options = z.readonly(
	z.array(
		z.object({
			value: z.string(),
			label: z.exactOptional(z.string()),
			description: z.exactOptional(z.string()),
		}),
	),
);
/** The content of the field until a person changes it, as typed. */
const typedDefault = { default: z.exactOptional(z.string()) };

export const fieldSpec = z.discriminatedUnion('kind', [
	z.object({
		...common,
		...typedDefault,
		kind: z.literal('text'),
		multiline: z.exactOptional(z.boolean()),
		/** True if an empty text is a value to send; otherwise it is omitted. */
		blank: z.exactOptional(z.boolean()),
		placeholder: z.exactOptional(z.string()),
		/** Known values; any other is accepted, too. */
		known: z.exactOptional(options),
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
		/** A seed, for which a random number is offered. */
		seed: z.exactOptional(z.boolean()),
		/** Both ends belong to the range. */
		min: z.exactOptional(z.number()),
		max: z.exactOptional(z.number()),
		/** Ends that do not belong to the range. */
		above: z.exactOptional(z.number()),
		below: z.exactOptional(z.number()),
		/** An integer; values that are integers must be a multiple of it. */
		multipleOf: z.exactOptional(z.number()),
		/** `seconds`, `USD per hour`. */
		unit: z.exactOptional(z.string()),
	}),
	z.object({
		...common,
		...typedDefault,
		kind: z.literal('enum'),
		/** The options are JSON texts and sent as such; otherwise they are texts. */
		json: z.exactOptional(z.boolean()),
		options,
	}),
	z.object({ ...common, kind: z.literal('boolean'), default: z.exactOptional(z.boolean()) }),
	/** A picture, video or sound: an address, or a file that the host chooses and names. */
	z.object({
		...common,
		...typedDefault,
		kind: z.literal('media'),
		accept: z.enum(['image', 'video', 'audio', 'file']),
		/** The service fetches it: only a public https address will do, and no file can be chosen. */
		publicOnly: z.exactOptional(z.boolean()),
	}),
	/** A list with one item on each line. */
	z.object({
		...common,
		...typedDefault,
		kind: z.literal('list'),
		items: z.enum(['text', 'number', 'integer', 'address']),
		minItems: z.exactOptional(z.number()),
		maxItems: z.exactOptional(z.number()),
	}),
	z.object({
		...common,
		...typedDefault,
		kind: z.literal('json'),
		/** The required kind of value; any if absent. */
		shape: z.exactOptional(z.enum(['array', 'object'])),
	}),
]);

export type FieldSpec = z.output<typeof fieldSpec>;

/** Returns the path of a value within objects: names with a dot or a percent sign stay one name. */
export function pathOf(names: readonly string[]): string {
	return names.map(pathName).join('.');
}

/** Returns the names along a path, spelled as in the request. */
export function namesOf(path: string): readonly string[] {
	return path
		.split('.')
		.map((name) =>
			name.replaceAll(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
		);
}

/** Returns a name for a path. Also escapes the built-in names of objects, since values are kept in objects by path. */
function pathName(name: string): string {
	const escaped = name.replaceAll('%', '%25').replaceAll('.', '%2E');
	return name in {} ? escaped.replace('_', '%5F').replace(/^[a-z]/, hexOfLetter) : escaped;
}

function hexOfLetter(letter: string): string {
	return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The values of fields, by path, as a person left it; a field without a value is empty. */
export const formValues = z.record(z.string(), z.union([z.string(), z.boolean()]));
export type FormValues = Readonly<Record<string, string | boolean>>;

/** One sentence for each field that is not as it should be, by path. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Returns the initial values of a form. */
export function defaultValues(fields: readonly FieldSpec[]): FormValues {
	return Object.fromEntries(
		fields.flatMap((field) => (field.default === undefined ? [] : [[field.path, field.default]])),
	);
}

/** Checks the value of a field. Returns the problem in one sentence; undefined if it can be sent. */
export function fieldError(field: FieldSpec, value: string | boolean | undefined): string | undefined {
	if (field.kind === 'boolean') return undefined;
	const text = typeof value === 'string' ? value : '';
	if (text.trim() === '') return field.required ? l10n.t('Enter a value.') : undefined;
	if (text.includes(secretNotKept))
		return l10n.t('{0} replaces a secret that was not saved. Enter it again.', secretNotKept);
	switch (field.kind) {
		case 'text':
			if (text.length < (field.minLength ?? 0))
				return l10n.t('Enter at least {0} characters.', field.minLength ?? 0);
			if (text.length > (field.maxLength ?? Number.POSITIVE_INFINITY))
				return l10n.t('Enter at most {0} characters.', field.maxLength ?? 0);
			return undefined;
		case 'number':
			return numberError(field, text.trim());
		case 'enum':
			return field.options.some((option) => option.value === text)
				? undefined
				: l10n.t('Choose one of the options.');
		case 'media':
			return addressError(text.trim(), field.publicOnly === true);
		case 'list':
			return listError(field, linesOf(text));
		case 'json':
			return jsonError(text, field.shape);
	}
}

/** The text that replaces the query of a signed address in kept values. */
export const signatureNotKept = '?signature-not-kept';

/** The text that replaces a value with the name of a secret in kept values. */
export const secretNotKept = '(secret-not-kept)';

function addressError(text: string, publicOnly: boolean): string | undefined {
	if (/^https?:/i.test(text) && /\s/.test(text)) return l10n.t('An address cannot contain spaces.');
	if (text.endsWith(signatureNotKept))
		return l10n.t('The signature of this address was not kept. Paste the address again.');
	if (!publicOnly) return undefined;
	const url = URL.parse(text);
	if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
	if (url?.protocol === 'http:')
		return l10n.t('The service fetches it from a public address that begins with https://.');
	return l10n.t(
		'The service cannot read files on this computer. Upload the file to a public place, and paste its address, which begins with https://.',
	);
}

/** Returns the items of a list as typed: one per line, without empty ones. */
function linesOf(text: string): readonly string[] {
	return text
		.split(/\r\n|\n/)
		.map((line) => line.trim())
		.filter((line) => line !== '');
}

function listError(
	{ items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: Extract<FieldSpec, { kind: 'list' }>,
	lines: readonly string[],
): string | undefined {
	for (const [at, line] of lines.entries()) {
		const wrong =
			items === 'address'
				? addressError(line, true)
				: items !== 'text' && !(items === 'integer' ? integerPattern : numberPattern).test(line)
					? items === 'integer'
						? l10n.t('Enter a whole number.')
						: l10n.t('Enter a number.')
					: undefined;
		if (wrong !== undefined) return l10n.t('Line {0}: {1}', at + 1, wrong);
	}
	if (lines.length < minItems) return l10n.t('Enter at least {0}.', linesText(minItems));
	if (lines.length > maxItems) return l10n.t('Enter at most {0}.', linesText(maxItems));
	return undefined;
}

/** Digits as JSON writes them. */
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const integerPattern = /^-?(?:0|[1-9]\d*)$/;

function numberError(field: Extract<FieldSpec, { kind: 'number' }>, text: string): string | undefined {
	if (field.integer && !integerPattern.test(text)) return l10n.t('Enter a whole number.');
	if (!numberPattern.test(text)) return l10n.t('Enter a number, such as 7.5.');
	const value = Number(text);
	if (!Number.isFinite(value)) return l10n.t('This number is too large.');
	const { min, max, above, below, multipleOf } = field;
	if (multipleOf !== undefined && integerPattern.test(text) && BigInt(text) % BigInt(multipleOf) !== 0n)
		return l10n.t('Enter a multiple of {0}.', multipleOf);
	if (above !== undefined && value <= above) return l10n.t('Enter a number above {0}.', above);
	if (below !== undefined && value >= below) return l10n.t('Enter a number below {0}.', below);
	if (value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY))
		return undefined;
	if (min !== undefined && max !== undefined) return l10n.t('Enter a number from {0} to {1}.', min, max);
	return min === undefined ? l10n.t('Enter at most {0}.', max ?? '') : l10n.t('Enter at least {0}.', min);
}

function jsonError(text: string, shape: 'array' | 'object' | undefined): string | undefined {
	try {
		const value: unknown = JSON.parse(text);
		if (shape === 'array' && !Array.isArray(value))
			return l10n.t('Enter a list in JSON, such as ["a", "b"].');
		const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
		if (shape === 'object' && !isObject) return l10n.t('Enter an object in JSON, such as {"a": 1}.');
		return undefined;
	} catch (error) {
		return l10n.t('This is not JSON: {0}', error instanceof Error ? error.message : String(error));
	}
}

/** Returns the errors that keep a form from being sent, by path; empty without errors. */
export function formErrors(fields: readonly FieldSpec[], values: FormValues): FieldErrors {
	const errors: Record<string, string> = {};
	for (const field of fields) {
		const error = fieldError(field, values[field.path]);
		if (error !== undefined) errors[field.path] = error;
	}
	return errors;
}

/** Returns the JSON text of a field's content; undefined if it is empty and omitted. */
export function sourceOf(field: FieldSpec, value: string | boolean | undefined): string | undefined {
	if (field.kind === 'boolean') return value === undefined ? undefined : String(value === true);
	if (typeof value !== 'string') return undefined;
	if (value.trim() === '' && !(field.kind === 'text' && field.blank)) return undefined;
	switch (field.kind) {
		case 'json':
			return value.trim();
		case 'number':
			// A text that is not a number yet is kept unchanged.
			return numberPattern.test(value.trim()) ? value.trim() : JSON.stringify(value);
		case 'enum':
			return field.json ? value : JSON.stringify(value);
		case 'list':
			return `[${linesOf(value)
				.map((line) => (isNumberList(field) && numberPattern.test(line) ? line : JSON.stringify(line)))
				.join(',')}]`;
		default:
			return JSON.stringify(value);
	}
}

function isNumberList({ items }: Extract<FieldSpec, { kind: 'list' }>): boolean {
	return items === 'number' || items === 'integer';
}

/** The parts of a failure by their place: at their field, or above the form. */
interface PlacedFailure {
	readonly fields: FieldErrors;
	/** Failures that belong to no field, one sentence each; the failure itself if nothing could be assigned to a field. */
	readonly form: readonly string[];
}

/**
 * Assigns the details of a service's message to these fields. Details name a field before a colon, often within an outer object: `width:
 * must be at most 2048`, `body.inputs.width: ...`.
 */
export function placeFailure(failure: Failure, fields: readonly FieldSpec[]): PlacedFailure {
	const placed: Record<string, string> = {};
	const rest: string[] = [];
	for (const detail of failure.details ?? []) {
		const [, place = '', words = ''] = /^([\w.[\]-]+)\s*:\s*(\S.*)$/s.exec(detail) ?? [];
		const path = pathWithin(place, fields);
		if (path === undefined) {
			rest.push(detail);
			continue;
		}
		// Some services repeat the name at the beginning of the text.
		const name = `${namesOf(path).at(-1)}: `;
		const said = sentence(words.startsWith(name) ? words.slice(name.length) : words);
		placed[path] = placed[path] === undefined ? said : `${placed[path]} ${said}`;
	}
	if (Object.keys(placed).length > 0) return { fields: placed, form: rest };
	return { fields: {}, form: [`${failure.message} ${failure.nextStep}`.trim(), ...rest] };
}

/**
 * Returns the field that a place means: the longest path with which the place ends, between dots; else one on the way,
 * since a place can be within the value of a field, such as the second item of a list.
 */
function pathWithin(place: string, fields: readonly FieldSpec[]): string | undefined {
	const dotted = `.${place.replaceAll(/\[(\w+)\]/g, '.$1')}.`;
	const named = fields
		.map(({ path }) => ({ path, dotted: `.${namesOf(path).join('.')}.` }))
		.sort((a, b) => b.dotted.length - a.dotted.length);
	const found =
		named.find((each) => dotted.endsWith(each.dotted)) ?? named.find((each) => dotted.includes(each.dotted));
	return found?.path;
}

function sentence(words: string): string {
	const capital = capitalized(words);
	return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

function linesText(count: number): string {
	return counted(count, l10n.t('1 line'), l10n.t('{0} lines'));
}
