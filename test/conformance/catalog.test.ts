import assert from 'node:assert/strict';
import { assertRefused, type Body, type Reply, suiteSandbox } from './support.ts';

describe('The catalog of models', () => {
	const sandbox = suiteSandbox('reset');

	const get = (path: string): Promise<Reply> => sandbox.call('GET', sandbox.announced.modelApiUrl + path);
	const list = async (query: string): Promise<Body> => (await get(`/v1/models?${query}`)).body;
	const idsOf = (body: Body): string[] => body.models.map((model: Body) => model.model_id);
	const placeOf = (reply: Reply): string[] => {
		assertRefused(reply, 422, 422_001);
		return reply.body.detail.map((fault: Body) => fault.loc.join('.'));
	};

	it('lists at least 300 models of all kinds in several categories, 100 to a page from 0 when nothing is asked', async () => {
		const { models, total, limit, offset } = (await get('/v1/models')).body;
		assert.ok(total >= 300, `${total} models`);
		assert.deepEqual([models.length, limit, offset], [100, 100, 0]);
		const all = (await list('limit=500')).models;
		assert.deepEqual([...new Set(all.map((model: Body) => model.kind))].sort(), [
			'inference',
			'model',
			'workflow',
		]);
		for (const model of all) {
			assert.match(model.model_id, /^[\w.-]+(\/[\w.-]+){2,}$/);
			assert.ok(model.display_name !== '' && model.description !== '', model.model_id);
			assert.ok(model.base_price_usd > 0 && ['output', 'image', 'second'].includes(model.price_unit));
			assert.ok(model.categories.length > 0);
			assert.equal(model.input_schema, undefined);
			assert.ok(Array.isArray(model.inputs) && Array.isArray(model.required_inputs));
			assert.match(model.model_url, /^http/);
		}
		assert.equal(new Set(idsOf({ models: all })).size, all.length);
	});

	it('pages from 1 to 500, and names a page that is out of bounds', async () => {
		const first = await list('limit=1');
		const second = await list('limit=1&offset=1');
		assert.deepEqual(idsOf(await list('limit=2')), [...idsOf(first), ...idsOf(second)]);
		assert.deepEqual((await list('offset=100000')).models, []);
		for (const query of ['limit=0', 'limit=501', 'limit=x', 'limit=-1', 'limit=1.5'])
			assert.deepEqual(placeOf(await get(`/v1/models?${query}`)), ['query.limit']);
		assert.deepEqual(placeOf(await get('/v1/models?offset=-1&limit=1000')), ['query.limit', 'query.offset']);
	});

	it('searches id, name and description without regard to case', async () => {
		const byId = await list('search=ALDER%2FRIVER');
		assert.ok(byId.total > 0 && idsOf(byId).every((id) => id.startsWith('alder/river')));
		assert.ok(idsOf(await list('search=id%20photo')).includes('studio/portrait/id-photo'));
		const byText = await list('search=PASSPORT');
		assert.deepEqual(idsOf(byText), ['studio/portrait/id-photo']);
		assert.equal((await list('search=%25')).total, 0);
	});

	it('narrows to a category and to a kind', async () => {
		const { categories } = (await get('/v1/models/categories')).body;
		assert.ok(categories.length >= 8);
		let named = 0;
		for (const category of categories) {
			const found = await list(`category=${category}&limit=500`);
			assert.ok(found.total > 0, category);
			assert.ok(found.models.every((model: Body) => model.categories.includes(category)));
			named += found.total;
		}
		assert.ok(named >= 300);
		assert.equal((await list('category=nothing-of-that-name')).total, 0);
		for (const kind of ['model', 'workflow', 'inference'])
			assert.ok((await list(`kind=${kind}`)).models.every((model: Body) => model.kind === kind));
		assert.deepEqual(placeOf(await get('/v1/models?kind=toy&include_schema=maybe')), [
			'query.kind',
			'query.include_schema',
		]);
	});

	it('has every type of property among its schemas, and sends a schema only on request', async () => {
		const { models } = await list('limit=500&include_schema=true');
		const seen = new Set<string>();
		for (const { input_schema: schema, inputs, required_inputs: required } of models) {
			assert.equal(schema.type, 'object');
			assert.deepEqual(Object.keys(schema.properties), inputs);
			assert.deepEqual(schema.required, required);
			for (const property of Object.values<Body>(schema.properties)) note(property, seen);
		}
		for (const each of [
			...['string', 'integer', 'number', 'float', 'boolean', 'array', 'object', 'color', 'integer|null'],
			...['multiline', 'image_uri', 'video_uri', 'audio_uri', 'enum', 'enum of integers', 'anyOf', 'no type'],
			...['minimum', 'maximum', 'default', 'default null', 'maxLength', 'pattern', 'minItems', 'multipleOf'],
			...['array of string', 'array of object', 'array of image_uri', 'required inside'],
		])
			assert.ok(seen.has(each), `no property has ${each}`);
		assert.ok(
			models.some((model: Body) => model.input_schema.properties.lora?.properties.path !== undefined),
		);
	});

	it('returns one model with its schema, and 400001 for an unknown ID', async () => {
		const { models } = await list('limit=1&search=river&include_schema=True');
		const { status, body } = await get(`/v1/models/${models[0].model_id}`);
		assert.equal(status, 200);
		assert.deepEqual(body, models[0]);
		for (const id of ['alder/river', 'nobody/knows/this', '%3Cscript%3E/x'])
			assertRefused(await get(`/v1/models/${id}`), 400, 400_001);
	});

	it('has a page that describes each model and needs no token', async () => {
		const { model_url: url, display_name: name } = (await get('/v1/models/alder/river/1/lora')).body;
		const page = await sandbox.call('GET', url, { token: null });
		assert.equal(page.status, 200);
		assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
		assert.ok(page.text.includes(`<h1>${name}</h1>`) && page.text.includes('sandbox'));
		assertRefused(await sandbox.call('GET', `${url}/<b>`, { token: null }), 404, 404_001);
	});

	it('accepts thousands of copies for a bench, until a reset', async () => {
		const before = (await list('')).total;
		await sandbox.control('POST', 'models', { count: 5000 });
		const { total, models } = await list('search=copies%2F&limit=500&offset=4500');
		assert.deepEqual([total, models.length], [5000, 500]);
		assert.equal((await get(`/v1/models/${models[499].model_id}`)).status, 200);
		await sandbox.control('POST', 'reset');
		assert.equal((await list('')).total, before);
	});
});

function note(property: Body, seen: Set<string>): void {
	const { type, format, items, properties } = property;
	seen.add(type === undefined ? 'no type' : [type].flat().join('|'));
	if (format !== undefined) seen.add(format);
	for (const key of Object.keys(property)) seen.add(key);
	if (property.default === null) seen.add('default null');
	if (property.enum?.every(Number.isInteger)) seen.add('enum of integers');
	if (items !== undefined) {
		seen.add(`array of ${items.format ?? items.type}`);
		note(items, seen);
	}
	if (property.required !== undefined) seen.add('required inside');
	for (const each of Object.values<Body>(properties ?? {})) note(each, seen);
}
