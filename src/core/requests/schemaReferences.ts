import type { Json, JsonObject } from '../json/exact.ts';
import { isArray, isObject, member, stringOf } from '../json/value.ts';

/** A schema that leads through more references than these leads nowhere. */
const mostSteps = 16;

/**
 * Maximum number of values and characters added by the references of one schema. A thousand inputs that refer to one
 * large object would make it a thousand times as large.
 */
const mostReferred = 300_000;

/** A whole schema, with parts that refer to other parts. */
export class SchemaReferences {
	readonly #root: Json;
	/** The sizes of referenced parts, since inputs often share one. */
	readonly #sizes = new Map<JsonObject, number>();
	#left = mostReferred;

	constructor(root: Json) {
		this.#root = root;
	}

	/**
	 * Returns a part of the schema with its references resolved: local references, a single `allOf`, and the one
	 * alternative of `anyOf`, `oneOf` or a list of types that is not null; then it is `nullable`. Alternatives that are
	 * all choices become one choice. A schema with other alternatives, or with more references than are read, stays
	 * unchanged and has no known type. Never throws.
	 */
	resolve(schema: Json): Json {
		let at = schema;
		for (let step = 0; step < mostSteps; step++) {
			const next = isObject(at) ? this.#oneStep(at) : undefined;
			if (next === undefined) return at;
			at = next;
		}
		return {};
	}

	/** Returns the next form of a schema; undefined without one. */
	#oneStep(schema: JsonObject): Json | undefined {
		const reference = stringOf(member(schema, '$ref'));
		if (reference !== undefined) return merged(without(schema, '$ref'), this.#targetOf(reference));
		const all = member(schema, 'allOf');
		if (isArray(all)) {
			const inner = all.length === 1 ? (all[0] ?? null) : null;
			return merged(without(schema, 'allOf'), inner);
		}
		for (const name of ['anyOf', 'oneOf']) {
			const some = member(schema, name);
			if (isArray(some)) return merged(without(schema, name), this.#alternative(some));
		}
		const types = member(schema, 'type');
		if (!isArray(types)) return undefined;
		const kinds = types.filter((type) => type !== 'null');
		const nullable = kinds.length < types.length;
		return {
			...without(schema, 'type'),
			...(nullable ? { nullable } : {}),
			// A type that is not a name is unknown, as are several types.
			type: kinds.length === 1 && typeof kinds[0] === 'string' ? kinds[0] : 'several',
		};
	}

	#alternative(some: readonly Json[]): Json {
		const kinds = some.filter((each) => stringOf(member(each, 'type')) !== 'null');
		const nullable = kinds.length < some.length ? { nullable: true } : {};
		if (kinds.length === 1) return merged(nullable, kinds[0] ?? null);
		const resolved = kinds.slice(0, mostSteps).map((kind) => {
			const reference = member(kind, '$ref');
			return reference === undefined ? kind : merged({}, this.#targetOf(String(reference)));
		});
		const choices = resolved.map((kind) => {
			const constant = member(kind, 'const');
			return constant === undefined ? member(kind, 'enum') : [constant];
		});
		if (choices.length === kinds.length && choices.length > 0 && choices.every((choice) => isArray(choice)))
			return { ...nullable, enum: choices.flat() as Json[] };
		return { ...nullable, type: 'several' };
	}

	/** Finds the target of `#/$defs/Name`; null for a missing target, and beyond the rest of the limit. */
	#targetOf(reference: string): Json {
		if (!reference.startsWith('#/') || reference.length > 1000) return null;
		let at: Json | undefined = this.#root;
		for (const name of reference.slice(2).split('/'))
			at = member(at, name.replaceAll('~1', '/').replaceAll('~0', '~'));
		if (!isObject(at)) return null;
		const size = this.#sizes.get(at) ?? sizeOf(at, mostReferred);
		this.#sizes.set(at, size);
		if (size > this.#left) return null;
		this.#left -= size;
		return at;
	}
}

/** Returns the number of values and characters in a value; stops counting a little beyond `most`. */
function sizeOf(value: Json, most: number): number {
	const inside: Json[] = [value];
	let size = 0;
	for (let next = inside.pop(); next !== undefined && size <= most; next = inside.pop()) {
		size += typeof next === 'string' ? next.length + 1 : 1;
		if (isArray(next)) for (const item of next) inside.push(item);
		else if (isObject(next)) for (const item of Object.values(next)) inside.push(item);
	}
	return size;
}

/** Merges two schemas: its own members override those of its reference. */
function merged(own: JsonObject, referred: Json): Json {
	if (!isObject(referred)) return own;
	return Object.keys(own).length === 0 ? referred : { ...referred, ...own };
}

function without(schema: JsonObject, name: string): JsonObject {
	const { [name]: _, ...rest } = schema;
	return rest;
}
