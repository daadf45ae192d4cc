import assert from 'node:assert/strict';
import { compact } from '../../src/core/base/compact.ts';
import type { RowCheck, Rows } from './inferenceRows.ts';
import type { InferenceWorld } from './inferenceWorld.ts';
import { assertRefused, type Body, demo, plainWorkflow, type Reply } from './support.ts';

/** Calls a route with the token and checks that it is refused without one and with one that is not valid. */
async function call(world: InferenceWorld, method: string, path: string, body?: unknown): Promise<Reply> {
	const options = compact({ body });
	for (const token of [null, 'not-a-token'])
		assertRefused(await world.sandbox.call(method, path, { ...options, token }), 401, 401_001);
	return world.sandbox.call(method, path, options);
}

const queueRow =
	(api: string, action: 'inference' | 'status' | 'result' | 'cancel'): RowCheck =>
	async (world) => {
		const base = `/prod/${api}/deployments/${demo.warm}`;
		const body = { workflow_api_json: plainWorkflow(1) };
		if (action === 'inference') {
			const reply = await call(world, 'POST', `${base}/inference`, body);
			assert.equal(reply.status, 200);
			const { request_id: id, ...addresses } = reply.body;
			const request = `${world.sandbox.announced.baseUrl}${base}/requests/${id}`;
			assert.deepEqual(addresses, {
				status_url: `${request}/status`,
				result_url: `${request}/result`,
				cancel_url: `${request}/cancel`,
			});
			for (const empty of ['', {}])
				assertRefused(await world.sandbox.call('POST', `${base}/inference`, { body: empty }), 422, 422_001);
			if (api === 'v2') {
				const flat = `/prod/v2/deployments/${demo.lora}/inference`;
				assert.equal((await call(world, 'POST', flat, { prompt: 'a lake' })).status, 200);
			}
			return;
		}
		const submission = await world.submit({}, api);
		const path = `${base}/requests/${submission.request_id}`;
		if (action === 'cancel') {
			const reply = await call(world, 'POST', `${path}/cancel`);
			assert.deepEqual([reply.status, reply.body.status], [202, 'cancellation_requested']);
			return;
		}
		await world.sandbox.settle(submission);
		const reply = await call(world, 'GET', `${path}/${action}`);
		const expected = action === 'status' ? 'completed' : 'succeeded';
		assert.deepEqual([reply.status, reply.body.status], [200, expected]);
	};

const queueRows = (api: string): Rows => {
	const base = `/prod/${api}/deployments/{deployment_id}`;
	return {
		[`POST ${base}/inference`]: queueRow(api, 'inference'),
		[`GET ${base}/requests/{request_id}/status`]: queueRow(api, 'status'),
		[`GET ${base}/requests/{request_id}/result`]: queueRow(api, 'result'),
		[`POST ${base}/requests/{request_id}/cancel`]: queueRow(api, 'cancel'),
	};
};

const path = '/prod/v2/deployments';

const deployments: Rows = {
	[`GET ${path}`]: async (world) => {
		const all = (await call(world, 'GET', path)).body;
		assert.ok(Array.isArray(all) && all.length >= 8);
		const ids = `${demo.warm},${demo.cat}`;
		const [one, other] = ids.split(',');
		assert.equal((await call(world, 'GET', `${path}?ids=${one}&ids=${other}`)).body.length, 2);
		const some = (await call(world, 'GET', `${path}?ids=${ids}&includes=payload&includes=readme`)).body;
		assert.deepEqual(some.map(({ id }: Body) => id).sort(), ids.split(',').sort());
		assert.ok(some.every((each: Body) => each.payload.workflow_api_json !== null && each.readme !== ''));
	},
	[`GET ${path}/{id}`]: async (world) => {
		const one = await call(world, 'GET', `${path}/${demo.cat}?includes=readme`);
		assert.deepEqual([one.body.id, typeof one.body.readme], [demo.cat, 'string']);
		assertRefused(await call(world, 'GET', `${path}/nothing`), 404, 404_001);
	},
	[`POST ${path}`]: async (world) => {
		const { id } = await world.created();
		assert.equal((await call(world, 'GET', `${path}/${id}`)).status, 200);
		assertRefused(await call(world, 'POST', path, {}), 422, 422_001);
	},
	[`PATCH ${path}/{id}`]: async (world) => {
		const record = await world.created({ queue_size: 3 });
		const body = { name: record.name, max_instances: 5 };
		const changed = (await call(world, 'PATCH', `${path}/${record.id}`, body)).body;
		assert.deepEqual([changed.max_instances, changed.queue_size, changed.name], [5, 3, record.name]);
		const off = { name: record.name, is_enabled: false };
		assert.equal((await call(world, 'PATCH', `${path}/${record.id}`, off)).body.is_enabled, false);
	},
	[`DELETE ${path}/{id}`]: async (world) => {
		const { id } = await world.created();
		assert.equal((await call(world, 'DELETE', `${path}/${id}`)).status, 200);
		assertRefused(await call(world, 'GET', `${path}/${id}`), 404, 404_001);
	},
};

const proxyBase = `${path}/{deployment_id}/instances/{instance_id}/proxy`;

