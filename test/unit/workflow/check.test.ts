import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Finding, Severity } from '../../../src/core/base/findings.ts';
import { applyEdits } from '../../../src/core/base/fixAll.ts';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { checkWorkflow } from '../../../src/core/workflow/check.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { type NodeInfo, readNodeInfo } from '../../../src/core/workflow/nodeInfo.ts';
import { reparse } from '../../../src/core/workflow/reparse.ts';
import { picture, sampleInfo } from './samples.ts';

const info = sampleInfo();
const oldInfo = sampleInfo('old');

/** Returns node 1 with these inputs, shown by a SaveImage, with sources for every link. */
function one(classType: string, inputs: string, more = ''): string {
	return `{
  "1": { "class_type": "${classType}", "inputs": {${inputs}} },
  "2": { "class_type": "SaveImage", "inputs": { "images": ["1", 0], "filename_prefix": "x" } },
  "s": { "class_type": "SaveImage", "inputs": { "images": ["i", 0], "filename_prefix": "x" } },
  "i": { "class_type": "LoadImage", "inputs": { "image": "a.png" } }${more}
}`;
}

/** Returns a valid sampler in which some inputs are replaced. */
function sampler(changes: Readonly<Record<string, string | undefined>>): string {
	const inputs: Record<string, string | undefined> = {
		model: '["c", 0]',
		seed: '1',
		steps: '20',
		cfg: '8',
		sampler_name: '"euler"',
		positive: '["t", 0]',
		...changes,
	};
	const members = Object.entries(inputs).flatMap(([name, value]) =>
		value === undefined ? [] : [`"${name}": ${value}`],
	);
	return one(
		'Sampler',
		members.join(', '),
		`,
  "c": { "class_type": "CheckpointLoaderSimple", "inputs": { "ckpt_name": "small.safetensors" } },
  "t": { "class_type": "CLIPTextEncode", "inputs": { "text": "x", "clip": ["c", 1] } }`,
	);
}

function check(text: string, nodeInfo: NodeInfo | undefined = info): Finding[] {
	return checkWorkflow(parseWorkflow(text), nodeInfo);
}

/** Returns the relevant findings, without the remark that a node is not needed. */
function codes(text: string, nodeInfo: NodeInfo | undefined = info): string[] {
	return check(text, nodeInfo).map((finding) => `${finding.severity} ${finding.code}`);
}

interface Row {
	readonly code: string;
	/** Default: `error`. */
	readonly severity?: Severity | undefined;
	readonly what: string;
	readonly wrong: string;
	/** The text that is marked. */
	readonly at: string;
	/** The same with as little changed as it takes. */
	readonly right: string;
	/** Default: `1`; null if the finding concerns the whole document. */
	readonly nodeId?: string | null;
	readonly input?: string;
	readonly nodeInfo?: NodeInfo;
}

/** Links at an input of type IMAGE; `at` is the marked part, and the severity is `error` by default. */
const links: readonly (readonly [
	code: string,
	what: string,
	link: string,
	at: string,
	severity?: Severity,
])[] = [
	['bad_linked_input', 'a link of three parts', '["i", 0, 1]', '["i", 0, 1]'],
	['exception_during_inner_validation', 'a link to a node that is not there', '["99", 0]', '"99"'],
	['exception_during_inner_validation', 'an output number that is too big', '["i", 2]', '2'],
	['exception_during_inner_validation', 'an output number in quotes', '["i", "0"]', '"0"'],
	['exception_during_inner_validation', 'an output number with a fraction', '["i", 0.0]', '0.0'],
	['dependency_cycle', 'a node that feeds itself', '["1", 0]', '["1", 0]'],
	['odd_value', 'an output number written as true', '["i", false]', 'false', 'warning'],
	['return_type_mismatch', 'a link by true to an output of another type', '["i", true]', '["i", true]'],
	[
		'exception_during_inner_validation',
		'a link by true to a node that is not there',
		'["nowhere", true]',
		'"nowhere"',
	],
	['negative_output', 'an output counted from the end', '["i", -2]', '-2', 'warning'],
];

