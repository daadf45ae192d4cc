import * as l10n from '@vscode/l10n';
import { capitalized, counted, shortened } from '../base/language.ts';
import { type FieldSpec, fieldError, pathOf } from '../base/panel/formFields.ts';
import type { Json, JsonObject } from '../json/exact.ts';
import { isArray, isObject, listOf, member, stringOf } from '../json/value.ts';
import { sizeLimits } from '../wire/limits.ts';
import { typedValue } from './inputValues.ts';
import { isNullable, kindOf, optionsOf, propertiesOf, typeNameOf } from './schemaKinds.ts';
import { SchemaReferences } from './schemaReferences.ts';
import { cleaned, longestDescription, printed } from './schemaText.ts';

export interface InputForm {
	readonly fields: readonly FieldSpec[];
	/** One sentence for each thing that the form cannot show, for the person. */
	readonly notes: readonly string[];
}

/** A form with more fields is not usable; the others are written as JSON. */
const mostFields = 1000;
/** Objects within objects become fields down to here; deeper ones are one field of JSON. */
const deepestFields = 3;
const longestLabel = 120;

/**
 * Returns the fields of a schema of the service, loosely a JSON Schema with its own type names, such as `float`
 * (wire-facts.md, section 8). Never throws and loses no member: an unknown kind becomes a JSON field.
 */
export function fieldsOfSchema(schema: Json): InputForm {
	const fields: FieldSpec[] = [];
	const notes: string[] = [];
	const references = new SchemaReferences(schema);
	const root = rootOf(schema, references);
	if (root === undefined) {
		return { fields, notes: [l10n.t('The service describes no inputs. Write them as JSON.')] };
	}
	let left = 0;
	const collect = (
		object: JsonObject,
		names: readonly string[],
		titles: readonly string[],
		required: boolean,
	) => {
		const wanted = requiredNames(object);
		for (const [name, value] of Object.entries(propertiesOf(object) ?? {})) {
			if (fields.length >= mostFields) {
				left++;
				continue;
			}
			const property = references.resolve(value);
			const path = [...names, name];
			const label = [...titles, titleOf(property, name)];
			const isRequired = required && (wanted.has(name) || member(property, 'required') === true);
			const inner =
				names.length < deepestFields && !isNullable(property) ? withDefaults(property) : undefined;
			if (inner !== undefined) collect(inner, path, label, isRequired);
			else fields.push(fieldOf(property, path, label, isRequired, references));
		}
	};
	collect(root, [], [], true);
	if (left > 0)
		notes.push(
			counted(
				left,
				l10n.t('1 more input is available only as JSON.'),
				l10n.t('{0} more inputs are available only as JSON.'),
			),
		);
	return { fields, notes };
}

/**
 * Returns a schema for replies without one: from names of inputs, or a description of each by name, and the names of the required ones
 * (wire-facts.md, section 8). Undefined without inputs.
 */
export function schemaOfInputs(inputs: Json | undefined, required: Json | undefined): Json | undefined {
	const properties: [string, Json][] = [];
	if (isObject(inputs)) properties.push(...Object.entries(inputs));
	for (const input of listOf(inputs)) {
		const name = stringOf(input) ?? stringOf(member(input, 'name')) ?? stringOf(member(input, 'key'));
		if (name !== undefined) properties.push([name, isObject(input) ? input : guessed(name)]);
	}
	const known = new Set(properties.map(([name]) => name));
	const names = listOf(required).filter((name) => typeof name === 'string');
	for (const name of names) if (!known.has(name)) properties.push([name, guessed(name)]);
	return properties.length === 0
		? undefined
		: { type: 'object', properties: Object.fromEntries(properties), required: names };
}

/** Guesses the schema of an input from its name alone; a name without a meaning is written as JSON. */
function guessed(name: string): Json {
	if (/prompt|text|^neg$|lyrics|style|caption/i.test(name)) return { type: 'string' };
	if (/seed|width|height|steps|^num_|frames|^fps$/i.test(name)) return { type: 'integer' };
	if (/scale|strength|guidance|multiplier/i.test(name)) return { type: 'number' };
	if (/image|^ctrl_img/i.test(name)) return { type: 'string', format: 'image_uri' };
	if (/video/i.test(name)) return { type: 'string', format: 'video_uri' };
	if (/audio|voice/i.test(name)) return { type: 'string', format: 'audio_uri' };
	return {};
}

/** Returns the object with the properties: the schema itself, one around it, or a bare object of properties. */
function rootOf(schema: Json, references: SchemaReferences): JsonObject | undefined {
	const resolved = references.resolve(schema);
	if (!isObject(resolved)) return undefined;
	if (propertiesOf(resolved) !== undefined) return resolved;
	for (const name of ['input_schema', 'schema', 'input']) {
		const inner = references.resolve(member(resolved, name) ?? null);
		if (isObject(inner) && propertiesOf(inner) !== undefined) return inner;
	}
	const bare =
		Object.values(resolved).length > 0 && Object.values(resolved).every((value) => isObject(value));
	return bare ? { properties: resolved } : undefined;
}

