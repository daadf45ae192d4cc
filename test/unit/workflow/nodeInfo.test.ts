import assert from 'node:assert/strict';
import fc from 'fast-check';
import { exactNumber } from '../../../src/core/json/exact.ts';
import { readJson } from '../../../src/core/json/tolerant.ts';
import { jsonLine } from '../../../src/core/json/value.ts';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { checkWorkflow } from '../../../src/core/workflow/check.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { expandInputs } from '../../../src/core/workflow/expandInputs.ts';
import { type NodeInfo, readNodeInfo } from '../../../src/core/workflow/nodeInfo.ts';
import { type InputSpec, readInputSpec } from '../../../src/core/workflow/nodeInputs.ts';
import { sampleInfo } from './samples.ts';

const source = { kind: 'file', label: 'test' } as const;

function spec(text: string, name = 'x'): InputSpec {
	return readInputSpec(name, true, readJson(text));
}

function read(entry: object): NodeInfo | undefined {
	return readNodeInfo(JSON.stringify({ A: entry }), source);
}

/** Members that are named must be so; `undefined` means absent. */
type Expected = { readonly [K in keyof InputSpec]?: InputSpec[K] | undefined };

describe('node info', () => {
	const forms: readonly (readonly [string, string, Expected])[] = [
		['a bare type', '["MODEL"]', { type: 'MODEL' }],
		[
			'a type with options',
			'["INT", {"default": 0, "min": 0, "max": 18446744073709551615, "control_after_generate": true}]',
			{ type: 'INT', default: 0, min: 0, max: 18446744073709551615n, controlAfterGenerate: true },
		],
		[
			'an old combo',
			'[["simple", "karras"], {"tooltip": "t"}]',
			{ type: 'COMBO', options: ['simple', 'karras'] },
		],
		['an empty combo', '[[]]', { type: 'COMBO', options: [] }],
		['an upload combo', '[[], {"audio_upload": true}]', { type: 'COMBO', upload: true, options: undefined }],
		[
			'a new combo',
			'["COMBO", {"multiselect": false, "options": ["auto", 3], "default": "auto"}]',
			{ type: 'COMBO', options: ['auto', 3], default: 'auto', multiselect: undefined },
		],
		[
			'a remote combo',
			'["COMBO", {"remote": {"route": "/x"}, "options": ["a"]}]',
			{ type: 'COMBO', options: undefined },
		],
		['a newer remote combo', '["COMBO", {"remote_combo": {"route": "/x"}}]', { options: undefined }],
		[
			'a multiple combo',
			'["COMBO", {"multiselect": true, "options": ["a"]}]',
			{ multiselect: true, options: ['a'] },
		],
		['a union', '["A,B,C"]', { type: 'A,B,C' }],
		['a wildcard', '["*", {}]', { type: '*' }],
		['a match type', '["COMFY_MATCHTYPE_V3", {"template": {"template_id": "t"}}]', { matchTemplate: 't' }],
		[
			'a dynamic slot',
			'["COMFY_DYNAMICSLOT_V3", {"slotType": "IMAGE", "inputs": {}}]',
			{ type: 'IMAGE', required: false },
		],
		['a bare text', '"IMAGE"', { malformed: true }],
		['nothing', 'null', { malformed: true }],
		[
			'infinite bounds',
			'["FLOAT", {"min": -Infinity, "max": Infinity, "default": NaN}]',
			{ min: -Infinity, max: Infinity },
		],
		['options that are not an object', '["INT", 5]', { type: 'INT' }],
	];
	for (const [name, text, expected] of forms) {
		it(`reads ${name}`, () => {
			const found = spec(text);
			for (const [key, value] of Object.entries(expected))
				assert.deepEqual(found[key as keyof InputSpec], value, key);
		});
	}

	it('recognizes an unflagged seed', () => {
		assert.equal(spec('["INT", {}]', 'noise_seed').controlAfterGenerate, true);
		assert.equal(spec('["INT", {}]', 'width').controlAfterGenerate, undefined);
	});

	it('requires only inputs and outputs', () => {
		const info = read({ input: { required: { a: ['INT'] } }, output: ['IMAGE', ['x', 'y'], null] });
		const found = info?.get('A');
		assert.ok(found);
		assert.deepEqual(
			found.outputs.map((output) => output.type),
			['IMAGE', ['x', 'y'], '*'],
		);
		assert.equal(found.displayName, 'A');
		assert.equal(found.outputNode, false);
		assert.equal(
			read({ input: { hidden: { p: 'PROMPT' } }, output: null, output_node: null })?.get('A')?.hidden[0],
			'p',
		);
	});

	it('keeps the order given by the server', () => {
		const found = read({
			input: { required: { b: ['INT'], a: ['INT'], c: ['INT'] } },
			input_order: { required: ['a', 'b', 'gone'] },
			output: [],
		});
		assert.deepEqual(
			found?.get('A')?.inputs.map((input) => input.name),
			['a', 'b', 'c'],
		);
	});

	it('distinguishes an older engine from a newer one', () => {
		assert.equal(sampleInfo('old').dialect, 'old');
		assert.equal(sampleInfo('new').dialect, 'new');
	});

	it('recognizes a newer engine by any of its classes, however late', () => {
		const classes: Record<string, object> = {};
		for (let index = 0; index < 200; index++) classes[`Old${index}`] = { input: {}, output: [] };
		const dialectOf = (all: object) =>
			readNodeInfo(JSON.stringify(all), { kind: 'file', label: 'x' })?.dialect;
		assert.equal(dialectOf(classes), 'old');
		assert.equal(dialectOf({ ...classes, New: { input: {}, output: [], is_input_list: false } }), 'new');
	});

	it('treats the file of LoadLatent as a server file, whatever its list', () => {
		const entry = { input: { required: { latent: [[]] } }, output: ['LATENT'] };
		const found = readNodeInfo(JSON.stringify({ LoadLatent: entry, Other: entry }), {
			kind: 'file',
			label: 'x',
		});
		assert.equal(found?.get('LoadLatent')?.inputs[0]?.options, undefined);
		assert.equal(found?.get('LoadLatent')?.inputs[0]?.upload, true);
		assert.deepEqual(found?.get('Other')?.inputs[0]?.options, []);
	});

	it('rejects an invalid description', () => {
		for (const text of [
			'',
			'[]',
			'{}',
			'{"a": 1}',
			'no',
			'{"1": {"class_type": "A", "inputs": {}}}',
			'{"1": {"class_type": "A", "input": {}}}',
		]) {
			assert.equal(readNodeInfo(text, source), undefined, text);
		}
	});

	it('never throws, whatever a server sends', () => {
		const entry = fc.oneof(
			fc.jsonValue(),
			fc.record({
				input: fc.record({ required: fc.dictionary(fc.string(), fc.jsonValue()), optional: fc.jsonValue() }),
				output: fc.jsonValue(),
				input_order: fc.jsonValue(),
				output_name: fc.jsonValue(),
			}),
			fc
				.tuple(
					fc.constantFrom(
						'COMBO',
						'INT',
						'COMFY_DYNAMICCOMBO_V3',
						'COMFY_AUTOGROW_V3',
						'COMFY_DYNAMICSLOT_V3',
						'COMFY_DYNAMICGROUP_V3',
						'COMFY_MATCHTYPE_V3',
					),
					fc.record(
						{
							options: fc.jsonValue(),
							template: fc.jsonValue(),
							inputs: fc.jsonValue(),
							min: fc.jsonValue(),
							max: fc.jsonValue(),
						},
						{ requiredKeys: [] },
					),
				)
				.map((form) => ({ input: { required: { x: form } }, output: ['IMAGE'] })),
		);
		fc.assert(
			fc.property(entry, (value) => {
				const info = readNodeInfo(JSON.stringify({ A: value, B: { input: {}, output: ['*'] } }), source);
				const document = parseWorkflow(
					'{"1": {"class_type": "A", "inputs": {"x": "y", "x.a": 1, "image": ["2", 0]}}, "2": {"class_type": "B", "inputs": {}}}',
				);
				checkWorkflow(document, info);
				info?.get('A');
			}),
			{ numRuns: 1000 },
		);
	});
});

