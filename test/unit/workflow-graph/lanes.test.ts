import assert from 'node:assert/strict';
import ELK from 'elkjs/lib/elk.bundled.js';
import { laneLayout, lanesOf } from '../../../src/core/workflow/graph/lanes.ts';
import {
	type GraphLayout,
	type LayoutReply,
	layoutRequest,
	type Point,
	readLayout,
} from '../../../src/core/workflow/graph/layout.ts';
import { cardWidth, portMiddle } from '../../../src/core/workflow/graph/metrics.ts';
import type { GraphModel } from '../../../src/core/workflow/graph/model.ts';
import { headlinesOf, titleShapes } from '../../../src/core/workflow/graph/titles.ts';
import { cardBox, overlaps } from '../../../src/core/workflow/graph/viewport.ts';
import { type ChosenPort, traceOf } from '../../../src/core/workflow/graph/walk.ts';
import { describePort } from '../../../src/core/workflow/graph/wording.ts';
import { crossings, modelOf, placed, sample } from './support.ts';

/**
 * Returns a graph of `count` chains of five nodes that begin at one loader.
 * @param more additional nodes
 * @param feeds inputs of the loader from other nodes, through which these feed all chains, too
 */
function chains(
	count: number,
	more: Readonly<Record<string, object>> = {},
	feeds: Readonly<Record<string, readonly [string, number]>> = {},
): GraphModel {
	const nodes: Record<string, object> = {
		loader: { class_type: 'Loader', inputs: { name: 'a', ...feeds } },
		...more,
	};
	for (let index = 0; index < count; index++) {
		nodes[`p${index}`] = { class_type: 'Prompt', inputs: { text: `picture ${index}`, clip: ['loader', 1] } };
		nodes[`n${index}`] = { class_type: 'Prompt', inputs: { text: 'blurry', clip: ['loader', 1] } };
		nodes[`s${index}`] = {
			class_type: 'Sampler',
			inputs: {
				model: ['loader', 0],
				positive: [`p${index}`, 0],
				negative: [`n${index}`, 0],
				...feeds,
			},
		};
		nodes[`d${index}`] = { class_type: 'Decode', inputs: { samples: [`s${index}`, 0], vae: ['loader', 2] } };
		nodes[`o${index}`] = { class_type: 'Save', inputs: { images: [`d${index}`, 0] } };
	}
	return modelOf(JSON.stringify(nodes));
}

