import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dialectOf } from '../../../../src/core/connection/dialects.ts';
import { noMedia } from '../../../../src/core/runs/plan/media.ts';
import { type PlanOptions, planRun, type RunPlan } from '../../../../src/core/runs/plan/plan.ts';
import { loadCoreCatalog } from '../../../../src/core/workflow/catalog.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { ofService } from '../../../support/connection.ts';

const dialect = dialectOf(ofService);

const saved = `{
	"3": {
		"inputs": {
			"seed": 18446744073709551615, "steps": 20, "cfg": 8.0, "sampler_name": "euler",
			"model": ["4", 0], "positive": ["6", 0], "negative": ["7", 0]
		},
		"class_type": "KSampler", "_meta": { "title": "Sampler" }
	},
	"4": { "inputs": { "ckpt_name": "sd15.safetensors" }, "class_type": "CheckpointLoaderSimple" },
	"6": { "inputs": { "text": "a harbour at dawn", "clip": ["4", 1] }, "class_type": "CLIPTextEncode" },
	"7": { "inputs": { "text": "blurry", "clip": ["4", 1] }, "class_type": "CLIPTextEncode" },
	"38:42": { "inputs": { "images": ["3", 0], "filename_prefix": "out" }, "class_type": "SaveImage", "_meta": { "title": "Pictures" } }
}`;

function plan(text: string, more: Partial<PlanOptions> = {}, against: string | undefined = saved) {
	return planRun({
		document: parseWorkflow(text),
		...(against === undefined ? {} : { saved: parseWorkflow(against) }),
		mode: 'auto',
		media: noMedia,
		dialect,
		...more,
	});
}

async function planned(...args: Parameters<typeof plan>): Promise<RunPlan> {
	const result = await plan(...args);
	assert.ok(result.ok, result.ok ? '' : result.failure.message);
	return result.value;
}

