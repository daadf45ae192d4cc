import assert from 'node:assert/strict';
import { compact } from '../../src/core/base/compact.ts';
import { assertRefused, type Body, demo, suiteSandbox } from './support.ts';

const list = '/prod/v2/deployments';

describe('Deployments', () => {
	const sandbox = suiteSandbox();

	const get = async (query = '') => (await sandbox.call('GET', list + query)).body;

	describe('record', () => {
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
		it('refuses a maximum below the minimum', async () => {
			const bounds = { min_instances: 3, max_instances: 2 };
			assertRefused(
				await sandbox.call('POST', list, { body: { ...(await body()), ...bounds } }),
				422,
				422001,
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
		it('changes only the sent members', async () => {
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
	});

	describe('delete', () => {
		it('is permanent', async () => {
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