const proxy: Rows = {
	[`POST ${proxyBase}/{comfy_backend_path}`]: async (world) => {
		const { status } = await world.running();
		const base = `${path}/${demo.warm}/instances/${status.instance_id}/proxy`;
		const free = await call(world, 'POST', `${base}/api/free`, { unload_models: true, free_memory: true });
		assert.deepEqual([free.status, free.text], [200, '']);
		const info = await call(world, 'GET', `${base}/object_info`);
		assert.match(info.text, /"max":\s*18446744073709551615/);
		const prompt = await call(world, 'POST', `${base}/api/prompt`, { prompt: plainWorkflow(2) });
		assert.equal(typeof prompt.body.prompt_id, 'string');
		const other = `${path}/${demo.warm}/instances/${demo.warm}/proxy/api/free`;
		assertRefused(await call(world, 'POST', other), 404, 404_001);
	},
};

const balance: Rows = {
	'GET /prod/v2/balance': (world) =>
		world.atBalance(0, async () => {
			const reply = await call(world, 'GET', '/prod/v2/balance');
			assert.deepEqual([reply.status, reply.body.balance_microdollars], [200, 0]);
		}),
};

const catalog: Rows = {
	'GET /v1/models': async (world) => {
		const query = 'search=TIDE&category=text-to-image&kind=model&include_schema=true&limit=2&offset=1';
		const { models, total } = (await call(world, 'GET', `/v1/models?${query}`)).body;
		assert.equal(models.length, 2);
		assert.ok(total > 2);
		for (const model of models) {
			assert.match(`${model.model_id} ${model.display_name} ${model.description}`.toLowerCase(), /tide/);
			assert.ok(model.categories.includes('text-to-image') && model.kind === 'model');
			assert.equal(model.input_schema.type, 'object');
		}
	},
	'GET /v1/models/categories': async (world) => {
		const { categories } = (await call(world, 'GET', '/v1/models/categories')).body;
		assert.ok(categories.length > 5 && categories.every((each: unknown) => typeof each === 'string'));
	},
	'GET /v1/models/{model_id}': async (world) => {
		const { body } = await call(world, 'GET', '/v1/models/drift/tide/base/text-to-image');
		assert.equal(body.model_id, 'drift/tide/base/text-to-image');
	},
	'POST /v1/models/{model_id}': async (world) => {
		const target = '/v1/models/drift/tide/base/text-to-image';
		assert.equal((await call(world, 'POST', target, { prompt: 'a boat', width: 256 })).status, 200);
		const wrapped = { input: { prompt: 'a boat' } };
		assertRefused(await call(world, 'POST', target, wrapped), 422, 422_001);
	},
	'GET /v1/requests/{request_id}/status': async (world) => {
		const body = { prompt: 'a boat', width: 256, height: 256 };
		const target = '/v1/models/drift/tide/base/text-to-image';
		const submission = (await world.sandbox.call('POST', target, { body })).body;
		const reply = await call(world, 'GET', `/v1/requests/${submission.request_id}/status`);
		const { status, queue_position, status_url, result_url } = reply.body;
		assert.deepEqual(
			[status, typeof queue_position, status_url, result_url],
			['in_queue', 'number', submission.status_url, submission.result_url],
		);
	},
	'GET /v1/requests/{request_id}/result': async (world) => {
		const { submission, result, model } = await world.modelRun();
		assert.deepEqual([result.request_id, result.status], [submission.request_id, 'succeeded']);
		assert.ok(result.completed_at >= result.created_at);
		assert.equal((await fetch(result.output.image)).status, 200);
		const target = `/v1/requests/${submission.request_id}/result`;
		assert.equal((await call(world, 'GET', target)).body.cost, undefined);
		const { cost } = (await call(world, 'GET', `${target}?include_cost=true`)).body;
		assert.equal(cost, model.base_price_usd);
	},
	'POST /v1/requests/{request_id}/cancel': async (world) => {
		const target = '/v1/models/drift/tide/base/text-to-image';
		const submission = (await world.sandbox.call('POST', target, { body: { prompt: 'x' } })).body;
		const cancel = () => call(world, 'POST', `/v1/requests/${submission.request_id}/cancel`);
		const first = await cancel();
		assert.deepEqual([first.status, first.body.outcome], [202, 'cancelled']);
		const second = await cancel();
		assert.deepEqual([second.status, second.body.outcome], [202, 'not_cancellable']);
	},
};

const signIn: Rows = {
	'POST /api/cli-auth/start': async (world) => {
		const { status, body } = await world.sandbox.call('POST', '/api/cli-auth/start', { token: null });
		assert.equal(status, 200);
		assert.match(body.user_code, /^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
		assert.match(body.verify_url, /^http.*\/cli-auth$/);
	},
	'POST /api/cli-auth/poll': async (world) => {
		const start = (await world.sandbox.call('POST', '/api/cli-auth/start', { token: null })).body;
		assert.ok(start.poll_interval > 0);
		const body = { device_code: start.device_code };
		const reply = await world.sandbox.call('POST', '/api/cli-auth/poll', { token: null, body });
		assert.deepEqual([reply.status, reply.body.status], [200, 'pending']);
	},
	'GET /api/auth/me': async (world) => {
		const { body } = await call(world, 'GET', '/api/auth/me');
		assert.deepEqual(
			['id', 'email', 'token_type'].map((name) => typeof body[name]),
			['string', 'string', 'string'],
		);
	},
};

/** The tables of endpoints, in the order of the document. */
export const endpointRows: Readonly<Record<string, Rows>> = {
	'Request queue v1': queueRows('v1'),
	'Request queue v2': queueRows('v2'),
	Deployments: deployments,
	'Instance proxy': proxy,
	Balance: balance,
	'Catalog models': catalog,
	'Web sign-in': signIn,
};
