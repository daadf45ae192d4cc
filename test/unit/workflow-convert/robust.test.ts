import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { convertUi } from '../../../src/core/workflow/convert/convertUi.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { converted, nodeInfo, uiText } from './support.ts';

describe('conversion: input', () => {
	it('extracts the workflow from a metadata dump', () => {
		const { nodes } = converted(
			JSON.stringify({
				prompt: {},
				workflow: { nodes: [{ id: 1, type: 'Blank', widgets_values: [8] }], links: [] },
			}),
		);
		assert.deepEqual(nodes['1']?.inputs, { size: 8 });
	});

	it('rejects non-JSON, input without nodes and extreme nesting, each with a sentence', () => {
		for (const text of ['{', '[]', '{"3": {"class_type": "Blank"}}', '', 'null', '['.repeat(200_000)]) {
			const result = convertUi(text, nodeInfo);
			assert.equal(result.ok, false);
			if (!result.ok) assert.match(result.message, /\.$/);
		}
	});

	it('keeps a node with the ID __proto__', () => {
		const { text } = converted(uiText([{ id: '__proto__', type: 'Blank', widgets_values: [8] }]));
		assert.deepEqual(
			parseWorkflow(text).nodes.map((node) => node.id),
			['__proto__'],
		);
	});

	it('converts without node info if the file names its inputs', () => {
		const inputs = [{ name: 'size', type: 'INT', widget: { name: 'size' }, link: null }];
		const result = convertUi(uiText([{ id: 1, type: 'Blank', inputs, widgets_values: [8] }]), undefined);
		assert.ok(result.ok);
		assert.match(result.text, /"size": 8/);
	});

	it('never throws, and links only to nodes of its result', () => {
		const types = [
			'Loader',
			'Prompt',
			'Sampler',
			'Scale',
			'Reroute',
			'SetNode',
			'GetNode',
			'PrimitiveNode',
			'Note',
			'Mystery',
			'sub',
		];
		const id = fc.oneof(fc.integer({ min: -20, max: 6 }), fc.constantFrom('1', 'x', '__proto__'));
		const value = fc.oneof(
			fc.integer(),
			fc.double(),
			fc.string(),
			fc.boolean(),
			fc.constant(null),
			fc.constantFrom('fixed', 'randomize'),
			fc.array(fc.integer(), { maxLength: 2 }),
		);
		const slot = fc.record(
			{
				name: fc.constantFrom('model', 'clip', 'text', 'a'),
				type: fc.constantFrom('MODEL', 'CLIP', '*', 'INT,FLOAT'),
				link: fc.option(fc.integer({ min: 0, max: 8 })),
				widget: fc.option(fc.record({ name: fc.constantFrom('text', 'seed') })),
			},
			{ requiredKeys: ['name'] },
		);
		const node = fc.record(
			{
				id,
				type: fc.constantFrom(...types),
				mode: fc.constantFrom(0, 2, 4, 'odd'),
				inputs: fc.oneof(fc.array(slot, { maxLength: 4 }), fc.constant('odd')),
				outputs: fc.array(slot, { maxLength: 3 }),
				widgets_values: fc.oneof(
					fc.array(value, { maxLength: 6 }),
					fc.dictionary(fc.string(), value),
					fc.constant(null),
				),
				properties: fc.record({
					proxyWidgets: fc.array(fc.tuple(fc.constantFrom('-1', '1', 'x'), fc.constantFrom('text', 'seed'))),
				}),
			},
			{ requiredKeys: ['id', 'type'] },
		);
		const linkRow = fc.oneof(
			fc.tuple(
				fc.integer({ min: 0, max: 8 }),
				id,
				fc.integer({ min: -1, max: 3 }),
				id,
				fc.integer({ min: -1, max: 3 }),
				fc.constant('*'),
			),
			fc.record({
				id: fc.integer({ min: 0, max: 8 }),
				origin_id: id,
				origin_slot: fc.nat(3),
				target_id: id,
				target_slot: fc.nat(3),
			}),
			fc.constant(7),
		);
		const graph = { nodes: fc.array(node, { maxLength: 8 }), links: fc.array(linkRow, { maxLength: 8 }) };
		const subgraph = fc.record({
			id: fc.constant('sub'),
			name: fc.string(),
			inputs: fc.array(slot, { maxLength: 3 }),
			outputs: fc.array(slot),
			...graph,
		});
		const document = fc.record({
			...graph,
			definitions: fc.record({ subgraphs: fc.array(subgraph, { maxLength: 1 }) }),
		});
		void fc.assert(
			fc.property(document, (made) => {
				const result = convertUi(JSON.stringify(made), nodeInfo);
				assert.ok(result.ok);
				const api = parseWorkflow(result.text);
				for (const { inputs } of api.nodes) {
					for (const { value: read } of inputs)
						if (read.type === 'link') assert.ok(api.nodeById.has(read.nodeId));
				}
			}),
			{ numRuns: 400 },
		);
	});

	it('never throws on any JSON, and returns a document', () => {
		void fc.assert(
			fc.property(fc.json(), (text) => {
				for (const result of [
					convertUi(text, nodeInfo),
					convertUi(`{"nodes":[${text}],"links":[${text}]}`, undefined),
				])
					if (result.ok) assert.doesNotThrow(() => JSON.parse(result.text));
			}),
			{ numRuns: 300 },
		);
	});
});
