import { movedBy, type TextRange } from '../base/findings.ts';
import type { JsonReader } from '../json/reader.ts';
import type { SyntaxProblem } from '../json/scanner.ts';

/**
 * An input's value without its place. Numbers keep their spelling, since a seed may exceed a double. An array of a text
 * and an integer (or a boolean, which Python counts as one) is a link; every other array is an `array`.
 */
export type InputValue =
	| {
			readonly type: 'link';
			readonly nodeId: string;
			readonly slot: number;
			/** The output is given as `true` or `false`, which the engine takes for 1 and 0. */
			readonly slotIsBoolean?: true;
	  }
	| { readonly type: 'string'; readonly value: string }
	| { readonly type: 'number'; readonly text: string }
	| { readonly type: 'boolean'; readonly value: boolean }
	| { readonly type: 'null' }
	/** `items` is cut off if arrays nest deeper than the engine uses. */
	| { readonly type: 'array'; readonly items: readonly InputValue[] }
	/** `wrapped` is the value under the sole key `__value__`, which the engine unwraps. */
	| { readonly type: 'object'; readonly wrapped?: InputValue };

/** Returns the value as the engine takes it: `{"__value__": x}` is x. */
export function unwrap(value: InputValue): InputValue {
	return value.type === 'object' && value.wrapped ? value.wrapped : value;
}

/** An input as read; offsets count from the start of its node's entry. */
export interface InputBody extends TextRange {
	readonly name: string;
	readonly nameStart: number;
	readonly nameEnd: number;
	readonly value: InputValue;
}

/** A repeated key; the value of the first one is lost. Offsets count from the node's entry. */
interface LostKey extends TextRange {
	readonly key: string;
}

/**
 * A node as read, with offsets that count from the start of its entry (the quote of its id). It is never changed
 * and is shared by all versions of a document in which the entry reads the same, so it can key a cache.
 */
export interface NodeBody extends TextRange {
	readonly id: string;
	readonly keyEnd: number;
	/** `undefined` if the key is absent; `value` is absent if it is not text. */
	readonly classType: (TextRange & { readonly value?: string }) | undefined;
	readonly title: string | undefined;
	readonly titleSpan: TextRange | undefined;
	readonly inputs: readonly InputBody[];
	/** `undefined` if the key is absent. */
	readonly inputsSpan: (TextRange & { readonly isObject: boolean }) | undefined;
	readonly lostKeys: readonly LostKey[];
	/** The node ends with its own closing brace. */
	readonly closed: boolean;
	readonly problems: readonly SyntaxProblem[];
}

const valueKey = '__value__';
const deepestArray = 4;

/** Reads the value at the position; deep nesting is skipped instead of followed. */
function readInputValue(reader: JsonReader, depth = 0): InputValue {
	const kind = reader.kind();
	switch (kind) {
		case 'string':
			return { type: 'string', value: reader.readString() };
		case 'number':
			return { type: 'number', text: reader.readNumber() };
		case 'true':
		case 'false':
			reader.skipWord(kind);
			return { type: 'boolean', value: kind === 'true' };
		case 'null':
			reader.skipWord(kind);
			return { type: 'null' };
		case 'array':
			return readArrayValue(reader, depth);
		case 'object':
			return readObjectValue(reader, depth);
		default:
			reader.missingValue();
			return { type: 'null' };
	}
}

function readArrayValue(reader: JsonReader, depth: number): InputValue {
	if (depth >= deepestArray) {
		reader.skipValue();
		return { type: 'array', items: [] };
	}
	const items: InputValue[] = [];
	reader.readArray(() => {
		items.push(readInputValue(reader, depth + 1));
	});
	const [node, slot] = items;
	if (items.length !== 2 || node?.type !== 'string') return { type: 'array', items };
	if (slot?.type === 'boolean')
		return { type: 'link', nodeId: node.value, slot: slot.value ? 1 : 0, slotIsBoolean: true };
	if (slot?.type === 'number' && /^-?[0-9]+$/.test(slot.text))
		return { type: 'link', nodeId: node.value, slot: Number(slot.text) };
	return { type: 'array', items };
}