/** Values of inputs of the sampler. */
const values: readonly (readonly [
	code: string,
	what: string,
	input: string,
	wrong: string,
	right: string,
	severity?: Severity,
])[] = [
	['bad_linked_input', 'a list that is meant as a value', 'steps', '[20]', '{"__value__": 20}'],
	['return_type_mismatch', 'an output of another type', 'model', '["c", 1]', '["c", 0]'],
	['return_type_mismatch', 'a link into an old list of choices', 'sampler_name', '["t", 0]', '"heun"'],
	['invalid_input_type', 'words for a whole number', 'steps', '"abc"', '12'],
	['invalid_input_type', 'null for a number', 'cfg', 'null', '0'],
	['value_smaller_than_min', 'a number below the least', 'steps', '0', '1'],
	['value_bigger_than_max', 'a number above the greatest', 'cfg', '100.5', '100.0'],
	[
		'value_bigger_than_max',
		'a seed that is one too big, which a double cannot hold',
		'seed',
		'18446744073709551616',
		'18446744073709551615',
	],
	['value_not_in_list', 'a choice that is not in the list', 'sampler_name', '"Euler"', '"euler"'],
	['odd_value', 'a number in quotes', 'steps', '" 64 "', '64', 'warning'],
	['odd_value', 'a fraction that will be cut off', 'steps', '20.9', '20.0', 'warning'],
	['odd_value', 'false in quotes, which counts as true', 'tile', '"false"', 'false', 'warning'],
	['literal_for_socket', 'a name where a model is wired', 'model', '"small"', '["c", 0]', 'warning'],
];

