import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { GraphLayout } from '../../../src/core/workflow/graph/layout.ts';
import { cardWidth, portMiddle } from '../../../src/core/workflow/graph/metrics.ts';
import type { GraphModel } from '../../../src/core/workflow/graph/model.ts';
import { simpleLayout } from '../../../src/core/workflow/graph/simpleLayout.ts';
import { modelOf, sample } from './support.ts';

/** Returns a workflow in which each node takes the first output of these others. */
function wired(links: readonly (readonly number[])[]): GraphModel {
	const nodes = links.map((sources, index) => {
		const inputs = sources.map((source, at) => [`in${at}`, [String(source), 0]]);
		return [String(index), { class_type: 'A', inputs: Object.fromEntries(inputs) }];
	});
	return modelOf(JSON.stringify(Object.fromEntries(nodes)));
}

/** Cards apart from each other, everything within the drawing, and edges from port to port. */
function assertSound(model: GraphModel, layout: GraphLayout): void {
	assert.equal(layout.nodes.length, model.nodes.length);
	const cards = model.nodes
		.map(({ height }, index) => ({ ...(layout.nodes[index] ?? { x: Number.NaN, y: 0 }), height }))
		.sort((a, b) => a.x - b.x || a.y - b.y);
	for (const [index, card] of cards.entries()) {
		assert.ok(card.x >= 0 && card.x + cardWidth <= layout.width, 'within the width');
		assert.ok(card.y >= 0 && card.y + card.height <= layout.height, 'within the height');
		const next = cards[index + 1];
		if (next === undefined) continue;
		assert.ok(next.x >= card.x + cardWidth || (next.x === card.x && next.y >= card.y + card.height), 'apart');
	}
	for (const [index, edge] of model.edges.entries()) {
		const [from, to] = [layout.nodes[edge.from], layout.nodes[edge.to]];
		const route = layout.edges[index];
		assert.ok(from && to && route);
		assert.deepEqual(route[0], { x: from.x + cardWidth, y: from.y + portMiddle(edge.output) });
		assert.deepEqual(route.at(-1), { x: to.x, y: to.y + portMiddle(edge.port) });
		for (const point of route)
			assert.ok(
				point.x >= 0 && point.x <= layout.width && point.y >= 0 && point.y <= layout.height,
				'a place in the drawing',
			);
	}
}

describe('the simple layout', () => {
	it('puts senders left of receivers', () => {
		const model = modelOf(sample);
		const layout = simpleLayout(model);
		assertSound(model, layout);
		for (const { from, to } of model.edges)
			assert.ok((layout.nodes[from]?.x ?? 0) < (layout.nodes[to]?.x ?? 0));
	});

	it('arranges a chain of 5,000 nodes in a balanced shape', () => {
		const model = wired(Array.from({ length: 5000 }, (_, index) => (index === 0 ? [] : [index - 1])));
		const layout = simpleLayout(model);
		assertSound(model, layout);
		const ratio = layout.width / layout.height;
		assert.ok(ratio > 0.2 && ratio < 5, `${ratio}`);
	});

	it('arranges one node that feeds 1,000, and 1,000 that feed one, in a balanced shape', () => {
		const many = Array.from({ length: 1000 }, (_, index) => index + 1);
		for (const model of [wired([[], ...many.map(() => [0])]), wired([many, ...many.map(() => [])])]) {
			const layout = simpleLayout(model);
			assertSound(model, layout);
			const ratio = layout.width / layout.height;
			assert.ok(ratio > 0.2 && ratio < 5, `${ratio}`);
		}
	});

	it('arranges any links, including circles, always the same way', () => {
		const graph = fc
			.nat(40)
			.chain((count) =>
				fc.array(fc.array(fc.nat(count), { maxLength: 4 }), { minLength: 1, maxLength: count + 1 }),
			);
		fc.assert(
			fc.property(graph, (links) => {
				const model = wired(links);
				const layout = simpleLayout(model);
				assertSound(model, layout);
				assert.deepEqual(simpleLayout(model), layout);
			}),
		);
	});

	it('is empty for an empty graph', () => {
		assert.deepEqual(simpleLayout({ nodes: [], edges: [] }).nodes, []);
	});
});