describe('dynamic inputs', () => {
	const names = (specs: readonly InputSpec[]): string[] =>
		specs.map((one) => `${one.name}${one.required ? '!' : ''}`);
	const expand = (form: string, values: Readonly<Record<string, string>>): string[] =>
		names(
			expandInputs([spec(form)], {
				get: (name) => ({ present: name in values, text: values[name] }),
				names: Object.keys(values),
			}).specs,
		);

	const combo = `["COMFY_DYNAMICCOMBO_V3", {"options": [
		{"key": "plain", "inputs": {"required": {"width": ["INT"]}}},
		{"key": "deep", "inputs": {"required": {"inner": ["COMFY_DYNAMICCOMBO_V3", {"options": [{"key": "k", "inputs": {"optional": {"z": ["INT"]}}}]}]}}}
	]}]`;

	it('add the inputs of the chosen key, at any depth', () => {
		assert.deepEqual(expand(combo, { x: 'plain' }), ['x!', 'x.width!']);
		assert.deepEqual(expand(combo, { x: 'deep', 'x.inner': 'k' }), ['x!', 'x.inner!', 'x.inner.z']);
	});

	it('add nothing for an absent or unknown key', () => {
		assert.deepEqual(expand(combo, {}), ['x!']);
		assert.deepEqual(expand(combo, { x: 'other' }), ['x!']);
	});

	it('grow from a prefix or along names, with the first ones required', () => {
		const grown =
			'["COMFY_AUTOGROW_V3", {"template": {"input": {"required": {"image": ["IMAGE"]}}, "prefix": "image", "min": 1, "max": 3}}]';
		assert.deepEqual(expand(grown, {}), ['x.image0!', 'x.image1', 'x.image2']);
		const named =
			'["COMFY_AUTOGROW_V3", {"template": {"input": {"required": {"v": ["*"]}}, "names": ["a", "b"], "min": 1}}]';
		assert.deepEqual(expand(named, {}), ['x.a!', 'x.b']);
		const optional =
			'["COMFY_AUTOGROW_V3", {"template": {"input": {"optional": {"v": ["*"]}}, "names": ["a"], "min": 1}}]';
		assert.deepEqual(expand(optional, {}), ['x.a']);
	});

	it('depend on a wired slot', () => {
		const slot = '["COMFY_DYNAMICSLOT_V3", {"slotType": "IMAGE", "inputs": {"required": {"w": ["INT"]}}}]';
		assert.deepEqual(expand(slot, {}), ['x']);
		assert.deepEqual(expand(slot, { x: '' }), ['x', 'x.w!']);
	});
});

