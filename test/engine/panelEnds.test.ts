import assert from 'node:assert/strict';
import { mochaHooks as windowHooks } from '../interface/support/hooks.ts';
import { closeEverything, type Workbench } from '../interface/support/workbench.ts';
import { busyDocument } from './support/busyDocument.ts';
import { documentOf } from './support/documents.ts';
import { openPanelWindow, panelThatSays, runDocument } from './support/panelWindow.ts';
import { assertUntouched, atWork, foreignRun, othersThan } from './support/queueOf.ts';
import { until } from './support/realEngine.ts';
import { endEngine, engine, startEngine, withAnEngineThatEnds } from './support/underTest.ts';

/** A run of this size lasts while a window opens a document and sends it. */
const longSide = 192;

describe('a run in a window, on a real engine', () => {
	let workbench: Workbench;

	before(async () => {
		const names = ['waits', 'works', 'cleared', 'stopped', 'killed', 'forgotten'];
		workbench = await openPanelWindow({
			...Object.fromEntries(names.map((name) => [`${name}.json`, busyDocument(longSide)])),
			'after.json': documentOf('image'),
		});
	});
	afterEach(async function () {
		await windowHooks.afterEach.call(this);
		await workbench.tidy();
		await engine.tidy();
	});
	after(closeEverything);

	/** Returns the run that the window has just sent, among those of others. */
	const own = (...others: readonly string[]) =>
		until('the run of the window', async () => (await othersThan(...others))[0]);

	/** By the button of the panel: the text above the document changes with each node of the run. */
	const cancel = async (file: string) => {
		const panel = await workbench.result(file);
		await panel.getByRole('button', { name: 'Cancel' }).click();
		await workbench.result(file, /Canceled/);
	};

	it('canceled while it waits: it never ran, and the run of someone else is untouched', async () => {
		const foreign = await foreignRun(longSide);
		await runDocument(workbench, 'waits.json');
		const id = await own(foreign);
		await cancel('waits.json');
		await assertUntouched(foreign);
		assert.equal(await engine.history(id), undefined);
	});

	it('canceled at work: it is interrupted, and the run of someone else behind it is untouched', async () => {
		await runDocument(workbench, 'works.json');
		const id = await own();
		await atWork(id);
		const { id: foreign } = await engine.submit(busyDocument());
		await cancel('works.json');
		const { status } = await engine.end(id);
		assert.ok(status.messages.some(([type]: [string]) => type === 'execution_interrupted'));
		await assertUntouched(foreign);
	});

	it('dropped with the queue: the panel says so, and the run of someone else is untouched', async () => {
		const foreign = await foreignRun(longSide);
		await runDocument(workbench, 'cleared.json');
		await own(foreign);
		await engine.post('/queue', { clear: true });
		await panelThatSays(workbench, 'cleared.json', /no longer knows this run/);
		await assertUntouched(foreign);
	});

	it('interrupted from another page: the panel says so', async () => {
		await runDocument(workbench, 'stopped.json');
		await atWork(await own());
		await engine.post('/interrupt', {});
		const panel = await workbench.result('stopped.json', /Failed/);
		assert.match(await panel.locator('easel-outcome .said').innerText(), /interrupted/);
	});

	describe('with an engine that ends', () => {
		withAnEngineThatEnds();

		it('at work when the engine dies: the panel says so, and the window runs again when it is back', async () => {
			await runDocument(workbench, 'killed.json');
			await atWork(await own());
			await endEngine();
			await panelThatSays(workbench, 'killed.json', /stopped responding during this run/);
			await workbench.pictures('real-engine-dead');
			await startEngine();
			await runDocument(workbench, 'after.json');
			await workbench.result('after.json', /Succeeded/);
		});

		it('forgotten over a restart: the panel says so', async () => {
			const foreign = await foreignRun(longSide);
			await runDocument(workbench, 'forgotten.json');
			await own(foreign);
			await endEngine('SIGTERM');
			await startEngine();
			// Which of the two it is depends on how long the engine takes to start.
			await panelThatSays(
				workbench,
				'forgotten.json',
				/no longer knows this run|stopped responding during this run/,
			);
		});
	});
});
