import type { TextEdit, TextRange } from '../findings.ts';
import { JsonReader, type SyntaxProblem } from './jsonReader.ts';
import { type InputValue, type NodeBody, readNode, shifted } from './nodeReader.ts';

export type { SyntaxProblem } from './jsonReader.ts';
export type { InputValue } from './nodeReader.ts';

/**
 * What a JSON text is: a workflow in API format, one in UI format, a saved request body with a workflow inside, a
 * metadata dump with both formats, some other JSON, or a text that is neither JSON nor recognisable.
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
	/** The value of `class_type`, whatever it is. */
	readonly classTypeRange?: TextRange;
	readonly title?: string;
	readonly titleRange?: TextRange;
	/** In text order. Where a name stands twice, the last one, as in the engine. */
	readonly inputs: readonly WorkflowInput[];
	/** The value of `inputs`, whatever it is. */
	readonly inputsRange?: TextRange;
	/** The node with offsets relative to `offset`; the same object in every version of the document that left it alone. */
	readonly body: NodeBody;
	/** Offset of the node's entry, that is of the quote that opens its id. */
	readonly offset: number;
}

/** A member of the workflow's object that is no node. */
export interface Stray {
	readonly key: string;
	readonly keyRange: TextRange;
	readonly range: TextRange;
}

export interface WorkflowDocument {
	readonly kind: DocumentKind;
	readonly text: string;
	/** In text order. Where an id stands twice, the last one, as in the engine. */
	readonly nodes: readonly WorkflowNode[];
	readonly nodeById: ReadonlyMap<string, WorkflowNode>;
	/** Everything that is not JSON, in text order. */
	readonly problems: readonly SyntaxProblem[];
	readonly strays: readonly Stray[];
	/** Ids that stand again further down, so that what they hold is lost. */
	readonly lostIds: readonly { readonly id: string; readonly range: TextRange }[];
	/** The object whose members are the nodes; for a saved request body the wrapped one. */
	readonly container?: TextRange;
}

/** The text of a range of a document. */
export function sourceOf(document: { readonly text: string }, range: TextRange): string {
	return document.text.slice(range.start, range.end);
}

/** A node body at its place in one version of a text. */
class PlacedNode implements WorkflowNode {
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
		return { start: this.offset + span.start, end: this.offset + span.end };
	}
	private optional(span: TextRange | undefined): TextRange {
		return (span && this.place(span)) as TextRange;
	}
}

/** Keys of a request body under which a whole workflow stands. */
const wrapperKeys: ReadonlySet<string> = new Set(['prompt', 'workflow_api_json']);

interface Container {
	readonly entries: WorkflowNode[];
	readonly strays: Stray[];
	range: TextRange | undefined;
}

/** What was seen among the root's members that tells the formats apart. */
interface Shape {
	nodesArray: boolean;
	canvasKeys: number;
	canvasInside: boolean;
	wrapped: Container | undefined;
}

const canvasKeys: ReadonlySet<string> = new Set([
	'last_node_id',
	'last_link_id',
	'links',
	'groups',
	'definitions',
	'extra',
	'version',
	'state',
]);

/**
 * Reads a workflow with the exact place of everything. Never throws: what is not JSON is noted in `problems` and
 * the best of the rest is read. The formats are told apart after the shapes of `docs/workflow-formats.md`.
 */
export function parseWorkflow(text: string): WorkflowDocument {
	const reader = new JsonReader(text);
	const root: Container = { entries: [], strays: [], range: undefined };
	const shape: Shape = { nodesArray: false, canvasKeys: 0, canvasInside: false, wrapped: undefined };
	const kind = reader.kind();
	const start = reader.position;
	if (kind === 'object') {
		reader.readObject((key, keyStart, keyEnd) => readMember(reader, root, shape, key, keyStart, keyEnd));
		root.range = { start, end: reader.position };
	} else if (!reader.skipValue() && text.trim() === '') {
		reader.problems = [];
	}
	if (reader.peek() !== -1)
		reader.problem(reader.position, text.length, 'Nothing may follow the end of the document.');
	return assemble(text, kindOf(root, shape, reader.problems), root, shape, reader.problems);
}

