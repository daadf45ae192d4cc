import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mochaHooks as windowHooks } from '../interface/support/hooks.ts';
import { step, until } from '../interface/support/waiting.ts';
import { closeEverything, type Workbench } from '../interface/support/workbench.ts';
import { openPanelWindow, runDocument } from './support/panelWindow.ts';
import { engine } from './support/underTest.ts';

/** A picture in eight steps that waits after the fifth for the file `gate` in the input folder of the engine. */
const inSteps = (gate: string) =>
	JSON.stringify(
		{
			'1': {
				class_type: 'EaselSteps',
				inputs: { width: 768, height: 512, steps: 8, seed: Date.now() % 1e9, hold_at: 5, gate },
				_meta: { title: 'Dusk at sea' },
			},
			'2': { class_type: 'ImageInvert', inputs: { image: ['1', 0] }, _meta: { title: 'Negative' } },
			'3': {
				class_type: 'SaveImage',
				inputs: { images: ['1', 0], filename_prefix: 'easel/dusk' },
				_meta: { title: 'Save' },
			},
			'4': {
				class_type: 'SaveImage',
				inputs: { images: ['2', 0], filename_prefix: 'easel/negative' },
				_meta: { title: 'Save Negative' },
			},
		},
		undefined,
		'\t',
	);

describe('a run in steps in a window, on a real engine', () => {
	const gate = `easel-gate-${randomUUID()}.txt`;
	let workbench: Workbench;

	before(async function () {
		if (!Object.hasOwn(await engine.get('/object_info/EaselSteps').catch(() => ({})), 'EaselSteps')) {
			console.log('      skipped: the engine has not got test/engine/support/easelSteps.py');
			this.skip();
		}
		workbench = await openPanelWindow({
			'dusk.json': inSteps(gate),
			'stopped.json': inSteps('easel-gate-of-nobody'),
		});
	});
	afterEach(async function () {
		await windowHooks.afterEach.call(this);
		await workbench.tidy();
		await engine.tidy();
	});
	after(closeEverything);

	/** Checks the middle of a run: its node, its step and a picture of it. */
	async function assertAtWork(file: string): Promise<void> {
		const panel = await workbench.result(file, /Running/);
		await panel.getByRole('main').getByText('Dusk at sea 5 of 8, node 1 of 4').waitFor();
		const preview = panel.getByRole('img', { name: 'Preview of the result, Dusk at sea 5 of 8' });
		await until(
			() => preview.evaluate((image) => (image as HTMLImageElement).naturalWidth === 512),
			'a preview that is drawn',
		);
	}

	it('shows its preview, its place in the graph, and its pictures at the end', async () => {
		await step('the preview in the panel', async () => {
			await runDocument(workbench, 'dusk.json');
			await assertAtWork('dusk.json');
			await workbench.pictures('real-engine-preview');
		});
		await step('the node at work in the graph', async () => {
			await workbench.tab(/^dusk\.json$/).click();
			await workbench.command('Easel: Show Graph');
			const graph = await workbench.panel('Graph of dusk.json');
			await graph.locator('easel-progress-line').getByText('Dusk at sea 5 of 8, node 1 of 4').waitFor();
			await graph.locator('.run-working').getByText('5 of 8').waitFor();
			await graph.locator('.at-work').waitFor();
			await workbench.pictures('real-engine-graph');
		});
		await step('its results', async () => {
			const body = new FormData();
			body.set('image', new Blob(['open']), gate);
			const reply = await fetch(`${engine.url}/upload/image`, { method: 'POST', body });
			assert.ok(reply.ok, `${reply.status}`);
			const panel = await workbench.result('dusk.json', /Succeeded.*2 images/);
			await panel.locator('easel-stage img.full').waitFor();
			await workbench.pictures('real-engine-result');
			const graph = await workbench.panel('Graph of dusk.json');
			await graph.locator('easel-progress-line').waitFor({ state: 'detached' });
		});
	});

	it('stops between two steps when it is canceled', async () => {
		await runDocument(workbench, 'stopped.json');
		await assertAtWork('stopped.json');
		const { running } = await engine.queue();
		assert.equal(running.length, 1);
		const panel = await workbench.result('stopped.json', /Running/);
		await panel.getByRole('button', { name: 'Cancel' }).click();
		await workbench.result('stopped.json', /Canceled/);
		const { status } = await engine.end(String(running[0]));
		assert.ok(status.messages.some(([type]: [string]) => type === 'execution_interrupted'));
		await workbench.pictures('real-engine-canceled');
	});
});