/**
 * Returns an object schema with members that become fields, its own default divided among them; undefined without
 * members, or if the members cannot hold its default.
 */
function withDefaults(schema: Json): JsonObject | undefined {
	const properties = propertiesOf(schema);
	if (!isObject(schema) || properties === undefined || Object.keys(properties).length === 0) return undefined;
	const initial = member(schema, 'default') ?? null;
	if (initial === null) return schema;
	if (!isObject(initial) || Object.keys(initial).some((name) => !Object.hasOwn(properties, name)))
		return undefined;
	const members = Object.entries(properties).map(([name, property]): [string, Json] => {
		const own = member(initial, name);
		return [name, own === undefined || !isObject(property) ? property : { ...property, default: own }];
	});
	return { ...schema, properties: Object.fromEntries(members) };
}

function requiredNames(schema: JsonObject): ReadonlySet<string> {
	return new Set(listOf(member(schema, 'required')).filter((name) => typeof name === 'string'));
}

function fieldOf(
	schema: Json,
	names: readonly string[],
	titles: readonly string[],
	required: boolean,
	references: SchemaReferences,
): FieldSpec {
	const common = {
		path: pathOf(names),
		label: shortened(titles.join(': '), longestLabel),
		...(required ? { required } : {}),
		...adapterOf(schema, names, references),
	};
	const field: FieldSpec = { ...common, ...kindOf(schema, names, references) };
	const given = member(schema, 'default') ?? null;
	// An empty default does not have to be named.
	const initial = given === '' || (isArray(given) && given.length === 0) ? null : given;
	const typed = initial === null ? undefined : typedValue(field, initial);
	// A default that its own field refuses is the service's to use.
	const usable = typed !== undefined && fieldError(field, typed) === undefined;
	const withDefault = (usable ? { ...field, default: typed } : field) as FieldSpec;
	const own = cleaned(stringOf(member(schema, 'description')) ?? '');
	const saysAddress = /https/i.test(own)
		? localWords
		: l10n.t('A public address that begins with https://. {0}', localWords);
	const words = [
		own,
		initial === null || usable
			? ''
			: l10n.t('If empty, the service uses {0}.', shortened(printed(initial), 80)),
		withDefault.kind === 'media' && withDefault.publicOnly ? saysAddress : '',
		withDefault.kind === 'media' ? (recommended[withDefault.accept] ?? '') : '',
	];
	const description = shortened(words.filter((part) => part !== '').join(' '), longestDescription);
	const described = description === '' ? withDefault : { ...withDefault, description };
	// An unchecked box that must be sent is sent as false.
	if (described.kind === 'boolean' && required && described.default === undefined)
		return { ...described, default: false };
	return described;
}

/** The sizes that the service recommends for media by address; it specifies none for sound. */
const recommended: Readonly<Partial<Record<string, string>>> = {
	image: l10n.t('{0} MB or less is recommended.', sizeLimits.addressImage / 1_000_000),
	video: l10n.t('{0} MB or less is recommended.', sizeLimits.addressVideo / 1_000_000),
};

const localWords = l10n.t('Files on this computer have to be uploaded somewhere first.');

/** Names under which models take a trained adapter: `lora`, `lora_url`, `lora.path`, `loras[].path`. */
const adapterName = /(?:^|_)loras?(?:_(?:urls?|paths?|weights?|files?|names?))?$/i;
const adapterMember = /^(?:path|url|uri|file|lora_?(?:path|url)?)$/i;

function adapterOf(
	schema: Json,
	names: readonly string[],
	references: SchemaReferences,
): Pick<FieldSpec, 'adapter'> {
	const name = names.at(-1) ?? '';
	const type = typeNameOf(schema);
	const says = /\.safetensors\b/i.test(stringOf(member(schema, 'description')) ?? '');
	const isMember = adapterMember.test(name) && names.slice(0, -1).some((outer) => adapterName.test(outer));
	if (type === 'text' && optionsOf(schema) === undefined)
		return adapterName.test(name) || isMember || says ? { adapter: {} } : {};
	if (type !== 'array' || !(adapterName.test(name) || says)) return {};
	const item = references.resolve(member(schema, 'items') ?? null);
	if (typeNameOf(item) === 'text') return { adapter: {} };
	const inner = Object.keys(propertiesOf(item) ?? {}).find((each) => adapterMember.test(each));
	return inner === undefined ? {} : { adapter: { member: inner } };
}

/** Returns a schema's own title, or its name as words: `guidance_scale` is "Guidance scale". */
function titleOf(schema: Json, name: string): string {
	const title = cleaned(stringOf(member(schema, 'title')) ?? '');
	if (title !== '') return title;
	const words = cleaned(name)
		.replaceAll(/[_\s]+/g, ' ')
		.trim();
	return words === '' ? l10n.t('(no name)') : capitalized(words);
}
