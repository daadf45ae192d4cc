import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compact } from '../../../src/core/base/compact.ts';
import type { Finding } from '../../../src/core/base/findings.ts';
import { compareWorkflows } from '../../../src/core/workflow/compare/compare.ts';
import { parseWorkflow, type WorkflowDocument } from '../../../src/core/workflow/document.ts';
import { LiveGraph, withCards } from '../../../src/core/workflow/graph/liveGraph.ts';
import type { GraphContext } from '../../../src/core/workflow/graph/model.ts';
import { reparse } from '../../../src/core/workflow/reparse.ts';
import { graphModel, nodeInfo, sample } from './support.ts';

const saved = parseWorkflow(sample);

/** Returns the document after a replacement in its text, as an editor makes it; undefined if nothing matches. */
function typed(document: WorkflowDocument, replaced: RegExp, newText: string): WorkflowDocument | undefined {
	const found = replaced.exec(document.text);
	if (!found) return undefined;
	const range = { start: found.index, end: found.index + found[0].length };
	return reparse(document, [{ range, newText }]);
}

function context(document: WorkflowDocument, findings: readonly Finding[] = []): GraphContext {
	return { nodeInfo, findings, comparison: compareWorkflows(saved, document) };
}

function finding(nodeId: string, message: string, severity: Finding['severity'], input?: string): Finding {
	const named = compact({ input });
	return { code: 'x', severity, message, range: { start: 0, end: 1 }, nodeId, ...named };
}

/** The changes that a person types, each as the replaced text and the new one. */
const changes: readonly (readonly [RegExp, string])[] = [
	[/"steps": \d+/, '"steps": 31'],
	[/"steps": \d+/, '"steps": 20'],
	[/"seed": \d+/, '"seed": "a text that takes more than a single row of the card"'],
	[/"text": "[^"]*"/, '"text": "short"'],
	[/\["1", 0\]/, '["1", 2]'],
	[/\["2", 0\]/, '["nowhere", 0]'],
	[/\["3", 0\]/, '["2", 5]'],
	[/"positive"/, '"negative"'],
	[/"model": \["1", \d\]/, '"model": 7'],
	[/"model": 7/, '"model": ["1", 0]'],
	[/"Prompt"/, '"Loader"'],
	[/"Sampler"/, '"Unknown"'],
	[/"title": "Mood"/, '"title": "Light"'],
	[/"4": \{/, '"5": {'],
	[/"4": \{/, '"9": { "class_type": "Save", "inputs": { "images": ["3", 1] } }, "4": {'],
	[/"2": \{/, '"2": 5, "20": {'],
];
const findings: readonly (readonly Finding[])[] = [
	[],
	[finding('3', 'Too many.', 'error', 'steps')],
	[finding('3', 'Too many.', 'warning', 'steps'), finding('2', 'Too long.', 'info')],
	[finding('3', 'Too few.', 'warning', 'steps'), finding('1', 'Old.', 'hint', 'name')],
];

describe('the graph of an edited text', () => {
	it('equals the graph of the freshly parsed text, and reports the changed cards', () => {
		const change = fc.tuple(fc.constantFrom(...changes), fc.constantFrom(...findings));
		fc.assert(
			fc.property(fc.array(change, { minLength: 1, maxLength: 10 }), (made) => {
				const graph = new LiveGraph();
				let document = parseWorkflow(sample);
				graph.update(document, context(document));
				for (const [[replaced, newText], found] of made) {
					document = typed(document, replaced, newText) ?? document;
					const before = graph.model;
					const changed = graph.update(document, context(document, found));
					const fresh = graphModel(parseWorkflow(document.text), context(document, found));
					assert.deepEqual(graph.model, fresh);
					if (changed === undefined) continue;
					const cards = changed.flatMap((index) => {
						const card = graph.model.nodes[index];
						return card === undefined ? [] : [[index, card] as const];
					});
					assert.deepEqual(withCards(before, new Map(cards)), fresh);
				}
			}),
			{ numRuns: 400 },
		);
	});

	it('rebuilds one card if one value changes, even after several keystrokes', () => {
		const graph = new LiveGraph();
		const first = parseWorkflow(sample);
		graph.update(first, { nodeInfo, findings: [] });
		const { nodes } = graph.model;
		const second = typed(first, /"steps": 20/, '"steps": 201');
		const third = second && typed(second, /"steps": 201/, '"steps": 21');
		assert.ok(third);
		assert.deepEqual(graph.update(third, { nodeInfo, findings: [] }), [2]);
		assert.deepEqual(
			graph.model.nodes.map((node, index) => node === nodes[index]),
			[true, true, false, true],
		);
		assert.deepEqual(graph.update(third, { nodeInfo, findings: [] }), []);
	});

	it('is rebuilt completely with another class description, and after clearing', () => {
		const graph = new LiveGraph();
		const document = parseWorkflow(sample);
		assert.equal(graph.update(document, { nodeInfo, findings: [] }), undefined);
		assert.equal(graph.update(document, { findings: [] }), undefined);
		assert.deepEqual(graph.model, graphModel(document, { findings: [] }));
		graph.clear();
		assert.deepEqual(graph.model, { nodes: [], edges: [] });
		assert.equal(graph.update(document, { findings: [] }), undefined);
	});
});
