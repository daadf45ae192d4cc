import assert from 'node:assert/strict';
import { convertUi } from '../../../src/core/workflow/convert/convertUi.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { namedInputsOf } from '../../../src/core/workflow/named/namedInputs.ts';
import {
	encoding,
	loader,
	nodeInfo,
	inner as subgraph,
	type UiNodeText,
	uiText,
} from '../workflow-convert/support.ts';

const graph = 'cccccccc-0000-4000-8000-000000000003';

/** A primitive that feeds a seed, a node, and a subgraph with a promoted text, in which a second one is not promoted. */
const nodes: readonly UiNodeText[] = [
	loader,
	{
		id: 7,
		type: 'PrimitiveNode',
		outputs: [{ name: 'INT', type: 'INT', links: [30] }],
		widgets_values: [11, 'fixed'],
	},
	{
		id: 9,
		type: 'Sampler',
		inputs: [
			{ name: 'positive', type: 'CONDITIONING', link: 20 },
			{ name: 'seed', type: 'INT', widget: { name: 'seed' }, link: 30 },
		],
		widgets_values: [1, 'fixed', 20, 8, 'normal'],
	},
	{
		id: 3,
		type: subgraph,
		inputs: [
			{ name: 'words', type: 'STRING', widget: { name: 'words' }, link: null },
			{ name: 'clip', type: 'CLIP', link: 10 },
		],
		outputs: [{ name: 'CONDITIONING', type: 'CONDITIONING', links: [20] }],
		widgets_values: ['outer text'],
	},
];
const links = [
	[10, 1, 1, 3, 1, 'CLIP'],
	[20, 3, 0, 9, 0, 'CONDITIONING'],
	[30, 7, 0, 9, 1, 'INT'],
];
const definitions = { subgraphs: [encoding] };

/** Returns the places of the inputs of an app by their names. */
function app(inputs: readonly unknown[]) {
	const text = uiText(nodes, links, {
		id: graph,
		definitions,
		extra: { linearData: { inputs, outputs: [9] } },
	});
	const converted = convertUi(text, nodeInfo);
	assert.ok(converted.ok);
	const { inputs: found, lost } = namedInputsOf(parseWorkflow(converted.text), {
		ui: parseWorkflow(text),
		nodeInfo,
	});
	const places = found.map(({ name, places }) => [
		name,
		...places.map(({ nodeId, input }) => `${nodeId}.${input}`),
	]);
	return { places, lost: lost.map(({ name }) => name), found };
}

describe('the inputs of an app of the node editor', () => {
	it('are widgets of nodes, by number or text, with their height and description', () => {
		const { places, found } = app([
			[9, 'steps'],
			['9', 'cfg', { height: 40, description: 'How strictly the prompt is followed' }],
		]);
		assert.deepEqual(places, [
			['steps', '9.steps'],
			['cfg', '9.cfg'],
		]);
		assert.equal(found[1]?.description, 'How strictly the prompt is followed');
		assert.equal(found[0]?.literal, '20');
		assert.equal(found[0]?.type, 'integer');
	});

	it('are the inner inputs fed by a promoted widget', () => {
		assert.deepEqual(app([[3, 'words']]).places, [['words', '3:5.text']]);
		assert.deepEqual(app([['3:5', 'text']]).places, [['text', '3:5.text']]);
	});

	it('are the inputs fed by a primitive', () => {
		assert.deepEqual(app([[7, 'value']]).places, [['value', '9.seed']]);
	});

	it('have widget IDs, even if the graph ID has changed', () => {
		for (const id of [graph, 'dddddddd-0000-4000-8000-000000000004'])
			assert.deepEqual(
				app([
					[`${id}:9:steps`, 'steps', {}],
					[`${id}:3:words`, 'Prompt'],
					[`${id}:9:cfg%231`, 'cfg'],
				]).places,
				[
					['steps', '9.steps'],
					['Prompt', '3:5.text'],
					['cfg', '9.cfg'],
				],
			);
	});

	it('are found by the inner ID in a subgraph if only one instance shows the widget', () => {
		assert.deepEqual(app([[5, 'text']]).places, [['text', '3:5.text']]);
	});

	it('are reported if their node or widget is missing, and skipped without a name', () => {
		const { places, lost } = app([[99, 'text'], [9, 'gone'], 'text', [9], [null, 'x'], [9, 'steps']]);
		assert.deepEqual(places, [['steps', '9.steps']]);
		assert.deepEqual(lost, ['text', 'gone', 'x']);
	});

	it('have unique names if two widgets share one', () => {
		assert.deepEqual(
			app([
				[9, 'steps'],
				[`${graph}:9:cfg`, 'steps'],
			]).places.map(([name]) => name),
			['Sampler steps 9', 'Sampler steps 9 2'],
		);
	});
});
