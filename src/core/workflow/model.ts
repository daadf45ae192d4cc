import { movedBy, type TextRange } from '../base/findings.ts';
import type { SyntaxProblem } from '../json/scanner.ts';
import { type InputValue, type NodeBody, shifted } from './nodeReader.ts';

/**
 * The kind of a JSON text: a workflow in API format, one in UI format, a saved request body with a workflow inside, a metadata dump with
 * both formats, some other JSON, or a text that is neither JSON nor recognizable.
 */
export type DocumentKind = 'api' | 'ui' | 'requestBody' | 'metadata' | 'other' | 'broken';

export interface WorkflowInput {
	readonly name: string;
	/** The name with its quotes. */
	readonly nameRange: TextRange;
	/** The value. */
	readonly range: TextRange;
	readonly value: InputValue;
}

export interface WorkflowNode {
	readonly id: string;
	/** The id with its quotes. */
	readonly idRange: TextRange;
	/** The node's object, from brace to brace. */
	readonly range: TextRange;
	readonly classType?: string;
	/** The value of `class_type`, of any type. */
	readonly classTypeRange?: TextRange;
	readonly title?: string;
	readonly titleRange?: TextRange;
	/** In text order. Where a name occurs twice, the last one, as in the engine. */
	readonly inputs: readonly WorkflowInput[];
	/** The value of `inputs`, of any type. */
	readonly inputsRange?: TextRange;
	/** The node with offsets relative to `offset`; the same object in every version of the document that left it alone. */
	readonly body: NodeBody;
	/** Offset of the node's entry, which begins with the opening quote of its id. */
	readonly offset: number;
}

/** A member of the workflow's object that is not a node. */
export interface NonNodeMember {
	readonly key: string;
	readonly keyRange: TextRange;
	readonly range: TextRange;
}

interface NodesById {
	get(id: string): WorkflowNode | undefined;
	has(id: string): boolean;
	/** The index of each id in `nodes`; the same object in every version of the document that has the same ids in the same order. */
	readonly numbers: ReadonlyMap<string, number>;
}

export interface WorkflowDocument {
	readonly kind: DocumentKind;
	readonly text: string;
	/** The text may have comments and trailing commas, which have to be removed before it is sent. */
	readonly comments: boolean;
	/** In text order. Where an id occurs twice, the last one, as in the engine. */
	readonly nodes: readonly WorkflowNode[];
	readonly nodeById: NodesById;
	/** Everything that is not JSON, in text order. */
	readonly problems: readonly SyntaxProblem[];
	readonly nonNodeMembers: readonly NonNodeMember[];
	/** Ids that occur again further down, so that their content is lost. */
	readonly duplicateIds: readonly { readonly id: string; readonly range: TextRange }[];
	/** The object that has the nodes as its members; the wrapped one for a saved request body. */
	readonly container?: TextRange;
	/**
	 * Set if it was derived from another document by a change within one node (see `reparse`), so that results can be
	 * reused.
	 */
	readonly change?: NodeChange;
}

/** The text of a document in three parts. */
export interface TextAround {
	/** All before the entry of a node. */
	readonly head: string;
	/** The entry, from the quote that opens its id to its closing brace. */
	readonly own: string;
	/** All text after it. */
	readonly tail: string;
}

interface NodeChange extends TextAround {
	/** The nodes of the document before the change: the same ids in the same order. */
	readonly before: readonly WorkflowNode[];
	/** The number of the node that changed; all others have the body that they had. */
	readonly index: number;
}

export class NumberedNodes implements NodesById {
	readonly numbers: ReadonlyMap<string, number>;
	readonly #nodes: readonly WorkflowNode[];

	/** @param numbers those of an earlier version with the same ids in the same order. */
	constructor(
		nodes: readonly WorkflowNode[],
		numbers: ReadonlyMap<string, number> = new Map(nodes.map(({ id }, index) => [id, index])),
	) {
		this.numbers = numbers;
		this.#nodes = nodes;
	}

	get(id: string): WorkflowNode | undefined {
		const index = this.numbers.get(id);
		return index === undefined ? undefined : this.#nodes[index];
	}

	has(id: string): boolean {
		return this.numbers.has(id);
	}
}

/** A node body at its place in one version of a text. */
export class PlacedNode implements WorkflowNode {
	readonly body: NodeBody;
	readonly offset: number;
	declare readonly classType?: string;
	declare readonly title?: string;
	private placedInputs: readonly WorkflowInput[] | undefined;

	constructor(body: NodeBody, offset: number) {
		this.body = body;
		this.offset = offset;
		if (body.classType?.value !== undefined) this.classType = body.classType.value;
		if (body.title !== undefined) this.title = body.title;
	}

	get id(): string {
		return this.body.id;
	}
	get idRange(): TextRange {
		return { start: this.offset, end: this.offset + this.body.keyEnd };
	}
	get range(): TextRange {
		return this.place(this.body);
	}
	// An absent optional member and one that is `undefined` differ in type; the getters below give a cast for that alone.
	get classTypeRange(): TextRange {
		return this.optional(this.body.classType);
	}
	get titleRange(): TextRange {
		return this.optional(this.body.titleSpan);
	}
	get inputsRange(): TextRange {
		return this.optional(this.body.inputsSpan);
	}
	get inputs(): readonly WorkflowInput[] {
		this.placedInputs ??= this.body.inputs.map((input) => ({
			name: input.name,
			nameRange: this.place({ start: input.nameStart, end: input.nameEnd }),
			range: this.place(input),
			value: input.value,
		}));
		return this.placedInputs;
	}

	private place(span: TextRange): TextRange {
		return movedBy(span, this.offset);
	}
	private optional(span: TextRange | undefined): TextRange {
		return (span && this.place(span)) as TextRange;
	}
}

/** Keys of a request body with a whole workflow. */
export const wrapperKeys: ReadonlySet<string> = new Set(['prompt', 'workflow_api_json']);

/** Returns the node's own text, from its id on. */
export function entryOf({ text, nodes, change }: WorkflowDocument, node: WorkflowNode): string {
	// Slicing a text that was just concatenated makes the engine copy all of it.
	if (change && nodes[change.index] === node) return change.own;
	return text.slice(node.offset, node.offset + node.body.end);
}

/** Returns the index of the last node whose entry begins at or before an offset; 0 if none does. */
export function nodeIndexAt(nodes: readonly WorkflowNode[], offset: number): number {
	let low = 0;
	let high = nodes.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((nodes[middle]?.offset ?? 0) <= offset) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** Returns the node with the entry (from the quote of its id to its closing brace) at an offset of the text. */
export function nodeAtOffset({ nodes }: WorkflowDocument, offset: number): WorkflowNode | undefined {
	const node = nodes[nodeIndexAt(nodes, offset)];
	return node && offset >= node.offset && offset <= node.range.end ? node : undefined;
}

/** Returns whether a value counts as a node: without a class, its other members must indicate one. */
export function looksLikeNode(body: NodeBody): boolean {
	return (
		body.classType !== undefined ||
		(body.inputsSpan?.isObject === true && /^[0-9]+(?::[0-9]+)*$/.test(body.id))
	);
}

/** Returns the problems inside a node, at their place in the text. */
export function problemsOf(node: WorkflowNode): readonly SyntaxProblem[] {
	return node.body.problems.length === 0
		? []
		: node.body.problems.map((problem) => shifted(problem, node.offset));
}
