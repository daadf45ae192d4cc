import assert from 'node:assert/strict';
import ELK from 'elkjs/lib/elk.bundled.js';
import { anchored } from '../../../src/core/workflow/graph/anchor.ts';
import { edgePath } from '../../../src/core/workflow/graph/edges.ts';
import { afterWheel } from '../../../src/core/workflow/graph/gesture.ts';
import {
	type LayoutReply,
	layoutRequest,
	readLayout,
	shapeKey,
} from '../../../src/core/workflow/graph/layout.ts';
import { cardWidth, portMiddle } from '../../../src/core/workflow/graph/metrics.ts';
import {
	cardBox,
	fitBox,
	nodeAt,
	overlaps,
	reveal,
	seenBox,
	zoomAt,
} from '../../../src/core/workflow/graph/viewport.ts';
import { readingOrder, searchNodes, walk } from '../../../src/core/workflow/graph/walk.ts';
import { modelOf, placed, sample } from './support.ts';

describe('graph layout', () => {
	it('puts senders left of receivers, keeps cards apart and ends edges at the ports', async () => {
		const model = modelOf(sample);
		const elk = new ELK();
		const layout = readLayout(model, (await elk.layout(layoutRequest(model))) as LayoutReply);
		for (const [index, edge] of model.edges.entries()) {
			const from = layout.nodes[edge.from];
			const to = layout.nodes[edge.to];
			const route = layout.edges[index];
			assert.ok(from && to && route);
			assert.ok(from.x + cardWidth < to.x);
			assert.deepEqual(route[0], { x: from.x + cardWidth, y: from.y + portMiddle(edge.output) });
			assert.deepEqual(route.at(-1), { x: to.x, y: to.y + portMiddle(edge.port) });
		}
		for (const [a] of model.nodes.entries()) {
			for (const [b] of model.nodes.entries()) {
				if (a !== b) assert.ok(!overlaps(cardBox(model, layout, a), cardBox(model, layout, b)));
			}
		}
	});

	it('survives a circle and a node linked to itself', async () => {
		const model = modelOf(
			'{"1": {"class_type": "A", "inputs": {"a": ["2", 0], "b": ["1", 0]}}, "2": {"class_type": "A", "inputs": {"a": ["1", 0]}}}',
		);
		const reply = (await new ELK().layout(layoutRequest(model))) as LayoutReply;
		assert.equal(readLayout(model, reply).edges.length, 3);
	});

	it('draws an edge without a route as a straight line', () => {
		const model = modelOf(sample);
		const layout = readLayout(model, { children: [{ id: 'n0', x: 10, y: 20 }] });
		assert.deepEqual(layout.edges[0]?.[0], { x: 10 + cardWidth, y: 20 + portMiddle(1) });
	});

	it('stays the same for edited values, and changes with links and nodes', () => {
		const key = shapeKey(modelOf(sample));
		assert.equal(shapeKey(modelOf(sample.replace('"steps": 20', '"steps": 25'))), key);
		assert.equal(shapeKey(modelOf(sample.replace('Mood', 'Weather'))), key);
		assert.notEqual(shapeKey(modelOf(sample.replace('["2", 0]', '["1", 0]'))), key);
		assert.notEqual(shapeKey(modelOf(sample.replace('"steps": 20, ', ''))), key);
	});

	it('rounds the corners of a route', () => {
		const d = edgePath([
			{ x: 0, y: 0 },
			{ x: 50, y: 0 },
			{ x: 50, y: 40 },
			{ x: 100, y: 40 },
		]);
		assert.equal(d, 'M0 0L41 0Q50 0 50 9L50 31Q50 40 59 40L100 40');
		assert.equal(edgePath([]), '');
	});
});

