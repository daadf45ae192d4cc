import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/fixAll.ts';
import { plainJson } from '../../../src/core/json/plain.ts';
import {
	type DocumentKind,
	parseWorkflow,
	sourceOf,
	type WorkflowDocument,
} from '../../../src/core/workflow/document.ts';
import { reparse } from '../../../src/core/workflow/reparse.ts';
import { picture } from './samples.ts';

/** Returns a document as plain data for comparisons. */
function plain(document: WorkflowDocument): unknown {
	return {
		kind: document.kind,
		comments: document.comments,
		text: document.text,
		problems: document.problems,
		nonNodeMembers: document.nonNodeMembers,
		duplicateIds: document.duplicateIds,
		container: document.container,
		ids: [...document.nodeById.numbers.keys()],
		nodes: document.nodes.map((node) => ({
			id: node.id,
			idRange: node.idRange,
			range: node.range,
			classType: node.classType,
			classTypeRange: node.classTypeRange,
			title: node.title,
			titleRange: node.titleRange,
			inputs: node.inputs,
			inputsRange: node.inputsRange,
		})),
	};
}

const wrapped = `{"client_id": "x", "prompt": ${picture.trim()}, "extra_data": {}}`;
/** The picture as people annotate it. */
const commented = picture
	.replace('{', '{ // the model first')
	.replace('"steps": 20,', '/* fewer are enough */ "steps": 20,')
	.replace('"positive": ["6", 0]', '"positive": ["6", /* the prompt */ 0,],')
	.replace(/\n}\n$/, ',\n}\n');
const odd =
	'{"_comment": "hi", "1": {"class_type": "A", "inputs": {"a": 1, "a": 2}}, "1": {"class_type": "B"}, "2": {"inputs": {}}}';

