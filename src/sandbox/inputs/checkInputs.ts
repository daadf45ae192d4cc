import { isLoopback } from '../../core/base/loopback.ts';
import { exactNumber, numberOf, numberText } from '../../core/json/exact.ts';
import { isArray, isObject, type Json, type JsonObject, jsonLine, member } from '../../core/json/value.ts';
import type { Detail } from '../base/errors.ts';

type Place = readonly (string | number)[];

/** The most faults of one body that are named. */
const mostFaults = 200;

/**
 * Checks a flat body against an input schema, as strictly as the service does: every fault, up to a limit, each with its place. `siblings`
 * are members that do not belong to the inputs. A property of an unknown type takes any value.
 */
export function checkInputs(
	schema: JsonObject,
	body: JsonObject,
	siblings: ReadonlySet<string> = new Set(),
): readonly Detail[] {
	const faults: Detail[] = [];
	checkMembers(schema, body, ['body'], faults, siblings);
	return faults;
}

/** Returns the body with the default of each omitted property; a default of null stays out. */
export function withDefaults(schema: JsonObject, body: JsonObject): JsonObject {
	const filled: Record<string, Json> = { ...body };
	for (const [name, property] of propertiesOf(schema)) {
		const usual = member(property, 'default');
		if (!Object.hasOwn(filled, name) && usual !== undefined && usual !== null) filled[name] = usual;
	}
	return filled;
}

function propertiesOf(schema: JsonObject): readonly (readonly [string, JsonObject])[] {
	const properties = member(schema, 'properties');
	const entries = isObject(properties) ? Object.entries(properties) : [];
	return entries.flatMap(([name, property]) => (isObject(property) ? [[name, property] as const] : []));
}

function checkMembers(
	schema: JsonObject,
	value: JsonObject,
	at: Place,
	faults: Detail[],
	siblings: ReadonlySet<string> = new Set(),
): void {
	const properties = new Map(propertiesOf(schema));
	const required = member(schema, 'required');
	for (const name of isArray(required) ? required : []) {
		if (typeof name === 'string' && !Object.hasOwn(value, name))
			faults.push({ loc: [...at, name], msg: `${named([...at, name])} is required.`, type: 'missing' });
	}
	for (const [name, inner] of Object.entries(value)) {
		if (faults.length >= mostFaults) return;
		const place = [...at, name];
		const property = properties.get(name);
		if (property !== undefined) checkValue(property, inner, place, faults);
		else if (!siblings.has(name))
			faults.push({ loc: place, msg: unknownName(name, properties, inner, place), type: 'extra_forbidden' });
	}
}

function unknownName(
	name: string,
	properties: ReadonlyMap<string, JsonObject>,
	value: Json,
	place: Place,
): string {
	if (name === 'input' && isObject(value))
		return 'Send the inputs themselves, not wrapped in an "input" object.';
	if (name === 'overrides' || name === 'workflow_api_json')
		return `There are inputs instead of a workflow here, so ${named(place)} has no meaning.`;
	const known = [...properties.keys()].map((each) => `"${each}"`).join(', ');
	return `There is no input ${named(place)}. The inputs are ${known}.`;
}

function checkValue(property: JsonObject, value: Json, at: Place, faults: Detail[]): void {
	const fault = (msg: string, type: string) => {
		faults.push({ loc: at, msg: `${named(at)} ${msg}`, type });
	};
	const kinds = typesOf(property);
	if (value === null) {
		if (kinds.length > 0 && !kinds.includes('null') && member(property, 'default') !== null)
			fault('must not be null.', 'null');
		return;
	}
	const alternative = alternatives(property).find((each) => typesOf(each)[0] !== 'null');
	if (alternative !== undefined) {
		checkValue(alternative, value, at, faults);
		return;
	}
	const kind = kinds.find((each) => each !== 'null');
	const wanted = kind === undefined ? undefined : wantedKinds[kind];
	if (wanted !== undefined && !wanted.fits(value)) {
		fault(`must be ${wanted.words}.`, wanted.type);
		return;
	}
	const allowed = member(property, 'enum');
	if (isArray(allowed) && !allowed.some((each) => sameScalar(each, value))) {
		fault(`must be one of ${allowed.map((each) => jsonLine(each)).join(', ')}.`, 'enum');
		return;
	}
	if (typeof value === 'string') checkText(property, value, fault);
	else if (isArray(value)) checkItems(property, value, at, faults, fault);
	else if (isObject(value)) {
		if (propertiesOf(property).length > 0) checkMembers(property, value, at, faults);
	} else checkNumber(property, value, fault);
}

type Report = (msg: string, type: string) => void;

const wantedKinds: Readonly<
	Record<string, { readonly fits: (value: Json) => boolean; readonly words: string; readonly type: string }>