describe('the chains of a graph', () => {
	let arranged: number;
	const arrange = async (model: GraphModel): Promise<GraphLayout> => {
		arranged++;
		return readLayout(model, (await new ELK().layout(layoutRequest(model))) as LayoutReply);
	};
	beforeEach(() => {
		arranged = 0;
	});

	it('are found if they meet only in the shared loader', () => {
		const found = lanesOf(chains(20));
		assert.deepEqual(found?.hubs, [0]);
		assert.equal(found?.lanes.length, 20);
		assert.deepEqual(found?.lanes[0], [1, 2, 3, 4, 5]);
	});

	it('do not exist in a small graph, a connected one, or one with few pieces', () => {
		assert.equal(lanesOf(modelOf(sample)), undefined);
		assert.equal(lanesOf(chains(5)), undefined);
		const row: Record<string, object> = {};
		for (let index = 0; index < 60; index++)
			row[index] = { class_type: 'Decode', inputs: index === 0 ? {} : { a: [String(index - 1), 0] } };
		assert.equal(lanesOf(modelOf(JSON.stringify(row))), undefined);
		const joined = chains(20, {
			all: {
				class_type: 'Join',
				inputs: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`i${index}`, [`d${index}`, 0]])),
			},
		});
		assert.equal(lanesOf(joined), undefined);
	});

	it('do not exist if one piece dominates the graph, or if the rest are single nodes', () => {
		const single = (count: number) =>
			Object.fromEntries(
				Array.from({ length: count }, (_, index) => [`note${index}`, { class_type: 'Prompt', inputs: {} }]),
			);
		const row = Object.fromEntries(
			Array.from({ length: 50 }, (_, index) => [
				`row${index}`,
				{ class_type: 'Decode', inputs: index === 0 ? {} : { a: [`row${index - 1}`, 0] } },
			]),
		);
		assert.equal(lanesOf(modelOf(JSON.stringify({ ...row, ...single(30) }))), undefined);
		assert.equal(lanesOf(chains(6, row)), undefined);
		assert.equal(lanesOf(chains(20, single(30)))?.hubs.length, 1);
	});

	it('are arranged once per shape, one below another, without overlapping cards, with links from port to port', async () => {
		const model = chains(60);
		const lanes = lanesOf(model);
		assert.ok(lanes);
		const layout: GraphLayout | undefined = await laneLayout(model, lanes, arrange);
		assert.ok(layout);
		assert.equal(arranged, 1);
		const boxes = model.nodes.map((_, index) => cardBox(model, layout, index));
		for (const [index, one] of boxes.entries()) {
			assert.ok(one.x >= 0 && one.x + one.width <= layout.width + 1, `${index} is outside`);
			assert.ok(one.y >= 0 && one.y + one.height <= layout.height + 1, `${index} is outside`);
			for (const other of boxes.slice(index + 1)) assert.ok(!overlaps(one, other));
		}
		for (const [index, edge] of model.edges.entries()) {
			const from: Point | undefined = layout.nodes[edge.from];
			const to: Point | undefined = layout.nodes[edge.to];
			const route: readonly Point[] = layout.edges[index] ?? [];
			assert.ok(from && to);
			assert.deepEqual(route[0], { x: from.x + cardWidth, y: from.y + portMiddle(edge.output) });
			assert.deepEqual(route.at(-1), { x: to.x, y: to.y + portMiddle(edge.port) });
			for (const [at, point] of route.entries()) {
				const next = route[at + 1];
				assert.ok(!next || next.x === point.x || next.y === point.y, 'links have right angles');
			}
		}
		const ratio = layout.width / layout.height;
		assert.ok(ratio > 0.8 && ratio < 3.2, `${ratio}`);
	});

	for (const [what, more, loader] of [
		['one loader', {}, {}],
		[
			'two hubs, one of which feeds the other',
			{
				base: { class_type: 'Loader', inputs: { name: 'b' } },
				other: { class_type: 'Loader', inputs: { name: 'c', model: ['base', 0] } },
			},
			{ model: ['base', 0], clip: ['other', 1] },
		],
		[
			'several hubs, and nodes that hang together with nothing',
			{
				base: { class_type: 'Loader', inputs: { name: 'b' } },
				more: { class_type: 'Loader', inputs: { name: 'c', text: 'a long text of many words '.repeat(20) } },
				shrink: { class_type: 'Loader', inputs: { from: ['more', 0], to: ['base', 1] } },
				alone: { class_type: 'Prompt', inputs: { text: 'a note' } },
				lonely: { class_type: 'Prompt', inputs: { text: 'another note '.repeat(40) } },
			},
			{ model: ['base', 0], clip: ['shrink', 1], vae: ['more', 2] },
		],
	] as const) {
		it(`are linked to ${what} without a link over the card of another node`, async () => {
			for (const count of [9, 30, 60]) {
				const model = chains(count, more, loader);
				const lanes = lanesOf(model);
				assert.ok(lanes);
				const layout = await laneLayout(model, lanes, arrange);
				assert.deepEqual(crossings(model, layout), []);
				const ahead = model.nodes.findIndex(({ id }) => id === 'base');
				assert.ok(ahead < 0 || lanes.hubs.includes(ahead));
			}
		});
	}
});

