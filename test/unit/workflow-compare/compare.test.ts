import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { canonicalJson } from '../../../src/core/json/canonical.ts';
import { type Comparison, compareWorkflows } from '../../../src/core/workflow/compare/compare.ts';
import { parseWorkflow, sourceOf } from '../../../src/core/workflow/document.ts';

const saved = `{
  "1": { "class_type": "Loader", "inputs": { "name": "a.safetensors" } },
  "2": { "class_type": "Prompt", "inputs": { "text": "a lighthouse", "clip": ["1", 1] }, "_meta": { "title": "Mood" } },
  "3": { "class_type": "Sampler", "inputs": { "seed": 18446744073709551615, "cfg": 8, "positive": ["2", 0] } }
}`;

function compare(present: string, before = saved): Comparison {
	return compareWorkflows(parseWorkflow(before), parseWorkflow(present));
}

describe('comparison of two workflows', () => {
	it('finds no change if only the notation differs', () => {
		const respelt = `{"3":{"inputs":{"positive":["2",0],"cfg":8.0,"seed":18446744073709551615},"class_type":"Sampler"},
			"2":{"_meta":{"title":"Mood"},"inputs":{"clip":["1",1],"text":"a light\\u0068ouse"},"class_type":"Prompt"},
			"1":{"class_type":"Loader","inputs":{"name":"a.safetensors"}}}`;
		assert.deepEqual(compare(respelt), { changes: [], unchanged: 3 });
	});

	it('detects a difference in the last digit of a number too large for a double', () => {
		const { changes } = compare(saved.replace('18446744073709551615', '18446744073709551614'));
		const [change] = changes;
		assert.ok(change?.kind === 'changed');
		assert.deepEqual(
			change.inputs.map(({ kind, name, before, after }) => ({ kind, name, before, after })),
			[{ kind: 'changed', name: 'seed', before: '18446744073709551615', after: '18446744073709551614' }],
		);
	});

	it('reports added, removed and changed inputs with their place in the current text', () => {
		const present = saved.replace('"cfg": 8', '"steps": 20').replace('a lighthouse', 'a harbour');
		const document = parseWorkflow(present);
		const { changes, unchanged } = compareWorkflows(parseWorkflow(saved), document);
		assert.equal(unchanged, 1);
		const inputs = changes.flatMap((change) => (change.kind === 'changed' ? change.inputs : []));
		assert.deepEqual(
			inputs.map((input) => [input.kind, input.name]),
			[
				['changed', 'text'],
				['added', 'steps'],
				['removed', 'cfg'],
			],
		);
		assert.deepEqual(
			inputs.slice(0, 2).map((input) => sourceOf(document, input.range)),
			['"a harbour"', '20'],
		);
	});

	it('reports added and removed nodes, a changed class and a changed title', () => {
		const present = saved
			.replace('"class_type": "Sampler"', '"class_type": "FastSampler"')
			.replace('"title": "Mood"', '"title": "Weather"')
			.replace(/ {2}"1".*\n/, '  "9": { "class_type": "Save", "inputs": {} },\n');
		const { changes } = compare(present);
		assert.deepEqual(
			changes.map((change) => [change.kind, change.nodeId]),
			[
				['added', '9'],
				['changed', '2'],
				['changed', '3'],
				['removed', '1'],
			],
		);
		const [, titled, classed] = changes;
		assert.equal(titled?.kind === 'changed' && titled.titleBefore, 'Mood');
		assert.equal(classed?.kind === 'changed' && classed.classBefore, 'Sampler');
	});

	it('recognizes a node with a new ID, and does not report its links as changed', () => {
		const present = saved.replace('"2":', '"20":').replace('["2", 0]', '["20", 0]');
		const { changes, unchanged } = compare(present);
		assert.deepEqual(
			changes.map((change) => [change.kind, change.nodeId, change.kind === 'changed' && change.idBefore]),
			[['changed', '20', '2']],
		);
		assert.equal(unchanged, 2);
	});

	it('does not guess between two identical nodes', () => {
		const before = '{"1": {"class_type": "A", "inputs": {}}, "2": {"class_type": "A", "inputs": {}}}';
		const { changes } = compare('{"7": {"class_type": "A", "inputs": {}}}', before);
		assert.deepEqual(
			changes.map((change) => change.kind),
			['added', 'removed', 'removed'],
		);
	});

	it('compares lists and objects by meaning', () => {
		const before = '{"1": {"class_type": "A", "inputs": {"v": {"b": [1, 2.0], "a": null}}}}';
		assert.equal(
			compare('{"1": {"class_type": "A", "inputs": {"v": {"a": null, "b": [1.0, 2]}}}}', before).unchanged,
			1,
		);
		assert.equal(
			compare('{"1": {"class_type": "A", "inputs": {"v": {"a": null, "b": [2, 1]}}}}', before).unchanged,
			0,
		);
	});

	it('compares numbers by value, in any notation', () => {
		for (const [left, right] of [
			['1', '1.0'],
			['100', '1e2'],
			['0.5', '5E-1'],
			['-0', '0'],
			['1200e-2', '12'],
		]) {
			assert.equal(canonicalJson(left ?? ''), canonicalJson(right ?? ''));
		}
		for (const [left, right] of [
			['1', '-1'],
			['1', '10'],
			['9007199254740993', '9007199254740992'],
			['1', '"1"'],
		]) {
			assert.notEqual(canonicalJson(left ?? ''), canonicalJson(right ?? ''));
		}
	});

	it('finds no change between a document and itself, and only places within the text', () => {
		const value = fc.oneof(
			fc.string(),
			fc.double({ noNaN: true, noDefaultInfinity: true }),
			fc.boolean(),
			fc.tuple(fc.constantFrom('1', '2', 'x'), fc.nat(3)),
		);
		const node = fc.record({
			class_type: fc.constantFrom('A', 'B'),
			inputs: fc.dictionary(fc.constantFrom('a', 'b', 'c'), value),
		});
		const document = fc.dictionary(fc.constantFrom('1', '2', '3', '4', 'x'), node, { minKeys: 1 });
		void fc.assert(
			fc.property(document, document, (left, right) => {
				const [before, after] = [
					parseWorkflow(JSON.stringify(left)),
					parseWorkflow(JSON.stringify(right, null, 2)),
				];
				assert.deepEqual(compareWorkflows(after, after).changes, []);
				const { changes, unchanged } = compareWorkflows(before, after);
				const added = changes.filter((change) => change.kind === 'added').length;
				const removed = changes.filter((change) => change.kind === 'removed').length;
				const changed = changes.length - added - removed;
				assert.equal(added + changed + unchanged, after.nodes.length);
				assert.equal(removed + changed + unchanged, before.nodes.length);
				for (const change of changes) {
					if (change.kind === 'removed') continue;
					for (const { range } of [change, ...(change.kind === 'changed' ? change.inputs : [])]) {
						assert.ok(range.start >= 0 && range.start < range.end && range.end <= after.text.length);
					}
				}
			}),
			{ numRuns: 300 },
		);
	});
});
