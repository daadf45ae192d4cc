import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runOperation } from '../../../src/core/operations/operation.ts';
import { noAnswers } from '../../../src/core/operations/questions.ts';
import { operations } from '../../../src/core/operations/table.ts';
import { OperationWorld } from '../../support/operations.ts';

describe('the services of a caller without a window', () => {
	const world = OperationWorld.ofSuite();

	const list = () => operations.get('deployment.list') ?? assert.fail('there is no such operation');

	it('run an operation with a token, whose account is requested once', async () => {
		const services = world.services();
		assert.equal(services.session.current.state, 'signedOut');
		const [one, other] = await Promise.all([
			runOperation(list(), services, {}, noAnswers),
			services.signedIn(),
			services.signedIn(),
		]);
		assert.ok(one.ok && other.ok);
		assert.equal(services.session.current.state, 'signedIn');
		const { entries } = (await (await fetch(`${world.sandbox.announcement.controlUrl}/journal`)).json()) as {
			readonly entries: readonly { readonly path: string }[];
		};
		assert.equal(entries.filter(({ path }) => path === '/api/auth/me').length, 1);
	});

	it('report why a token is rejected, and retry with the next call', async () => {
		const services = world.services({ token: 'not-the-token' });
		const refused = await runOperation(list(), services, {}, noAnswers);
		assert.ok(!refused.ok);
		assert.equal(refused.failure.kind, 'auth');
		assert.ok(!JSON.stringify(refused.failure).includes('not-the-token'));
		assert.equal(services.session.current.state, 'signedOut');
	});

	it('work without local files, and report operations that need them', async () => {
		const { disk: _, ...services } = world.services();
		const call = (id: string, input: unknown) =>
			runOperation(operations.get(id) ?? assert.fail(id), services, input, noAnswers);
		const checked = await call('workflow.check', {
			document: '{"1":{"class_type":"LoadImage","inputs":{}}}',
		});
		assert.ok(checked.ok);
		for (const [id, input] of [
			['workflow.check', { path: 'harbour.json' }],
			['caption.read', { path: 'harbour.txt' }],
			['dataset.report', { folder: 'harbour' }],
			['run.start', { document: '{"1":{"class_type":"LoadImage","inputs":{}}}' }],
			['job.submit', { path: 'harbour.yaml' }],
		] as const) {
			const refused = await call(id, input);
			assert.ok(!refused.ok, id);
			assert.match(refused.failure.message, /needs access to files/, id);
		}
		assert.equal(await world.submissions(), 0);
	});

	it('keep a run in the history of their folder for the next caller, without token and key', async () => {
		const first = world.services({ partnerKey: 'partner-key-0123456789' });
		const signedIn = await first.signedIn();
		assert.ok(signedIn.ok);
		const runs = await first.runs();
		const started = await runs.start(
			{ bodyText: '{"overrides":{}}', summary: { mode: 'inline', changed: [], outputTitles: {} } },
			{
				target: { kind: 'deployment', id: '5a9d0000-0000-4000-8000-000000000001', name: 'Harbour' },
				documentUri: '',
				documentName: 'harbour',
			},
		);
		assert.ok(started.ok);
		await first.close();
		const second = world.services();
		assert.ok((await second.signedIn()).ok);
		const found = (await second.runs()).get(started.value.id);
		assert.equal(found?.accountId, signedIn.value.account.id);
		await second.close();
		const kept = await readFile(join(world.folder, 'history.db'), 'latin1');
		assert.ok(!kept.includes(world.sandbox.announcement.token));
		assert.ok(!kept.includes('partner-key-0123456789'));
	});

	it('leave nothing open that prevents a program from exiting', async () => {
		const program = join(import.meta.dirname, 'endsByItself.ts');
		const { stdout } = await promisify(execFile)(process.execPath, [program], {
			env: { ...process.env, WORLD: JSON.stringify({ ...world.sandbox.announcement, folder: world.folder }) },
		});
		assert.equal(stdout, 'closed\n');
	});
});
