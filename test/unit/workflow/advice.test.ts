import assert from 'node:assert/strict';
import { type Finding, plainFixes, type Severity } from '../../../src/core/base/findings.ts';
import { applyEdits } from '../../../src/core/base/fixAll.ts';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { checkWorkflow } from '../../../src/core/workflow/check.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { type InputSpec, type NodeInfo, readNodeInfo } from '../../../src/core/workflow/nodeInfo.ts';
import { valueToAdd } from '../../../src/core/workflow/rules/names.ts';
import { classes } from './samples.ts';

const order: readonly Severity[] = ['hint', 'info', 'warning', 'error'];

/** Declarations that an engine may have, and that fixes have to fit. */
const odd = {
	Odd: {
		input: {
			required: {
				far: ['FLOAT', { default: 1, min: '@-2^63', max: '@2^63-1' }],
				seed: ['INT', { default: 0, min: 0, max: '@2^64-1' }],
				half: ['INT', { default: 1, min: 0.5, max: 2.5 }],
				gone: [['b', 'c'], { default: 'a' }],
				number: ['COMBO', { options: [1, 2, 3], default: 9 }],
				many: ['COMBO', { multiselect: true, options: ['a', 'b'], default: ['a'] }],
				truth: ['BOOLEAN', {}],
				text: ['STRING', { default: '' }],
				curve: ['CURVE', { default: [[0, 0]] }],
				shelf: [[]],
			},
		},
		output: ['IMAGE', 'MASK'],
		is_input_list: false,
		python_module: 'nodes',
	},
	Choice: { input: { required: { name: [['x', 'y', 'z']] } }, output: [['x', 'y']], python_module: 'nodes' },
	Show: { input: { optional: { any: ['*'] } }, output: [], output_node: true, python_module: 'nodes' },
	Any: { input: {}, output: ['*', '*', '*'], python_module: 'nodes' },
};

const odds = read(
	JSON.stringify({ ...classes, ...odd })
		.replaceAll('"@2^64-1"', '18446744073709551615')
		.replaceAll('"@2^63-1"', '9223372036854775807')
		.replaceAll('"@-2^63"', '-9223372036854775808'),
);

function read(text: string): NodeInfo {
	const info = readNodeInfo(text, { kind: 'engine', label: 'Mine' });
	assert.ok(info);
	return info;
}

/** Values that people and programs write by mistake, as JSON. */
const mistakes = [
	'null',
	'true',
	'"false"',
	'"text"',
	'""',
	'"12"',
	'"1e3"',
	'"0x10"',
	'"0,2"',
	'"inf"',
	'"-inf"',
	'"nan"',
	'0.5',
	'-1',
	'1e30',
	'99999999999999999999',
	'18446744073709551616',
	'-9223372036854775809',
	'9223372036854775808',
	'{}',
	'[]',
	'[7]',
	'["a"]',
	'["a", "b"]',
	'["a", "b", "c"]',
	'[[0, 0], [1, 1]]',
	'[1, 0]',
	'["1", "0"]',
	'["1", 0]',
	'["1", true]',
	'["1", 1.0]',
	'["1", 7]',
	'["1", -1]',
	'["gone", 0]',
	'{"__value__": ["1", 0]}',
	'{"__value__": ["gone", 0]}',
	'{"__value__": [1, 2]}',
	'{"__value__": "a"}',
	'"XL\\\\a.safetensors"',
	'"a.png[input]"',
	'"../a.png"',
	'"AUTO"',
	'"eular"',
];

/** Returns a document with one node of a class, `n`, with inputs given as JSON. */
function documentOf(classType: string, inputs: ReadonlyMap<string, string>): string {
	const members = [...inputs].map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(', ');
	return `{
  "1": { "class_type": "Any", "inputs": {} },
  "n": { "class_type": ${JSON.stringify(classType)}, "inputs": { ${members} } },
  "s": { "class_type": "Show", "inputs": { "any": ["n", 0] } }
}`;
}

/** Returns a value for each required input, or else a link. */
function soundInputs(info: NodeInfo, classType: string): Map<string, string> {
	const required = (info.get(classType)?.inputs ?? []).filter((spec) => spec.required && !spec.dynamic);
	return new Map(required.map((spec) => [spec.name, soundValue(spec)]));
}

function soundValue(spec: InputSpec): string {
	return valueToAdd(spec) ?? (spec.upload ? '"a.png"' : '["1", 0]');
}