describe('graph viewport', () => {
	const screen = { width: 800, height: 600 };

	it('keeps the place under the pointer while zooming, within bounds', () => {
		const before = { x: 30, y: -20, zoom: 0.7 };
		const at = { x: 200, y: 150 };
		const after = zoomAt(before, 1.5, at);
		const place = (viewport: typeof before): number[] =>
			[(at.x - viewport.x) / viewport.zoom, (at.y - viewport.y) / viewport.zoom].map((value) =>
				Math.round(value * 1e6),
			);
		assert.deepEqual(place(after), place(before));
		assert.ok(zoomAt(before, 1e9, at).zoom <= 3);
		assert.ok(zoomAt(before, 1e-9, at).zoom > 0);
	});

	it('shows all of a box centered, within the maximum zoom', () => {
		const box = { x: 100, y: 50, width: 2000, height: 300 };
		const seen = seenBox(fitBox(box, screen, 20, 1), screen, 0);
		assert.ok(seen.x <= 100 && seen.x + seen.width >= 2100);
		assert.equal(fitBox({ x: 0, y: 0, width: 10, height: 10 }, screen, 20, 1).zoom, 1);
	});

	it('moves only as far as needed to show a card', () => {
		const viewport = { x: 0, y: 0, zoom: 1 };
		assert.equal(reveal(viewport, { x: 100, y: 100, width: 50, height: 50 }, screen, 20), viewport);
		assert.deepEqual(reveal(viewport, { x: 900, y: 100, width: 50, height: 50 }, screen, 20), {
			x: -170,
			y: 0,
			zoom: 1,
		});
		assert.deepEqual(reveal(viewport, { x: -80, y: 100, width: 50, height: 50 }, screen, 20), {
			x: 100,
			y: 0,
			zoom: 1,
		});
	});

	it('finds the node under a point', () => {
		const model = modelOf(sample);
		const layout = placed(model);
		assert.equal(nodeAt(model, layout, { x: 410, y: 10 }), 1);
		assert.equal(nodeAt(model, layout, { x: 380, y: 10 }), undefined);
	});

	it('keeps the chosen or central node in place when everything moves', () => {
		const model = modelOf(sample);
		const before = placed(model);
		const after = placed(model, [
			[0, 0],
			[500, 90],
			[900, 0],
			[1300, 0],
		]);
		const viewport = { x: 0, y: 0, zoom: 1 };
		assert.deepEqual(anchored({ model, layout: before }, { model, layout: after }, viewport, screen, 1), {
			x: -100,
			y: -90,
			zoom: 1,
		});
		const shorter = modelOf(sample.replace(/ {2}"1".*\n/, ''));
		const moved = placed(shorter, [
			[700, 0],
			[900, 0],
			[1300, 0],
		]);
		assert.deepEqual(
			anchored({ model, layout: before }, { model: shorter, layout: moved }, viewport, screen, undefined),
			{ x: -300, y: 0, zoom: 1 },
		);
	});
});

describe('graph walk and search', () => {
	const model = modelOf(sample);
	const layout = placed(model, [
		[0, 0],
		[400, 300],
		[800, 10],
		[1200, 0],
	]);

	it('follows links with left and right, and moves to neighbors with up and down', () => {
		assert.equal(walk(model, layout, 2, 'left'), 0);
		assert.equal(walk(model, layout, 1, 'left'), 0);
		assert.equal(walk(model, layout, 0, 'right'), 2);
		assert.equal(walk(model, layout, 3, 'right'), undefined);
		assert.equal(walk(model, layout, 0, 'down'), 1);
		assert.equal(walk(model, layout, 1, 'up'), 2);
		assert.equal(walk(model, layout, 0, 'up'), undefined);
	});

	it('reads column by column', () => {
		assert.deepEqual(readingOrder(layout), [0, 1, 2, 3]);
	});

	it('finds nodes by ID, title, class and value, all words anywhere', () => {
		assert.deepEqual(searchNodes(model, 'MOOD'), [1]);
		assert.deepEqual(searchNodes(model, 'dusk prompt'), [1]);
		assert.deepEqual(searchNodes(model, '#3'), [2]);
		assert.deepEqual(searchNodes(model, 'sampler lighthouse'), []);
		assert.deepEqual(searchNodes(model, '  '), []);
	});
});

describe('graph wheel', () => {
	const viewport = { x: 10, y: 20, zoom: 1 };
	const at = { x: 100, y: 100 };
	const plain = { deltaX: 0, deltaY: 0, deltaMode: 0, shiftKey: false, ctrlKey: false, metaKey: false };

	it('zooms with a wheel and with a pinch, in the direction of the hand', () => {
		assert.ok(afterWheel(viewport, { ...plain, deltaY: -120 }, at).zoom > 1);
		assert.ok(afterWheel(viewport, { ...plain, deltaY: 3, deltaMode: 1 }, at).zoom < 1);
		assert.ok(afterWheel(viewport, { ...plain, deltaY: -4, ctrlKey: true }, at).zoom > 1);
	});

	it('pans with two fingers, and sideways with Shift', () => {
		assert.deepEqual(afterWheel(viewport, { ...plain, deltaX: 4, deltaY: 7 }, at), { x: 6, y: 13, zoom: 1 });
		assert.deepEqual(afterWheel(viewport, { ...plain, deltaY: 120, shiftKey: true }, at), {
			x: -110,
			y: 20,
			zoom: 1,
		});
	});
});
