import { compact } from '../base/compact.ts';
import type { FieldSpec } from '../base/panel/formFields.ts';
import { type Json, type JsonObject, numberOf } from '../json/exact.ts';
import { isArray, isNumber, isObject, member, stringOf } from '../json/value.ts';
import type { SchemaReferences } from './schemaReferences.ts';
import { cleaned, printed } from './schemaText.ts';

const mostOptions = 1000;

type Kind<T = FieldSpec> = T extends FieldSpec
	? Omit<T, 'path' | 'label' | 'description' | 'required' | 'adapter' | 'default'>
	: never;

/** Returns the kind of field for the value of a schema; JSON if unknown. `names` are the names on its path. */
export function kindOf(schema: Json, names: readonly string[], references: SchemaReferences): Kind {
	const options = optionsOf(schema);
	if (options !== undefined) return options;
	switch (typeNameOf(schema)) {
		case 'text':
			return textKind(schema, names.at(-1) ?? '');
		case 'integer':
			return { kind: 'number', integer: true, ...rangeOf(schema) };
		case 'number':
			return { kind: 'number', ...rangeOf(schema) };
		case 'boolean':
			return { kind: 'boolean' };
		case 'array':
			return listKind(schema, references);
		case 'object':
			return { kind: 'json', shape: 'object' };
		default:
			return { kind: 'json' };
	}
}

type TypeName = 'text' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

const typeNames: Readonly<Record<string, TypeName>> = {
	string: 'text',
	str: 'text',
	text: 'text',
	integer: 'integer',
	int: 'integer',
	int32: 'integer',
	int64: 'integer',
	long: 'integer',
	number: 'number',
	float: 'number',
	float32: 'number',
	float64: 'number',
	double: 'number',
	decimal: 'number',
	boolean: 'boolean',
	bool: 'boolean',
	array: 'array',
	list: 'array',
	object: 'object',
	dict: 'object',
};

/** Returns the type of a schema, inferred from its other members if it has none; undefined if unknown. */
export function typeNameOf(schema: Json): TypeName | undefined {
	const type = stringOf(member(schema, 'type'))?.toLowerCase();
	if (type !== undefined) return Object.hasOwn(typeNames, type) ? typeNames[type] : undefined;
	if (member(schema, 'type') !== undefined) return undefined;
	if (propertiesOf(schema) !== undefined) return 'object';
	if (member(schema, 'items') !== undefined) return 'array';
	if (mediaFormat(schema) !== undefined) return 'text';
	const initial = member(schema, 'default');
	if (typeof initial === 'string') return 'text';
	if (typeof initial === 'boolean') return 'boolean';
	return isNumber(initial) ? 'number' : undefined;
}

function mediaFormat(schema: Json): 'image' | 'video' | 'audio' | undefined {
	const [, format] = /^(image|video|audio)[_-]?ur[il]$/i.exec(stringOf(member(schema, 'format')) ?? '') ?? [];
	return format?.toLowerCase() as 'image' | 'video' | 'audio' | undefined;
}

function textKind(schema: Json, name: string): Kind {
	const accept = mediaFormat(schema);
	if (accept !== undefined) return { kind: 'media', accept, publicOnly: true };
	const [minLength, maxLength] = [
		numberOf(member(schema, 'minLength')),
		numberOf(member(schema, 'maxLength')),
	];
	const initial = stringOf(member(schema, 'default')) ?? '';
	const multiline =
		/prompt|^neg$|negative|lyrics|caption|script|^text$/i.test(name) ||
		(maxLength ?? 0) > 200 ||
		stringOf(member(schema, 'format')) === 'multiline' ||
		initial.includes('\n');
	return {
		kind: 'text',
		...(multiline ? { multiline } : {}),
		...compact({ minLength, maxLength }),
	};
}

/** Returns the range. `exclusiveMinimum` is a number, or true in addition to a `minimum` in older schemas. */
function rangeOf(
	schema: Json,
): Pick<Extract<FieldSpec, { kind: 'number' }>, 'min' | 'max' | 'above' | 'below' | 'multipleOf'> {
	const min = numberOf(member(schema, 'minimum'));
	const max = numberOf(member(schema, 'maximum'));
	const [afterMin, beforeMax] = [member(schema, 'exclusiveMinimum'), member(schema, 'exclusiveMaximum')];
	const above = afterMin === true ? min : numberOf(afterMin);
	const below = beforeMax === true ? max : numberOf(beforeMax);
	const step = numberOf(member(schema, 'multipleOf'));
	return {
		...(step !== undefined && Number.isSafeInteger(step) && step > 1 ? { multipleOf: step } : {}),
		...(min === undefined || afterMin === true ? {} : { min }),
		...(max === undefined || beforeMax === true ? {} : { max }),
		...compact({ above, below }),
	};
}

export function optionsOf(schema: Json): Kind | undefined {
	const constant = member(schema, 'const');
	const listed = constant === undefined ? member(schema, 'enum') : [constant];
	if (!isArray(listed)) return undefined;
	const values = listed.filter((value) => value !== null);
	if (values.length === 0 || values.length > mostOptions) return undefined;
	const json = values.some((value) => typeof value !== 'string' || value.trim() === '');
	const options = [...new Set(values.map((value) => (json ? printed(value) : (value as string))))];
	return {
		kind: 'enum',
		...(json ? { json } : {}),
		options: options.map((value) =>
			cleaned(value) === value ? { value } : { value, label: cleaned(value) },
		),
	};
}

function listKind(schema: Json, references: SchemaReferences): Kind {
	const item = references.resolve(member(schema, 'items') ?? null);
	const type = isNullable(item) ? undefined : typeNameOf(item);
	const [minItems, maxItems] = [numberOf(member(schema, 'minItems')), numberOf(member(schema, 'maxItems'))];
	const count = compact({ minItems, maxItems });
	if (optionsOf(item) !== undefined || type === undefined) return { kind: 'json', shape: 'array' };
	if (type === 'text')
		return { kind: 'list', items: mediaFormat(item) === undefined ? 'text' : 'address', ...count };
	if (type === 'integer' || type === 'number') return { kind: 'list', items: type, ...count };
	return { kind: 'json', shape: 'array' };
}

export function propertiesOf(schema: Json): JsonObject | undefined {
	const properties = member(schema, 'properties');
	return isObject(properties) ? properties : undefined;
}

export function isNullable(schema: Json): boolean {
	return member(schema, 'nullable') === true;
}