/** Documents with one mistake each, at one input of each kind of declaration. */
function* mistaken(info: NodeInfo): Generator<string> {
	const kinds = new Set<string>();
	for (const name of info.names) {
		for (const spec of info.get(name)?.inputs ?? []) {
			const kind = kindOf(spec);
			if (kinds.has(kind)) continue;
			kinds.add(kind);
			const inputs = soundInputs(info, name);
			// The name of inputs that grow is no input, so that a value there can have no other fault.
			const isName = spec.dynamic?.kind === 'autogrow';
			for (const value of isName ? ['["1", 0]', '"text"', 'null'] : mistakes)
				yield documentOf(name, new Map([...inputs, [spec.name, value]]));
			const value = soundValue(spec);
			inputs.delete(spec.name);
			yield documentOf(name, inputs);
			if (!spec.dynamic) yield documentOf(name, new Map([...inputs, [`${spec.name}x`, value]]));
			yield documentOf(name, new Map([...inputs, [`${spec.name}.0.weight`, '2']]));
		}
		yield documentOf(name, new Map());
	}
}

/** Returns the part of a declaration that rules depend on, without the values. */
function kindOf({
	name,
	options,
	listedFiles,
	listForm,
	default: given,
	min,
	max,
	dynamic,
	...rest
}: InputSpec): string {
	return JSON.stringify([
		{ ...rest, name: rest.upload ? name : '' },
		options && (options.length === 0 ? 'none' : typeof options[0]),
		typeof listForm,
		typeof given,
		[min, max].map((limit) =>
			limit === undefined ? '' : `${typeof limit} ${Number.isInteger(Number(limit))}`,
		),
		dynamic?.kind,
	]);
}

const whole: readonly string[] = [
	'{"n": {"class_type": "Show"}}',
	'{"n": {"class_type": "Show", "inputs": []}}',
	'{"n": {"class_type": "Shwo", "inputs": {}}, "s": {"class_type": "Show", "inputs": {}}}',
	'{"prompt": {"n": {"class_type": "Show", "inputs": {}}}}',
	'{"n": {"class_type": "Show", "inputs": {"any": ["c", 0]}}, "c": {"class_type": "Choice", "inputs": {"name": ["c", 0]}}}',
	'{"n": {"class_type": "Show", "inputs": {"any": ["d", 0]}}, "c": {"class_type": "Choice", "inputs": {"name": "x"}}, "d": {"class_type": "Choice", "inputs": {"name": ["c", 0]}}}',
	'{"c": {"class_type": "CheckpointLoaderSimple", "inputs": {"ckpt_name": "small.safetensors"}}, "t": {"class_type": "CLIPTextEncode", "inputs": {"text": "", "clip": ["c", 0]}}, "s": {"class_type": "Show", "inputs": {"any": ["t", 0]}}}',
	'{"1": {"class_type": "LoadImage", "inputs": {"image": "a.png"}}, "2": {"class_type": "SaveImage", "inputs": {"images": ["9", 0], "filename_prefix": "x"}}}',
];

interface Place {
	readonly code: string;
	readonly nodeId?: string;
	readonly input?: string;
	readonly severity: Severity;
}

const keyOf = ({ code, nodeId = '', input = '' }: Place): string => `${code} ${nodeId} ${input}`;

/** Returns what is wrong with a fix of a finding: the finding stays, or an equally severe one appears. */
function wrong(
	text: string,
	finding: Finding,
	title: string,
	after: string,
	info: NodeInfo,
	before: readonly Finding[],
) {
	const document = parseWorkflow(after);
	if (document.problems.length > 0) return `${title}: no JSON`;
	const found = checkWorkflow(document, info);
	const same = (one: Finding) => keyOf(one) === keyOf(finding);
	if (found.filter(same).length >= before.filter(same).length) return `${title}: ${keyOf(finding)} stays`;
	const known = new Set(before.map(keyOf));
	const worse = found.find(
		(one) =>
			!known.has(keyOf(one)) &&
			order.indexOf(one.severity) >= order.indexOf(finding.severity) &&
			one.severity !== 'hint',
	);
	return worse && `${title}: ${keyOf(worse)} comes (${text.length} characters)`;
}

/** Applies every fix of every finding of some documents; returns the codes of findings with fixes, and the problems. */
function follow(texts: Iterable<string>, info: NodeInfo) {
	const codes = new Set<string>();
	const failures = new Set<string>();
	let followed = 0;
	for (const text of texts) {
		const before = checkWorkflow(parseWorkflow(text), info);
		for (const finding of before) {
			for (const { title, edits } of plainFixes(finding)) {
				codes.add(finding.code);
				followed++;
				const after = applyEdits(text, edits);
				const failure = wrong(text, finding, title, after, info, before);
				if (failure !== undefined) failures.add(`${failure}\n${text}\n${after}`);
			}
		}
	}
	return { codes, failures: [...failures], followed };
}