> = {
	string: { fits: (value) => typeof value === 'string', words: 'a string', type: 'string_type' },
	boolean: { fits: (value) => typeof value === 'boolean', words: 'true or false', type: 'bool_type' },
	integer: { fits: isWhole, words: 'an integer', type: 'int_type' },
	number: { fits: isNumeric, words: 'a number', type: 'float_type' },
	float: { fits: isNumeric, words: 'a number', type: 'float_type' },
	array: { fits: isArray, words: 'a list', type: 'list_type' },
	object: { fits: isObject, words: 'an object', type: 'dict_type' },
};

function isNumeric(value: Json): boolean {
	return numberOf(value) !== undefined;
}

function isWhole(value: Json): boolean {
	const number = numberOf(value);
	return number !== undefined && Number.isInteger(number);
}

/** Returns the types of a property: one name or a list; `anyOf` has one in each part. */
function typesOf(property: JsonObject): readonly string[] {
	const type = member(property, 'type');
	const own = (isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
	return [...own, ...alternatives(property).flatMap(typesOf)];
}

function alternatives(property: JsonObject): readonly JsonObject[] {
	const parts = member(property, 'anyOf') ?? member(property, 'oneOf');
	return isArray(parts) ? parts.filter(isObject) : [];
}

function sameScalar(a: Json, b: Json): boolean {
	const [left, right] = [numberOf(a), numberOf(b)];
	return left === undefined ? a === b : left === right;
}

function checkText(property: JsonObject, value: string, fault: Report): void {
	const [lowest, highest] = [
		numberOf(member(property, 'minLength')),
		numberOf(member(property, 'maxLength')),
	];
	if (lowest !== undefined && !isLonger(value, lowest - 1))
		fault(
			lowest === 1 ? 'must not be empty.' : `must have at least ${lowest} characters.`,
			'string_too_short',
		);
	if (highest !== undefined && isLonger(value, highest))
		fault(`must have at most ${highest} characters.`, 'string_too_long');
	const pattern = member(property, 'pattern');
	if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value))
		fault(`must have the form ${pattern}.`, 'string_pattern_mismatch');
	const format = member(property, 'format');
	if (typeof format === 'string' && /^(image|video|audio)_uri$/.test(format) && !isPublicAddress(value))
		fault('must be a public https address (http only on this computer).', 'url_parsing');
}

/**
 * Returns whether a text has more than `length` characters; a character may be two units of the string. Never walks
 * through a huge text.
 */
function isLonger(value: string, length: number): boolean {
	if (value.length <= length) return false;
	return value.length > 2 * length || [...value].length > length;
}

/**
 * Returns whether the machine that runs the model can fetch a medium: the address must be public; http is accepted on
 * this computer only.
 */
function isPublicAddress(value: string): boolean {
	const url = URL.parse(value);
	if (url === null || url.username !== '' || url.password !== '') return false;
	return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

function checkItems(
	property: JsonObject,
	value: readonly Json[],
	at: Place,
	faults: Detail[],
	fault: Report,
): void {
	const [fewest, most] = [numberOf(member(property, 'minItems')), numberOf(member(property, 'maxItems'))];
	if (fewest !== undefined && value.length < fewest)
		fault(`must have at least ${fewest} entries.`, 'too_short');
	if (most !== undefined && value.length > most) fault(`must have at most ${most} entries.`, 'too_long');
	const items = member(property, 'items');
	if (!isObject(items)) return;
	for (const [index, item] of value.entries()) {
		if (faults.length >= mostFaults) return;
		checkValue(items, item, [...at, index], faults);
	}
}

function checkNumber(property: JsonObject, value: Json, fault: Report): void {
	const spelling = numberText(value);
	if (spelling === undefined) return;
	const number = exactNumber(spelling);
	const names = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
	const [least, most, above, below, step] = names.map((name) => numberOf(member(property, name)));
	if (least !== undefined && number < least) fault(`must be at least ${least}.`, 'greater_than_equal');
	if (most !== undefined && number > most) fault(`must be at most ${most}.`, 'less_than_equal');
	if (above !== undefined && number <= above) fault(`must be greater than ${above}.`, 'greater_than');
	if (below !== undefined && number >= below) fault(`must be less than ${below}.`, 'less_than');
	if (step !== undefined && !isMultiple(Number(number), step))
		fault(`must be a multiple of ${step}.`, 'multiple_of');
}

function isMultiple(value: number, step: number): boolean {
	const quotient = value / step;
	return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

/** Formats a place: `body.size.width` as `"size.width"`, an entry of a list as `"urls[0]"`. */
function named(at: Place): string {
	const path = at
		.slice(1)
		.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`));
	return `"${path.join('')}"`;
}