describe('workflow document', () => {
	it('gives every part its exact place', () => {
		const document = parseWorkflow(picture);
		assert.equal(document.kind, 'api');
		assert.deepEqual(document.problems, []);
		assert.deepEqual(
			document.nodes.map((node) => [node.id, node.classType, node.title]),
			[
				['4', 'CheckpointLoaderSimple', 'Model'],
				['6', 'CLIPTextEncode', 'Prompt'],
				['3', 'Sampler', 'Paint'],
				['9', 'SaveImage', undefined],
			],
		);
		const node = document.nodeById.get('3');
		assert.ok(node?.classTypeRange && node.inputsRange && node.titleRange);
		assert.equal(sourceOf(document, node.idRange), '"3"');
		assert.equal(sourceOf(document, node.classTypeRange), '"Sampler"');
		assert.equal(sourceOf(document, node.titleRange), '"Paint"');
		assert.match(sourceOf(document, node.range), /^\{[\s\S]*"Paint" \}\n {2}\}$/);
		const seed = node.inputs.find((input) => input.name === 'seed');
		assert.ok(seed);
		assert.equal(sourceOf(document, seed.nameRange), '"seed"');
		assert.equal(sourceOf(document, seed.range), '18446744073709551615');
	});

	it('keeps values without loss', () => {
		const document = parseWorkflow(picture);
		const values = Object.fromEntries(
			document.nodeById.get('3')?.inputs.map((input) => [input.name, input.value]) ?? [],
		);
		assert.deepEqual(values.seed, { type: 'number', text: '18446744073709551615' });
		assert.deepEqual(values.cfg, { type: 'number', text: '8.0' });
		assert.deepEqual(values.model, { type: 'link', nodeId: '4', slot: 0 });
		assert.deepEqual(document.nodeById.get('6')?.inputs[0]?.value, {
			type: 'string',
			value: 'a harbour at "dawn"',
		});
	});

	it('distinguishes links from lists and unwraps lists that are values', () => {
		const text =
			'{"1": {"class_type": "A", "inputs": {"a": ["2", 0], "b": [2, 0], "c": ["2", 0.0], "d": {"__value__": ["x"]}, "e": {"f": 1}, "g": ["2", -1]}}}';
		const values = parseWorkflow(text).nodes[0]?.inputs.map((input) => input.value);
		assert.deepEqual(values, [
			{ type: 'link', nodeId: '2', slot: 0 },
			{
				type: 'array',
				items: [
					{ type: 'number', text: '2' },
					{ type: 'number', text: '0' },
				],
			},
			{
				type: 'array',
				items: [
					{ type: 'string', value: '2' },
					{ type: 'number', text: '0.0' },
				],
			},
			{ type: 'object', wrapped: { type: 'array', items: [{ type: 'string', value: 'x' }] } },
			{ type: 'object' },
			{ type: 'link', nodeId: '2', slot: -1 },
		]);
	});

	it('keeps the last of two equal keys and remembers the lost one', () => {
		const document = parseWorkflow(odd);
		assert.deepEqual(
			document.nodes.map((node) => [node.id, node.classType]),
			[
				['1', 'B'],
				['2', undefined],
			],
		);
		assert.deepEqual(
			document.duplicateIds.map((lost) => [lost.id, lost.range.start]),
			[['1', odd.indexOf('"1"')]],
		);
		assert.deepEqual(
			document.nonNodeMembers.map((stray) => stray.key),
			['_comment'],
		);
	});

	const kinds: readonly (readonly [string, DocumentKind, string])[] = [
		['API format', 'api', picture],
		['API format with a comment beside the nodes', 'api', odd],
		['a node that has no class yet', 'api', '{"1": {"inputs": {}}}'],
		[
			'UI format',
			'ui',
			'{"last_node_id": 3, "nodes": [{"id": 3, "type": "KSampler"}], "links": [], "version": 0.4}',
		],
		[
			'UI format with sorted keys',
			'ui',
			'{"config": {}, "extra": {}, "groups": [], "links": [], "nodes": [], "version": 0.4}',
		],
		['a saved request body', 'requestBody', wrapped],
		['an inline request of a deployment', 'requestBody', `{"workflow_api_json": ${picture}}`],
		['a metadata dump', 'metadata', `{"prompt": ${picture}, "workflow": {"nodes": [], "links": []}}`],
		['package data', 'other', '{"name": "x", "inputs": {"a": 1}, "version": "1"}'],
		['a graph of something else', 'other', '{"nodes": [{"id": 1}], "links": []}'],
		[
			'a workflow without what only the node editor writes',
			'ui',
			'{"nodes": [{"type": "KSampler", "id": "3"}], "links": [], "version": 1, "state": {}}',
		],
		[
			'the graph of a layout library',
			'other',
			'{"nodes": [{"name": "a", "width": 60}], "links": [{"source": 0}], "groups": [{"leaves": [0]}], "version": "1.0"}',
		],
		[
			'a graph whose nodes have ids alone',
			'other',
			'{"nodes": [{"id": 1, "group": 2}], "links": [], "groups": [], "state": {}}',
		],
		[
			'a graph whose nodes have types alone',
			'other',
			'{"links": [], "groups": [], "nodes": [{"type": "box"}, 3, {"id": 1, "type": 7}]}',
		],
		['an empty object', 'other', '{}'],
		['an empty text', 'other', ' \n'],
		['a list', 'other', '[{"class_type": "A"}]'],
		['a text that is not JSON', 'broken', 'class_type: "inputs" is "class_type"'],
		['an API document that breaks off', 'api', picture.slice(0, 200)],
	];
	for (const [name, kind, text] of kinds) {
		it(`recognizes ${name}`, () => {
			assert.equal(parseWorkflow(text).kind, kind);
		});
	}

	it('reads the nodes inside a saved request body at their place in the whole text', () => {
		const document = parseWorkflow(wrapped);
		assert.equal(document.nodes.length, 4);
		const node = document.nodeById.get('9');
		assert.ok(node && document.container);
		assert.equal(sourceOf(document, node.idRange), '"9"');
		assert.equal(sourceOf(document, document.container), picture.trim());
	});

	const mistakes: readonly (readonly [string, string, string])[] = [
		['a missing comma', picture.replace('"steps": 20,', '"steps": 20'), '"'],
		['a trailing comma', picture.replace('["6", 0]\n', '["6", 0],\n'), ','],
		['a missing value', picture.replace('"steps": 20', '"steps": '), ''],
		['a missing quote', picture.replace('"euler"', '"euler'), '"euler'],
		['a comment', picture.replace('"steps"', '// how many\n      "steps"'), '// how many'],
		['a bare word', picture.replace('20', 'twenty'), 'twenty'],
		['a missing colon', picture.replace('"steps":', '"steps"'), ''],
		['a leading zero', picture.replace('20', '020'), '020'],
		['NaN', picture.replace('8.0', 'NaN'), 'NaN'],
		['a wrong escape', picture.replace('dawn', 'da\\wn'), '\\w'],
	];
	for (const [name, text, shown] of mistakes) {
		it(`reports ${name} and reads the rest`, () => {
			assert.throws(() => JSON.parse(text));
			const document = parseWorkflow(text);
			assert.equal(document.problems.length, 1, JSON.stringify(document.problems));
			assert.equal(document.problems[0] && sourceOf(document, document.problems[0].range), shown);
			assert.deepEqual([...document.nodeById.numbers.keys()], ['4', '6', '3', '9']);
			assert.equal(document.nodeById.get('3')?.classType, 'Sampler');
		});
	}

	it('allows a byte order mark only before the text', () => {
		const text = '{"1": {"class_type": "A", "inputs": {"a": 0}}}';
		assert.deepEqual(parseWorkflow(`\ufeff${text}`).problems, []);
		const within = parseWorkflow(text.replace('0', '0\ufeff'));
		assert.deepEqual(
			within.problems.map(({ range }) => range),
			[{ start: text.indexOf('0') + 1, end: text.indexOf('0') + 2 }],
		);
		assert.equal(within.nodeById.get('1')?.inputs.length, 1);
	});

	it('survives deep nesting', () => {
		const deep = `{"1": {"class_type": "A", "inputs": {"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}}}`;
		assert.deepEqual(parseWorkflow(deep).problems, []);
		assert.equal(parseWorkflow('{"1":'.repeat(50_000)).kind, 'broken');
	});

	it('finds problems in exactly the texts that JSON.parse rejects', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				assert.deepEqual(parseWorkflow(text).problems, []);
			}),
		);
	});

	const pieces = fc.constantFrom(
		'',
		'"',
		'{',
		'}',
		'[',
		']',
		',',
		':',
		'\\',
		'\n',
		'0',
		'x',
		'"a": 1,',
		'["4", 0]',
		'"class_type": "B"',
		'/*',
		'null',
		' ',
	);
	const edit = (length: number): fc.Arbitrary<{ range: { start: number; end: number }; newText: string }> =>
		fc
			.tuple(fc.nat(length), fc.integer({ min: 0, max: 8 }), pieces)
			.map(([start, size, newText]) => ({ range: { start, end: Math.min(length, start + size) }, newText }));

	for (const [name, text, comments] of [
		['a workflow', picture, false],
		['a request body', wrapped, false],
		['an odd document', odd, false],
		['a workflow with comments', commented, true],
	] as const) {
		it(`reparses ${name} after an edit with the same result as a full parse`, () => {
			fc.assert(
				fc.property(fc.array(edit(text.length), { minLength: 1, maxLength: 6 }), (edits) => {
					let document = parseWorkflow(text, { comments });
					for (const one of edits) {
						const range = {
							start: Math.min(one.range.start, document.text.length),
							end: Math.min(one.range.end, document.text.length),
						};
						const next = { range, newText: one.newText };
						document = reparse(document, [next]);
						const fresh = parseWorkflow(document.text, { comments });
						assert.deepEqual(plain(document), plain(fresh));
						const sent = comments ? plainJson(document.text) : document.text;
						if (document.problems.length === 0 || !comments)
							assert.equal(document.problems.length === 0, parses(sent));
					}
				}),
				{ numRuns: 1500 },
			);
		});
	}

	it('finds the same in a text with comments as without', () => {
		const document = parseWorkflow(commented, { comments: true });
		assert.deepEqual(document.problems, []);
		assert.deepEqual(JSON.parse(plainJson(commented)), JSON.parse(picture));
		assert.deepEqual(
			document.nodes.map((node) => node.inputs.map(({ name, value }) => [name, value])),
			parseWorkflow(picture).nodes.map((node) => node.inputs.map(({ name, value }) => [name, value])),
		);
		// In a language without comments they are mistakes, each at its place.
		const strict = parseWorkflow(commented);
		assert.equal(strict.kind, 'api');
		assert.deepEqual(
			strict.problems.map(({ range }) => commented.slice(range.start, range.end)),
			['// the model first', '/* fewer are enough */', '/* the prompt */', ',', ',', ','],
		);
	});

	it('reports errors in a text with comments too', () => {
		for (const text of [
			'{"1": {"class_type": "A", "inputs": {"a": 1,,}}}',
			'{"1": {"class_type": "A", "inputs": {,}}}',
			'{"1": {"class_type": "A", "inputs": {"a": [,]}}}',
			'{"1": {"class_type": "A", "inputs": {"a": [[1,,]]}}}',
			'{"1": {"class_type": "A", "inputs": {}}} /* to the end',
		])
			assert.notDeepEqual(parseWorkflow(text, { comments: true }).problems, [], text);
	});

	it('keeps nodes untouched by an edit', () => {
		const before = parseWorkflow(picture);
		const at = picture.indexOf('20');
		const after = reparse(before, [{ range: { start: at, end: at + 2 }, newText: '300' }]);
		assert.equal(after.text, applyEdits(picture, [{ range: { start: at, end: at + 2 }, newText: '300' }]));
		const same = after.nodes
			.filter((node) => before.nodeById.get(node.id)?.body === node.body)
			.map((node) => node.id);
		assert.deepEqual(same, ['4', '6', '9']);
	});
});

/** An empty text is not JSON, yet nothing that needs a remark. */
function parses(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return text.trim() === '';
	}
}
