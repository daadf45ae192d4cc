import type { TextRange } from '../../base/findings.ts';
import { canonicalJson, sameJson } from '../../json/canonical.ts';
import {
	jsonOf,
	sourceOf,
	type WorkflowDocument,
	type WorkflowInput,
	type WorkflowNode,
} from '../document.ts';

/** One input that differs. Values are pieces of the two texts, unchanged. */
export interface InputChange {
	readonly kind: 'added' | 'removed' | 'changed';
	readonly name: string;
	readonly before?: string;
	readonly after?: string;
	/** The range in the current text; that of the whole node for a removed input. */
	readonly range: TextRange;
}

interface NodeName {
	readonly nodeId: string;
	readonly classType: string;
	readonly title: string;
}

interface AddedNode extends NodeName {
	readonly kind: 'added';
	readonly range: TextRange;
}

interface RemovedNode extends NodeName {
	readonly kind: 'removed';
}

export interface ChangedNode extends NodeName {
	readonly kind: 'changed';
	readonly range: TextRange;
	/** The id in the saved text, when the node was given another one. */
	readonly idBefore?: string;
	readonly classBefore?: string;
	readonly titleBefore?: string;
	readonly inputs: readonly InputChange[];
}

export type NodeChange = AddedNode | RemovedNode | ChangedNode;

/** The semantic difference of two workflow documents, in the order of the current text; removed nodes come last. */
export interface Comparison {
	readonly changes: readonly NodeChange[];
	readonly unchanged: number;
}

interface CompareOptions {
	/** Match nodes by id alone, if nothing else may be compared. Otherwise a renumbered node is recognized. */
	readonly byIdAlone?: boolean;
	/** Returns the value in effect for an input of the current document, as JSON text; the value in the document by default. */
	readonly valueText?: (node: WorkflowNode, input: WorkflowInput) => string;
}

/**
 * Compares a workflow with the saved one by meaning: the order of nodes and keys, white space and the spelling of
 * numbers do not count. A node that only got another id is matched with its former self.
 */
export function compareWorkflows(
	saved: WorkflowDocument,
	present: WorkflowDocument,
	options: CompareOptions = {},
): Comparison {
	const formerIds = options.byIdAlone ? noIds : renumberedNodes(saved, present);
	const valueText = options.valueText ?? ((_node, input) => jsonOf(present, input.range));
	const taken = new Set(formerIds.values());
	const matched = new Set<string>();
	const changes: NodeChange[] = [];
	let unchanged = 0;
	for (const node of present.nodes) {
		const before = saved.nodeById.get(formerIds.get(node.id) ?? node.id);
		if (before === undefined || (taken.has(node.id) && !formerIds.has(node.id))) {
			changes.push({ kind: 'added', ...nameOf(node), range: node.range });
			continue;
		}
		matched.add(before.id);
		const change = changeOf(saved, before, node, { valueText, formerIds });
		if (change === undefined) unchanged += 1;
		else changes.push(change);
	}
	for (const node of saved.nodes) {
		if (!matched.has(node.id)) changes.push({ kind: 'removed', ...nameOf(node) });
	}
	return { changes, unchanged };
}

/** The functions that read the current document. */
interface Reading {
	readonly valueText: (node: WorkflowNode, input: WorkflowInput) => string;
	readonly formerIds: ReadonlyMap<string, string>;
}

const noIds: ReadonlyMap<string, string> = new Map();

function nameOf(node: WorkflowNode): NodeName {
	const classType = node.classType ?? '';
	return { nodeId: node.id, classType, title: node.title || classType || node.id };
}

function changeOf(
	saved: WorkflowDocument,
	before: WorkflowNode,
	after: WorkflowNode,
	reading: Reading,
): ChangedNode | undefined {
	const inputs = inputChanges(saved, before, after, reading);
	const otherClass = (before.classType ?? '') !== (after.classType ?? '');
	const otherTitle = (before.title ?? '') !== (after.title ?? '');
	const otherId = before.id !== after.id;
	if (inputs.length === 0 && !otherClass && !otherTitle && !otherId) return undefined;
	return {
		kind: 'changed',
		...nameOf(after),
		range: after.range,
		...(otherId ? { idBefore: before.id } : {}),
		...(otherClass ? { classBefore: before.classType ?? '' } : {}),
		...(otherTitle ? { titleBefore: before.title ?? '' } : {}),
		inputs,
	};
}

function inputChanges(
	saved: WorkflowDocument,
	before: WorkflowNode,
	after: WorkflowNode,
	reading: Reading,
): readonly InputChange[] {
	const { valueText, formerIds } = reading;
	const earlier = new Map(before.inputs.map((input) => [input.name, input]));
	const changes: InputChange[] = [];
	for (const input of after.inputs) {
		const old = earlier.get(input.name);
		earlier.delete(input.name);
		const now = valueText(after, input);
		if (old === undefined) {
			changes.push({ kind: 'added', name: input.name, after: now, range: input.range });
			continue;
		}
		const then = sourceOf(saved, old.range);
		if (now === then && formerIds.size === 0) continue;
		if (sameJson(then, withFormerId(input, now, formerIds))) continue;
		changes.push({ kind: 'changed', name: input.name, before: then, after: now, range: input.range });
	}
	for (const [name, old] of earlier) {
		changes.push({ kind: 'removed', name, before: sourceOf(saved, old.range), range: after.range });
	}
	return changes;
}

/** Returns the value, with a link's source id as in the saved text. */
function withFormerId(
	{ value }: WorkflowInput,
	source: string,
	formerIds: ReadonlyMap<string, string>,
): string {
	const former = value.type === 'link' ? formerIds.get(value.nodeId) : undefined;
	return former === undefined || value.type !== 'link' ? source : JSON.stringify([former, value.slot]);
}

/**
 * Finds nodes that are in both documents under different ids: same class, title and values, and only one such
 * node on either side, so that nothing is guessed.
 * @returns the saved id by the present id.
 */
function renumberedNodes(saved: WorkflowDocument, present: WorkflowDocument): ReadonlyMap<string, string> {
	const gone = bySignature(saved, (node) => !sameNode(present.nodeById.get(node.id), node));
	const come = bySignature(present, (node) => !sameNode(saved.nodeById.get(node.id), node));
	const former = new Map<string, string>();
	for (const [signature, nodes] of come) {
		const others = gone.get(signature);
		const [node] = nodes;
		const [other] = others ?? [];
		if (node === undefined || other === undefined || nodes.length > 1 || others?.length !== 1) continue;
		if (node.id !== other.id) former.set(node.id, other.id);
	}
	return former;
}

/** Returns whether a node with the same id is the same: while its class stays, it was edited, not renumbered. */
function sameNode(a: WorkflowNode | undefined, b: WorkflowNode): boolean {
	return a !== undefined && a.classType === b.classType;
}

function bySignature(
	document: WorkflowDocument,
	wanted: (node: WorkflowNode) => boolean,
): ReadonlyMap<string, readonly WorkflowNode[]> {
	return Map.groupBy(document.nodes.filter(wanted), (node) => signatureOf(document, node));
}

function signatureOf(document: WorkflowDocument, node: WorkflowNode): string {
	const inputs = node.inputs.map(({ name, value, range }) => [
		name,
		value.type === 'link' ? `link ${value.slot}` : canonicalJson(jsonOf(document, range)),
	]);
	return JSON.stringify([node.classType, node.title, inputs.sort()]);
}
