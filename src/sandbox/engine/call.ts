import { isObject, type Json, spelled } from '../json.ts';
import type { InputSpec } from './catalogue.ts';
import type { Decoded } from './decode.ts';
import { toFloat, toInteger, unwrap } from './literals.ts';
import { NodeFailure, type Value } from './values.ts';

type Tagged = Exclude<Value, string | number | bigint | boolean>;
/** The value type of each kind; several kinds share one type, so the kind is looked up inside it. */
type ByKind = {
	[Kind in Tagged['kind']]: Tagged extends infer Each
		? Each extends { readonly kind: infer Kinds }
			? Kind extends Kinds
				? Each
				: never
			: never
		: never;
};

/** An input as it reaches a node: a value from upstream, or the literal of the document. */
export type Given = { readonly value: Value } | { readonly literal: Json };

interface CallParts {
	readonly nodeId: string;
	readonly className: string;
	readonly title: string;
	readonly key: string;
	readonly inputs: ReadonlyMap<string, Given>;
	readonly declared: (name: string) => InputSpec | undefined;
	readonly media: (name: string) => Decoded;
}

/** One execution of a node: reads inputs as the type that the node needs, and fails like the engine when they are not. */
export class Call {
	readonly nodeId: string;
	readonly className: string;
	readonly title: string;
	/** Digest of the node's class and of everything that flows into it. */
	readonly key: string;
	/** The picture that a media input names. */
	readonly media: (value: string) => Decoded;
	readonly #inputs: ReadonlyMap<string, Given>;
	readonly #declared: CallParts['declared'];

	constructor(parts: CallParts) {
		this.nodeId = parts.nodeId;
		this.className = parts.className;
		this.title = parts.title;
		this.key = parts.key;
		this.media = parts.media;
		this.#inputs = parts.inputs;
		this.#declared = parts.declared;
	}

	has(name: string): boolean {
		return this.#inputs.has(name);
	}

	get<Kind extends keyof ByKind>(name: string, kind: Kind): ByKind[Kind] {
		const given = this.#inputs.get(name);
		const value = given !== undefined && 'value' in given ? given.value : undefined;
		if (typeof value === 'object' && value.kind === kind) return value as unknown as ByKind[Kind];
		const literal =
			given !== undefined && 'literal' in given ? ` but the literal ${spelled(given.literal)}` : '';
		throw new NodeFailure('TypeError', `${this.className}: input "${name}" is not a ${kind}${literal}.`);
	}

	optional<Kind extends keyof ByKind>(name: string, kind: Kind): ByKind[Kind] | undefined {
		return this.has(name) ? this.get(name, kind) : undefined;
	}

	/** A floating-point or small integer input. */
	number(name: string): number {
		const scalar = this.scalar(name);
		const number =
			typeof scalar === 'bigint' ? Number(scalar) : typeof scalar === 'number' ? scalar : toFloat(scalar);
		if (number === undefined || Number.isNaN(number)) throw this.#bad(name, 'a number');
		return number;
	}

	/** An integer input as a JavaScript number, cut off like the engine does. */
	integer(name: string): number {
		return Math.trunc(this.number(name));
	}

	/** An integer input, exact to the last digit. */
	exactInteger(name: string): bigint {
		const scalar = this.scalar(name);
		const integer = typeof scalar === 'bigint' ? scalar : toInteger(scalar);
		if (integer === undefined) throw this.#bad(name, 'an integer');
		return integer;
	}

	text(name: string): string {
		const scalar = this.scalar(name);
		return typeof scalar === 'string' ? scalar : String(scalar);
	}

	flag(name: string): boolean {
		const scalar = this.scalar(name);
		return typeof scalar === 'string' ? scalar !== '' : Boolean(scalar);
	}

	/** A literal, or a simple value from upstream; the declared default when an optional input is absent. */
	scalar(name: string): string | number | bigint | boolean {
		const given = this.#inputs.get(name);
		if (given === undefined) {
			const fallback = this.#declared(name)?.[1]?.default;
			if (typeof fallback === 'string' || typeof fallback === 'number' || typeof fallback === 'boolean')
				return fallback;
			throw this.#bad(name, 'given');
		}
		if ('value' in given) {
			if (typeof given.value === 'object') throw this.#bad(name, 'a simple value');
			return given.value;
		}
		const literal = unwrap(given.literal);
		if (typeof literal === 'string' || typeof literal === 'number' || typeof literal === 'boolean')
			return literal;
		if (literal !== null && !Array.isArray(literal) && !isObject(literal)) return exact(spelled(literal));
		return spelled(literal);
	}

	/** Any input as text, for nodes that show what they are given. */
	shown(name: string): string {
		const given = this.#inputs.get(name);
		if (given !== undefined && 'value' in given && typeof given.value === 'object')
			return describe(given.value);
		return this.text(name);
	}

	#bad(name: string, wanted: string): NodeFailure {
		return new NodeFailure('ValueError', `${this.className}: input "${name}" is not ${wanted}.`);
	}
}

function exact(text: string): number | bigint {
	return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
}

function describe(value: Tagged): string {
	switch (value.kind) {
		case 'IMAGE':
			return `IMAGE, ${value.frames.map((frame) => `${frame.width} x ${frame.height}`).join(', ')}`;
		case 'LATENT':
			return `LATENT, ${value.items.length} of ${value.width} x ${value.height}`;
		case 'CONDITIONING':
			return `CONDITIONING, ${value.words}`;
		default:
			return value.kind;
	}
}
