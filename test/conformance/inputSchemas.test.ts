import assert from 'node:assert/strict';
import { assertRefused, type Body, demo, suiteSandbox } from './support.ts';

describe('Deployments with an input schema', () => {
	const sandbox = suiteSandbox();

	const payloadOf = async (id: string): Promise<Body> =>
		(await sandbox.call('GET', `/prod/v2/deployments/${id}?includes=payload`)).body.payload;
	const faultsOf = async (id: string, body: unknown): Promise<string[]> => {
		const reply = await sandbox.call('POST', `/prod/v2/deployments/${id}/inference`, { body });
		assertRefused(reply, 422, 422_001);
		return reply.body.detail.map(({ loc, type }: Body) => `${loc.join('.')} ${type}`);
	};

	it('have it in their payload instead of a workflow, unlike the others', async () => {
		for (const id of [demo.lora, demo.poster]) {
			const { input_schema: schema, workflow_api_json: workflow } = await payloadOf(id);
			assert.equal(workflow, null);
			assert.equal(schema.type, 'object');
			assert.ok(schema.required.every((name: string) => schema.properties[name] !== undefined));
		}
		assert.equal((await payloadOf(demo.harbour)).input_schema, null);
	});

	it('have every kind of property between them', async () => {
		const seen = new Set<string>();
		for (const id of [demo.lora, demo.poster]) {
			const { properties } = (await payloadOf(id)).input_schema;
			for (const property of Object.values<Body>(properties)) {
				seen.add([property.type ?? 'no type'].flat().join('|'));
				for (const key of Object.keys(property)) seen.add(key);
				if (property.format !== undefined) seen.add(property.format);
			}
		}
		for (const each of [
			...['string', 'integer', 'number', 'float', 'boolean', 'object', 'array', 'color', 'integer|null'],
			...['no type', 'multiline', 'image_uri', 'video_uri', 'audio_uri', 'enum', 'minimum', 'maximum'],
			...['exclusiveMinimum', 'multipleOf', 'maxLength', 'pattern', 'default', 'required', 'maxItems'],
		])
			assert.ok(seen.has(each), `no property has ${each}`);
	});

	const layout = { corner: 'top left' };
	const good = { prompt: 'a harbour', layout };
	const rows: readonly (readonly [unknown, string])[] = [
		[{ prompt: 5 }, 'body.prompt string_type'],
		[{ prompt: '' }, 'body.prompt string_too_short'],
		[{ headline: 'x'.repeat(61) }, 'body.headline string_too_long'],
		[{ style: 'oil' }, 'body.style enum'],
		[{ style: null }, 'body.style null'],
		[{ copies: 3 }, 'body.copies enum'],
		[{ copies: '1' }, 'body.copies int_type'],
		[{ width: 248 }, 'body.width greater_than_equal'],
		[{ width: 2056 }, 'body.width less_than_equal'],
		[{ width: 513 }, 'body.width multiple_of'],
		[{ width: 512.5 }, 'body.width int_type'],
		[{ guidance: '5' }, 'body.guidance float_type'],
		[{ guidance: 20.5 }, 'body.guidance less_than_equal'],
		[{ grain: 0 }, 'body.grain greater_than'],
		[{ seed: -1 }, 'body.seed greater_than_equal'],
		[{ seed: 'x' }, 'body.seed int_type'],
		[{ border: 'true' }, 'body.border bool_type'],
		[{ border: 0 }, 'body.border bool_type'],
		[{ layout: {} }, 'body.layout.corner missing'],
		[{ layout: 'top' }, 'body.layout dict_type'],
		[{ layout: { ...layout, margin: 201 } }, 'body.layout.margin less_than_equal'],
		[{ layout: { ...layout, edge: 1 } }, 'body.layout.edge extra_forbidden'],
		[{ tags: 'one' }, 'body.tags list_type'],
		[{ tags: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'body.tags too_long'],
		[{ tags: ['a', 7] }, 'body.tags.1 string_type'],
		[{ reference_image: 'boat.png' }, 'body.reference_image url_parsing'],
		[{ reference_video: 'http://example.com/a.mp4' }, 'body.reference_video url_parsing'],
		[{ reference_audio: 'https://me:secret@example.com/a.wav' }, 'body.reference_audio url_parsing'],
		[{ frame: true }, 'body.frame extra_forbidden'],
		[{ overrides: {} }, 'body.overrides extra_forbidden'],
	];
	for (const [change, fault] of rows) {
		it(`refuse ${JSON.stringify(change).slice(0, 60)}`, async () => {
			assert.deepEqual(await faultsOf(demo.poster, { ...good, ...(change as object) }), [fault]);
		});
	}

	it('name all faults of a body at once', async () => {
		assert.deepEqual(await faultsOf(demo.poster, { style: 'oil', seed: 1.5 }), [
			'body.prompt missing',
			'body.layout missing',
			'body.style enum',
			'body.seed int_type',
		]);
	});

	it('count characters, not units, and refuse one too many', async () => {
		const path = `/prod/v2/deployments/${demo.poster}/inference`;
		const fits = { ...good, headline: '\u{1F3D6}'.repeat(60) };
		assert.equal((await sandbox.call('POST', path, { body: fits })).status, 200);
		const long = { ...good, headline: '\u{1F3D6}'.repeat(61) };
		assert.deepEqual(await faultsOf(demo.poster, long), ['body.headline string_too_long']);
	});

	it('refuse names that every object has, and bodies with very many faults in a short reply', async () => {
		const text = `{"prompt": "x", "layout": {"corner": "top left"}, "__proto__": {"style": "oil"}, "constructor": 1}`;
		assert.deepEqual(await faultsOf(demo.poster, text), [
			'body.__proto__ extra_forbidden',
			'body.constructor extra_forbidden',
		]);
		const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`x${index}`, index]));
		assert.equal((await faultsOf(demo.poster, { ...good, ...many })).length, 200);
		const tags = Array.from({ length: 50_000 }, () => 7);
		assert.equal((await faultsOf(demo.poster, { ...good, tags })).length, 200);
	});

	it('compare numbers exactly, however many digits they have', async () => {
		const body = (seed: string) => `{"prompt": "x", "layout": {"corner": "top left"}, "seed": ${seed}}`;
		for (const seed of ['18446744073709551616', '4294967296', '4294967295.5', '1e30'])
			assert.equal((await faultsOf(demo.poster, body(seed))).length, 1, seed);
		const path = `/prod/v2/deployments/${demo.poster}/inference`;
		for (const seed of ['4294967295', '5.0', '1e3'])
			assert.equal((await sandbox.call('POST', path, { body: body(seed) })).status, 200, seed);
	});

	it('accept every valid value, pass unknown types through, and return results under output', async () => {
		const body = {
			...good,
			...{ headline: 'Ships', style: 'collage', copies: 2, width: 256, height: 320, guidance: 7 },
			...{ grain: 0.01, seed: 18, border: false, tags: ['sea'], background: [1, 2, 3] },
			...{ reference_image: 'https://example.com/a.png', reference_audio: null, notes: { any: 'thing' } },
		};
		const { status, output, outputs } = await sandbox.run(demo.poster, body);
		assert.deepEqual([status, outputs], ['succeeded', undefined]);
		assert.equal(output.images.length, 2);
		const png = Buffer.from(await (await fetch(output.images[0])).arrayBuffer());
		assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [256, 320]);
	});

	it('use the defaults of missing members', async () => {
		const { output } = await sandbox.run(demo.poster, { ...good, width: 256 });
		const png = Buffer.from(await (await fetch(output.images[0])).arrayBuffer());
		assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [256, 1024]);
	});
});