describe('the built-in catalog', () => {
	it('knows the nodes of the engine, without rounding', async () => {
		const catalog = await loadCoreCatalog();
		assert.ok(catalog.names.length > 400);
		const sampler = catalog.get('KSampler');
		assert.equal(sampler?.inputs.find((input) => input.name === 'seed')?.max, 18446744073709551615n);
		assert.ok(sampler?.inputs.find((input) => input.name === 'sampler_name')?.options?.includes('euler'));
		assert.equal(catalog.get('SaveImage')?.outputNode, true);
		assert.equal(catalog.source.kind, 'builtin');
	});

	it('does not pretend to know which files a machine has', async () => {
		const catalog = await loadCoreCatalog();
		const files: readonly (readonly [string, string])[] = [
			['CheckpointLoaderSimple', 'ckpt_name'],
			['VAELoader', 'vae_name'],
			['LoadImage', 'image'],
			['UpscaleModelLoader', 'model_name'],
		];
		for (const [name, input] of files) {
			const found = catalog.get(name)?.inputs.find((candidate) => candidate.name === input);
			assert.equal(found?.type, 'COMBO', name);
			assert.equal(found?.options, undefined, name);
		}
		for (const name of catalog.names) {
			for (const input of catalog.get(name)?.inputs ?? [])
				assert.notDeepEqual(input.options, [], `${name}.${input.name}`);
		}
	});
});

describe('lossless values', () => {
	it('match JSON.parse in a round trip', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				assert.deepEqual(JSON.parse(jsonLine(readJson(text))), JSON.parse(text));
			}),
		);
	});

	it('keep whole numbers of any length', () => {
		fc.assert(
			fc.property(fc.bigInt(), (value) => {
				assert.equal(jsonLine(readJson(`[${value}]`)), `[${value}]`);
			}),
		);
		assert.equal(exactNumber('1e3'), 1000);
	});
});
