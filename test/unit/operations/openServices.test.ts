import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
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

	it('leave nothing open that prevents a program from exiting', async () => {
		const program = join(import.meta.dirname, 'endsByItself.ts');
		const { stdout } = await promisify(execFile)(process.execPath, [program], {
			env: { ...process.env, WORLD: JSON.stringify({ ...world.sandbox.announcement, folder: world.folder }) },
		});
		assert.equal(stdout, 'closed\n');
	});
});
