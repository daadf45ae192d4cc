import type { WorkflowDocument, WorkflowNode } from '../document.ts';

/** Returns the node with the entry (from the quote of its id to its closing brace) at an offset of the text. */
export function nodeAtOffset(document: WorkflowDocument, offset: number): WorkflowNode | undefined {
	let low = 0;
	let high = document.nodes.length - 1;
	while (low <= high) {
		const middle = (low + high) >> 1;
		const node = document.nodes[middle];
		if (node === undefined) return undefined;
		if (offset < node.idRange.start) high = middle - 1;
		else if (offset > node.range.end) low = middle + 1;
		else return node;
	}
	return undefined;
}
