import assert from 'node:assert/strict';
import { assertRefused, type Body, demo, plainWorkflow, startSandbox, suiteSandbox } from './support.ts';

describe('Balance and work', () => {
	const sandbox = suiteSandbox('reset');

	const balance = (microdollars: number) => sandbox.control('POST', 'balance', { microdollars });
	const deployment = async (id: string): Promise<Body> =>
		(await sandbox.call('GET', `/prod/v2/deployments/${id}`)).body;

	it('a used-up balance disables only the deployments at work, and fails their runs with the reason', async () => {
		await sandbox.advance(10);
		const submission = await sandbox.submit(demo.harbour, { workflow_api_json: plainWorkflow(1) });
		await balance(0);
		const { status, error } = await sandbox.result(submission);
		assert.deepEqual([status, error.error, error.errorCode], ['failed', 'InsufficientFunds', 10_001]);
		assert.match(error.details, /balance/);
		assert.equal((await deployment(demo.harbour)).status, 'disabled');
		assert.equal((await deployment(demo.warm)).status, 'disabled');
		assert.equal((await deployment(demo.cat)).is_enabled, true);
	});

	it('a deployment torn down states the reason, until it is enabled again with enough balance', async () => {
		await sandbox.advance(10);
		await balance(0);
		const refusal = async (id: string) =>
			sandbox.call('POST', `/prod/v2/deployments/${id}/inference`, { body: { overrides: {} } });
		const without = await refusal(demo.warm);
		assertRefused(without, 400, 10_001);
		assert.match(without.body.message, /balance/);
		await balance(5_000_000);
		const after = await refusal(demo.warm);
		assertRefused(after, 400, 10_002);
		assert.match(after.body.message, /disabled.*balance/);
		assert.doesNotMatch((await refusal(demo.disabled)).body.message, /balance/);
		const { name } = await deployment(demo.warm);
		const body = { name, is_enabled: true };
		const enabled = await sandbox.call('PATCH', `/prod/v2/deployments/${demo.warm}`, { body });
		assert.equal(enabled.body.status, 'active');
		assert.equal((await refusal(demo.warm)).status, 200);
	});

	const warm = (more: Readonly<Record<string, unknown>>) => ({
		name: 'Warm',
		workflow_id: demo.harbour.replace('5a9d', '3f1c'),
		workflow_version: 'v1',
		...more,
	});
	const create = (more: Readonly<Record<string, unknown>>) =>
		sandbox.call('POST', '/prod/v2/deployments', { body: warm(more) });

	it('below the minimum no change starts a warm instance, and its refusal speaks of the balance', async () => {
		const cold = (await create({ max_instances: 2 })).body;
		const busy = (await create({ min_instances: 2, max_instances: 2 })).body;
		await balance(999_999);
		const patch = (id: string, more: object) =>
			sandbox.call('PATCH', `/prod/v2/deployments/${id}`, { body: { name: 'Warm', ...more } });
		for (const reply of [
			await create({ min_instances: 1 }),
			await patch(cold.id, { min_instances: 1 }),
			await patch(busy.id, { min_instances: 3, max_instances: 3 }),
		]) {
			assertRefused(reply, 400, 10_001);
			assert.match(reply.body.message, /balance.*1\.00 USD.*warm/);
		}
		assert.equal((await create({})).status, 200);
		assert.equal((await patch(busy.id, { min_instances: 1 })).status, 200);
		await patch(busy.id, { min_instances: 2, is_enabled: false });
		assertRefused(await patch(busy.id, { is_enabled: true }), 400, 10_001);
		await balance(1_000_000);
		assert.equal((await patch(busy.id, { is_enabled: true })).body.status, 'active');
	});

	it('a clock that is put forward does not charge for warm instances', async () => {
		await create({ hardware: ['HOPPER_141'], min_instances: 30, max_instances: 30 });
		const before = (await sandbox.call('GET', '/prod/v2/balance')).body.balance_microdollars;
		await sandbox.advance(30 * 24 * 3600);
		const after = (await sandbox.call('GET', '/prod/v2/balance')).body.balance_microdollars;
		assert.ok(before - after < 1000, `${before - after} microdollars`);
		assert.equal((await deployment(demo.warm)).is_enabled, true);
	});
});

describe('Warm instances', () => {
	it('cost money while nothing runs, no more on a fast clock than in real time, and none when they are gone', async () => {
		const sandbox = await startSandbox('--speed', '1000');
		try {
			const path = '/prod/v2/deployments';
			const left = async (): Promise<number> =>
				(await sandbox.call('GET', '/prod/v2/balance')).body.balance_microdollars;
			for (const { id, name } of (await sandbox.call('GET', path)).body)
				await sandbox.call('PATCH', `${path}/${id}`, { body: { name, is_enabled: false } });
			const body = {
				name: 'Warm',
				workflow_id: demo.harbour.replace('5a9d', '3f1c'),
				workflow_version: 'v1',
				hardware: ['HOPPER_141'],
				...{ min_instances: 30, max_instances: 30 },
			};
			const started = Date.now();
			const before = await left();
			const { id } = (await sandbox.call('POST', path, { body })).body;
			const now = await sandbox.until(left, (balance) => balance < before);
			// A hundredth of the price of thirty busy ones, for the real time since.
			const dearest = ((Date.now() - started) / 1000) * 30 * 2431 * 0.01;
			assert.ok(before - now <= dearest, `${before - now} of at most ${dearest} microdollars`);
			await sandbox.call('PATCH', `${path}/${id}`, { body: { name: 'Warm', is_enabled: false } });
			const rest = await left();
			await sandbox.advance(3600);
			assert.equal(await left(), rest);
		} finally {
			await sandbox.end();
		}
	});
});
