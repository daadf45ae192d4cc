import type { Json, JsonObject } from '../json/exact.ts';
import { isArray, isObject, member, stringOf } from '../json/value.ts';

/** A schema that leads through more references than these leads nowhere. */
const mostSteps = 16;

/**
 * A schema with what it refers to in its place: local references, a single `allOf`, and the one alternative of `anyOf`, `oneOf` or
 * a list of types that is not null; then it is `nullable`. Alternatives that are all choices become one choice. What has other
 * alternatives is left as it is, without a type that could be understood. Never throws.
 */
export function resolveSchema(schema: Json, root: Json): Json {
	let at = schema;
	for (let step = 0; step < mostSteps; step++) {
		const next = isObject(at) ? oneStep(at, root) : undefined;
		if (next === undefined) return at;
		at = next;
	}
	return {};
}

/** The next form of a schema; undefined where it has none. */
function oneStep(schema: JsonObject, root: Json): Json | undefined {
	const reference = stringOf(member(schema, '$ref'));
	if (reference !== undefined) return merged(without(schema, '$ref'), targetOf(reference, root));
	const all = member(schema, 'allOf');
	if (isArray(all)) {
		const inner = all.length === 1 ? (all[0] ?? null) : null;
		return merged(without(schema, 'allOf'), inner);
	}
	for (const name of ['anyOf', 'oneOf']) {
		const some = member(schema, name);
		if (isArray(some)) return merged(without(schema, name), alternative(some, root));
	}
	const types = member(schema, 'type');
	if (!isArray(types)) return undefined;
	const kinds = types.filter((type) => type !== 'null');
	const nullable = kinds.length < types.length;
	return {
		...without(schema, 'type'),
		...(nullable ? { nullable } : {}),
		// A type that is not a name is not understood, which is what several types are.
		type: kinds.length === 1 && typeof kinds[0] === 'string' ? kinds[0] : 'several',
	};
}

function alternative(some: readonly Json[], root: Json): Json {
	const kinds = some.filter((each) => stringOf(member(each, 'type')) !== 'null');
	const nullable = kinds.length < some.length ? { nullable: true } : {};
	if (kinds.length === 1) return merged(nullable, kinds[0] ?? null);
	const resolved = kinds
		.slice(0, mostSteps)
		.map((kind) =>
			member(kind, '$ref') === undefined ? kind : merged({}, targetOf(String(member(kind, '$ref')), root)),
		);
	const choices = resolved.map((kind) => {
		const constant = member(kind, 'const');
		return constant === undefined ? member(kind, 'enum') : [constant];
	});
	if (choices.length === kinds.length && choices.length > 0 && choices.every((choice) => isArray(choice)))
		return { ...nullable, enum: choices.flat() as Json[] };
	return { ...nullable, type: 'several' };
}

/** What a schema says itself counts more than what it refers to. */
function merged(own: JsonObject, referred: Json): Json {
	return isObject(referred) ? { ...referred, ...own } : own;
}

function without(schema: JsonObject, name: string): JsonObject {
	const { [name]: _, ...rest } = schema;
	return rest;
}

/** What `#/$defs/Name` leads to; null where that is nothing. */
function targetOf(reference: string, root: Json): Json {
	if (!reference.startsWith('#/') || reference.length > 1000) return null;
	let at: Json | undefined = root;
	for (const name of reference.slice(2).split('/'))
		at = member(at, name.replaceAll('~1', '/').replaceAll('~0', '~'));
	return at ?? null;
}
