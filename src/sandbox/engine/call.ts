import type { Decoded } from '../../core/base/pictures/decodePng.ts';
import { type Json, spelled } from '../../core/json/value.ts';
import { type Literal, toBoolean, toFloat, toInt, toText } from '../../core/wire/coercion.ts';
import { NodeFailure } from '../media/nodeFailure.ts';
import type { InputSpec } from './catalog.ts';
import { literalOf, unwrap } from './literals.ts';
import type { Value } from './values.ts';

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
	/** Returns the picture that a media input names. */
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

	/** Returns a floating-point or small integer input. */
	number(name: string): number {
		const coerced = toFloat(this.#literal(name));
		if (!coerced.ok || Number.isNaN(coerced.value)) throw this.#bad(name, 'a number');
		return Number(coerced.value);
	}

	/** Returns an integer input as a JavaScript number, cut off like the engine does. */
	integer(name: string): number {
		return Number(this.exactInteger(name));
	}

	exactInteger(name: string): bigint {
		const coerced = toInt(this.#literal(name));
		if (!coerced.ok) throw this.#bad(name, 'an integer');
		return BigInt(coerced.value);
	}

	text(name: string): string {
		const given = this.#inputs.get(name);
		const whole = given !== undefined && 'literal' in given ? unwrap(given.literal) : undefined;
		return toText(this.#literal(name)) ?? spelled(whole);
	}

	flag(name: string): boolean {
		const given = this.#inputs.get(name);
		const whole = given !== undefined && 'literal' in given ? unwrap(given.literal) : undefined;
		const empty = typeof whole === 'object' && whole !== null && Object.keys(whole).length === 0;
		return toBoolean(this.#literal(name), empty);
	}

	/** Returns a literal, or a primitive value from upstream; the declared default if an optional input is absent. */
	#literal(name: string): Literal {
		const given = this.#inputs.get(name);
		if (given === undefined) {
			const fallback = this.#declared(name)?.[1]?.default;
			if (fallback === undefined) throw this.#bad(name, 'given');
			return literalOf(fallback);
		}
		if ('literal' in given) return literalOf(unwrap(given.literal));
		if (typeof given.value === 'object') throw this.#bad(name, 'a primitive value');
		if (typeof given.value === 'bigint') return { type: 'number', text: String(given.value) };
		if (typeof given.value === 'number') return { type: 'number', text: floatSpelling(given.value) };
		return literalOf(given.value);
	}

	/** Returns any input as text, for nodes that show their input. */
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

/**
 * Returns the spelling of a number from upstream, which is a floating-point one even if integral: integers are passed
 * as `bigint`.
 */
function floatSpelling(value: number): string {
	return Number.isInteger(value) && Math.abs(value) < 1e21 ? value.toFixed(1) : String(value);
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
