import assert from 'node:assert/strict';
import ELK from 'elkjs/lib/elk.bundled.js';
import type { WorkflowGroup } from '../../../src/core/workflow/convert/groups.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { Arranger } from '../../../src/core/workflow/graph/arranger.ts';
import { exportSvg } from '../../../src/core/workflow/graph/exportSvg.ts';
import { groupBoxes } from '../../../src/core/workflow/graph/groupBoxes.ts';
import { type GraphLayout, shapeKey } from '../../../src/core/workflow/graph/layout.ts';
import { LiveGraph } from '../../../src/core/workflow/graph/liveGraph.ts';
import type { GraphModel } from '../../../src/core/workflow/graph/model.ts';
import type { Shape } from '../../../src/core/workflow/graph/shape.ts';
import { letterSizes, type Measure, measuredOnce } from '../../../src/core/workflow/graph/textFit.ts';
import { headlinesOf, titleShapes } from '../../../src/core/workflow/graph/titles.ts';
import {
	type Box,
	cardBox,
	contains,
	fitBox,
	overlaps,
	seenBox,
} from '../../../src/core/workflow/graph/viewport.ts';
import { describeNode } from '../../../src/core/workflow/graph/wording.ts';
import { crossings, modelOf, nodeInfo, placed, sample } from './support.ts';

const group = (title: string, ...nodeIds: readonly string[]): WorkflowGroup => ({
	title,
	tint: 'blue',
	nodeIds,
});

/**
 * Returns two rows of five, each fed alternately by the one before, so that they are mixed unless something holds them
 * together.
 */
function braided(): string {
	const nodes: Record<string, object> = {};
	for (let index = 0; index < 10; index++)
		nodes[`${index}`] = {
			class_type: 'Decode',
			inputs: index < 2 ? {} : { one: [`${index - 1}`, 0], other: [`${index - 2}`, 0] },
		};
	return JSON.stringify(nodes);
}

/** Returns the sample repeated `count` times, each in a group of its own with a group for its loader inside. */
function repeated(count: number): GraphModel {
	const ids = Object.keys(JSON.parse(sample));
	const copies = Array.from({ length: count }, (_, copy) =>
		sample
			.replaceAll(/"(\d)"/g, `"${copy}:$1"`)
			.trim()
			.slice(1, -1),
	);
	const groups = copies.flatMap((_, copy) => [
		group(`Picture ${copy} of a harbor`, ...ids.map((id) => `${copy}:${id}`)),
		group(`Step ${copy} - Load model`, `${copy}:1`),
	]);
	return modelOf(`{${copies.join(',')}}`, { groups });
}

const measure: Measure = (text, lettering) => text.length * 0.56 * letterSizes[lettering];

/** Returns the part of the drawing that the letters of a title cover. */
function lettersOf({ attributes, text = '' }: Shape): Box {
	const size = Number(attributes['font-size']);
	const width = text.length * 0.56 * size;
	return { x: Number(attributes.x), y: Number(attributes.y) - size * 0.75, width, height: size * 0.95 };
}

const arrange = async (model: GraphModel): Promise<GraphLayout> =>
	(await new Arranger(() => new ELK()).arrange(model)).layout;

/** Asserts that each group has a frame around its cards and no other, with the inner ones inside. */
function assertFramed(model: GraphModel, layout: GraphLayout): void {
	const boxes = groupBoxes(model, layout);
	for (const [index, { nodes, within }] of (model.groups ?? []).entries()) {
		const box: Box | undefined = boxes[index];
		assert.ok(box, `group ${index} has a frame`);
		assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= layout.width + 1);
		assert.ok(box.y + box.height <= layout.height + 1);
		for (const at of model.nodes.keys()) {
			const card = cardBox(model, layout, at);
			assert.equal(overlaps(card, box), nodes.includes(at));
			if (nodes.includes(at)) assert.ok(contains(box, card));
		}
		const around = within === undefined ? undefined : boxes[within];
		assert.ok(around === undefined || contains(around, box));
	}
}

