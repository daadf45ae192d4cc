import assert from 'node:assert/strict';
import { type EngineWorld, engineWorld, ownEngine, runWhole, saveAs, saved } from './engineWorld.ts';
import { assertRefused, type CallOptions, type Reply } from './support.ts';

describe('Sandbox in front of an engine: the instance proxy', () => {
	let world: EngineWorld;
	let proxy: string;
	beforeEach(async () => {
		world = await engineWorld({ version: '0.27.1', models: { loras: ['ink.safetensors'] } });
		const { instance_id } = await runWhole(world, saved(1));
		proxy = `/prod/v2/deployments/${ownEngine}/instances/${instance_id}/proxy`;
	});
	afterEach(() => world.end());

	const call = (method: string, path: string, options?: CallOptions): Promise<Reply> =>
		world.sandbox.call(method, `${proxy}/${path}`, options);

	it('reads the replies of the engine, with and without api/', async () => {
		const { engine } = world;
		const direct = async (path: string) => (await fetch(`${engine.url}/${path}`)).text();
		for (const path of [
			'system_stats',
			'object_info',
			'object_info/SaveImage',
			'models',
			'models/loras',
			'embeddings',
			'features',
			'queue',
			'history?max_items=1',
			'prompt',
		]) {
			const wanted = await direct(path);
			for (const spelled of [path, `api/${path}`])
				assert.equal((await call('GET', spelled)).text, wanted, spelled);
		}
		assert.equal((await call('GET', 'system_stats')).body.system.comfyui_version, '0.27.1');
		assert.equal((await call('GET', 'api/jobs')).body.jobs.length, 1);
		assert.equal((await call('GET', 'api/nothing')).status, 404);
	});

	it('controls the engine: prompt, interrupt, queue, history, free', async () => {
		const { engine, sandbox } = world;
		engine.hold('1');
		const first = await call('POST', 'api/prompt', { body: { prompt: saved(2) } });
		assert.equal(first.status, 200, first.text);
		await engine.held('1');
		const second = await call('POST', 'prompt', { body: { prompt: saved(3), client_id: 'someone' } });
		await call('POST', 'queue', { body: { delete: [second.body.prompt_id] } });
		assert.equal(engine.runs.at(-1)?.state, 'dropped');
		assert.equal(
			(await call('POST', 'api/interrupt', { body: { prompt_id: first.body.prompt_id } })).status,
			200,
		);
		await sandbox.until(
			async () => engine.interrupted,
			(ids) => ids.includes(first.body.prompt_id),
		);
		await call('POST', 'history', { body: { clear: true } });
		assert.deepEqual((await call('GET', 'history')).body, {});
		await call('POST', 'api/free', { body: { unload_models: true, free_memory: true } });
		assert.deepEqual(engine.freed, [{ unload_models: true, free_memory: true }]);
		const refused = await call('POST', 'prompt', { body: { prompt: { '1': { class_type: 'Nobody' } } } });
		assert.deepEqual([refused.status, refused.body.error.type], [400, 'missing_node_type']);
	});

	it('sends files to the engine and brings them back, parts of them too', async () => {
		const { engine, sandbox } = world;
		for (const [index, route] of ['upload/image', 'api/upload/mask'].entries()) {
			const form = new FormData();
			form.set('image', new Blob([`bytes ${index}`]), `mine${index}.png`);
			form.set('subfolder', 'deep');
			const reply = await fetch(`${sandbox.announced.baseUrl}${proxy}/${route}`, {
				method: 'POST',
				headers: { authorization: `Bearer ${sandbox.announced.token}` },
				body: form,
			});
			assert.deepEqual(await reply.json(), { name: `mine${index}.png`, subfolder: 'deep', type: 'input' });
			assert.equal(String(engine.files.get(`input/deep/mine${index}.png`)), `bytes ${index}`);
		}
		const view = 'view?filename=mine0.png&subfolder=deep&type=input';
		const whole = await call('GET', view);
		assert.deepEqual([whole.text, whole.headers.get('content-type')], ['bytes 0', 'image/png']);
		const part = await call('GET', view, { headers: { range: 'bytes=2-3' } });
		assert.deepEqual([part.status, part.text, part.headers.get('content-range')], [206, 'te', 'bytes 2-3/7']);
		assert.equal((await call('GET', 'view?filename=absent.png')).status, 404);
	});

	it('shows the engine neither the token of the service nor the page that a call comes from', async () => {
		const { engine, sandbox } = world;
		const origin = sandbox.announced.baseUrl;
		const reply = await call('POST', 'free', {
			body: {},
			headers: { origin, referer: `${origin}/x`, cookie: 'a=b' },
		});
		assert.equal(reply.status, 200, reply.text);
		const [{ headers } = { headers: {} }] = engine.callsTo('POST', '/free');
		for (const name of ['authorization', 'origin', 'referer', 'cookie'])
			assert.equal(name in headers, false, name);
	});

	it('streams: a large file arrives while the engine still sends it', async () => {
		const { engine } = world;
		const large = Buffer.alloc(8_000_000, 7);
		engine.files.set('output//large.bin', large);
		const reply = await call('GET', 'view?filename=large.bin');
		assert.equal(reply.text.length, large.length);
	});

	it('reports that the engine is gone, as does the node info of a deployment', async () => {
		const { engine, sandbox } = world;
		const { payload } = (await sandbox.call('GET', `/prod/v2/deployments/${ownEngine}?includes=payload`))
			.body;
		assert.equal((await fetch(payload.object_info_url)).status, 200);
		await engine.stop();
		for (const [method, path] of [
			['GET', 'queue'],
			['GET', 'system_stats'],
			['POST', 'api/prompt'],
			['POST', 'api/free'],
		] as const) {
			const reply = await call(method, path, method === 'POST' ? { body: {} } : {});
			assertRefused(reply, 502, 502001);
			assert.match(reply.body.message, /^The engine behind the sandbox cannot be reached: .*ECONNREFUSED/);
		}
		assert.equal(sandbox.log.includes('internal error'), false);
	});

	it('fails like the service for an unknown instance', async () => {
		const path = `/prod/v2/deployments/${ownEngine}/instances/absent/proxy/queue`;
		assertRefused(await world.sandbox.call('GET', path), 404, 404001);
	});
});

