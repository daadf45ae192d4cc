import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { modelPath } from '../../../src/core/catalog/model.ts';
import { parseCategories, parseModel, parseModels } from '../../../src/core/catalog/parseModel.ts';
import { jsonText, parseJson } from '../../../src/core/json/exact.ts';

const record = {
	model_id: 'maker/paint-2/text-to-image',
	display_name: 'Paint 2',
	description: 'Paints what it is asked for.',
	categories: ['text-to-image', 'featured'],
	kind: 'model',
	base_price_usd: 0.0025,
	price_unit: 'image',
	pricing_note: 'Large pictures cost more.',
	model_url: 'https://web.test/models/maker/paint-2/text-to-image',
	inputs: ['prompt', 'seed'],
	required_inputs: ['prompt'],
	input_schema: { type: 'object', properties: { seed: { type: 'integer', maximum: 1 } } },
};

const first = { offset: 0, limit: 100 };

describe('a model of the catalog', () => {
	it('is read with every attribute, its schema without losing a digit', () => {
		const text = JSON.stringify(record).replace('"maximum":1', '"maximum":18446744073709551615');
		const value = parseJson(text);
		assert.ok(value.ok);
		const model = parseModel(value.value);
		assert.ok(typeof model !== 'string');
		const { inputSchema, ...rest } = model;
		assert.match(jsonText(inputSchema), /18446744073709551615/);
		assert.deepEqual(rest, {
			id: record.model_id,
			name: 'Paint 2',
			description: record.description,
			categories: record.categories,
			kind: 'model',
			price: { usd: 0.0025, unit: 'image', note: 'Large pictures cost more.' },
			url: record.model_url,
			inputs: ['prompt', 'seed'],
			requiredInputs: ['prompt'],
		});
	});

	it('needs only an ID', () => {
		assert.deepEqual(parseModel({ model_id: 'a/b' }), { id: 'a/b', name: 'a/b', categories: [] });
		assert.deepEqual(parseModel({ id: 'a' }), { id: 'a', name: 'a', categories: [] });
		for (const value of [undefined, null, 7, 'a', [], {}, { model_id: '' }, { model_id: 7 }]) {
			assert.equal(typeof parseModel(value), 'string');
		}
	});

	it('keeps unknown words, and skips members of another type', () => {
		const model = parseModel({
			...record,
			kind: 'hologram',
			price_unit: 'moon',
			categories: ['x', 7, '', 'x', null, { name: 'y' }],
			description: 7,
			inputs: { prompt: {}, seed: {} },
			required_inputs: 'prompt',
			input_schema: [],
		});
		assert.ok(typeof model !== 'string');
		assert.equal(model.kind, 'hologram');
		assert.equal(model.price?.unit, 'moon');
		assert.deepEqual(model.categories, ['x', 'y']);
		assert.equal(model.description, undefined);
		assert.deepEqual([model.inputs, model.requiredInputs], [['prompt', 'seed'], ['prompt']]);
		assert.equal(model.inputSchema, undefined);
	});

	it('has a price only if it is an amount', () => {
		const priceOf = (base_price_usd: unknown) => {
			const model = parseModel({ model_id: 'm', base_price_usd });
			return typeof model === 'string' ? model : model.price?.usd;
		};
		assert.deepEqual(['0.57', 0, 2].map(priceOf), [0.57, 0, 2]);
		assert.deepEqual(
			[-1, 'free', '', true, Number.NaN, Number.POSITIVE_INFINITY].map(priceOf),
			Array(6).fill(undefined),
		);
	});

	it('has a page only if it is on the web, over https, and without a name and a password', () => {
		const urlOf = (model_url: unknown) => {
			const model = parseModel({ model_id: 'm', model_url });
			return typeof model === 'string' ? model : model.url;
		};
		assert.equal(urlOf('https://web.test/m'), 'https://web.test/m');
		for (const hostile of [
			'http://web.test/m',
			'javascript:alert(1)',
			'file:///etc/passwd',
			'vscode://x/y',
			'command:workbench.action.quit',
			'https://me:secret@web.test/',
			'//web.test',
			'',
			7,
		]) {
			assert.equal(urlOf(hostile), undefined, String(hostile));
		}
	});

	it('has an ID that stays in its place in an address', () => {
		assert.equal(modelPath('maker/a b/ü?x#y'), 'maker/a%20b/%C3%BC%3Fx%23y');
		for (const id of ['', '/', 'a//b', '../x', 'a/../b', './a', 'a/', '\ud800', 'x'.repeat(2000)]) {
			assert.equal(modelPath(id), undefined, id.slice(0, 20));
			assert.equal(typeof parseModel({ model_id: id }), 'string', id.slice(0, 20));
		}
	});
});

describe('a page of the catalog', () => {
	it('computes the start of the next one from the reply, not from the request', () => {
		const models = [{ model_id: 'a' }, { model_id: 'b' }];
		const next = (reply: unknown, asked = first) => parseModels(reply, asked)?.next;
		assert.equal(next({ models, total: 5, limit: 2 }), 2);
		assert.equal(next({ models, total: 5 }, { offset: 3, limit: 100 }), undefined);
		assert.equal(next({ models }, { offset: 4, limit: 2 }), 6);
		assert.equal(next({ models }), undefined);
		// A total that no page ever reaches does not lead on forever.
		assert.equal(next({ models: [], total: 5 }), undefined);
	});
});

describe('the categories of the catalog', () => {
	it('are texts, each once, in the order of the service', () => {
		assert.deepEqual(parseCategories({ categories: ['b', 'a', 'b', 7, { name: 'c' }] }), ['b', 'a', 'c']);
		assert.deepEqual(parseCategories(['a']), ['a']);
		assert.equal(parseCategories({}), undefined);
	});
});

describe('the readers of the catalog', () => {
	const mutated = fc
		.record({
			key: fc.constantFrom(...Object.keys(record)),
			by: fc.oneof(fc.jsonValue(), fc.anything(), fc.constantFrom('__proto__', '\ud800', [[[]]], {})),
		})
		.map(({ key, by }) => ({ models: [{ ...record, [key]: by }], categories: [by] }));

	it('accept any mutation of any reply, and any value, without an exception', () => {
		fc.assert(
			fc.property(fc.oneof(mutated, fc.jsonValue({ maxDepth: 6 }), fc.anything()), (value) => {
				parseModels(value, first);
				parseCategories(value);
				parseModel(value);
			}),
			{ numRuns: 1000 },
		);
	});

	it('return only models with a valid address, and pages over https', () => {
		fc.assert(
			fc.property(fc.array(mutated), (pages) => {
				for (const { models } of pages.map((page) => parseModels(page, first) ?? { models: [] })) {
					for (const model of models) {
						assert.notEqual(modelPath(model.id), undefined);
						assert.ok(model.url?.startsWith('https://') ?? true);
						assert.ok(model.price === undefined || model.price.usd >= 0);
					}
				}
			}),
		);
	});
});