describe('advice about a workflow', () => {
	it('follows the rules itself: each fix resolves its finding without an equally bad one', () => {
		const { codes, failures, followed } = follow([...mistaken(odds), ...whole], odds);
		assert.deepEqual(failures.slice(0, 5), []);
		assert.ok(followed > 500, `${followed} fixes were followed`);
		assert.deepEqual([...codes].sort(), [
			'bad_linked_input',
			'custom_validation_failed',
			'exception_during_inner_validation',
			'exception_during_validation',
			'invalid_input_type',
			'missing_node_type',
			'negative_output',
			'odd_value',
			'path_separator',
			'required_input_missing',
			'return_type_mismatch',
			'unknown_input',
			'value_bigger_than_max',
			'value_not_in_list',
			'value_smaller_than_min',
			'wrapped_workflow',
		]);
	});

	it('applies to every kind of engine input', async () => {
		const { failures, followed } = follow(
			mistaken(await loadCoreCatalog('0.33.0')),
			await loadCoreCatalog('0.33.0'),
		);
		assert.deepEqual(failures.slice(0, 5), []);
		assert.ok(followed > 1000, `${followed} fixes were followed`);
	});
});

describe('messages about a workflow', () => {
	const about = (classType: string, inputs: Readonly<Record<string, string>>, info = odds) => {
		const text = documentOf(classType, new Map([...soundInputs(info, classType), ...Object.entries(inputs)]));
		return checkWorkflow(parseWorkflow(text), info).filter(({ nodeId }) => nodeId === 'n');
	};
	const titles = (found: readonly Finding[], input: string) =>
		found.filter((one) => one.input === input).flatMap((one) => plainFixes(one).map(({ title }) => title));

	it('offer to keep a list of any length only if one is allowed', () => {
		assert.deepEqual(titles(about('Odd', { many: '["a", "b"]' }), 'many'), ['Keep it as a list']);
		assert.deepEqual(titles(about('Odd', { curve: '[[0, 0], [1, 1]]' }), 'curve'), ['Keep it as a list']);
		assert.deepEqual(titles(about('Odd', { text: '["a", "b"]' }), 'text'), ['Keep it as a list']);
		for (const input of ['seed', 'far', 'gone', 'truth'])
			assert.deepEqual(titles(about('Odd', { [input]: '["a", "b", "c"]' }), input), [], input);
	});

	it('suggest the number that a text means', () => {
		const fixed = (input: string, value: string) => titles(about('Odd', { [input]: value }), input)[0];
		assert.equal(fixed('seed', '"1e3"'), 'Change to 1000');
		assert.equal(fixed('seed', '"0x10"'), 'Change to 16');
		assert.equal(fixed('far', '"0,2"'), 'Change to 0.2');
		assert.equal(fixed('seed', '"1,000"'), 'Change to 0', 'it is not known what the comma stands for');
		assert.equal(fixed('far', '9223372036854775807'), 'Change to 9223372036854774000');
		assert.equal(fixed('half', '0'), 'Change to 1');
		assert.equal(fixed('half', '3'), 'Change to 2');
	});

	it('name no engine type that cannot be linked', () => {
		const found = checkWorkflow(parseWorkflow(documentOf('Resize', new Map([['how', '"by factor"']]))), odds);
		const remedies = found.map(({ remedy = '' }) => remedy);
		assert.ok(remedies.some((remedy) => /type IMAGE or MASK/.test(remedy)));
		assert.doesNotMatch(remedies.join(), /COMFY_/);
		const missing = checkWorkflow(parseWorkflow(documentOf('LoadImage', new Map())), odds).find(
			({ input }) => input === 'image',
		);
		assert.equal(missing?.remedy, 'Add it with a file name.');
	});

	it('ignore inputs of a wrong key, and name inputs that a valid key does not declare', () => {
		const codes = (key: string) =>
			about('Resize', { image: '["1", 0]', how: key, 'how.width': '5' }).map(
				({ code, input }) => `${code} ${input}`,
			);
		assert.deepEqual(codes('"to syze"'), ['value_not_in_list how']);
		assert.ok(codes('"by factor"').includes('unknown_input how.width'));
	});

	it('explain how two lists differ, and keep the notation of an output number', () => {
		const text = `{
			"c": { "class_type": "Choice", "inputs": { "name": "x" } },
			"n": { "class_type": "Choice", "inputs": { "name": ["c", 0] } },
			"o": { "class_type": "Show", "inputs": { "any": ["c", 99999999999999999999] } },
			"s": { "class_type": "Show", "inputs": { "any": ["n", 0] } }
		}`;
		const found = checkWorkflow(parseWorkflow(text), odds);
		assert.match(found[0]?.message ?? '', /one from another list: it lacks "z"\./);
		assert.equal(found[0]?.remedy, 'Write the value itself instead of a link.');
		assert.match(found[1]?.message ?? '', /output 99999999999999999999 does not exist\./);
	});
});
