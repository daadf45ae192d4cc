import assert from 'node:assert/strict';
import { type Body, demo, plainWorkflow, type SandboxUnderTest, startSandbox } from './support.ts';

describe('Balance and work', () => {
	let sandbox: SandboxUnderTest;
	before(async () => {
		sandbox = await startSandbox();
	});
	beforeEach(() => sandbox.control('POST', 'reset'));
	after(() => sandbox.end());

	const balance = (microdollars: number) => sandbox.control('POST', 'balance', { microdollars });
	const deployment = async (id: string): Promise<Body> =>
		(await sandbox.call('GET', `/prod/v2/deployments/${id}`)).body;

	it('a used-up balance disables the deployments at work and no other, and says so to their runs', async () => {
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

	it('below the minimum no warm instance is started, until the balance is topped up', async () => {
		await balance(999_999);
		const body = {
			name: 'Warm',
			workflow_id: demo.harbour.replace('5a9d', '3f1c'),
			workflow_version: 'v1',
			min_instances: 2,
			max_instances: 2,
		};
		const created = (await sandbox.call('POST', '/prod/v2/deployments', { body })).body;
		assert.equal(created.status, 'standby');
		await balance(1_000_000);
		assert.equal((await deployment(created.id)).status, 'active');
	});
});