describe('groups in the graph', () => {
	it('keep their nodes together, including nested ones, without a link over a card', async () => {
		const groups = [group('Even', '0', '2', '4', '6'), group('Odd', '1', '3', '5'), group('Core', '2', '4')];
		const model = modelOf(braided(), { groups });
		assert.deepEqual(
			model.groups?.map(({ within }) => within),
			[undefined, undefined, 0],
		);
		const layout = await arrange(model);
		assertFramed(model, layout);
		assert.deepEqual(crossings(model, layout), []);
		for (const [index, edge] of model.edges.entries()) {
			const route = layout.edges[index] ?? [];
			const [from, to] = [cardBox(model, layout, edge.from), cardBox(model, layout, edge.to)];
			assert.equal(route[0]?.x, from.x + from.width, 'a link begins at its card');
			assert.equal(route.at(-1)?.x, to.x, 'a link ends at its card');
		}
	});

	it('have a frame with margins if a simple layout keeps them together anyway', async () => {
		const model = modelOf(sample, { groups: [group('Start', '1', '2')] });
		const refusing = new Arranger(() => ({
			layout: () => Promise.reject(new Error('Too deep.')),
			terminateWorker() {},
		}));
		const { layout } = await refusing.arrange(model);
		assertFramed(model, layout);
	});

	it('have no frame that would contain the card of another node', () => {
		const model = modelOf(sample, { groups: [group('Ends', '1', '3'), group('Last', '3', '4')] });
		const boxes = groupBoxes(model, placed(model));
		assert.deepEqual(
			boxes.map((box) => box !== undefined),
			[false, true],
		);
	});

	it('are rearranged for other members, but not for another title', () => {
		const key = (groups: readonly WorkflowGroup[]) => shapeKey(modelOf(sample, { groups }));
		assert.equal(key([group('A', '1')]), key([group('B', '1')]));
		assert.notEqual(key([group('A', '1')]), key([group('A', '2')]));
	});

	it('are updated in the graph if only they changed', () => {
		const live = new LiveGraph();
		const document = parseWorkflow(sample);
		const update = (groups: readonly WorkflowGroup[]) =>
			live.update(document, { nodeInfo, findings: [], groups });
		update([group('A', '1')]);
		assert.deepEqual(update([group('A', '1')]), []);
		assert.equal(update([group('B', '1')]), undefined);
		assert.equal(live.model.groups?.[0]?.title, 'B');
	});

	it('are named in the sentence about a node, the outermost first', () => {
		const model = modelOf(sample, { groups: [group('Sampling', '2', '3'), group('Words', '2')] });
		assert.match(
			describeNode(model, 1),
			/^Mood, Prompt, node 2; in group Sampling › Words; from Load Model;/,
		);
		assert.doesNotMatch(describeNode(model, 0), /group/);
	});

	it('have readable titles at every zoom, without overlaps', async () => {
		const model = modelOf(braided(), { groups: [group('Even', '0', '2'), group('Odd', '1', '3')] });
		const layout = await arrange(model);
		const headlines = { ...headlinesOf(model, layout, groupBoxes(model, layout)), nodes: [] };
		const around = { x: 0, y: 0, width: layout.width, height: layout.height };
		for (const zoom of [2, 1, 0.5, 0.2, 0.08]) {
			const shown = titleShapes(headlines, { zoom, seen: around, around }, (text) => text.length * 7);
			assert.ok(shown.length > 0);
			for (const { attributes } of shown) {
				const size = Number(attributes['font-size']) * zoom;
				assert.ok(size >= 11.9 && size <= 14 * Math.max(1, zoom), `${size}`);
			}
		}
	});

	for (const width of [1100, 460, 320])
		it(`have titles that end before other cards, titles and the edge of ${width} pixels, and keep node titles visible`, async () => {
			const model = repeated(43);
			const layout = await arrange(model);
			const frames = groupBoxes(model, layout).filter((box) => box !== undefined);
			const cards = model.nodes.map((_, index) => cardBox(model, layout, index));
			const headlines = headlinesOf(model, layout, frames);
			const around = { x: 0, y: 0, width: layout.width, height: layout.height };
			const screen = { width, height: 700 };
			const viewport = fitBox(around, screen, 20, 1);
			for (const zoom of [viewport.zoom, 0.13, 0.28]) {
				const seen = seenBox({ ...viewport, zoom }, screen, 0);
				const shown = titleShapes(headlines, { zoom, seen, around }, measure);
				const letters = shown.map((shape) => lettersOf(shape));
				for (const [index, one] of letters.entries()) {
					const { attributes, text = '' } = shown[index] ?? assert.fail();
					const named = String(attributes.class).startsWith('group-title') ? frames : cards;
					const own = named.filter(
						({ x, y, width }) =>
							one.x > x - 1 && one.x < x + width && Math.abs((Number(attributes.y) - y) * zoom - 4) < 8,
					);
					for (const card of cards)
						assert.ok(!overlaps(one, card) || own.some((box) => contains(box, card)), `${text} over a card`);
					for (const other of letters.slice(index + 1))
						assert.ok(!overlaps(one, other), `${text} over a title`);
					assert.ok(one.x + one.width <= Math.max(layout.width, seen.x + seen.width), `${text} at the edge`);
					assert.ok(!text.endsWith('…') || text.length > 3, text);
				}
				for (const start of zoom === 0.13 ? ['Sav', 'Sam', 'Loa'] : [])
					assert.ok(shown.filter(({ text = '' }) => text.startsWith(start)).length > 25, start);
			}
		});

	it('measure each title text once, however often the zoom changes', () => {
		const model = modelOf(sample, { groups: [group('A long name of a group', '1', '2')] });
		const layout = placed(model);
		const texts: string[] = [];
		const once = measuredOnce((text, lettering) => {
			texts.push(`${lettering} ${text}`);
			return measure(text, lettering);
		});
		const headlines = headlinesOf(model, layout, groupBoxes(model, layout));
		const around = { x: -100, y: -100, width: 2000, height: 1000 };
		for (const zoom of [0.05, 0.1, 0.3, 0.1]) {
			const shown = titleShapes(headlines, { zoom, seen: around, around }, once);
			assert.deepEqual(shown, titleShapes(headlines, { zoom, seen: around, around }, measure));
		}
		assert.ok(texts.length > 0);
		assert.equal(new Set(texts).size, texts.length);
	});

	it('keep both titles if one begins at the corner of the other', () => {
		const model = modelOf(sample, { groups: [group('Whole', '1', '2', '3', '4'), group('Part', '1', '2')] });
		const layout = placed(model);
		const around = { x: -100, y: -100, width: 2000, height: 1000 };
		const headlines = { ...headlinesOf(model, layout, groupBoxes(model, layout)), nodes: [] };
		const shown = titleShapes(headlines, { zoom: 0.3, seen: around, around }, (text) => text.length * 7);
		assert.deepEqual(
			shown.map(({ text }) => text),
			['Whole', 'Part'],
		);
		const [whole, part] = shown.map(({ attributes }) => Number(attributes.x));
		assert.ok((part ?? 0) >= (whole ?? 0) + (5 * 7) / 0.3 - 1);
	});

	it('are in the exported file, as outlines only in high contrast', () => {
		const model = modelOf(sample, { groups: [group('Start <1>', '1', '2')] });
		const file = (border: string) =>
			exportSvg(
				'x',
				model,
				placed(model),
				(text) => text.length,
				(variable) => (variable === '--vscode-contrastBorder' ? border : '#123456'),
			).source;
		assert.match(file(''), /class="group t-blue"/);
		assert.match(file(''), /Start &#60;1&#62;/);
		assert.doesNotMatch(file(''), /class="graph contrast"/);
		assert.match(file('#ffffff'), /class="graph contrast"/);
	});
});