const rows: readonly Row[] = [
	...links.map(
		([code, what, link, at, severity]): Row => ({
			code,
			severity,
			what,
			wrong: one('Invert', `"image": ${link}`),
			at,
			right: one('Invert', '"image": ["i", 0]'),
			input: 'image',
		}),
	),
	...values.map(
		([code, what, input, wrong, right, severity]): Row => ({
			code,
			severity,
			what,
			wrong: sampler({ [input]: wrong }),
			at: wrong,
			right: sampler({ [input]: right }),
			input,
		}),
	),
	{
		code: 'invalid_prompt',
		what: 'a node without class, for older engines',
		wrong: one('Invert', '"image": ["i", 0]', ', "7": {"inputs": {}}'),
		at: '"7"',
		right: one('Invert', '"image": ["i", 0]'),
		nodeId: '7',
		nodeInfo: oldInfo,
	},
	{
		code: 'missing_node_type',
		what: 'a node without class, for newer engines',
		wrong: one('Invert', '"image": ["i", 0]', ', "7": {"inputs": {}}'),
		at: '"7"',
		right: one('Invert', '"image": ["i", 0]'),
		nodeId: '7',
	},
	{
		code: 'missing_node_type',
		what: 'a class that is not a text',
		wrong: one('Invert', '"image": ["i", 0]', ', "7": {"inputs": {}, "class_type": ["Invert"]}'),
		at: '["Invert"]',
		right: one('Invert', '"image": ["i", 0]'),
		nodeId: '7',
	},
	{
		code: 'missing_node_type',
		what: 'an unknown class',
		wrong: one('Invertt', '"image": ["i", 0]'),
		at: '"Invertt"',
		right: one('Invert', '"image": ["i", 0]'),
	},
	{
		code: 'missing_node_type',
		what: 'a comment among the nodes',
		wrong: one('Invert', '"image": ["i", 0]', ', "_comment": "hello"'),
		at: '"_comment": "hello"',
		right: one('Invert', '"image": ["i", 0]'),
		nodeId: '_comment',
	},
	{
		code: 'prompt_no_outputs',
		what: 'a workflow that puts nothing out',
		wrong: '{"i": { "class_type": "LoadImage", "inputs": { "image": "a.png" } }}',
		at: '{',
		right: one('Invert', '"image": ["i", 0]'),
		nodeId: null,
	},
	{
		code: 'required_input_missing',
		what: 'a required input that is not there',
		wrong: sampler({ steps: undefined }),
		at: '"Sampler"',
		right: sampler({}),
		input: 'steps',
	},
	{
		code: 'required_input_missing',
		what: 'one picture too few of a growing list',
		wrong: one('Batch', '"images.image0": ["i", 0]'),
		at: '"Batch"',
		right: one('Batch', '"images.image0": ["i", 0], "images.image1": ["i", 0]'),
		input: 'images.image1',
	},
	{
		code: 'required_input_missing',
		what: 'an input that the chosen key brings',
		wrong: one('Resize', '"image": ["i", 0], "how": "to size", "how.width": 20'),
		at: '"Resize"',
		right: one('Resize', '"image": ["i", 0], "how": "by factor", "how.factor": 2'),
		input: 'how.height',
	},
	{
		code: 'required_input_missing',
		what: 'an input that a wired slot brings',
		wrong: one('Slot', '"extra": ["i", 0]'),
		at: '"Slot"',
		right: one('Slot', ''),
		input: 'extra.weight',
	},
	{
		code: 'exception_during_inner_validation',
		what: 'a node id that is a number',
		wrong: one(
			'Invert',
			'"image": [7, 0]',
			', "7": { "class_type": "LoadImage", "inputs": { "image": "a.png" } }',
		).replace('"i", 0', '"7", 0'),
		at: '7',
		right: one(
			'Invert',
			'"image": ["7", 0]',
			', "7": { "class_type": "LoadImage", "inputs": { "image": "a.png" } }',
		),
		input: 'image',
	},
	{
		code: 'exception_during_validation',
		what: 'an output node that links to nothing',
		wrong: one('Invert', '"image": ["i", 0]').replace('["1", 0]', '["99", 0]'),
		at: '"99"',
		right: one('Invert', '"image": ["i", 0]'),
		nodeId: '2',
		input: 'images',
	},
	{
		code: 'exception_during_inner_validation',
		what: 'a node without inputs',
		wrong: one('Rows', '').replace(', "inputs": {} }', ' }'),
		at: '"1"',
		right: one('Rows', ''),
	},
	{
		code: 'exception_during_validation',
		what: 'an output node whose inputs are null',
		wrong: one('Rows', '', ', "9": {"class_type": "SaveImage", "inputs": null}'),
		at: 'null',
		right: one('Rows', ''),
		nodeId: '9',
	},
	{
		code: 'return_type_mismatch',
		what: 'a whole number wired to a number',
		wrong: sampler({ cfg: '["a", 2]' }).replace('"c":', '"a": {"class_type": "AnyOut", "inputs": {}}, "c":'),
		at: '["a", 2]',
		right: sampler({ cfg: '["a", 1]' }).replace('"c":', '"a": {"class_type": "AnyOut", "inputs": {}}, "c":'),
		input: 'cfg',
	},
	{
		code: 'value_bigger_than_max',
		what: 'a range within rows',
		wrong: one('Rows', '"row.0.weight": 2'),
		at: '2',
		right: one('Rows', '"row.2.weight": 1'),
		input: 'row.0.weight',
	},
	{
		code: 'value_not_in_list',
		what: 'a choice that is not in a list of the new form',
		wrong: one('NewCombo', '"format": "3"'),
		at: '"3"',
		right: one('NewCombo', '"format": 3'),
		input: 'format',
	},
	{
		code: 'value_not_in_list',
		what: 'one of several choices',
		wrong: one('NewCombo', '"format": "mp4", "many": {"__value__": ["a", "c"]}'),
		at: '{"__value__": ["a", "c"]}',
		right: one('NewCombo', '"format": "mp4", "many": {"__value__": ["a", "b"]}'),
		input: 'many',
	},
	{
		code: 'value_not_in_list',
		what: 'any choice where nothing is installed',
		wrong: one('EmptyShelf', '"name": "x"'),
		at: '"x"',
		right: one('Rows', ''),
		input: 'name',
	},
	{
		code: 'value_not_in_list',
		what: 'a key that brings nothing',
		wrong: one('Resize', '"image": ["i", 0], "how": "sideways"'),
		at: '"sideways"',
		right: one('Resize', '"image": ["i", 0], "how": "by factor", "how.factor": 2'),
		input: 'how',
	},
	{
		code: 'invalid_dynamic_input',
		what: 'a row without number',
		wrong: one('Rows', '"row.first.weight": 1'),
		at: '"row.first.weight"',
		right: one('Rows', '"row.0.weight": 1'),
		input: 'row.first.weight',
	},
	{
		code: 'unknown_input',
		severity: 'warning',
		what: 'a misspelt input',
		wrong: sampler({ stregnth: '1' }),
		at: '"stregnth"',
		right: sampler({ strength: '1' }),
		input: 'stregnth',
	},
	{
		code: 'duplicate_key',
		severity: 'warning',
		what: 'an input that occurs twice',
		wrong: sampler({ cfg: '1, "cfg": 2' }),
		at: '"cfg"',
		right: sampler({ cfg: '2' }),
	},
	{
		code: 'duplicate_key',
		severity: 'warning',
		what: 'a node id that occurs twice',
		wrong: one(
			'Invert',
			'"image": ["i", 0]',
			', "i": { "class_type": "LoadImage", "inputs": { "image": "a.png" } }',
		),
		at: '"i"',
		right: one('Invert', '"image": ["i", 0]'),
		nodeId: 'i',
	},
	{
		code: 'unreachable_node',
		severity: 'hint',
		what: 'a node that no output needs',
		wrong: one('Invert', '"image": ["i", 0]', ', "7": {"class_type": "Rows", "inputs": {}}'),
		at: '"7": {"class_type": "Rows", "inputs": {}}',
		right: one('Invert', '"image": ["i", 0]'),
		nodeId: '7',
	},
	{
		code: 'json_syntax',
		what: 'a missing comma',
		wrong: sampler({ cfg: '1 "strength": 2' }),
		at: '"',
		right: sampler({ cfg: '1, "strength": 2' }),
		nodeId: null,
	},
	{
		code: 'wrapped_workflow',
		severity: 'warning',
		what: 'a saved request body',
		wrong: `{"prompt": ${one('Rows', '')}}`,
		at: '{',
		right: one('Rows', ''),
		nodeId: null,
	},
	{
		code: 'ui_format',
		severity: 'info',
		what: 'the format of the node editor',
		wrong: '{"last_node_id": 1, "nodes": [], "links": [], "version": 0.4}',
		at: '{',
		right: one('Rows', ''),
		nodeId: null,
	},
	{
		code: 'not_a_workflow',
		what: 'some other JSON',
		wrong: '{"name": "x"}',
		at: '{',
		right: one('Rows', ''),
		nodeId: null,
	},
];