function kindOf(root: Container, shape: Shape, problems: readonly SyntaxProblem[]): DocumentKind {
	if (shape.nodesArray && shape.canvasKeys > 1) return 'ui';
	if (root.entries.some((node) => node.classType !== undefined)) return 'api';
	if (shape.wrapped?.entries.some((node) => looksLikeNode(node.body)))
		return shape.canvasInside ? 'metadata' : 'requestBody';
	if (root.entries.some((node) => looksLikeNode(node.body))) return 'api';
	if (problems.length > 0 || root.entries.some((node) => node.body.problems.length > 0)) return 'broken';
	return 'other';
}

/** A node without class still counts when the rest of it speaks for one. */
function looksLikeNode(body: NodeBody): boolean {
	return (
		body.classType !== undefined ||
		(body.inputsSpan?.isObject === true && /^[0-9]+(?::[0-9]+)*$/.test(body.id))
	);
}

function readMember(
	reader: JsonReader,
	root: Container,
	shape: Shape,
	key: string,
	keyStart: number,
	keyEnd: number,
): void {
	if (canvasKeys.has(key)) shape.canvasKeys++;
	const kind = reader.kind();
	if (key === 'nodes' && kind === 'array') shape.nodesArray = true;
	const from = reader.position;
	readEntry(reader, root, key, keyStart, keyEnd);
	if (kind !== 'object' || root.entries.at(-1)?.classType !== undefined) return;
	if (wrapperKeys.has(key)) {
		const to = reader.position;
		const found = reader.problems.length;
		const wrapped: Container = { entries: [], strays: [], range: { start: from, end: to } };
		reader.position = from;
		reader.readObject((id, idStart, idEnd) => readEntry(reader, wrapped, id, idStart, idEnd));
		reader.problems.length = found;
		reader.position = to;
		if (wrapped.entries.some((node) => looksLikeNode(node.body))) shape.wrapped = wrapped;
	} else if (key === 'workflow') {
		shape.canvasInside = true;
	}
}

function readEntry(
	reader: JsonReader,
	container: Container,
	id: string,
	keyStart: number,
	keyEnd: number,
): void {
	if (reader.kind() === 'object') {
		container.entries.push(new PlacedNode(readNode(reader, id, keyStart, keyEnd), keyStart));
		return;
	}
	const start = reader.position;
	reader.skipValue();
	container.strays.push({
		key: id,
		keyRange: { start: keyStart, end: keyEnd },
		range: { start, end: reader.position },
	});
}

function assemble(
	text: string,
	kind: DocumentKind,
	root: Container,
	shape: Shape,
	outer: readonly SyntaxProblem[],
): WorkflowDocument {
	const wrapped = kind === 'requestBody' || kind === 'metadata' ? shape.wrapped : undefined;
	const container = wrapped ?? (kind === 'api' ? root : { entries: [], strays: [], range: undefined });
	// Every problem stands in a body of the root, also those of wrapped nodes: the wrapper itself was read as an entry.
	const problems = [...outer, ...root.entries.flatMap(problemsOf)].sort(
		(a, b) => a.range.start - b.range.start,
	);
	const nodeById = new Map<string, WorkflowNode>();
	const lostIds: { id: string; range: TextRange }[] = [];
	for (const node of container.entries) {
		const earlier = nodeById.get(node.id);
		if (earlier) {
			lostIds.push({ id: node.id, range: earlier.idRange });
			nodeById.delete(node.id);
		}
		nodeById.set(node.id, node);
	}
	return {
		kind,
		text,
		nodes: [...nodeById.values()],
		nodeById,
		problems,
		strays: container.strays,
		lostIds,
		...(container.range ? { container: container.range } : {}),
	};
}

function problemsOf(node: WorkflowNode): readonly SyntaxProblem[] {
	return node.body.problems.length === 0
		? []
		: node.body.problems.map((problem) => shifted(problem, node.offset));
}

