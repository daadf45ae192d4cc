import assert from 'node:assert/strict';
import { busyDocument } from './support/busyDocument.ts';
import { documentOf } from './support/documents.ts';
import { assertUntouched, atWork, foreignRun, othersThan } from './support/queueOf.ts';
import { type Body, until } from './support/realEngine.ts';
import { resultOf, type SandboxUnderTest, sandboxOnEngine, submitTo } from './support/sandboxUnderTest.ts';
import { endEngine, engine, startEngine, withAnEngineThatEnds } from './support/underTest.ts';

describe('the sandbox in front of a real engine', () => {
	let sandbox: SandboxUnderTest;
	beforeEach(async () => {
		sandbox = await sandboxOnEngine();
	});
	afterEach(async () => {
		await sandbox.end();
		await engine.tidy();
	});

	const cancel = async (submission: Body) => (await sandbox.call('POST', submission.cancel_url)).body;
	const stateOf = async (submission: Body) => (await sandbox.status(submission)).status;

	async function submitted(text = busyDocument()): Promise<{ submission: Body; id: string }> {
		const known = await othersThan();
		const submission = await submitTo(sandbox, text);
		const id = await until('the run in the queue of the engine', async () => (await othersThan(...known))[0]);
		return { submission, id };
	}

	it('cancels only the running run', async () => {
		const { submission, id } = await submitted();
		await atWork(id);
		const { id: waiting } = await engine.submit(busyDocument());
		await cancel(submission);
		assert.equal((await resultOf(sandbox, submission)).status, 'canceled');
		const entry = await engine.end(id);
		assert.ok(entry.status.messages.some(([type]: [string]) => type === 'execution_interrupted'));
		await assertUntouched(waiting);
	});

	it('cancels a run that waits in the engine, and lets the one at work end', async () => {
		const foreign = await foreignRun();
		const { submission, id } = await submitted();
		await cancel(submission);
		assert.equal((await resultOf(sandbox, submission)).status, 'canceled');
		await until('an end of the wait', async () => (await othersThan(foreign)).length === 0);
		await assertUntouched(foreign);
		assert.equal(await engine.history(id), undefined, 'it never ran');
	});

	it('cancels a run in the moment in which it is submitted', async () => {
		const foreign = await foreignRun();
		const submission = await submitTo(sandbox, busyDocument());
		await cancel(submission);
		assert.equal((await resultOf(sandbox, submission)).status, 'canceled');
		await assertUntouched(foreign);
		await until('an empty queue', async () => (await othersThan()).length === 0);
		assert.deepEqual((await engine.ended()).at(-1), foreign, 'nothing has run after it');
	});

	it('leaves the engine alone when a run that has ended is canceled', async () => {
		const submission = await submitTo(sandbox, documentOf('image'));
		await resultOf(sandbox, submission);
		const foreign = await foreignRun();
		assert.equal((await cancel(submission)).status, 'not_cancellable');
		await assertUntouched(foreign);
	});

	it('leaves the run of someone else alone that follows a run which has ended', async () => {
		const { submission } = await submitted();
		const { id: foreign } = await engine.submit(busyDocument());
		assert.equal((await resultOf(sandbox, submission)).status, 'succeeded');
		await assertUntouched(foreign);
	});

	it('ends a run whose place in the queue was cleared', async () => {
		const foreign = await foreignRun();
		const { submission } = await submitted();
		await engine.post('/queue', { clear: true });
		const { status, error } = await resultOf(sandbox, submission);
		assert.equal(status, 'failed');
		assert.match(error.details, /queue/);
		await assertUntouched(foreign);
	});

	it('ends a run interrupted on the engine, with the reason', async () => {
		const { submission, id } = await submitted();
		await atWork(id);
		await engine.post('/interrupt', {});
		const { status, error } = await resultOf(sandbox, submission);
		assert.equal(status, 'failed');
		assert.match(error.details, /interrupted/);
	});

	describe('with an engine that ends', () => {
		withAnEngineThatEnds();

		it('ends the run at work when the engine dies, and works again when it is back', async () => {
			const { submission } = await submitted();
			await endEngine();
			const { status, error } = await resultOf(sandbox, submission);
			assert.equal(status, 'failed');
			assert.equal(error.errorCode, 20_003);
			await startEngine();
			const next = await resultOf(sandbox, await submitTo(sandbox, documentOf('image')));
			assert.equal(next.status, 'succeeded');
		});

		it('ends a run that the engine forgot over a restart', async () => {
			const foreign = await foreignRun();
			const { submission } = await submitted();
			await endEngine('SIGTERM');
			await startEngine();
			assert.equal((await resultOf(sandbox, submission)).status, 'failed');
			assert.equal(await engine.history(foreign), undefined);
			assert.notEqual(await stateOf(submission), 'in_progress');
		});
	});
});