/** Returns the link that the engine follows, even if its output number is not an integer. */
export function linkOf(value: InputValue): Extract<InputValue, { type: 'link' }> | undefined {
	if (value.type === 'link') return value;
	if (value.type !== 'array' || value.items.length !== 2) return undefined;
	const [node, slot] = value.items;
	return node?.type === 'string' && slot?.type === 'number'
		? { type: 'link', nodeId: node.value, slot: Math.trunc(Number(slot.text)) }
		: undefined;
}

/**
 * Returns the link within `__value__`: if the engine does not convert the value to another type, it unwraps the link
 * and follows it unchecked.
 */
export function wrappedLink(value: InputValue): Extract<InputValue, { type: 'link' }> | undefined {
	return value.type === 'object' && value.wrapped?.type === 'link' ? value.wrapped : undefined;
}

function readObjectValue(reader: JsonReader, depth: number): InputValue {
	if (depth >= deepestArray) {
		reader.skipValue();
		return { type: 'object' };
	}
	let wrapped: InputValue | undefined;
	reader.readObject((key) => {
		if (key === valueKey) wrapped = readInputValue(reader, depth + 1);
		else reader.skipValue();
	});
	return wrapped === undefined ? { type: 'object' } : { type: 'object', wrapped };
}

/** Reads a node with its id between `keyStart` and `keyEnd`; the reader is before the node's opening brace. */
export function readNode(reader: JsonReader, id: string, keyStart: number, keyEnd: number): NodeBody {
	const outer = reader.problems;
	reader.problems = [];
	const start = reader.position - keyStart;
	let classType: NodeBody['classType'];
	let title: string | undefined;
	let titleSpan: NodeBody['titleSpan'];
	let inputs: InputBody[] = [];
	let inputsSpan: NodeBody['inputsSpan'];
	const lostKeys: LostKey[] = [];
	const seen = new Map<string, LostKey>();
	const closed = reader.readObject((key, from, to) => {
		const earlier = seen.get(key);
		if (earlier) lostKeys.push(earlier);
		seen.set(key, { key, start: from - keyStart, end: to - keyStart });
		const kind = reader.kind();
		const valueStart = reader.position - keyStart;
		if (key === 'class_type') {
			const value = kind === 'string' ? reader.readString() : undefined;
			if (value === undefined) reader.skipValue();
			const end = reader.position - keyStart;
			classType = value === undefined ? { start: valueStart, end } : { value, start: valueStart, end };
		} else if (key === 'inputs') {
			inputs = [];
			if (kind === 'object') inputs = readInputs(reader, keyStart, lostKeys);
			else reader.skipValue();
			inputsSpan = { start: valueStart, end: reader.position - keyStart, isObject: kind === 'object' };
		} else if (key === '_meta' && kind === 'object') {
			reader.readObject((metaKey) => {
				if (metaKey !== 'title' || reader.kind() !== 'string') {
					reader.skipValue();
					return;
				}
				const titleStart = reader.position - keyStart;
				title = reader.readString();
				titleSpan = { start: titleStart, end: reader.position - keyStart };
			});
		} else {
			reader.skipValue();
		}
	});
	const problems = reader.problems.map((problem) => shifted(problem, -keyStart));
	reader.problems = outer;
	const end = reader.position - keyStart;
	return {
		id,
		keyEnd: keyEnd - keyStart,
		start,
		end,
		classType,
		title,
		titleSpan,
		inputs,
		inputsSpan,
		lostKeys,
		closed,
		problems,
	};
}

function readInputs(reader: JsonReader, base: number, lostKeys: LostKey[]): InputBody[] {
	const byName = new Map<string, InputBody>();
	reader.readObject((name, from, to) => {
		reader.peek();
		const start = reader.position - base;
		const value = readInputValue(reader);
		const earlier = byName.get(name);
		if (earlier) {
			lostKeys.push({ key: name, start: earlier.nameStart, end: earlier.nameEnd });
			byName.delete(name);
		}
		byName.set(name, {
			name,
			nameStart: from - base,
			nameEnd: to - base,
			start,
			end: reader.position - base,
			value,
		});
	});
	return [...byName.values()];
}

/** Returns the same problem `by` characters further on. */
export function shifted(problem: SyntaxProblem, by: number): SyntaxProblem {
	return { message: problem.message, range: movedBy(problem.range, by) };
}