describe('a graph that is zoomed out', () => {
	it('shows titles of outputs and samplers first, without overlaps, in the same size at every zoom', async () => {
		const model = chains(20);
		const lanes = lanesOf(model);
		assert.ok(lanes);
		const layout = await laneLayout(model, lanes, async (part) =>
			readLayout(part, (await new ELK().layout(layoutRequest(part))) as LayoutReply),
		);
		assert.ok(layout);
		const measure = (text: string) => text.length * 7;
		const around = { x: 0, y: 0, width: layout.width, height: layout.height };
		const headlines = headlinesOf(model, layout, []);
		const titles = (zoom: number) => titleShapes(headlines, { zoom, seen: around, around }, measure);
		for (const zoom of [0.15, 0.05]) {
			const shown = titles(zoom);
			assert.ok(shown.length > 0);
			const boxes = shown.map(({ attributes, text = '' }) => ({
				x: Number(attributes.x) * zoom,
				y: Number(attributes.y) * zoom - 12,
				width: measure(text),
				height: 12,
			}));
			for (const [index, one] of boxes.entries())
				for (const other of boxes.slice(index + 1)) assert.ok(!overlaps(one, other));
			for (const { attributes } of shown) assert.equal(Number(attributes['font-size']) * zoom, 12);
		}
		assert.ok(titles(0.15).length > titles(0.05).length);
		assert.deepEqual(
			titles(0.15)
				.slice(0, 20)
				.filter(({ text }) => text !== 'Save'),
			[],
		);
		assert.ok(titles(0.15).some(({ text }) => text === 'Load Model'));
	});

	it('chooses titles by the visible area, with a share for outputs, samplers and loaders each', () => {
		const rows = 400;
		const kinds = ['Save', 'Sampler', 'Loader'];
		const nodes = Array.from({ length: rows * kinds.length }, (_, index) => [
			String(index),
			{ class_type: kinds[Math.floor(index / rows)], inputs: {} },
		]);
		const model = modelOf(JSON.stringify(Object.fromEntries(nodes)));
		const layout = placed(
			model,
			model.nodes.map((_, index) => [Math.floor(index / rows) * 1000, (index % rows) * 400] as const),
		);
		const seen = { x: 0, y: 200 * 400, width: 3000, height: 100 * 400 };
		const around = { x: 0, y: 0, width: 3000, height: rows * 400 };
		const shown = titleShapes(
			headlinesOf(model, layout, []),
			{ zoom: 0.1, seen, around },
			(text) => text.length * 7,
		);
		const inSight = shown.filter(({ attributes }) => {
			const y = Number(attributes.y);
			return y >= seen.y - 400 && y <= seen.y + seen.height;
		});
		for (const title of ['Save', 'Sampler', 'Load Model'])
			assert.ok(inSight.filter(({ text }) => text === title).length >= 30, title);
		assert.ok(shown.length > inSight.length, 'around it there are titles, too');
	});
});

describe('the trace of a node', () => {
	it('contains all upstream and downstream nodes', () => {
		const model = chains(3);
		const idsOf = (id: string) => {
			const index = model.nodes.findIndex((node) => node.id === id);
			return [...traceOf(model, index).nodes].map((each) => model.nodes[each]?.id).sort();
		};
		assert.deepEqual(idsOf('s1'), ['d1', 'loader', 'n1', 'o1', 'p1', 's1']);
		assert.deepEqual(idsOf('o2'), ['d2', 'loader', 'n2', 'o2', 'p2', 's2']);
		assert.equal(idsOf('loader').length, model.nodes.length);
	});

	it('contains only upstream nodes for an input, and only downstream nodes for an output', () => {
		const model = chains(2);
		const index = model.nodes.findIndex(({ id }) => id === 's1');
		const lit = (port: ChosenPort) => {
			const { nodes, edges } = traceOf(model, index, port);
			const id = (at: number | undefined) => model.nodes[at ?? -1]?.id;
			const links = [...edges].map((at) => `${id(model.edges[at]?.from)}>${id(model.edges[at]?.to)}`);
			return [[...nodes].map(id).sort(), links.sort()];
		};
		assert.deepEqual(lit({ side: 'input', index: 1 }), [
			['loader', 'p1', 's1'],
			['loader>p1', 'p1>s1'],
		]);
		assert.deepEqual(lit({ side: 'output', index: 0 }), [
			['d1', 'o1', 's1'],
			['d1>o1', 's1>d1'],
		]);
		assert.equal(
			describePort(model, index, { side: 'input', index: 1 }),
			'Input positive, from Prompt; depends on 2 nodes',
		);
		assert.equal(
			describePort(model, index, { side: 'output', index: 0 }),
			'Output LATENT, to Decode; leads to 2 nodes',
		);
	});

	it('ends in a circular graph', () => {
		const circle = modelOf(
			'{"1": {"class_type": "A", "inputs": {"a": ["2", 0]}}, "2": {"class_type": "A", "inputs": {"a": ["1", 0]}}}',
		);
		assert.deepEqual([...traceOf(circle, 0).nodes].sort(), [0, 1]);
	});
});
