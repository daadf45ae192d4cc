import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import type { TextRange } from '../base/findings.ts';
import { plainJson } from '../json/plain.ts';
import { JsonReader } from '../json/reader.ts';
import {
	type DocumentKind,
	looksLikeNode,
	type NonNodeMember,
	NumberedNodes,
	PlacedNode,
	problemsOf,
	type WorkflowDocument,
	type WorkflowNode,
	wrapperKeys,
} from './model.ts';
import { readNode } from './nodeReader.ts';

export type { DocumentKind, WorkflowDocument, WorkflowInput, WorkflowNode } from './model.ts';

/** Far beyond any workflow, in characters; a longer text is not looked at. */
export const longestWorkflow = 32_000_000;

/** Returns the text of a range of a document. */
export function sourceOf(document: { readonly text: string }, range: TextRange): string {
	return document.text.slice(range.start, range.end);
}

/**
 * Returns the JSON text of a document, or of a range of it, without comments and trailing commas if the document may
 * have them.
 */
export function jsonOf(document: Pick<WorkflowDocument, 'text' | 'comments'>, range?: TextRange): string {
	const source = range === undefined ? document.text : sourceOf(document, range);
	return document.comments ? plainJson(source) : source;
}

interface Container {
	readonly entries: WorkflowNode[];
	readonly nonNodeMembers: NonNodeMember[];
	range: TextRange | undefined;
}

/** The members of the root that distinguish the formats. */
interface Shape {
	/** The place of the list of nodes; 0 without one. */
	nodesArray: number;
	canvasKeys: number;
	/** True if one of them is specific to the node editor among programs that draw graphs. */
	ownKeys: boolean;
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

/** Keys of `canvasKeys`, and one more, that no other graph program writes next to its nodes. */
const ownKeys: ReadonlySet<string> = new Set(['last_node_id', 'last_link_id', 'extra', 'config']);

interface ParseOptions {
	/** Comments and trailing commas are allowed, as in the editor's language "JSON with Comments" (`jsonc`). Default false. */
	readonly comments?: boolean;
}

/**
 * Reads a workflow with the exact place of everything. Never throws: JSON errors are noted in `problems` and the rest is read as well as
 * possible. The formats are distinguished by the shapes of `docs/rules/workflow.md`.
 */
export function parseWorkflow(text: string, { comments = false }: ParseOptions = {}): WorkflowDocument {
	const reader = new JsonReader(text, 0, comments);
	const root: Container = { entries: [], nonNodeMembers: [], range: undefined };
	const shape: Shape = {
		nodesArray: 0,
		canvasKeys: 0,
		ownKeys: false,
		canvasInside: false,
		wrapped: undefined,
	};
	const kind = reader.kind();
	const start = reader.position;
	if (kind === 'object') {
		reader.readObject((key, keyStart, keyEnd) => readMember(reader, root, shape, key, keyStart, keyEnd));
		root.range = { start, end: reader.position };
	} else if (!reader.skipValue() && text.trim() === '') {
		reader.problems = [];
	}
	if (reader.peek() !== -1)
		reader.problem(reader.position, text.length, l10n.t('No text is allowed after the end of the document.'));
	return assemble(reader, kindOf(root, shape, reader), root, shape);
}

function kindOf(root: Container, shape: Shape, { text, comments, problems }: JsonReader): DocumentKind {
	if (shape.nodesArray > 0 && shape.canvasKeys > 1)
		if (shape.ownKeys || hasCanvasNode(new JsonReader(text, shape.nodesArray, comments))) return 'ui';
	if (root.entries.some((node) => node.classType !== undefined)) return 'api';
	if (shape.wrapped?.entries.some((node) => looksLikeNode(node.body)))
		return shape.canvasInside ? 'metadata' : 'requestBody';
	if (root.entries.some((node) => looksLikeNode(node.body))) return 'api';
	if (problems.length > 0 || root.entries.some((node) => node.body.problems.length > 0)) return 'broken';
	return 'other';
}

/** Returns whether the list that the reader is at contains a node as the node editor saves them. */
function hasCanvasNode(reader: JsonReader): boolean {
	let found = false;
	reader.readArray(() => {
		let [id, type] = [false, false];
		if (found || reader.kind() !== 'object') {
			reader.skipValue();
			return;
		}
		reader.readObject((key) => {
			const kind = reader.kind();
			if (key === 'id') id = kind === 'number' || kind === 'string';
			if (key === 'type') type = kind === 'string';
			reader.skipValue();
		});
		found = id && type;
	});
	return found;
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
	if (ownKeys.has(key)) shape.ownKeys = true;
	const kind = reader.kind();
	const from = reader.position;
	if (key === 'nodes' && kind === 'array') shape.nodesArray = from;
	readEntry(reader, root, key, keyStart, keyEnd);
	if (kind !== 'object' || root.entries.at(-1)?.classType !== undefined) return;
	if (wrapperKeys.has(key)) {
		const to = reader.position;
		const found = reader.problems.length;
		const wrapped: Container = { entries: [], nonNodeMembers: [], range: { start: from, end: to } };
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
	container.nonNodeMembers.push({
		key: id,
		keyRange: { start: keyStart, end: keyEnd },
		range: { start, end: reader.position },
	});
}

function assemble(
	{ text, comments, problems: outer }: JsonReader,
	kind: DocumentKind,
	root: Container,
	shape: Shape,
): WorkflowDocument {
	const wrapped = kind === 'requestBody' || kind === 'metadata' ? shape.wrapped : undefined;
	const container =
		wrapped ?? (kind === 'api' ? root : { entries: [], nonNodeMembers: [], range: undefined });
	// Every problem is in a body of the root, including those of wrapped nodes: the wrapper itself was read as an
	// entry.
	const problems = [...outer, ...root.entries.flatMap(problemsOf)].sort(
		(a, b) => a.range.start - b.range.start,
	);
	const byId = new Map<string, WorkflowNode>();
	const duplicateIds: { id: string; range: TextRange }[] = [];
	for (const node of container.entries) {
		const earlier = byId.get(node.id);
		if (earlier) {
			duplicateIds.push({ id: node.id, range: earlier.idRange });
			byId.delete(node.id);
		}
		byId.set(node.id, node);
	}
	const nodes = [...byId.values()];
	return {
		kind,
		text,
		comments,
		nodes,
		nodeById: new NumberedNodes(nodes),
		problems,
		nonNodeMembers: container.nonNodeMembers,
		duplicateIds,
		...compact({ container: container.range }),
	};
}
