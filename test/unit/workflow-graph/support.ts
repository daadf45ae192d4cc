import assert from 'node:assert/strict';
import { parseWorkflow, type WorkflowDocument } from '../../../src/core/workflow/document.ts';
import type { GraphLayout, Point } from '../../../src/core/workflow/graph/layout.ts';
import {
	type GraphContext,
	type GraphModel,
	graphSource,
	modelOf as modelOfSource,
} from '../../../src/core/workflow/graph/model.ts';
import { type Box, cardBox } from '../../../src/core/workflow/graph/viewport.ts';
import { type NodeInfo, readNodeInfo } from '../../../src/core/workflow/nodeInfo.ts';

const described = {
	Loader: { input: { required: {} }, output: ['MODEL', 'CLIP', 'VAE'], display_name: 'Load Model' },
	Prompt: { input: { required: {} }, output: ['CONDITIONING'] },
	Sampler: { input: { required: {} }, output: ['LATENT'] },
	Save: { input: { required: {} }, output: [], output_node: true },
};

const read = readNodeInfo(JSON.stringify(described), { kind: 'file', label: 'test' });
assert.ok(read);
export const nodeInfo: NodeInfo = read;

export const sample = `{
  "1": { "class_type": "Loader", "inputs": { "name": "a.safetensors" } },
  "2": { "class_type": "Prompt", "inputs": { "text": "a lighthouse on a cliff at dusk, long exposure", "clip": ["1", 1] }, "_meta": { "title": "Mood" } },
  "3": { "class_type": "Sampler", "inputs": { "seed": 18446744073709551615, "steps": 20, "model": ["1", 0], "positive": ["2", 0] } },
  "4": { "class_type": "Save", "inputs": { "images": ["3", 0] } }
}`;

/** Returns the model of a document, created in one pass. */
export function graphModel(document: WorkflowDocument, context: GraphContext): GraphModel {
	return modelOfSource(graphSource(document, context));
}

export function modelOf(text: string, context: Partial<GraphContext> = {}): GraphModel {
	return graphModel(parseWorkflow(text), { nodeInfo, findings: [], ...context });
}

/** Four cards side by side. */
const inARow = [
	[0, 0],
	[400, 0],
	[800, 0],
	[1200, 0],
] as const;

/** Places given by hand; routes run straight. */
export function placed(
	model: GraphModel,
	places: readonly (readonly [number, number])[] = inARow,
): GraphLayout {
	const nodes = places.map(([x, y]) => ({ x, y }));
	const origin = { x: 0, y: 0 };
	const edges = model.edges.map((edge) => [nodes[edge.from] ?? origin, nodes[edge.to] ?? origin]);
	return { nodes, edges, width: 2000, height: 1000 };
}

/** Returns the links that cross the card of an unrelated node, or go back over one of their own, as text. */
export function crossings(model: GraphModel, layout: GraphLayout): readonly string[] {
	const cards = model.nodes.map((_, index) => cardBox(model, layout, index));
	return model.edges.flatMap((edge, index) => {
		const route = layout.edges[index] ?? [];
		return cards.flatMap((card, at) =>
			route.some((point, step) => {
				const next = route[step + 1];
				return next !== undefined && isOver(point, next, card);
			})
				? [`${model.nodes[edge.from]?.id} to ${model.nodes[edge.to]?.id} over ${model.nodes[at]?.id}`]
				: [],
		);
	});
}

/** Returns whether a straight piece of a link is inside a card; along its edge does not count. */
function isOver(from: Point, to: Point, { x, y, width, height }: Box): boolean {
	const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
	const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
	return left < x + width - 0.5 && right > x + 0.5 && top < y + height - 0.5 && bottom > y + 0.5;
}
