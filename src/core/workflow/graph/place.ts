import type { WorkflowDocument, WorkflowNode } from '../document.ts';
import { nodeIndexAt } from '../model.ts';

/** Returns the node with the entry (from the quote of its id to its closing brace) at an offset of the text. */
export function nodeAtOffset(document: WorkflowDocument, offset: number): WorkflowNode | undefined {
	const node = document.nodes[nodeIndexAt(document.nodes, offset)];
	return node && offset >= node.offset && offset <= node.range.end ? node : undefined;
}
