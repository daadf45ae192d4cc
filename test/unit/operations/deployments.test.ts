import assert from 'node:assert/strict';
import { OperationCaller, OperationWorld, type Script, scriptedAsk } from '../../support/operations.ts';

const harbour = '5a9d0000-0000-4000-8000-000000000001';

const yes = { confirmChange: true, confirmSpending: true } as const;

interface Listed {
	readonly id: string;
	readonly kind: string;
	readonly settings: readonly { readonly key: string; readonly before?: string; readonly after: string }[];
}

describe('operations with deployments', () => {
	const world = OperationWorld.ofSuite();
	let services: ReturnType<OperationWorld['services']>;
	const { call, value, refused } = new OperationCaller(() => services);

	before(() => {
		services = world.services();
	});

	const run = (id: string, input: unknown, script?: Script) => call(id, input, script && scriptedAsk(script));
	const answerOf = (id: string, input: unknown, script?: Script) =>
		value<Record<string, unknown>>(id, input, script && scriptedAsk(script));
	const record = (id: string) => world.call('GET', `/prod/v2/deployments/${id}`);
	const changesOf = async (id: string) =>
		(await value<{ readonly changes: readonly Listed[] }>('deployment.changes', { id })).changes;

	it('list all of them, or those that match a text', async () => {
		const names = async (text?: string) => {
			const input = text === undefined ? {} : { text };
			const listed = await value<{ deployments: { name: string }[] }>('deployment.list', input);
			return listed.deployments.map(({ name }) => name);
		};
		const all = await names();
		assert.deepEqual(
			await names('sd 1.5 HARBOUR'),
			all.filter((name) => name === 'Harbour (SD 1.5)'),
		);
		const disabled = await names('disabled');
		assert.ok(disabled.length > 0 && disabled.length < all.length);
		assert.deepEqual(await names('no such words'), []);
	});

	it('change and create deployments, and confirm a higher permanent cost', async () => {
		const change = { confirmChange: true } as const;
		assert.equal((await answerOf('deployment.update', { id: harbour, queueSize: 3 }, change)).queueSize, 3);
		const more = { id: harbour, minInstances: 1 };
		for (const script of [{ confirmSpending: true }, change]) {
			const declined = await run('deployment.update', more, script);
			assert.ok(!declined.ok);
			assert.equal(declined.failure.kind, 'canceled');
			assert.equal((await record(harbour)).min_instances, 0);
		}
		const all = { ...change, confirmSpending: true } as const;
		await answerOf('deployment.update', more, all);
		assert.equal((await record(harbour)).min_instances, 1);
		await answerOf('deployment.update', { id: harbour, minInstances: 0 }, change);
		const { workflow_id: workflowId, workflow_version: workflowVersion } = await record(harbour);
		const wanted = { name: 'Pier', workflowId, workflowVersion, minInstances: 1 };
		assert.ok(!(await run('deployment.create', wanted, change)).ok);
		const made = await answerOf('deployment.create', wanted, all);
		assert.equal((await record(String(made.id))).name, 'Pier');
	});

	it('do not confirm an invalid or empty change of a deployment', async () => {
		const { workflow_id: workflowId, workflow_version: workflowVersion } = await record(harbour);
		const wanted = { name: 'Pier', workflowId, workflowVersion };
		for (const [id, input, words] of [
			['deployment.create', { ...wanted, hardware: 'RTX4090' }, /Unknown hardware "RTX4090".*AMPERE_48/],
			['deployment.create', { ...wanted, minInstances: 9, maxInstances: 2 }, /below the minimum/],
			['deployment.create', { ...wanted, maxInstances: 500 }, /The input is not valid/],
			['deployment.update', { id: harbour, hardware: 'RTX4090' }, /Unknown hardware/],
			['deployment.update', { id: harbour, minInstances: 9, maxInstances: 2 }, /below the minimum/],
			['deployment.update', { id: harbour }, /Specify a setting/],
		] as const) {
			const ask = scriptedAsk();
			const { message, nextStep } = await refused(id, input, ask);
			assert.match(`${message} ${nextStep}`, words);
			assert.deepEqual(ask.asked, []);
		}
		const ask = scriptedAsk();
		const { queue_size: queueSize } = await record(harbour);
		await value('deployment.update', { id: harbour, queueSize }, ask);
		assert.deepEqual(ask.asked, []);
	});

	it('apply no file unless the cost is confirmed', async () => {
		const files = [
			{ name: 'one', text: `id: ${harbour}\nqueue_size: 5\n` },
			{ name: 'two', text: 'id: 5a9d0000-0000-4000-8000-000000000002\nmin_instances: 1\n' },
		];
		assert.ok(!(await run('deployment.apply', { files })).ok);
		assert.notEqual((await record(harbour)).queue_size, 5);
		await answerOf('deployment.apply', { files }, { confirmChange: true, confirmSpending: true });
		assert.equal((await record(harbour)).queue_size, 5);
	});

	it('show a deployment by name, with its saved parts', async () => {
		const name = 'Harbour (SD 1.5)';
		const parts = { workflow: true, inputs: true, readme: true };
		const shown = await answerOf('deployment.get', { id: name, ...parts });
		assert.equal(shown.id, harbour);
		const { workflow, inputs, readme } = shown as {
			workflow: Record<string, { inputs: Record<string, unknown> }>;
			inputs: readonly { place: string; title: string; value: unknown }[];
			readme: string;
		};
		assert.match(readme, /^# /);
		const seed = inputs.find(({ place }) => place === '3.seed');
		assert.deepEqual([seed?.title, seed?.value], ['Paint', workflow['3']?.inputs.seed]);
		assert.ok(!inputs.some(({ place }) => place === '3.model'), 'a link is no value');
		assert.deepEqual(
			Object.keys(await answerOf('deployment.get', { id: harbour })).filter((key) => key in parts),
			[],
		);
		const lora = await answerOf('deployment.get', {
			id: '5a9d0000-0000-4000-8000-000000000008',
			inputs: true,
		});
		assert.ok('prompt' in (lora.inputSchema as { properties: object }).properties);
		const unknown = await run('deployment.get', { id: 'Harbor' });
		assert.ok(!unknown.ok && unknown.failure.kind === 'notFound');
	});

	it('keep the settings before each change, and restore them', async () => {
		const id = '5a9d0000-0000-4000-8000-000000000003';
		const { queue_size: before } = await record(id);
		assert.equal((await run('deployment.restore', { id })).ok, false);
		await answerOf('deployment.update', { id, queueSize: 7 }, yes);
		await answerOf('deployment.apply', { files: [{ name: 'a', text: `id: ${id}\nqueue_size: 8\n` }] }, yes);
		const [latest, first] = await changesOf(id);
		assert.deepEqual(latest?.settings, [{ key: 'queue_size', label: 'Queue size', before: '7', after: '8' }]);
		const ask = scriptedAsk();
		assert.equal((await call('deployment.restore', { id }, ask)).ok, false);
		assert.deepEqual(
			ask.asked.map(({ about, question }) => [about, (question as { readonly act: string }).act]),
			[['confirmChange', 'restoreDeployment']],
		);
		assert.equal((await record(id)).queue_size, 8);
		const restored = await answerOf('deployment.restore', { id, change: first?.id }, yes);
		assert.deepEqual([restored.action, restored.queueSize], ['change', before]);
		assert.equal((await answerOf('deployment.restore', { id, change: first?.id })).action, 'none');
	});

	it('delete a deployment only after confirmation, and create a similar one again', async () => {
		const id = '5a9d0000-0000-4000-8000-000000000005';
		assert.equal((await run('deployment.delete', { id })).ok, false);
		const { name } = await record(id);
		const list = await services.deployments();
		await list.refresh();
		await answerOf('deployment.delete', { id }, { confirmDelete: true });
		assert.equal(list.byId(id), undefined);
		assert.equal((await run('deployment.get', { id })).ok, false);
		assert.equal((await changesOf(id))[0]?.kind, 'deleted');
		const again = await answerOf('deployment.restore', { id }, yes);
		assert.deepEqual([again.action, again.name], ['create', name]);
		assert.notEqual(again.id, id);
		assert.equal(list.byId(String(again.id))?.name, name);
	});

	it('treat a missing deployment that is still listed as deleted, and reject an unknown ID', async () => {
		const list = await services.deployments();
		const { workflow_id: workflowId, workflow_version: workflowVersion } = await record(harbour);
		const made = await answerOf('deployment.create', { name: 'Buoy', workflowId, workflowVersion }, yes);
		const id = String(made.id);
		assert.ok(list.byId(id));
		await world.call('DELETE', `/prod/v2/deployments/${id}`).catch(() => undefined);
		await answerOf('deployment.delete', { id }, { confirmDelete: true });
		assert.equal(list.byId(id), undefined);
		assert.equal((await run('deployment.delete', { id }, { confirmDelete: true })).ok, false);
	});

	it('write a command for running one, without the token', async () => {
		const { text } = await answerOf('deployment.curl', { id: harbour });
		assert.match(String(text), /^curl --request POST .*\$EASEL_TOKEN/s);
		assert.ok(!String(text).includes(world.sandbox.announcement.token));
	});
});
