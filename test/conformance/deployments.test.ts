import assert from 'node:assert/strict';
import { compact } from '../../src/core/base/compact.ts';
import { assertRefused, type Body, demo, type SandboxUnderTest, startSandbox } from './support.ts';

const list = '/prod/v2/deployments';

describe('Deployments', () => {
	let sandbox: SandboxUnderTest;
	before(async () => {
		sandbox = await startSandbox();
	});
	after(() => sandbox.end());

	const get = async (query = '') => (await sandbox.call('GET', list + query)).body;

	describe('record', () => {
		it('has every attribute of the document under its wire name', async () => {
			const record = (await sandbox.call('GET', `${list}/${demo.harbour}`)).body;
			assert.equal(record.id, demo.harbour);
			assert.equal(record.name, 'Harbour (SD 1.5)');
			assert.match(record.workflow_id, /^[0-9a-f-]{36}$/);
			assert.equal(record.workflow_version, 'v1');
			assert.deepEqual(record.hardware, ['AMPERE_24']);
			assert.deepEqual([record.min_instances, record.max_instances, record.queue_size], [0, 2, 2]);
			assert.equal(record.keep_warm_duration_in_seconds, 60);
			assert.equal(record.is_enabled, true);
			assert.equal(record.status, 'standby');
			assert.equal(record.version, 'v1');
			assert.match(record.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/);
		});

		it('shows the workflow only when it is asked for', async () => {
			assert.equal((await get())[0].payload, undefined);
			const [record] = await get('?includes=payload');
			assert.equal(record.payload.workflow_api_json['3'].class_type, 'KSampler');
			assert.equal(record.readme, undefined);
		});

		it('shows the readme only when it is asked for', async () => {
			assert.match((await get('?includes=readme'))[0].readme, /^# Harbour/);
			for (const query of ['includes=payload&includes=readme', 'includes=payload,readme']) {
				const both = (await sandbox.call('GET', `${list}/${demo.harbour}?${query}`)).body;
				assert.ok(both.payload && both.readme, query);
			}
		});

		it('names an address of the node info that needs no token', async () => {
			const [record] = await get('?includes=payload');
			const reply = await sandbox.call('GET', record.payload.object_info_url, { token: null });
			assert.equal(reply.status, 200);
			assert.ok(
				reply.body.CheckpointLoaderSimple.input.required.ckpt_name[0].includes('dreamshaper_8.safetensors'),
			);
			assert.match(reply.text, /"max":18446744073709551615/);
		});
	});

	describe('list', () => {
		it('is a bare array of the account', async () => {
			const records = await get();
			assert.ok(Array.isArray(records) && records.length >= 6);
		});

		it('can be restricted to ids, repeated or with commas', async () => {
			const wanted = [demo.harbour, demo.cat].sort();
			for (const query of [`?ids=${wanted[0]}&ids=${wanted[1]}`, `?ids=${wanted.join(',')}`]) {
				assert.deepEqual((await get(query)).map((record: { id: string }) => record.id).sort(), wanted);
			}
		});

		it('is empty for another account', async () => {
			const { token } = await sandbox.control('POST', 'accounts', {});
			assert.deepEqual((await sandbox.call('GET', list, { token })).body, []);
		});
	});

	describe('create', () => {
		const body = async () => {
			const record = (await sandbox.call('GET', `${list}/${demo.harbour}`)).body;
			return { name: 'Made by a test', workflow_id: record.workflow_id, workflow_version: 'v1' };
		};

		it('needs name, workflow id and workflow version, and fills in the defaults', async () => {
			const reply = await sandbox.call('POST', list, { body: await body() });
			assert.equal(reply.status, 200, reply.text);
			const { hardware, min_instances, max_instances, queue_size, keep_warm_duration_in_seconds } =
				reply.body;
			assert.deepEqual(hardware, ['AMPERE_48']);
			assert.deepEqual(
				[min_instances, max_instances, queue_size, keep_warm_duration_in_seconds],
				[0, 1, 1, 60],
			);
			const again = await sandbox.call('GET', `${list}/${reply.body.id}`);
			assert.equal(again.body.name, 'Made by a test');
		});

		for (const name of ['name', 'workflow_id', 'workflow_version']) {
			it(`is refused without ${name}`, async () => {
				const { [name]: _, ...rest } = (await body()) as Record<string, string>;
				const reply = await sandbox.call('POST', list, { body: rest });
				assertRefused(reply, 422, 422001);
				assert.deepEqual(reply.body.detail[0].loc, ['body', name]);
			});
		}

		const refused: readonly (readonly [string, object])[] = [
			['minimum instances below 0', { min_instances: -1 }],
			['minimum instances above 30', { min_instances: 31, max_instances: 60 }],
			['maximum instances below 1', { max_instances: 0 }],
			['maximum instances above 60', { max_instances: 61 }],
			['a maximum below the minimum', { min_instances: 3, max_instances: 2 }],
			['a negative queue size', { queue_size: -1 }],
			['a negative keep-warm time', { keep_warm_duration_in_seconds: -1 }],
			['a broken number of instances', { max_instances: 1.5 }],
			['unknown hardware', { hardware: ['ABACUS_1'] }],
			['more than one hardware', { hardware: ['AMPERE_24', 'AMPERE_48'] }],
		];
		for (const [what, change] of refused) {
			it(`refuses ${what}`, async () => {
				const reply = await sandbox.call('POST', list, { body: { ...(await body()), ...change } });
				assertRefused(reply, 422, 422001);
			});
		}

		for (const hardware of [
			'TURING_16',
			'AMPERE_24',
			'AMPERE_48',
			'ADA_48_PLUS',
			'AMPERE_80',
			'ADA_80_PLUS',
			'HOPPER_141',
		]) {
			it(`takes the hardware ${hardware}`, async () => {
				const reply = await sandbox.call('POST', list, { body: { ...(await body()), hardware: [hardware] } });
				assert.deepEqual(reply.body.hardware, [hardware]);
			});
		}

		it('takes the bounds 30 and 60', async () => {
			const change = { min_instances: 30, max_instances: 60 };
			assert.equal(
				(await sandbox.call('POST', list, { body: { ...(await body()), ...change } })).status,
				200,
			);
		});

		it('refuses a workflow, or a version of it, that the account does not have', async () => {
			const missing = { ...(await body()), workflow_id: '3f1c0000-0000-4000-8000-00000000dead' };
			assertRefused(await sandbox.call('POST', list, { body: missing }), 404, 404001);
			assertRefused(
				await sandbox.call('POST', list, { body: { ...(await body()), workflow_version: 'v9' } }),
				404,
				404001,
			);
		});
	});

	describe('change', () => {
		it('changes only what is sent', async () => {
			const path = `${list}/${demo.village}`;
			const before = (await sandbox.call('GET', path)).body;
			const reply = await sandbox.call('PATCH', path, { body: { name: before.name, queue_size: 5 } });
			assert.equal(reply.status, 200);
			const after = (await sandbox.call('GET', path)).body;
			assert.deepEqual({ ...after, queue_size: before.queue_size, updated_at: before.updated_at }, before);
			assert.equal(after.queue_size, 5);
		});

		it('is refused without the name', async () => {
			const reply = await sandbox.call('PATCH', `${list}/${demo.village}`, { body: { queue_size: 3 } });
			assertRefused(reply, 422, 422001);
			assert.match(reply.text, /Deployment name is required/);
		});

		it('refuses names that would have no effect, in a new one as well', async () => {
			const before = await sandbox.call('GET', `/prod/v2/deployments/${demo.harbour}`);
			const { name, workflow_id, workflow_version } = before.body;
			const extra = { enabled: false, keep_warm_seconds: 5 };
			for (const [method, path, body] of [
				['PATCH', `/prod/v2/deployments/${demo.harbour}`, { name: 'Other', ...extra }],
				['POST', '/prod/v2/deployments', { name, workflow_id, workflow_version, ...extra }],
			] as const) {
				const reply = await sandbox.call(method, path, { body });
				assertRefused(reply, 422, 422_001);
				const places = reply.body.detail.map(({ loc, type }: Body) => `${loc.join('.')} ${type}`);
				assert.deepEqual(places, ['body.enabled extra_forbidden', 'body.keep_warm_seconds extra_forbidden']);
				assert.match(reply.text, /is_enabled/);
			}
			const after = await sandbox.call('GET', `/prod/v2/deployments/${demo.harbour}`);
			assert.equal(after.body.name, name);
		});

		it('refuses bounds that contradict those that stay', async () => {
			const body = { name: 'Village', min_instances: 9 };
			assertRefused(await sandbox.call('PATCH', `${list}/${demo.village}`, { body }), 422, 422001);
		});

		it('disables and enables, and keeps the configuration meanwhile', async () => {
			const path = `${list}/${demo.warm}`;
			const { name } = (await sandbox.call('GET', path)).body;
			const off = await sandbox.call('PATCH', path, { body: { name, is_enabled: false } });
			assert.deepEqual(
				[off.body.is_enabled, off.body.status, off.body.min_instances],
				[false, 'disabled', 1],
			);
			const on = await sandbox.call('PATCH', path, { body: { name, is_enabled: true } });
			assert.equal(on.body.is_enabled, true);
		});
	});

	describe('delete', () => {
		it('is for good', async () => {
			const { workflow_id } = (await sandbox.call('GET', `${list}/${demo.cat}`)).body;
			const body = { name: 'Short-lived', workflow_id, workflow_version: 'v1' };
			const { id } = (await sandbox.call('POST', list, { body })).body;
			assert.equal((await sandbox.call('DELETE', `${list}/${id}`)).status, 200);
			assertRefused(await sandbox.call('GET', `${list}/${id}`), 404, 404001);
			assertRefused(await sandbox.call('DELETE', `${list}/${id}`), 404, 404001);
			const submission = await sandbox.call('POST', `${list}/${id}/inference`, { body: { overrides: {} } });
			assert.equal(submission.body.error_code, 10003);
		});
	});

	describe('ids of other accounts', () => {
		it('look exactly like missing ones', async () => {
			const { token } = await sandbox.control('POST', 'accounts', {});
			const missing = '5a9d0000-0000-4000-8000-00000000dead';
			const routes = [
				['GET', '', undefined],
				['PATCH', '', { name: 'x' }],
				['DELETE', '', undefined],
				['POST', '/inference', { overrides: {} }],
			] as const;
			for (const [method, suffix, body] of routes) {
				const options = { token, ...compact({ body }) };
				const foreign = await sandbox.call(method, `${list}/${demo.harbour}${suffix}`, options);
				const absent = await sandbox.call(method, `${list}/${missing}${suffix}`, options);
				assertRefused(foreign, 404, 404001);
				assert.equal(foreign.text, absent.text);
			}
		});
	});
});
