import assert from 'node:assert/strict';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { graphSource, modelOf } from '../../../../src/core/workflow/graph/model.ts';
import { drawnOf, nodeIdAt, textOfNode } from '../../../../src/editor/workflow/graph/drawn.ts';
import { nodeInfo, sample } from '../../workflow-graph/support.ts';

const subgraph = 'aaaaaaaa-0000-4000-8000-000000000009';
const canvas = JSON.stringify(
	{
		last_node_id: 10,
		nodes: [
			{ type: 'Loader', pos: [0, 0], size: [100, 50], outputs: [{ name: 'MODEL', type: 'MODEL' }], id: 4 },
			{ id: 10, type: subgraph, title: 'Finish', pos: [300, 0], size: [100, 50] },
		],
		links: [],
		groups: [{ title: 'Start', bounding: [-10, -50, 200, 200] }],
		definitions: {
			subgraphs: [
				{ id: subgraph, nodes: [{ id: 4, type: 'Sampler', outputs: [{ name: 'LATENT', type: 'LATENT' }] }] },
			],
		},
	},
	null,
	2,
);

const drawn = async (text: string) => {
	const parsed = parseWorkflow(text);
	const { document, ...context } = await drawnOf({ parsed, nodeInfo, findings: [] }, parseWorkflow);
	return { parsed, groups: context.groups, model: modelOf(graphSource(document, context)) };
};

describe('the content of the graph of a document', () => {
	it('is the document in API format, with each node mapped to its entry in the text', async () => {
		const { parsed, model, groups } = await drawn(sample);
		assert.deepEqual(
			model.nodes.map(({ id }) => id),
			['1', '2', '3', '4'],
		);
		assert.equal(groups, undefined);
		const range = textOfNode(parsed, '2');
		assert.ok(range);
		assert.match(sample.slice(range.start, range.end), /^"2": \{[\s\S]*Mood[\s\S]*\}$/);
		assert.equal(nodeIdAt(parsed, model, range.start + 9), '2');
	});

	it('is the converted document in UI format, with its groups', async () => {
		const { model, groups } = await drawn(canvas);
		assert.deepEqual(
			model.nodes.map(({ id }) => id),
			['4', '10:4'],
		);
		assert.deepEqual(
			groups?.map(({ title, nodeIds }) => [title, nodeIds]),
			[
				['Start', ['4']],
				['Finish', ['10:4']],
			],
		);
	});

	it('maps a node to its object in the UI format and back, and the inside of a subgraph to the subgraph', async () => {
		const { parsed, model } = await drawn(canvas);
		for (const [id, word] of [
			['4', 'Loader'],
			['10:4', 'Finish'],
		] as const) {
			const range = textOfNode(parsed, id);
			assert.ok(range);
			const own = canvas.slice(range.start, range.end);
			assert.ok(own.startsWith('{') && own.endsWith('}') && own.includes(word));
			assert.equal(nodeIdAt(parsed, model, range.start + 4), id);
		}
		assert.equal(textOfNode(parsed, '99'), undefined);
		assert.equal(nodeIdAt(parsed, model, 0), undefined);
	});

	it('is empty if the text cannot be read', async () => {
		const broken = canvas.replace('"links": [],', '"links": [');
		assert.deepEqual((await drawn(broken)).model.nodes, []);
	});
});