describe('Workflows saved as deployments of the sandbox', () => {
	let world: EngineWorld;
	before(async () => {
		world = await engineWorld();
	});
	after(() => world.end());
	const post = (body: unknown): Promise<Reply> => {
		const { sandbox } = world;
		return sandbox.call('POST', `${sandbox.announced.controlUrl}/workflows`, { token: null, body });
	};

	it('are listed, show their workflow, and run with overrides', async () => {
		const { engine, sandbox } = world;
		const id = await saveAs(world, 'Sunset', saved(1));
		const shown = (await sandbox.call('GET', `/prod/v2/deployments/${id}?includes=payload`)).body;
		assert.deepEqual([shown.name, shown.workflow_version, shown.is_enabled], ['Sunset', 'v1', true]);
		assert.deepEqual(shown.payload.workflow_api_json, saved(1));
		const { status } = await sandbox.run(id, { overrides: { '1': { inputs: { color: 77 } } } });
		assert.equal(status, 'succeeded');
		assert.equal(engine.callsTo('POST', '/prompt').at(-1)?.body.prompt['1'].inputs.color, 77);
	});

	it('keep their numbers to the last digit', async () => {
		const workflow = JSON.stringify(saved(1)).replace('"color":1', '"color":18446744073709551615');
		const reply = await post(`{"name": "Seed", "workflow_api_json": ${workflow}}`);
		const shown = await world.sandbox.call(
			'GET',
			`/prod/v2/deployments/${reply.body.deployment_id}?includes=payload`,
		);
		assert.match(shown.text, /"color":18446744073709551615/);
	});

	it('are replaced only when that is asked for, as the next version', async () => {
		const id = await saveAs(world, 'Twice', saved(1));
		const again = await post({ name: 'Twice', workflow_api_json: saved(2) });
		assert.deepEqual([again.status, /already/.test(again.body.message)], [409, true]);
		const replaced = await post({ name: 'Twice', workflow_api_json: saved(2), replace: true });
		assert.deepEqual(
			[replaced.body.deployment_id, replaced.body.workflow_version, replaced.body.created],
			[id, 'v2', false],
		);
	});

	for (const [what, body] of [
		['no name', { workflow_api_json: saved(1) }],
		['an empty name', { name: ' ', workflow_api_json: saved(1) }],
		['no workflow', { name: 'x' }],
		['a workflow without nodes', { name: 'x', workflow_api_json: {} }],
		['a node without a class', { name: 'x', workflow_api_json: { '1': { inputs: {} } } }],
		['other hardware', { name: 'x', workflow_api_json: saved(1), hardware: 7 }],
	] as const) {
		it(`are rejected with ${what}`, async () => {
			const reply = await post(body);
			assert.deepEqual([reply.status, typeof reply.body.message], [400, 'string']);
		});
	}
});
