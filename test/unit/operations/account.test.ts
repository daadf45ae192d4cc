import assert from 'node:assert/strict';
import { compact } from '../../../src/core/base/compact.ts';
import { runOperation } from '../../../src/core/operations/operation.ts';
import { askNobody } from '../../../src/core/operations/questions.ts';
import { operations } from '../../../src/core/operations/table.ts';
import { OperationCaller, OperationWorld, type Script, scriptedAsk } from '../../support/operations.ts';

const harbour = '5a9d0000-0000-4000-8000-000000000001';

describe('operations with the account, its deployments and models', () => {
	let world: OperationWorld;

	before(async () => {
		world = await OperationWorld.open();
	});
	after(() => world?.end());

	async function run(id: string, input: unknown, script?: Script, token?: string) {
		const services = world.services(compact({ token }));
		const wanted = operations.get(id) ?? assert.fail(`there is no ${id}`);
		const ask = script === undefined ? askNobody : scriptedAsk(script);
		const done = await runOperation(wanted, services, input as never, ask);
		return done;
	}
	async function answerOf(id: string, input: unknown, script?: Script) {
		const done = await run(id, input, script);
		assert.ok(done.ok, done.ok ? '' : done.failure.message);
		assert.ok(!JSON.stringify(done.value).includes(world.sandbox.announcement.token));
		return done.value as Record<string, unknown>;
	}
	const { value, refused } = new OperationCaller(() => world.services());
	const record = (id: string) => world.call('GET', `/prod/v2/deployments/${id}`);

	it('say who is signed in, and why nobody is', async () => {
		assert.equal((await answerOf('account.state', {})).signedIn, true);
		const unknown = await run('account.state', {}, undefined, 'not-the-token');
		assert.ok(unknown.ok);
		assert.equal((unknown.value as { readonly signedIn: boolean }).signedIn, false);
	});

	it('show the balance, what was started, and the callbacks', async () => {
		assert.match(String((await answerOf('balance.show', {})).text), / USD$/);
		assert.deepEqual((await answerOf('spending.list', {})).starts, []);
		assert.deepEqual((await answerOf('webhook.events', {})).events, []);
	});

	it('find models, a page at a time, and their inputs', async () => {
		const page = await answerOf('model.search', { limit: 1 });
		const [model] = page.models as readonly { readonly id: string }[];
		assert.equal(page.next, 1);
		const { schemaText } = await answerOf('model.schema', { id: model?.id });
		assert.equal(JSON.parse(String(schemaText)).type, 'object');
	});

	it('change and create deployments, and ask again where more is billed all the time', async () => {
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

	it('ask about no change of a deployment that cannot be made, or is none', async () => {
		const { workflow_id: workflowId, workflow_version: workflowVersion } = await record(harbour);
		const wanted = { name: 'Pier', workflowId, workflowVersion };
		for (const [id, input, words] of [
			['deployment.create', { ...wanted, hardware: 'RTX4090' }, /no hardware "RTX4090".*AMPERE_48/],
			['deployment.create', { ...wanted, minInstances: 9, maxInstances: 2 }, /below the minimum/],
			['deployment.create', { ...wanted, maxInstances: 500 }, /does not fit/],
			['deployment.update', { id: harbour, hardware: 'RTX4090' }, /no hardware/],
			['deployment.update', { id: harbour, minInstances: 9, maxInstances: 2 }, /below the minimum/],
			['deployment.update', { id: harbour }, /Name a setting/],
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

	it('apply no file where nobody confirms what one of them costs', async () => {
		const files = [
			{ name: 'one', text: `id: ${harbour}\nqueue_size: 5\n` },
			{ name: 'two', text: 'id: 5a9d0000-0000-4000-8000-000000000002\nmin_instances: 1\n' },
		];
		assert.ok(!(await run('deployment.apply', { files })).ok);
		assert.notEqual((await record(harbour)).queue_size, 5);
		await answerOf('deployment.apply', { files }, { confirmSpending: true });
		assert.equal((await record(harbour)).queue_size, 5);
	});

	it('show a deployment by its name, with what it has saved', async () => {
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

	it('delete a deployment only where someone confirms it', async () => {
		const id = '5a9d0000-0000-4000-8000-000000000005';
		assert.ok(!(await run('deployment.delete', { id })).ok);
		assert.equal((await record(id)).id, id);
		await answerOf('deployment.delete', { id }, { confirmDelete: true });
		assert.ok(!(await run('deployment.get', { id })).ok);
	});

	it('call no instance that does not live', async () => {
		const call = { deploymentId: harbour, instanceId: 'gone', path: 'system_stats' };
		const done = await run('instance.call', call);
		assert.ok(!done.ok);
		assert.match(done.failure.message, /instance did not take the call/);
	});

	it('check a document of any kind without an account', async () => {
		const text = 'id: a\nqueue_size: many\n';
		const done = await run('document.check', { name: 'a.deployment.yaml', text }, undefined, 'not-the-token');
		assert.ok(done.ok);
		const { kind, findings } = done.value as { kind: string; findings: readonly { line: number }[] };
		assert.equal(kind, 'deployment');
		assert.equal(findings[0]?.line, 1);
	});
});
