import type { TextRange } from '../../../core/base/findings.ts';
import { canvasPlaces } from '../../../core/workflow/convert/canvasPlaces.ts';
import { jsonOf, type WorkflowDocument } from '../../../core/workflow/document.ts';
import type { GraphContext, GraphModel } from '../../../core/workflow/graph/model.ts';
import { nodeAtOffset } from '../../../core/workflow/model.ts';
import type { WorkflowWithFindings } from '../checkedWorkflows.ts';

/** The contents of the graph of a document. */
interface Drawn extends Pick<GraphContext, 'nodeInfo' | 'findings' | 'groups'> {
	readonly document: WorkflowDocument;
}

/**
 * Returns the document itself, or one in UI format converted to API format, with its groups. @param parse reads a text,
 * and the same text only once
 */
export async function drawnOf(
	{ parsed, nodeInfo, findings }: WorkflowWithFindings,
	parse: (text: string) => WorkflowDocument,
): Promise<Drawn> {
	if (parsed.kind !== 'ui') return { document: parsed, nodeInfo, findings };
	const { convertUi } = await import('../convertDocuments.ts');
	const converted = convertUi(jsonOf(parsed), nodeInfo);
	// The findings refer to the text of the UI format, so they are left out.
	return converted.ok
		? { document: parse(converted.text), nodeInfo, findings: [], groups: converted.groups }
		: { document: parsed, nodeInfo, findings: [] };
}

/** Returns the node of the graph at a place of the text; of a subgraph the first one inside. */
export function nodeIdAt(
	parsed: WorkflowDocument,
	{ nodes }: GraphModel,
	offset: number,
): string | undefined {
	if (parsed.kind !== 'ui') return nodeAtOffset(parsed, offset)?.id;
	const place = canvasPlaces(parsed).find(({ range }) => offset >= range.start && offset <= range.end);
	return place && nodes.find(({ id }) => canvasId(id) === place.id)?.id;
}

/** Returns the range of a node of the graph in the text; for one inside a subgraph, that of its place on the canvas. */
export function textOfNode(parsed: WorkflowDocument, nodeId: string): TextRange | undefined {
	if (parsed.kind === 'ui') return canvasPlaces(parsed).find(({ id }) => id === canvasId(nodeId))?.range;
	const node = parsed.nodeById.get(nodeId);
	return node && { start: node.idRange.start, end: node.range.end };
}

/** Returns the node of the canvas for a node of the API format: `10` for `10:3`. */
function canvasId(nodeId: string): string {
	return nodeId.split(':', 1)[0] ?? nodeId;
}
