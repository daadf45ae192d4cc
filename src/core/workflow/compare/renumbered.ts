import { canonicalJson } from '../../json/canonical.ts';
import { jsonOf, type WorkflowDocument, type WorkflowNode } from '../document.ts';

/**
 * Finds nodes that are in both documents under different ids: same class, title and values, and only one such
 * node on either side, so that nothing is guessed.
 * @returns the saved id by the present id.
 */
export function renumberedNodes(
	saved: WorkflowDocument,
	present: WorkflowDocument,
): ReadonlyMap<string, string> {
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
	const found = new Map<string, WorkflowNode[]>();
	for (const node of document.nodes) {
		if (!wanted(node)) continue;
		const signature = signatureOf(document, node);
		const list = found.get(signature);
		if (list === undefined) found.set(signature, [node]);
		else list.push(node);
	}
	return found;
}

function signatureOf(document: WorkflowDocument, node: WorkflowNode): string {
	const inputs = node.inputs.map(({ name, value, range }) => [
		name,
		value.type === 'link' ? `link ${value.slot}` : canonicalJson(jsonOf(document, range)),
	]);
	return JSON.stringify([node.classType, node.title, inputs.sort()]);
}
