import assert from 'node:assert/strict';
import { EngineWindow, origin, planOf } from '../unit/engine/window.ts';
import { fastClock } from '../unit/runs/clocks.ts';
import { busyDocument } from './support/busyDocument.ts';
import { documentOf } from './support/documents.ts';
import { assertUntouched, atWork, foreignRun, othersThan } from './support/queueOf.ts';
import { until } from './support/realEngine.ts';
import { endEngine, engine, startEngine, withAnEngineThatEnds } from './support/underTest.ts';
import { endOf } from './support/windowRuns.ts';

describe('a window in front of a real engine', () => {
	let window: EngineWindow;
	beforeEach(async () => {
		window = await EngineWindow.open(engine.url, fastClock(10));
	});
	afterEach(async () => {
		await window.close();
		await engine.tidy();
	});

	const stateOf = (id: string) => window.runs.get(id)?.state;

	it('cancels only the running run', async () => {
		const { id } = await window.start(busyDocument());
		await atWork(id);
		const { id: waiting } = await engine.submit(busyDocument());
		assert.ok((await window.runs.cancel(id)).ok);
		assert.equal((await endOf(window, id)).state, 'canceled');
		const { status } = await engine.end(id);
		assert.ok(status.messages.some(([type]: [string]) => type === 'execution_interrupted'));
		await assertUntouched(waiting);
	});

	it('cancels a run that waits, and lets the one at work end', async () => {
		const foreign = await foreignRun();
		const { id } = await window.start(busyDocument());
		assert.ok((await window.runs.cancel(id)).ok);
		assert.equal((await endOf(window, id)).state, 'canceled');
		assert.deepEqual(await othersThan(foreign), []);
		await assertUntouched(foreign);
		assert.equal(await engine.history(id), undefined, 'it never ran');
	});

	it('cancels a run in the moment in which it is submitted', async () => {
		const foreign = await foreignRun();
		const starting = window.runs.start(await planOf(busyDocument()), origin);
		const id = await until('the run in the history of the window', () => window.latest?.id);
		await window.runs.cancel(id);
		await starting;
		assert.equal((await endOf(window, id)).state, 'canceled');
		await assertUntouched(foreign);
		await until('an empty queue', async () => (await othersThan()).length === 0);
		assert.equal(await engine.history(id), undefined, 'it never ran');
	});

	it('leaves the engine alone when a run that has ended is canceled', async () => {
		const { id } = await window.start(documentOf('image'));
		await endOf(window, id);
		const foreign = await foreignRun();
		assert.deepEqual(await window.runs.cancel(id), { ok: true, value: 'notCancellable' });
		await assertUntouched(foreign);
	});

	it('leaves the run of someone else alone that follows a run which has ended', async () => {
		const { id } = await window.start(busyDocument());
		const { id: foreign } = await engine.submit(busyDocument());
		assert.equal((await endOf(window, id)).state, 'succeeded');
		await assertUntouched(foreign);
	});

	it('ends a run whose place in the queue was cleared, with a sentence', async () => {
		const foreign = await foreignRun();
		const { id } = await window.start(busyDocument());
		await engine.post('/queue', { clear: true });
		const run = await endOf(window, id);
		assert.equal(run.state, 'lost');
		assert.match(run.notice ?? '', /\w/);
		await assertUntouched(foreign);
	});

	it('ends a run interrupted on the engine, with the reason', async () => {
		const { id } = await window.start(busyDocument());
		await atWork(id);
		await engine.post('/interrupt', {});
		const run = await endOf(window, id);
		assert.equal(run.state, 'failed');
		assert.match(run.error?.details ?? '', /interrupted/);
	});

	it('follows a run to its end that another window had sent', async () => {
		const { id } = await window.start(busyDocument());
		await atWork(id);
		await window.close();
		window = await EngineWindow.open(engine.url, fastClock(10), window.folder);
		window.runs.resume();
		assert.equal((await endOf(window, id)).state, 'succeeded');
		assert.equal((await engine.ended()).filter((one) => one === id).length, 1);
	});

	describe('with an engine that ends', () => {
		withAnEngineThatEnds();

		it('ends the run at work when the engine dies, and works again when it is back', async () => {
			const { id } = await window.start(busyDocument());
			await atWork(id);
			await endEngine();
			const run = await endOf(window, id);
			assert.equal(run.state, 'lost');
			assert.match(run.notice ?? '', /\w/);
			await startEngine();
			const { id: next } = await window.start(documentOf('image'));
			assert.equal((await endOf(window, next)).state, 'succeeded');
		});

		it('ends a run that the engine forgot over a restart', async () => {
			await foreignRun();
			const { id } = await window.start(busyDocument());
			await endEngine('SIGTERM');
			await startEngine();
			await until('the end of the run', () => stateOf(id) === 'lost');
		});
	});
});