describe('the plan of a run', () => {
	it('hashes a large file once, however often it is planned for an engine', async () => {
		const bytes = Buffer.alloc(50_000, 7);
		const dataUri = `data:image/png;base64,${bytes.toString('base64')}`;
		const at = { nodeId: '1', input: 'image', name: 'a.png', path: '/a.png' };
		const file = { ...at, kind: 'image', mediaType: 'image/png', bytes: bytes.length, dataUri } as const;
		const text =
			'{"1":{"class_type":"LoadImage","inputs":{"image":"a.png"}},"2":{"class_type":"SaveImage","inputs":{"images":["1",0]}}}';
		const { digest } = crypto.subtle;
		const sizes: number[] = [];
		crypto.subtle.digest = (algorithm, data) => {
			sizes.push(data.byteLength);
			return digest.call(crypto.subtle, algorithm, data);
		};
		try {
			const options = { media: { ...noMedia, files: [file] }, engine: true, core: await loadCoreCatalog() };
			const [one, other] = [await planned(text, options), await planned(text, options)];
			assert.equal(one.uploads.length, 1);
			assert.deepEqual(one.outputs, other.outputs);
		} finally {
			Reflect.deleteProperty(crypto.subtle, 'digest');
		}
		assert.equal(sizes.filter((size) => size >= bytes.length).length, 1);
	});

	describe('with the same nodes as the saved workflow', () => {
		it('sends only changed inputs, with numbers spelled as in the document', async () => {
			const made = await planned(
				saved.replace('"steps": 20', '"steps": 9007199254740993').replace('"blurry"', '"blurry, gray"'),
			);
			assert.equal(made.mode, 'overrides');
			assert.equal(
				made.bodyText,
				'{"overrides":{"3":{"inputs":{"steps":9007199254740993}},"7":{"inputs":{"text":"blurry, gray"}}}}',
			);
			assert.deepEqual(made.changed, [
				{ nodeId: '3', nodeTitle: 'Sampler', input: 'steps', from: '20', to: '9007199254740993' },
				{ nodeId: '7', nodeTitle: 'CLIPTextEncode', input: 'text', from: '"blurry"', to: '"blurry, gray"' },
			]);
			assert.deepEqual(made.possibleModes, ['overrides', 'inline']);
			assert.match(made.reason, /2 changed inputs/);
			assert.equal(made.bytes, Buffer.byteLength(made.bodyText));
		});

		it('shows a link on one line, whatever its layout in the document', async () => {
			const apart =
				'"clip": [\n         "4:, 1",\n         2\n       ] }, "class_type": "CLIPTextEncode" },\n\t"38:42"';
			const made = await planned(
				saved.replace('"clip": ["4", 1] }, "class_type": "CLIPTextEncode" },\n\t"38:42"', apart),
			);
			assert.deepEqual(
				made.changed.map(({ from, to }) => [from, to]),
				[['["4", 1]', '["4:, 1", 2]']],
			);
		});

		it('sends 2^64-1 exactly', async () => {
			const made = await planned(saved, {}, saved.replace('18446744073709551615', '18446744073709551614'));
			assert.match(made.bodyText, /"seed":18446744073709551615}/);
			assert.equal(made.changed.length, 1);
		});

		it('treats another spelling, another order and another title as no change', async () => {
			const respelled = `{
				"6": { "class_type": "CLIPTextEncode", "inputs": { "clip": ["4", 1], "text": "a harb\\u006fur at dawn" } },
				"4": { "inputs": { "ckpt_name": "sd15.safetensors" }, "class_type": "CheckpointLoaderSimple" },
				"7": { "inputs": { "text": "blurry", "clip": ["4",1] }, "class_type": "CLIPTextEncode" },
				"38:42": { "inputs": { "images": ["3", 0], "filename_prefix": "out" }, "class_type": "SaveImage" },
				"3": { "_meta": { "title": "renamed" }, "class_type": "KSampler", "inputs": {
					"seed": 18446744073709551615.0, "steps": 2e1, "cfg": 8, "sampler_name": "euler",
					"model": ["4", 0], "positive": ["6", 0], "negative": ["7", 0] } }
			}`;
			const made = await planned(respelled);
			assert.deepEqual(made.changed, []);
			assert.equal(made.mode, 'overrides');
		});

		it('does not confuse neighboring large numbers', async () => {
			assert.equal((await planned(saved.replace('551615', '551614'))).changed.length, 1);
		});

		it('names one unchanged input, the seed, without changes: an empty body is rejected', async () => {
			const made = await planned(saved);
			assert.equal(made.bodyText, '{"overrides":{"3":{"inputs":{"seed":18446744073709551615}}}}');
			assert.deepEqual(made.changed, []);
			assert.match(made.reason, /equivalent to the saved workflow/);
		});

		it('sends the whole document on request, with the reason', async () => {
			const made = await planned(saved, { mode: 'inline' });
			assert.equal(made.bodyText, `{"workflow_api_json":${saved}}`);
			assert.match(made.reason, /as you asked/);
			assert.deepEqual(made.possibleModes, ['overrides', 'inline']);
		});

		it('has no overrides form for a workflow without values, so it goes inline', async () => {
			const bare = '{"1":{"class_type":"A","inputs":{}},"2":{"class_type":"B","inputs":{"x":["1",0]}}}';
			const made = await planned(bare, {}, bare);
			assert.deepEqual([made.mode, made.possibleModes], ['inline', ['inline']]);
		});
	});

	describe('of a document with comments', () => {
		const commented = saved
			.replace('"steps": 20', '/* enough */ "steps": 30')
			.replace('["4", 1]', '["4", /* clip */ 1,]')
			.replace(/\n}$/, ', // the end\n}');
		const document = parseWorkflow(commented, { comments: true });

		it('sends the changes, and no comment', async () => {
			const made = await planned(commented, { document });
			assert.equal(made.bodyText, '{"overrides":{"3":{"inputs":{"steps":30}}}}');
		});

		it('sends the whole document without comments, with numbers in original spelling', async () => {
			const { bodyText } = await planned(commented, { document, mode: 'inline' });
			const { workflow_api_json } = JSON.parse(bodyText) as { workflow_api_json: unknown };
			assert.deepEqual(workflow_api_json, JSON.parse(saved.replace('"steps": 20', '"steps": 30')));
			assert.match(bodyText, /"seed": 18446744073709551615/);
			assert.doesNotMatch(bodyText, /enough|the end/);
		});

		it('is rejected with the line of the first comment if its language has none', async () => {
			const refused = await plan(commented);
			assert.ok(!refused.ok);
			assert.match(refused.failure.message, /line 4.*Comments are not allowed/);
		});
	});

	describe('with another graph than the saved workflow', () => {
		for (const [what, text, reason] of [
			[
				'a new node',
				saved.replace('"4": {', '"5": {"class_type":"VAELoader","inputs":{}}, "4": {'),
				/VAELoader \(node 5\)/,
			],
			[
				'a missing node',
				saved.replace(/,\s*"38:42"[\s\S]*?\}\s*\}\s*\}$/, '}'),
				/Pictures \(node 38:42\) of the saved workflow/,
			],
			['another class', saved.replace('"KSampler"', '"KSamplerFast"'), /another class/],
			[
				'a link elsewhere',
				saved.replace('"positive": ["6", 0]', '"positive": ["7", 0]'),
				/positive .* connected differently/,
			],
			[
				'a link instead of a value',
				saved.replace('"steps": 20', '"steps": ["4", 0]'),
				/steps .* connected differently/,
			],
			[
				'a value instead of a link',
				saved.replace('"model": ["4", 0]', '"model": "x"'),
				/model .* connected differently/,
			],
			['a new input', saved.replace('"steps": 20', '"steps": 20, "denoise": 1'), /denoise/],
			['an input less', saved.replace('"steps": 20, ', ''), /steps .* was removed/],
		] as const) {
			it(`${what} sends the whole document, and explains why`, async () => {
				assert.notEqual(text, saved);
				const made = await planned(text);
				assert.equal(made.mode, 'inline');
				assert.equal(made.bodyText, `{"workflow_api_json":${text}}`);
				assert.match(made.reason, reason);
				assert.deepEqual(made.possibleModes, ['inline']);
				const forced = await plan(text, { mode: 'overrides' });
				assert.ok(!forced.ok);
				assert.equal(forced.failure.kind, 'input');
				assert.match(forced.failure.message, reason);
			});
		}

		it('goes inline if the saved workflow is unknown', async () => {
			const result = await planRun({ document: parseWorkflow(saved), mode: 'auto', media: noMedia, dialect });
			assert.ok(result.ok);
			assert.deepEqual([result.value.mode, result.value.possibleModes], ['inline', ['inline']]);
			assert.match(result.value.reason, /is unknown/);
		});

		it('unwraps a saved request body', async () => {
			const made = await planned(`{"prompt": ${saved}, "client_id": "x"}`, { mode: 'inline' });
			assert.deepEqual(JSON.parse(made.bodyText), { workflow_api_json: JSON.parse(saved) });
		});
	});

	describe('rejects with a helpful sentence', () => {
		for (const [what, text, sentence, next] of [
			[
				'a UI-format workflow',
				'{"last_node_id":1,"last_link_id":1,"nodes":[{"id":1,"type":"X"}],"links":[],"version":0.4}',
				/UI format/,
				/Export \(API\)/,
			],
			['other JSON', '{"name":"x"}', /not a workflow/, /Export \(API\)/],
			['an empty text', '', /empty or not JSON/, /./],
			['a torn document', saved.slice(0, -40), /line 12/, /Correct the document/],
			[
				'a value that is not JSON',
				saved.replace('8.0', 'NaN'),
				/not valid JSON|not JSON/,
				/Correct the document/,
			],
		] as const) {
			it(what, async () => {
				const result = await plan(text);
				assert.ok(!result.ok);
				assert.equal(result.failure.kind, 'input');
				assert.match(result.failure.message, sentence);
				assert.match(result.failure.nextStep, next);
			});
		}
	});

	describe('with local media', () => {
		const withImage =
			'{"1":{"class_type":"LoadImage","inputs":{"image":"harbour.png","x":1}},"2":{"class_type":"SaveImage","inputs":{"images":["1",0]}}}';
		const file = {
			nodeId: '1',
			input: 'image',
			path: '/w/harbour.png',
			name: 'harbour.png',
			kind: 'image',
			mediaType: 'image/png',
			bytes: 2000,
			dataUri: 'data:image/png;base64,AAAA',
		} as const;
		const media = { files: [file], warnings: [{ nodeId: '1', input: 'image', text: 'careful' }] };

		it('embeds the bytes as an override, even if the saved workflow names the same file', async () => {
			const made = await planned(withImage, { media }, withImage);
			assert.equal(made.bodyText, '{"overrides":{"1":{"inputs":{"image":"data:image/png;base64,AAAA"}}}}');
			assert.deepEqual(
				[made.changed[0]?.from, made.changed[0]?.to],
				['"harbour.png"', '"harbour.png (embedded, 2.0 KB)"'],
			);
			assert.deepEqual(
				made.media.map(({ name }) => name),
				['harbour.png'],
			);
			assert.deepEqual(made.warnings, media.warnings);
			assert.equal(JSON.stringify([made.media, made.summary]).includes('AAAA'), false);
		});

		it('embeds the bytes in the whole document without changing the rest of its text', async () => {
			const made = await planned(withImage, { media, mode: 'inline' }, withImage);
			assert.equal(
				made.bodyText,
				`{"workflow_api_json":${withImage.replace('"harbour.png"', '"data:image/png;base64,AAAA"')}}`,
			);
		});
	});

	describe('the partner key', () => {
		it('goes into extra_data under the name of the dialect, and nowhere else', async () => {
			for (const partnerKeyField of ['api_key_partner_org', 'api_key_comfy_org'] as const) {
				const made = await planned(saved, { partnerKey: 'k"1', dialect: { ...dialect, partnerKeyField } });
				assert.deepEqual(JSON.parse(made.bodyText).extra_data, { [partnerKeyField]: 'k"1' });
				assert.equal(JSON.stringify({ ...made, bodyText: '' }).includes('k\\"1'), false);
			}
		});

		it('is not sent if absent', async () => {
			assert.equal((await planned(saved, { partnerKey: '' })).bodyText.includes('extra_data'), false);
		});
	});

	describe('the summary', () => {
		it('gives the positive prompt, the seed and the titles of outputs', async () => {
			const { summary } = await planned(saved.replace('"blurry"', '"ugly"'));
			assert.equal(summary.prompt, 'a harbour at dawn');
			assert.equal(summary.seed, '18446744073709551615');
			assert.deepEqual(summary.outputTitles, { '38:42': 'Pictures' });
			assert.equal(summary.changed.length, 1);
		});

		it('finds a prompt and a seed from other nodes', async () => {
			const { summary } = await planned(
				`{"1":{"class_type":"PrimitiveString","inputs":{"value":"a lighthouse"}},
				"2":{"class_type":"CLIPTextEncode","inputs":{"text":["1",0]}},
				"3":{"class_type":"PrimitiveInt","inputs":{"value":77}},
				"4":{"class_type":"KSampler","inputs":{"noise_seed":["3",0],"positive":["2",0]}}}`,
			);
			assert.deepEqual([summary.prompt, summary.seed], ['a lighthouse', '77']);
		});

		it('has the same digest for any key, but another for any change', async () => {
			const { digest } = (await planned(saved)).summary;
			assert.equal((await planned(saved, { partnerKey: 'key-1' })).summary.digest, digest);
			assert.notEqual((await planned(saved.replace('551615', '551614'))).summary.digest, digest);
			assert.notEqual((await planned(saved, { mode: 'inline' })).summary.digest, digest);
		});

		it('contains no signed address or media bytes', async () => {
			const long = `data:image/png;base64,${'QUJD'.repeat(50)}`;
			const text = '{"1":{"class_type":"LoadImage","inputs":{"image":"old"}}}';
			for (const value of [long, 'https://cdn.example/a.png?token=5ecret']) {
				const { summary, changed } = await planned(text.replace('old', value), {}, text);
				assert.doesNotMatch(JSON.stringify([summary, changed]), /5ecret|QUJDQUJD/);
			}
		});
	});

	describe('for any two workflows', () => {
		const name = fc.constantFrom('seed', 'steps', 'text', 'model', 'a"b', 'ü', '__proto__x');
		const literal = fc.oneof(
			fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }).map(String),
			fc.constantFrom(
				'1',
				'1.0',
				'10e-1',
				'-0',
				'0.1',
				'1e400',
				'true',
				'false',
				'null',
				'{"__value__":[1,2.50]}',
			),
			fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => JSON.stringify(text)),
		);
		const graph = fc.dictionary(
			fc.constantFrom('1', '2', '38:42', 'x y'),
			fc.record({
				classType: fc.constantFrom('A', 'B'),
				inputs: fc.dictionary(
					name,
					fc.oneof({ weight: 4, arbitrary: literal }, { weight: 1, arbitrary: fc.constant('["1",0]') }),
					{ maxKeys: 4 },
				),
			}),
			{ minKeys: 1, maxKeys: 4 },
		);
		type Graph = typeof graph extends fc.Arbitrary<infer G> ? G : never;
		const promptTexts = (nodes: Graph) =>
			`{${Object.entries(nodes)
				.map(
					([id, { classType, inputs }]) =>
						`${JSON.stringify(id)}:{"class_type":"${classType}","inputs":{${Object.entries(inputs)
							.map(([key, value]) => `${JSON.stringify(key)}:${value}`)
							.join(',')}}}`,
				)
				.join(',')}}`;

		/** Every node with its class and the source text of its inputs, whatever their order. */
		const contentOf = (text: string) =>
			Object.fromEntries(
				parseWorkflow(text).nodes.map((node) => [
					node.id,
					[
						node.classType,
						Object.fromEntries(
							node.inputs.map((input) => [
								input.name,
								exactly(text.slice(input.range.start, input.range.end)),
							]),
						),
					],
				]),
			);
		/** Returns a value with numbers as their exact meaning: digits and power of ten, computed differently from the plan. */
		const exactly = (text: string): unknown => {
			if (!/^-?\d/.test(text)) return /^\{/.test(text) ? 'object' : JSON.parse(text);
			const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
			const [whole = '', fraction = ''] = mantissa.split('.');
			let value = BigInt(`${whole}${fraction}` === '-0' ? '0' : `${whole}${fraction}`);
			let exponent = Number(power) - fraction.length;
			while (value !== 0n && value % 10n === 0n) {
				value /= 10n;
				exponent++;
			}
			return value === 0n ? '0' : `${value}e${exponent}`;
		};

		it('the overrides applied to the saved workflow give the document', async () => {
			let overridden = 0;
			await fc.assert(
				fc.asyncProperty(
					graph,
					fc.array(fc.record({ pick: fc.nat(), value: literal }), { maxLength: 4 }),
					async (nodes, edits) => {
						const changedNodes: Graph = structuredClone(nodes);
						for (const { pick, value } of edits) {
							const places = Object.entries(changedNodes).flatMap(([id, node]) =>
								Object.keys(node.inputs).map((key) => [id, key] as const),
							);
							const place = places[pick % Math.max(1, places.length)];
							const node = place && changedNodes[place[0]];
							if (node && node.inputs[place[1]] !== '["1",0]') node.inputs[place[1]] = value;
						}
						const document = promptTexts(changedNodes);
						const result = await plan(document, {}, promptTexts(nodes));
						assert.ok(result.ok);
						const body = result.value.bodyText;
						if (result.value.mode === 'inline') {
							assert.equal(body, `{"workflow_api_json":${document}}`);
							return;
						}
						overridden++;
						// The overrides have the shape of nodes without a class: read them with the same ranges.
						const overrides = parseWorkflow(
							body.slice('{"overrides":'.length, -1).replaceAll('{"inputs":', '{"class_type":"A","inputs":'),
						);
						assert.ok(overrides.nodes.length > 0);
						const applied = structuredClone(nodes);
						for (const node of overrides.nodes) {
							for (const input of node.inputs) {
								const target = applied[node.id];
								assert.ok(
									target && Object.hasOwn(target.inputs, input.name),
									'an override names what is not there',
								);
								target.inputs[input.name] = overrides.text.slice(input.range.start, input.range.end);
							}
						}
						assert.deepEqual(contentOf(promptTexts(applied)), contentOf(document));
					},
				),
				{ numRuns: 1000 },
			);
			assert.ok(overridden > 300);
		});

		it('the body is never empty, is JSON, and contains every number as written', async () => {
			await fc.assert(
				fc.asyncProperty(graph, graph, fc.constantFrom('auto', 'inline'), async (one, other, mode) => {
					const result = await plan(promptTexts(one), { mode }, promptTexts(other));
					assert.ok(result.ok);
					const body = JSON.parse(result.value.bodyText);
					const [key] = Object.keys(body);
					assert.ok(key && Object.keys(body[key]).length > 0);
					assert.equal(key, result.value.mode === 'inline' ? 'workflow_api_json' : 'overrides');
				}),
				{ numRuns: 500 },
			);
		});
	});
});
