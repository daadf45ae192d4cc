import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { compact } from '../../../src/core/base/compact.ts';
import type { Finding } from '../../../src/core/base/findings.ts';
import { compareWorkflows } from '../../../src/core/workflow/compare/compare.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { graphProtocol } from '../../../src/core/workflow/graph/messages.ts';
import { describeGraph, describeNode } from '../../../src/core/workflow/graph/wording.ts';
import { graphModel, modelOf, nodeInfo, sample } from './support.ts';

const finding = (
	nodeId: string,
	severity: Finding['severity'],
	message: string,
	input?: string,
): Finding => ({
	code: 'x',
	severity,
	message,
	range: { start: 0, end: 1 },
	nodeId,
	...compact({ input }),
});

describe('graph model', () => {
	it('has a card for each node: title, class, linked inputs as ports, written inputs as values', () => {
		const { nodes } = modelOf(sample);
		const sampler = nodes[2];
		assert.equal(nodes[0]?.title, 'Load Model');
		assert.equal(nodes[1]?.title, 'Mood');
		assert.deepEqual(
			sampler?.ports.map((port) => [port.name, port.family]),
			[
				['model', 'model'],
				['positive', 'conditioning'],
			],
		);
		assert.deepEqual(
			sampler?.values.map((value) => [value.name, value.text]),
			[
				['seed', '18446744073709551615'],
				['steps', '20'],
			],
		);
		assert.deepEqual(
			nodes.map((node) => node.family),
			['model', 'conditioning', 'latent', 'latent'],
		);
		assert.deepEqual(
			nodes.map((node) => node.isOutput),
			[false, false, false, true],
		);
	});

	it('has an edge for each link, from the output to the port, in the color of its type', () => {
		const { edges } = modelOf(sample);
		assert.deepEqual(edges, [
			{ from: 0, to: 1, output: 1, port: 0, family: 'clip' },
			{ from: 0, to: 2, output: 0, port: 0, family: 'model' },
			{ from: 1, to: 2, output: 0, port: 1, family: 'conditioning' },
			{ from: 2, to: 3, output: 0, port: 0, family: 'latent' },
		]);
	});

	it('guesses colors from input names if the class is unknown', () => {
		const { nodes, edges } = graphModel(
			parseWorkflow(
				'{"1": {"class_type": "X", "inputs": {}}, "2": {"class_type": "Y", "inputs": {"mask": ["1", 3]}}}',
			),
			{ findings: [] },
		);
		assert.deepEqual(nodes[0]?.outputs, [{ slot: 3, name: 'MASK', family: 'mask' }]);
		assert.equal(edges[0]?.family, 'mask');
	});

	it('gives long texts several rows and short values one', () => {
		const { nodes } = modelOf(sample);
		assert.ok((nodes[1]?.values[0]?.rows ?? 0) > 1);
		assert.equal(nodes[2]?.values[0]?.rows, 1);
	});

	it('marks the node and input of a finding, the worst first, and no hints', () => {
		const findings = [
			finding('3', 'warning', 'Odd.', 'steps'),
			finding('3', 'error', 'Wrong.', 'seed'),
			finding('2', 'hint', 'Quiet.'),
		];
		const { nodes } = modelOf(sample, { findings });
		assert.equal(nodes[2]?.severity, 'error');
		assert.deepEqual(nodes[2]?.problems, [
			{ severity: 'error', text: 'Wrong.' },
			{ severity: 'warning', text: 'Odd.' },
		]);
		assert.deepEqual(
			nodes[2]?.values.map((value) => value.severity),
			['error', 'warning'],
		);
		assert.equal(nodes[1]?.severity, undefined);
		assert.deepEqual(nodes[1]?.problems, []);
	});

	it('marks differences from the saved workflow, with the saved value', () => {
		const edited = sample
			.replace('"steps": 20', '"steps": 30')
			.replace('["2", 0]', '["1", 2]')
			.replace('"4":', '"5":')
			.replace('"images"', '"pictures"');
		const comparison = compareWorkflows(parseWorkflow(sample), parseWorkflow(edited));
		const { nodes } = modelOf(edited, { comparison });
		assert.deepEqual(
			nodes.map((node) => node.change),
			[undefined, undefined, 'changed', 'added'],
		);
		assert.equal(nodes[2]?.values[1]?.before, '20');
		assert.equal(nodes[2]?.ports[1]?.before, '["2", 0]');
	});

	it('marks nothing in a document unrelated to the saved one', () => {
		const other = '{"9": {"class_type": "Other", "inputs": {}}}';
		const comparison = compareWorkflows(parseWorkflow(sample), parseWorkflow(other));
		assert.equal(modelOf(other, { comparison }).nodes[0]?.change, undefined);
	});

	it('shows marked values first if space is short, in the order of the text', () => {
		const inputs = Array.from({ length: 12 }, (_, index) => `"v${index}": ${index}`).join(',');
		const text = `{"1": {"class_type": "X", "inputs": {${inputs}}}}`;
		const { nodes } = modelOf(text, { findings: [finding('1', 'error', 'Wrong.', 'v10')] });
		assert.deepEqual(
			nodes[0]?.values.map((value) => value.name),
			['v0', 'v1', 'v2', 'v3', 'v4', 'v10'],
		);
		assert.deepEqual(
			nodes[0]?.rest.map(({ name }) => name),
			['v5', 'v6', 'v7', 'v8', 'v9', 'v11'],
		);
	});

	it('marks a link that leads nowhere and draws no edge for it', () => {
		const { nodes, edges } = modelOf('{"1": {"class_type": "Save", "inputs": {"images": ["9", 0]}}}');
		assert.equal(nodes[0]?.ports[0]?.broken, true);
		assert.deepEqual(edges, []);
	});

	it('describes a node in words', () => {
		const model = modelOf(sample, { findings: [finding('3', 'error', 'Wrong.')] });
		assert.equal(describeNode(model, 2), 'Sampler, node 3; from Load Model, Mood; to Save; error: Wrong.');
		assert.equal(describeNode(model, 99), '');
		assert.equal(
			describeGraph('a.json', model, 1),
			'Graph of a.json, 4 nodes, 1 with problems, chosen: Mood',
		);
		assert.equal(
			describeGraph('a.json', undefined, undefined),
			'Graph of a.json, 0 nodes, press an arrow key to choose a node',
		);
	});

	it('matches its message schema for every document, and every edge joins a port to an output', () => {
		const value = fc.oneof(
			fc.string(),
			fc.integer(),
			fc.boolean(),
			fc.constant(null),
			fc.tuple(fc.constantFrom('1', '2', '9'), fc.integer({ min: -3, max: 1e9 })),
			fc.object({ maxDepth: 2 }),
		);
		const node = fc.record({
			class_type: fc.constantFrom('Loader', 'Sampler', 'Unknown'),
			inputs: fc.oneof(fc.dictionary(fc.string(), value), fc.constant([])),
			_meta: fc.record({ title: fc.string() }),
		});
		void fc.assert(
			fc.property(fc.dictionary(fc.constantFrom('1', '2', '3', '__proto__'), node), (made) => {
				const model = graphModel(parseWorkflow(JSON.stringify(made)), { nodeInfo, findings: [] });
				assert.ok(graphProtocol.toView.state.safeParse({ name: 'x', model }).success);
				for (const edge of model.edges) {
					assert.ok(model.nodes[edge.from]?.outputs[edge.output] !== undefined);
					assert.ok(model.nodes[edge.to]?.ports[edge.port] !== undefined);
				}
			}),
			{ numRuns: 300 },
		);
	});
});
