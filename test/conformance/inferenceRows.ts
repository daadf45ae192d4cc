import assert from 'node:assert/strict';
import { endpointRows } from './inferenceEndpointRows.ts';
import { type InferenceWorld, stamp, tinyPng, uuid } from './inferenceWorld.ts';
import { assertRefused, type Body, demo, plainWorkflow } from './support.ts';

/** A check of one row of a table of the service's document. */
export type RowCheck = (world: InferenceWorld) => Promise<void>;
export type Rows = Readonly<Record<string, RowCheck>>;

const seven = [
	'TURING_16',
	'AMPERE_24',
	'AMPERE_48',
	'ADA_48_PLUS',
	'AMPERE_80',
	'ADA_80_PLUS',
	'HOPPER_141',
];

const deployment: Rows = {
	id: async (world) => assert.match((await world.created()).id, uuid),
	name: async (world) => {
		assert.equal((await world.created({ name: 'Mine' })).name, 'Mine');
		await world.refusesCreate('name', undefined, '', 5);
	},
	'workflow id': async (world) => {
		assert.match((await world.created()).workflow_id, uuid);
		await world.refusesCreate('workflow_id', undefined, 7);
	},
	'workflow version': async (world) => {
		assert.equal((await world.created({ workflow_version: 'v2' })).workflow_version, 'v2');
		await world.refusesCreate('workflow_version', undefined, 1);
	},
	hardware: async (world) => {
		for (const name of seven) assert.deepEqual((await world.created({ hardware: [name] })).hardware, [name]);
		assert.deepEqual((await world.created()).hardware, ['AMPERE_48']);
		await world.refusesCreate('hardware', ['PASCAL_8'], ['TURING_16', 'AMPERE_24'], 16);
	},
	'minimum instances': async (world) => {
		assert.equal((await world.created()).min_instances, 0);
		const most = await world.created({ min_instances: 30, max_instances: 30 });
		assert.equal(most.min_instances, 30);
		await world.patch(most.id, { min_instances: 0, is_enabled: false });
		await world.refusesCreate('min_instances', -1, 31, 1.5, 'one');
	},
	'maximum instances': async (world) => {
		assert.equal((await world.created()).max_instances, 1);
		assert.equal((await world.created({ max_instances: 60 })).max_instances, 60);
		await world.refusesCreate('max_instances', 0, 61, '1');
	},
	'queue size': async (world) => {
		assert.equal((await world.created()).queue_size, 1);
		await world.refusesCreate('queue_size', -1, 0.5);
	},
	'keep-warm seconds': async (world) => {
		assert.equal((await world.created()).keep_warm_duration_in_seconds, 60);
		await world.refusesCreate('keep_warm_duration_in_seconds', -1, 'long');
	},
	enabled: async (world) => {
		const record = await world.created({ min_instances: 1 });
		assert.deepEqual([record.is_enabled, record.status], [true, 'active']);
		const disabled = (await world.patch(record.id, { is_enabled: false })).body;
		assert.deepEqual([disabled.is_enabled, disabled.status], [false, 'disabled']);
		assert.deepEqual([disabled.min_instances, disabled.workflow_id], [1, record.workflow_id]);
	},
	status: async (world) => assert.equal((await world.created()).status, 'standby'),
	version: async (world) => assert.equal(typeof (await world.created()).version, 'string'),
	workflow_api_json: async (world) => {
		const plain = await world.deployment(demo.harbour);
		assert.deepEqual([plain.payload, plain.readme], [undefined, undefined]);
		assert.equal((await world.deployment(demo.harbour, '?includes=payload')).readme, undefined);
		for (const query of ['includes=payload&includes=readme', 'includes=payload,readme']) {
			const { payload, readme } = await world.deployment(demo.harbour, `?${query}`);
			assert.equal(payload.workflow_api_json['3'].class_type, 'KSampler');
			assert.match(readme, /^# /);
		}
	},
};

const submissionBody: Rows = {
	overrides: async (world) => {
		const text = { overrides: { '3': { inputs: { seed: 7, steps: 1 } } } };
		assert.equal((await world.sandbox.run(demo.harbour, text)).status, 'succeeded');
		const path = `/prod/v2/deployments/${demo.harbour}/inference`;
		const body = { overrides: { '3': { inputs: { sede: 7 } } } };
		assertRefused(await world.sandbox.call('POST', path, { body }), 422, 422_001);
	},
	workflow_api_json: async (world) => {
		const { outputs } = await world.sandbox.run(demo.fails, { workflow_api_json: plainWorkflow(9) });
		assert.deepEqual(Object.keys(outputs), ['2']);
	},
	extra_data: async (world) => {
		await world.submit({ extra_data: { api_key_partner_org: 'secret-of-mine' } });
		const path = `/prod/v2/deployments/${demo.warm}/inference`;
		const body = { overrides: {}, extra_data: 'secret' };
		assertRefused(await world.sandbox.call('POST', path, { body }), 422, 422_001);
	},
	webhook: async (world) => {
		const { url, arrived } = world.hook();
		const submission = await world.submit({ webhook: url });
		await world.sandbox.settle(submission);
		assert.deepEqual(
			(await arrived(1)).map(({ status }) => status),
			['succeeded'],
		);
	},
	webhook_intermediate_status: async (world) => {
		const { url, arrived } = world.hook();
		const submission = await world.submit({ webhook: url, webhook_intermediate_status: true });
		await world.sandbox.settle(submission);
		const states = (await arrived(3)).map(({ status }) => String(status));
		assert.deepEqual(states.sort(), ['in_progress', 'succeeded', 'undefined']);
	},
};

const addressRow =
	(name: string): RowCheck =>
	async (world) => {
		const submission = await world.submit();
		const end = name.replace('_url', '');
		assert.ok(submission[name].endsWith(`/requests/${submission.request_id}/${end}`), submission[name]);
		const method = end === 'cancel' ? 'POST' : 'GET';
		assert.ok((await world.sandbox.call(method, submission[name])).status < 300);
	};

const submissionResponse: Rows = {
	request_id: async (world) => assert.match((await world.submit()).request_id, uuid),
	status_url: addressRow('status_url'),
	result_url: addressRow('result_url'),
	cancel_url: addressRow('cancel_url'),
};

const statusRecord: Rows = {
	request_id: async (world) => {
		const submission = await world.submit();
		assert.equal((await world.sandbox.status(submission)).request_id, submission.request_id);
	},
	status: async (world) => {
		const queued = await world.sandbox.submit(demo.village, { workflow_api_json: plainWorkflow(1) });
		assert.equal((await world.sandbox.status(queued)).status, 'in_queue');
		await world.sandbox.call('POST', queued.cancel_url);
		assert.equal((await world.sandbox.status(queued)).status, 'canceled');
		const { submission, status } = await world.running();
		assert.equal(status.status, 'in_progress');
		await world.sandbox.settle(submission);
		assert.equal((await world.sandbox.status(submission)).status, 'completed');
	},
	queue_position: async (world) => {
		const { id } = await world.created();
		const positions: number[] = [];
		for (let number = 0; number < 3; number++) {
			const submission = await world.sandbox.submit(id, { workflow_api_json: plainWorkflow(1) });
			positions.push((await world.sandbox.status(submission)).queue_position);
		}
		assert.deepEqual(positions, [0, 1, 2]);
		const { status } = await world.running();
		assert.equal(status.queue_position, undefined);
	},
	result_url: async (world) => {
		const { submission } = await world.ended();
		const { result_url } = await world.sandbox.status(submission);
		assert.equal((await world.sandbox.call('GET', result_url)).body.status, 'succeeded');
	},
	status_url: async (world) => {
		const submission = await world.sandbox.submit(demo.village, { workflow_api_json: plainWorkflow(1) });
		assert.equal((await world.sandbox.status(submission)).status_url, submission.status_url);
	},
	instance_id: async (world) => {
		const submission = await world.sandbox.submit((await world.created()).id, { overrides: {} });
		assert.equal((await world.sandbox.status(submission)).instance_id, undefined);
		assert.match((await world.running()).status.instance_id, uuid);
	},
};

const resultRecord: Rows = {
	request_id: async (world) => {
		const { submission, result } = await world.ended();
		assert.equal(result.request_id, submission.request_id);
	},
	status: async (world) => {
		const queued = await world.sandbox.submit((await world.created()).id, { overrides: {} });
		assert.equal((await world.sandbox.result(queued)).status, 'in_queue');
		await world.sandbox.call('POST', queued.cancel_url);
		assert.equal((await world.sandbox.result(queued)).status, 'canceled');
		const { submission } = await world.running();
		assert.equal((await world.sandbox.result(submission)).status, 'in_progress');
		assert.equal((await world.sandbox.settle(submission)).status, 'succeeded');
		assert.equal((await world.failed()).status, 'failed');
	},
	outputs: async (world) => {
		const { result } = await world.ended();
		const { url, ...file } = result.outputs['2'].images[0];
		assert.deepEqual(file, { filename: 'plain_00001_.png', subfolder: '', type: 'output' });
		const { status, headers } = await fetch(url);
		assert.deepEqual([status, headers.get('content-type')], [200, 'image/png']);
		assert.equal((await world.failed()).outputs, undefined);
	},
	created_at: async (world) => {
		const submission = await world.submit();
		assert.match((await world.sandbox.result(submission)).created_at, stamp);
	},
	finished_at: async (world) => {
		const submission = await world.sandbox.submit((await world.created()).id, { overrides: {} });
		assert.equal((await world.sandbox.result(submission)).finished_at, undefined);
		await world.sandbox.call('POST', submission.cancel_url);
		assert.match((await world.sandbox.result(submission)).finished_at, stamp);
		const { finished_at, completed_at } = (await world.ended()).result;
		assert.match(finished_at, stamp);
		assert.equal(completed_at, finished_at);
		assert.match((await world.failed()).finished_at, stamp);
	},
	error: async (world) => {
		const { error } = await world.failed();
		assert.deepEqual(
			Object.entries<unknown>(error).map(([name, value]) => `${name} ${typeof value}`),
			['error string', 'details string', 'debugInfo string', 'errorCode number'],
		);
		assert.equal(error.error, 'missing_node_type');
		assert.match(error.debugInfo, /TiledDetailRestorer/);
		assert.equal((await world.ended()).result.error, undefined);
	},
};

const cancelRecord: Rows = {
	request_id: async (world) => {
		const submission = await world.submit();
		const { body } = await world.sandbox.call('POST', submission.cancel_url);
		assert.equal(body.request_id, submission.request_id);
	},
	status: async (world) => {
		const { submission } = await world.running();
		const cancel = async () => (await world.sandbox.call('POST', submission.cancel_url)).body.status;
		assert.equal(await cancel(), 'cancellation_requested');
		await world.sandbox.settle(submission);
		assert.equal(await cancel(), 'not_cancellable');
	},
};

const balanceRecord: Rows = {
	balance_microdollars: (world) =>
		world.atBalance(1_234_567, async () =>
			assert.equal((await world.balance()).balance_microdollars, 1_234_567),
		),
	balance_usd: (world) =>
		world.atBalance(1_234_567, async () => assert.equal((await world.balance()).balance_usd, 1.23)),
	currency: async (world) => assert.equal((await world.balance()).currency, 'USD'),
};

const requestStates: Rows = {
	'(none) POST inference': async (world) => {
		const { url, arrived } = world.hook();
		const { id } = await world.created();
		const body = { workflow_api_json: plainWorkflow(1) };
		const query = new URLSearchParams({ webhook: url, webhook_intermediate_status: 'true' });
		const path = `/prod/v2/deployments/${id}/inference?${query}`;
		const submission = (await world.sandbox.call('POST', path, { body })).body;
		assert.equal((await world.sandbox.status(submission)).status, 'in_queue');
		assert.deepEqual((await arrived(1))[0], submission);
	},
	'in_queue instance becomes active': async (world) => {
		const { id } = await world.created();
		const { status } = await world.running(id);
		const path = `/prod/v2/deployments/${id}/instances/${status.instance_id}/proxy/api/free`;
		assert.equal((await world.sandbox.call('POST', path)).status, 200);
	},
	'in_queue or in_progress POST cancel': async (world) => {
		const { submission } = await world.running();
		const reply = await world.sandbox.call('POST', submission.cancel_url);
		assert.deepEqual([reply.status, reply.body.status], [202, 'cancellation_requested']);
		await world.sandbox.settle(submission);
		assert.equal((await world.sandbox.status(submission)).status, 'canceled');
	},
	'completed POST cancel': async (world) => {
		const { submission, result } = await world.ended();
		const reply = await world.sandbox.call('POST', submission.cancel_url);
		assert.deepEqual([reply.status, reply.body.status], [202, 'not_cancellable']);
		assert.deepEqual(await world.sandbox.result(submission), result);
	},
};

const deploymentStates: Rows = {
	'enabled update with disable': async (world) => {
		const { id } = await world.created({ min_instances: 1 });
		assert.equal((await world.deployment(id)).status, 'active');
		await world.patch(id, { is_enabled: false });
		const { status, min_instances } = await world.deployment(id);
		assert.deepEqual([status, min_instances], ['disabled', 1]);
	},
	'disabled update with enable': async (world) => {
		const { id } = await world.created();
		await world.patch(id, { is_enabled: false });
		const path = `/prod/v2/deployments/${id}/inference`;
		assertRefused(await world.sandbox.call('POST', path, { body: { overrides: {} } }), 400, 10_002);
		await world.patch(id, { is_enabled: true });
		assert.equal((await world.sandbox.call('POST', path, { body: { overrides: {} } })).status, 200);
	},
	'enabled balance exhausted': async (world) => {
		const { id } = await world.created();
		const { submission } = await world.running(id);
		await world.atBalance(0, async () => {
			assert.equal((await world.deployment(id)).is_enabled, false);
			const { status, error } = await world.sandbox.result(submission);
			assert.equal(status, 'failed');
			assert.match(error.details, /balance/);
		});
	},
};

const enabling: Rows = {
	webhook: async (world) => {
		const { url, arrived } = world.hook();
		const path = `/prod/v2/deployments/${demo.warm}/inference?webhook=${encodeURIComponent(url)}`;
		const body = { workflow_api_json: plainWorkflow(1) };
		await world.sandbox.settle((await world.sandbox.call('POST', path, { body })).body);
		assert.equal((await arrived(1)).length, 1);
		const bad = path.replace(/webhook=.*/, 'webhook=ftp%3A%2F%2Fa');
		assertRefused(await world.sandbox.call('POST', bad, { body }), 422, 422_001);
	},
	webhook_intermediate_status: async (world) => {
		for (const [word, count] of [
			['true', 3],
			['false', 1],
		] as const) {
			const { url, arrived } = world.hook();
			const query = new URLSearchParams({ webhook: url, webhook_intermediate_status: word });
			const path = `/prod/v1/deployments/${demo.warm}/inference?${query}`;
			const body = { workflow_api_json: plainWorkflow(1) };
			await world.sandbox.settle((await world.sandbox.call('POST', path, { body })).body);
			assert.equal((await arrived(count)).length, count);
		}
	},
};

/** Returns the three callbacks of one request, which may arrive in any order. */
async function callbacks(world: InferenceWorld, id: string, body: object): Promise<readonly Body[]> {
	const { url, arrived } = world.hook();
	const query = new URLSearchParams({ webhook: url, webhook_intermediate_status: 'true' });
	const path = `/prod/v2/deployments/${id}/inference?${query}`;
	await world.sandbox.settle((await world.sandbox.call('POST', path, { body })).body);
	const all = await arrived(3);
	const rank = ({ status }: Body) => [undefined, 'in_progress'].indexOf(status) >>> 0;
	return all.toSorted((a, b) => rank(a) - rank(b));
}

const always = ['created_at', 'deployment_id', 'instance_id', 'request_id', 'started_at', 'status'];
const hasAll = (body: Body, names: readonly string[]) => {
	for (const name of names) assert.notEqual(body[name], undefined, `${name} is missing`);
	for (const name of names.filter((each) => each.endsWith('_at'))) assert.match(body[name], stamp);
};

const callbackRows: Rows = {
	queued: async (world) => {
		const [queued] = await callbacks(world, demo.warm, { workflow_api_json: plainWorkflow(1) });
		assert.deepEqual(Object.keys(queued).sort(), ['cancel_url', 'request_id', 'result_url', 'status_url']);
	},
	in_progress: async (world) => {
		const [, active] = await callbacks(world, demo.warm, { workflow_api_json: plainWorkflow(1) });
		assert.equal(active.status, 'in_progress');
		hasAll(active, [...always, 'status_url', 'result_url', 'cancel_url']);
	},
	succeeded: async (world) => {
		const [, , done] = await callbacks(world, demo.warm, { workflow_api_json: plainWorkflow(1) });
		assert.equal(done.status, 'succeeded');
		hasAll(done, [...always, 'finished_at', 'outputs']);
		const flat = { prompt: 'a lake', width: 64, height: 64 };
		const [, , other] = await callbacks(world, demo.lora, flat);
		hasAll(other, [...always, 'finished_at', 'output']);
		assert.deepEqual([other.output.images.length, other.outputs], [1, undefined]);
	},
	failed: async (world) => {
		const [, , failed] = await callbacks(world, demo.fails, { overrides: {} });
		assert.equal(failed.status, 'failed');
		hasAll(failed, [...always, 'finished_at', 'error']);
	},
};

const loads = (image: string) => ({
	workflow_api_json: plainWorkflow(1, { '1': { class_type: 'LoadImage', inputs: { image } } }),
});

const limits: Rows = {
	'Inline base64 image': async (world) => {
		const padded = Buffer.concat([Buffer.from(tinyPng, 'base64'), Buffer.alloc(256 * 1024 - 100)]);
		const uri = `data:image/png;base64,${padded.toString('base64')}`;
		assert.equal((await world.sandbox.run(demo.warm, loads(uri))).status, 'succeeded');
	},
	'Inline base64 video': async (world) => {
		const uri = `data:video/mp4;base64,${Buffer.alloc(1024 * 1024).toString('base64')}`;
		const path = `/prod/v2/deployments/${demo.warm}/inference`;
		assert.equal((await world.sandbox.call('POST', path, { body: loads(uri) })).status, 200);
	},
	'Public-URL image': async (world) =>
		assert.equal((await world.sandbox.run(demo.warm, loads(world.address('/a.png')))).status, 'succeeded'),
	'Public-URL video': async (world) => {
		const { status, error } = await world.sandbox.run(demo.warm, loads(world.address('/large')));
		assert.equal(status, 'failed');
		assert.match(error.details, /larger than 100 MB/);
	},
	'Minimum balance to start': async (world) => {
		for (const [id, body] of [
			[demo.harbour, { workflow_api_json: plainWorkflow(1) }],
			[demo.lora, { prompt: 'x', width: 64, height: 64 }],
		] as const) {
			const path = `/prod/v2/deployments/${id}/inference`;
			await world.atBalance(999_999, async () => {
				const reply = await world.sandbox.call('POST', path, { body });
				assertRefused(reply, 400, 10_001);
				assert.match(reply.body.message, /balance/);
			});
			await world.atBalance(1_000_000, async () => {
				assert.equal((await world.sandbox.call('POST', path, { body })).status, 200);
			});
		}
	},
	'Minimum instances': async (world) => {
		await world.refusesCreate('min_instances', -1, 31);
		const { id, min_instances } = await world.created({ min_instances: 30, max_instances: 30 });
		assert.equal(min_instances, 30);
		await world.patch(id, { is_enabled: false });
	},
	'Maximum instances': async (world) => {
		await world.refusesCreate('max_instances', 0, 61);
		for (const count of [1, 60])
			assert.equal((await world.created({ max_instances: count })).max_instances, count);
	},
	'Catalog list page size': async (world) => {
		const page = async (query: string) => world.sandbox.call('GET', `/v1/models${query}`);
		assert.equal((await page('')).body.models.length, 100);
		assert.equal((await page('?limit=1')).body.models.length, 1);
		await world.sandbox.control('POST', 'models', { count: 300 });
		assert.equal((await page('?limit=500')).body.models.length, 500);
		for (const limit of [0, 501]) assertRefused(await page(`?limit=${limit}`), 422, 422_001);
	},
	'Output URL lifetime': async (world) => {
		const { submission, result } = await world.ended();
		const { url } = result.outputs['2'].images[0];
		await world.sandbox.advance(7 * 24 * 3600 - 120);
		assert.equal((await fetch(url)).status, 200);
		await world.sandbox.advance(240);
		assert.equal((await fetch(url)).status, 404);
		assert.equal((await world.sandbox.result(submission)).status, 'succeeded');
	},
	'Money unit': (world) =>
		world.atBalance(3_000_000, async () => {
			const { balance_microdollars, balance_usd } = await world.balance();
			assert.equal(balance_microdollars / 1_000_000, balance_usd);
		}),
};

/** The tables in the order of the document. */
export const tableRows: Readonly<Record<string, Rows>> = {
	Deployment: deployment,
	'Inference submission body': submissionBody,
	'Submission response': submissionResponse,
	'Status record': statusRecord,
	'Result record': resultRecord,
	'Cancel record': cancelRecord,
	'Balance record': balanceRecord,
	'Serverless request': requestStates,
	'Deployment states': deploymentStates,
	...endpointRows,
	Enabling: enabling,
	'Callback payloads': callbackRows,
	Limits: limits,
};