describe('workflow check', () => {
	for (const row of rows) {
		const { severity = 'error', nodeId = '1' } = row;
		it(`${row.code}: ${row.what}`, () => {
			const findings = check(row.wrong, row.nodeInfo);
			const found = findings.filter((finding) => finding.severity !== 'hint' || severity === 'hint');
			assert.deepEqual(
				found.map((finding) => [
					finding.code,
					finding.severity,
					row.wrong.slice(finding.range.start, finding.range.end),
					finding.nodeId,
					finding.input,
				]),
				[[row.code, severity, row.at, nodeId ?? undefined, row.input]],
			);
			assert.deepEqual(codes(row.right, row.nodeInfo), []);
		});
	}

	it('sets no integer maximum if the class sets none', () => {
		const described = readNodeInfo(
			'{"Count": {"input": {"required": {"many": ["INT", {"min": 0}]}}, "output": [], "output_node": true}}',
			{ kind: 'file', label: 'x' },
		);
		const text = '{"1": {"class_type": "Count", "inputs": {"many": 36893488147419103232}}}';
		assert.deepEqual(codes(text, described), []);
	});

	it('has a row for every engine error that a text can show', () => {
		const named = [
			'invalid_prompt',
			'missing_node_type',
			'prompt_no_outputs',
			'required_input_missing',
			'bad_linked_input',
			'return_type_mismatch',
			'invalid_input_type',
			'value_smaller_than_min',
			'value_bigger_than_max',
			'value_not_in_list',
			'exception_during_validation',
			'exception_during_inner_validation',
			'dependency_cycle',
			'invalid_dynamic_input',
		];
		const covered = new Set(rows.map((row) => row.code));
		assert.deepEqual(
			named.filter((code) => !covered.has(code)),
			[],
		);
	});

	it('explains every rule on its page', () => {
		const page = readFileSync(new URL('../../../docs/rules/workflow.md', import.meta.url), 'utf8');
		const codes = new Set([
			...rows.map((row) => row.code),
			'deprecated_node',
			'experimental_node',
			'partner_node',
			'too_many_nodes',
			'replaced_node',
			'class_version',
			'engine_hangs',
			'custom_validation_failed',
			'dynamic_prompt',
			'canvas_placeholder',
			'no_file_chosen',
			'path_separator',
			'mixed_families',
		]);
		for (const code of codes) assert.ok(page.includes(`\n### ${code}\n`), code);
		for (const heading of page.matchAll(/^### (.*)$/gm)) assert.ok(codes.has(heading[1] ?? ''), heading[1]);
		assert.equal(check(sampler({ steps: '0' }))[0]?.documentation, 'workflow.md#value_smaller_than_min');
	});

	const sound: readonly (readonly [string, string])[] = [
		['the sample', picture],
		['a text for a whole class of numbers', sampler({ strength: '-3.5e2' })],
		[
			'a wildcard output',
			sampler({ model: '["a", 0]' }).replace('"c":', '"a": {"class_type": "AnyOut", "inputs": {}}, "c":'),
		],
		[
			'a union that overlaps',
			one(
				'Union',
				'"value": ["a", 2], "anything": ["a", 1]',
				', "a": {"class_type": "AnyOut", "inputs": {}}',
			),
		],
		['a literal for a wildcard', one('Union', '"value": 1.5, "anything": {"free": 1}')],
		[
			'a file of another machine',
			one('LoadImage', '"image": "https://example.org/x.png", "upload": "image"'),
		],
		['a list only the server knows', one('Remote', '"file": "whatever"')],
		['a bare text as description', one('Sloppy', '"image": 3')],
		['an absent optional socket', sampler({ mask: 'null' })],
		[
			'a hidden input',
			one('Invert', '"image": ["i", 0]').replaceAll(
				'"filename_prefix": "x"',
				'"filename_prefix": "x", "prompt": 1',
			),
		],
		['ids with colons', picture.replaceAll('"4"', '"10:3:8"')],
	];
	for (const [name, text] of sound) {
		it(`reports nothing about ${name}`, () => assert.deepEqual(codes(text), []));
	}

	it('lowers findings to hints in nodes that the engine ignores', () => {
		const text = one(
			'Invert',
			'"image": ["i", 0]',
			', "7": {"class_type": "Sampler", "inputs": {"steps": 0, "model": ["99", 0]}}',
		);
		const findings = check(text).filter((finding) => finding.nodeId === '7');
		assert.ok(findings.length > 4);
		assert.deepEqual([...new Set(findings.map((finding) => finding.severity))], ['hint']);
	});

	it('does not lower the class, which the engine tests in every node', () => {
		const text = one('Invert', '"image": ["i", 0]', ', "7": {"class_type": "Nope", "inputs": {}}');
		assert.deepEqual(codes(text), ['error missing_node_type']);
	});

	it('softens findings that the built-in catalog cannot confirm', () => {
		const builtin = sampleInfo('old', 'builtin');
		assert.deepEqual(codes(one('Mystery', '"image": ["i", 0]'), builtin), ['info invalid_prompt']);
		const [unseen] = checkWorkflow(parseWorkflow(one('Mystery', '"image": ["i", 0]')), builtin);
		assert.match(unseen?.message ?? '', /not among the/);
		assert.deepEqual(codes(sampler({ sampler_name: '"brand_new"' }), builtin), ['info value_not_in_list']);
		assert.deepEqual(codes(sampler({ sampler_name: '"eular"' }), builtin), ['warning value_not_in_list']);
		assert.deepEqual(codes(sampler({ steps: '0' }), builtin), ['error value_smaller_than_min']);
	});

	it('distinguishes a mistyped class from the class of a node pack', () => {
		const builtin = sampleInfo('old', 'builtin');
		const mistyped = ['Invrt', 'Invertt', 'invert', 'In_vert', 'Ivnert'];
		for (const name of mistyped) {
			const [finding] = checkWorkflow(parseWorkflow(one(name, '"image": ["i", 0]')), builtin);
			assert.equal(finding?.severity, 'warning', name);
			assert.equal(finding?.remedy, 'Did you mean "Invert"?');
			assert.equal(finding?.fixes?.[0]?.preferred, true);
		}
		const ofPacks = ['Invert+', 'Invert2', 'InvertKJ', 'XInvert', 'Invert (fast)'];
		for (const name of ofPacks) {
			const [finding] = checkWorkflow(parseWorkflow(one(name, '"image": ["i", 0]')), builtin);
			assert.equal(finding?.severity, 'info', name);
			assert.deepEqual(finding?.fixes, []);
		}
		const otherInputs = checkWorkflow(parseWorkflow(one('Invrt', '"image": ["i", 0], "how": 1')), builtin);
		assert.deepEqual(
			otherInputs.map(({ severity }) => severity),
			['info'],
		);
	});

	it('offers a similar class even with a full description, but prefers it only for a typo', () => {
		const preferred = (name: string): readonly (boolean | undefined)[] =>
			check(one(name, '"image": ["i", 0]')).flatMap(
				({ fixes }) => fixes?.map((fix) => fix.preferred === true) ?? [],
			);
		assert.deepEqual(preferred('Invrt'), [true]);
		assert.deepEqual(preferred('Invert+'), [false]);
	});

	it('reports once for all nodes that only a pack can explain', () => {
		const builtin = sampleInfo('old', 'builtin');
		const more = ['A', 'B', 'A'].map(
			(name, index) => `, "p${index}": {"class_type": "Pack${name}", "inputs": {}}`,
		);
		const findings = checkWorkflow(
			parseWorkflow(one('Mystery', '"image": ["i", 0]', more.join(''))),
			builtin,
		);
		assert.deepEqual(
			findings.map(({ severity, code }) => `${severity} ${code}`),
			['info invalid_prompt', 'hint invalid_prompt', 'hint invalid_prompt', 'hint invalid_prompt'],
		);
		assert.match(findings[0]?.message ?? '', /^4 nodes here .*"Mystery", "PackA", "PackB"\)/);
	});

	it('only warns about a new-form list that an older engine does not test', () => {
		assert.deepEqual(codes(one('NewCombo', '"format": "nope"'), oldInfo), ['warning value_not_in_list']);
	});

	it('keeps the file rules without any description', () => {
		const text = '{"1": {"class_type": "A", "inputs": {"a": ["9", 0], "b": [1]}}, "2": {"inputs": {}}}';
		assert.deepEqual(
			checkWorkflow(parseWorkflow(text)).map((finding) => `${finding.severity} ${finding.code}`),
			['error exception_during_inner_validation', 'error bad_linked_input', 'error invalid_prompt'],
		);
	});

	it('reports deprecated, experimental and paid nodes', () => {
		assert.deepEqual(codes(one('Old', '')), [
			'info deprecated_node',
			'info experimental_node',
			'info partner_node',
		]);
		const withKey = checkWorkflow(parseWorkflow(one('Old', '')), info, { hasPartnerKey: true });
		assert.ok(!withKey.some((finding) => finding.code === 'partner_node'));
	});

	it('reports every node of a circle, once per node', () => {
		const text = one(
			'Invert',
			'"image": ["b", 0]',
			', "b": {"class_type": "Invert", "inputs": {"image": ["1", 0]}}',
		);
		const rings = check(text).filter((finding) => finding.code === 'dependency_cycle');
		assert.deepEqual(
			rings.map((finding) => finding.nodeId),
			['1', 'b'],
		);
	});

	it('follows a chain of 20,000 nodes', () => {
		const nodes = Array.from(
			{ length: 20_000 },
			(_, index) => `"${index}": {"class_type": "Invert", "inputs": {"image": ["${index + 1}", 0]}}`,
		);
		const text = `{"o": {"class_type": "SaveImage", "inputs": {"images": ["0", 0], "filename_prefix": "x"}}, ${nodes.join(', ')}, "20000": {"class_type": "LoadImage", "inputs": {"image": "a.png"}}}`;
		assert.deepEqual(
			check(text).map(({ code, nodeId, severity }) => [code, nodeId, severity]),
			[['exception_during_inner_validation', 'o', 'error']],
		);
	});

	it('leaves JSON mistakes to the editor on request', () => {
		const text = sampler({ cfg: '1 "strength": 2' });
		assert.deepEqual(checkWorkflow(parseWorkflow(text), info, { syntax: false }), []);
	});

	describe('a link to a missing node', () => {
		const fixesOf = (text: string) =>
			check(text).flatMap(({ code, fixes = [] }) => (code.startsWith('exception_during') ? fixes : []));

		it('is relinked to the only node that fits', () => {
			const text = picture.replace('["3", 0]', '[\n\t"99",\n\t0\n]');
			const [fix, ...more] = fixesOf(text);
			assert.equal(fix?.title, 'Link to Paint (3)');
			assert.deepEqual(more, []);
			assert.deepEqual(check(applyEdits(text, fix?.edits ?? [])), []);
		});

		it('gets no fix if several nodes fit, if none fits, or if a node is unknown', () => {
			assert.deepEqual(
				fixesOf(
					one(
						'Invert',
						'"image": ["99", 0]',
						', "j": {"class_type": "LoadImage", "inputs": {"image": "a.png"}}',
					),
				),
				[],
			);
			assert.deepEqual(
				fixesOf(
					picture
						.replace('"clip": ["4", 1]', '"clip": ["99", 0]')
						.replace('["4", 0]', '["99", 0]')
						.replace('"CheckpointLoaderSimple"', '"LoadImage"'),
				),
				[],
			);
			assert.deepEqual(
				fixesOf(
					picture
						.replace('["3", 0]', '["99", 0]')
						.replace('{', '{"u": {"class_type": "Gone", "inputs": {}},'),
				),
				[],
			);
		});

		it('is not relinked to a node that needs it', () => {
			const text = `{
			"1": { "class_type": "Invert", "inputs": { "image": ["99", 0] } },
			"2": { "class_type": "Invert", "inputs": { "image": ["1", 0] } },
			"3": { "class_type": "SaveImage", "inputs": { "images": ["2", 0], "filename_prefix": "x" } }
		}`;
			assert.deepEqual(fixesOf(text), []);
		});
	});

	describe('fixes', () => {
		const fixed: readonly (readonly [string, string, string, string])[] = [
			[
				'a class',
				'Change to "Invert"',
				one('Invertt', '"image": ["i", 0]'),
				one('Invert', '"image": ["i", 0]'),
			],
			[
				'an id in a link',
				'Write the ID as "7"',
				one('Invert', '"image": [7, 0]'),
				one('Invert', '"image": ["7", 0]'),
			],
			[
				'an output number',
				'Use output 0 (MODEL)',
				sampler({ model: '["c", 1]' }),
				sampler({ model: '["c", 0]' }),
			],
			[
				'a choice',
				'Change to "heun"',
				sampler({ sampler_name: '"huen"' }),
				sampler({ sampler_name: '"heun"' }),
			],
			['a range', 'Change to 100', sampler({ steps: '500' }), sampler({ steps: '100' })],
			['a name', 'Change to "strength"', sampler({ stregnth: '1' }), sampler({ strength: '1' })],
			[
				'a missing input',
				'Add "cfg" with its default',
				sampler({ cfg: undefined, positive: undefined }),
				sampler({ cfg: undefined, positive: undefined }).replace('"euler"', '"euler", "cfg": 8'),
			],
			[
				'all missing inputs',
				'Add all 2 missing inputs with their defaults',
				sampler({ cfg: undefined, seed: undefined }),
				sampler({ cfg: undefined, seed: undefined }).replace('["t", 0]', '["t", 0], "seed": 0, "cfg": 8'),
			],
			[
				'a missing input in empty braces',
				'Add "filename_prefix" with its default',
				'{"1": {"class_type": "SaveImage", "inputs": {}}}',
				'{"1": {"class_type": "SaveImage", "inputs": {"filename_prefix": "out"}}}',
			],
			[
				'a missing object',
				'Add "inputs"',
				'{"1": {"class_type": "SaveImage"}}',
				'{"1": {"inputs": {},"class_type": "SaveImage"}}',
			],
			['a list for a number', 'Change to 20', sampler({ steps: '[20]' }), sampler({ steps: '20' })],
			[
				'a list that is a value',
				'Keep it as a list',
				one('Multi', '"tags": ["a", "b", "c"]'),
				one('Multi', '"tags": {"__value__": ["a", "b", "c"]}'),
			],
			['a request body', 'Keep only the workflow', `{"prompt": ${picture.trim()}}`, picture],
		];
		for (const [name, title, before, after] of fixed) {
			it(`fixes ${name}`, () => {
				const fix = check(before)
					.flatMap((finding) => finding.fixes ?? [])
					.find((candidate) => candidate.title === title);
				assert.ok(fix, `${title} is offered`);
				assert.equal(applyEdits(before, fix.edits), after);
			});
		}

		it('formats added inputs like their neighbors', () => {
			const before = picture.replace('      "cfg": 8.0,\n', '');
			const [fix] = check(before).flatMap((finding) => finding.fixes ?? []);
			assert.ok(fix);
			assert.match(applyEdits(before, fix.edits), /"positive": \["6", 0\],\n {6}"cfg": 8\n {4}\}/);
		});

		it('never breaks a document', () => {
			for (const row of rows) {
				for (const finding of check(row.wrong, row.nodeInfo)) {
					for (const fix of finding.fixes ?? []) {
						const after = applyEdits(row.wrong, fix.edits);
						assert.doesNotThrow(() => JSON.parse(after), `${row.what}: ${fix.title}\n${after}`);
						if (!fix.preferred) continue;
						const again = check(after, row.nodeInfo).filter(
							(other) =>
								other.code === finding.code &&
								other.input === finding.input &&
								other.nodeId === finding.nodeId,
						);
						assert.deepEqual(again, [], `${row.what}: ${fix.title}`);
					}
				}
			}
		});
	});

	describe('under random edits', () => {
		const texts = [picture, ...rows.map((row) => row.wrong)];
		const junk = fc.oneof(
			fc.constantFrom(
				'"',
				'{',
				'}',
				'[',
				']',
				',',
				':',
				'\\',
				'\n',
				'null',
				'"class_type": "Sampler"',
				'["1", 0]',
				'-1',
				'1e999',
				'{"__value__": [1]}',
				'"__proto__": {}',
			),
			fc.string({ maxLength: 6 }),
		);
		const edits = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(12), junk), {
			minLength: 1,
			maxLength: 8,
		});

		it('neither throws nor leaves the text, and agrees with a fresh check', async () => {
			const catalog = await loadCoreCatalog();
			fc.assert(
				fc.property(
					fc.constantFrom(...texts),
					edits,
					fc.constantFrom(info, oldInfo, catalog, undefined),
					(text, changes, nodeInfo) => {
						let document = parseWorkflow(text);
						for (const [place, size, newText] of changes) {
							const start = Math.floor(place * document.text.length);
							const end = Math.min(document.text.length, start + size);
							document = reparse(document, [{ range: { start, end }, newText }]);
							const findings = checkWorkflow(document, nodeInfo);
							for (const finding of findings) {
								assert.ok(finding.message.endsWith('.'), finding.message);
								const ranges = [
									finding.range,
									...(finding.fixes ?? []).flatMap((fix) => fix.edits.map((edit) => edit.range)),
								];
								for (const range of ranges) {
									assert.ok(
										range.start >= 0 && range.start <= range.end && range.end <= document.text.length,
										finding.code,
									);
								}
							}
							assert.deepEqual(findings, checkWorkflow(parseWorkflow(document.text), nodeInfo));
						}
					},
				),
				{ numRuns: 600 },
			);
		});
	});
});