/**
 * Reads the document that `previous` becomes by these edits (ranges count in its text, and do not overlap). An edit inside
 * one node re-reads that node alone; everything else keeps its `body`. The result is the same as that of `parseWorkflow`.
 */
export function reparse(previous: WorkflowDocument, edits: readonly TextEdit[]): WorkflowDocument {
	const ordered = [...edits].sort((a, b) => b.range.start - a.range.start);
	let text = previous.text;
	for (const { range, newText } of ordered)
		text = text.slice(0, range.start) + newText + text.slice(range.end);
	const start = ordered.at(-1)?.range.start;
	const end = ordered[0]?.range.end;
	if (start === undefined || end === undefined) return previous;
	return reparseNode(previous, text, { start, end }) ?? parseWorkflow(text);
}

function reparseNode(
	previous: WorkflowDocument,
	text: string,
	edit: TextRange,
): WorkflowDocument | undefined {
	const index = nodeAround(previous.nodes, edit);
	const node = previous.nodes[index];
	// A wrapper's problems stand in the wrapper, and a node that is named like one may turn into it.
	if (!node || wrapperKeys.has(node.id) || (previous.kind !== 'api' && previous.problems.length > 0))
		return undefined;
	// In a node that is never closed it cannot be told where its problems end and the others begin.
	if (!node.body.closed) return undefined;
	const by = text.length - previous.text.length;
	const reader = new JsonReader(text, node.range.start);
	const body = readNode(reader, node.id, node.offset, node.idRange.end);
	if (!body.closed || reader.position !== node.range.end + by) return undefined;
	if (looksLikeNode(body) !== looksLikeNode(node.body) || !body.classType !== !node.body.classType)
		return undefined;
	if (previous.kind !== 'api' && body.problems.length > 0) return undefined;
	const changed = new PlacedNode(body, node.offset);
	const move = (range: TextRange): TextRange =>
		range.start >= node.range.end ? { start: range.start + by, end: range.end + by } : range;
	const nodeById = new Map<string, WorkflowNode>();
	for (const [at, other] of previous.nodes.entries()) {
		const kept = at < index || by === 0 ? other : new PlacedNode(other.body, other.offset + by);
		nodeById.set(other.id, at === index ? changed : kept);
	}
	const { container } = previous;
	const outside = (problem: SyntaxProblem): boolean =>
		problem.range.start <= node.range.start || problem.range.start >= node.range.end;
	return {
		...previous,
		text,
		nodes: [...nodeById.values()],
		nodeById,
		problems:
			previous.problems.length === 0 && body.problems.length === 0
				? previous.problems
				: [
						...previous.problems
							.filter(outside)
							.map((problem) => ({ ...problem, range: move(problem.range) })),
						...problemsOf(changed),
					].sort((a, b) => a.range.start - b.range.start),
		strays: previous.strays.map((stray) => ({
			...stray,
			keyRange: move(stray.keyRange),
			range: move(stray.range),
		})),
		lostIds: previous.lostIds.map((lost) => ({ ...lost, range: move(lost.range) })),
		...(container ? { container: { start: container.start, end: container.end + by } } : {}),
	};
}

/** Index of the node whose braces enclose the edit, -1 if none does. */
function nodeAround(nodes: readonly WorkflowNode[], edit: TextRange): number {
	let low = 0;
	let high = nodes.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((nodes[middle]?.offset ?? 0) <= edit.start) low = middle;
		else high = middle - 1;
	}
	const range = nodes[low]?.range;
	return range && edit.start > range.start && edit.end < range.end ? low : -1;
}

/**
 * What kind of document a text is, for every JSON file that is opened: texts without the tell-tale words cost one
 * search, so that a broken file without them counts as `other`. Never throws.
 */
export function recogniseWorkflow(text: string): DocumentKind {
	const possible = text.includes('"class_type"') || text.includes('"nodes"') || text.includes('"inputs"');
	return possible ? parseWorkflow(text).kind : 'other';
}
