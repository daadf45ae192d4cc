import assert from 'node:assert/strict';
import { compact } from '../../../src/core/base/compact.ts';
import { runOperation } from '../../../src/core/operations/operation.ts';
import { noAnswers } from '../../../src/core/operations/questions.ts';
import { operations } from '../../../src/core/operations/table.ts';
import { OperationWorld, type Script, scriptedAsk } from '../../support/operations.ts';

const harbour = '5a9d0000-0000-4000-8000-000000000001';

describe('operations with the account and models', () => {
	const world = OperationWorld.ofSuite();

	async function run(id: string, input: unknown, script?: Script, token?: string) {
		const services = world.services(compact({ token }));
		const wanted = operations.get(id) ?? assert.fail(`there is no ${id}`);
		const ask = script === undefined ? noAnswers : scriptedAsk(script);
		const done = await runOperation(wanted, services, input as never, ask);
		return done;
	}
	async function answerOf(id: string, input: unknown, script?: Script) {
		const done = await run(id, input, script);
		assert.ok(done.ok, done.ok ? '' : done.failure.message);
		assert.ok(!JSON.stringify(done.value).includes(world.sandbox.announcement.token));
		return done.value as Record<string, unknown>;
	}

	it('show the account, or the reason without one', async () => {
		assert.equal((await answerOf('account.state', {})).signedIn, true);
		const unknown = await run('account.state', {}, undefined, 'not-the-token');
		assert.ok(unknown.ok);
		assert.equal((unknown.value as { readonly signedIn: boolean }).signedIn, false);
	});

	it('show the balance, the started work, and the callbacks', async () => {
		assert.match(String((await answerOf('balance.show', {})).text), / USD$/);
		assert.deepEqual((await answerOf('spending.list', {})).starts, []);
		assert.deepEqual((await answerOf('webhook.events', {})).events, []);
	});

	it('find models, page by page, and their inputs', async () => {
		const page = await answerOf('model.search', { limit: 1 });
		const [model] = page.models as readonly {
			readonly id: string;
			readonly inputSchema?: { type?: string };
		}[];
		assert.equal(page.next, 1);
		assert.equal(model?.inputSchema, undefined);
		const { inputSchema, inputs } = await answerOf('model.schema', { id: model?.id });
		assert.equal((inputSchema as { readonly type: string }).type, 'object');
		assert.ok((inputs as readonly { readonly name: string }[]).some(({ name }) => name === 'prompt'));
		const described = await answerOf('model.search', { limit: 1, schemas: true });
		assert.deepEqual(described.models, [{ ...model, inputSchema }]);
	});

	it('do not call a missing instance', async () => {
		const call = { deploymentId: harbour, instanceId: 'gone', path: 'system_stats' };
		const done = await run('instance.call', call);
		assert.ok(!done.ok);
		assert.match(done.failure.message, /instance did not accept the call/);
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
