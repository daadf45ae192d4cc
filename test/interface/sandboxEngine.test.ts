import assert from 'node:assert/strict';
import { EngineDouble } from '../support/engineDouble.ts';
import { step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const workflow = JSON.stringify(
	{
		'1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 7 } },
		'2': {
			class_type: 'SaveImage',
			inputs: { images: ['1', 0], filename_prefix: 'harbour' },
			_meta: { title: 'Save' },
		},
	},
	undefined,
	'\t',
);

describe('an engine behind the sandbox', () => {
	let engine: EngineDouble;
	let workbench: Workbench;

	before(async () => {
		engine = await EngineDouble.start();
		workbench = await openWorkbench({
			settings: { 'easel.sandbox.engine': engine.url },
			files: { 'harbour_api.json': workflow },
		});
		await workbench.openContainer('Easel');
	});
	after(async () => {
		await workbench?.close();
		await engine.close();
	});

	it('runs a document that was saved as a deployment, from the tree to its picture', async () => {
		const tree = workbench.tree('Deployments');
		// Not the deployment of the demo account, "Harbour (SD 1.5)".
		const made = tree.item(/^\s*harbour/);
		await step('start the sandbox', () => workbench.signInToSandbox());
		await step('save the open document', async () => {
			await workbench.openFile('harbour_api.json');
			await workbench.command('Easel: Save as Sandbox Deployment');
			await workbench.page.getByText('Name of the deployment').waitFor();
			await workbench.pictures('sandbox-save');
			await workbench.quickInput.box.locator('input.input').press('Enter');
			await tree.takeAllRoom();
			await made.row.waitFor();
			await workbench.pictures('sandbox-saved');
		});
		await step('run it from its row', async () => {
			const review = workbench.quickInput.row('runs the saved workflow');
			await made.action('Run on This Deployment', review);
			await workbench.quickInput.choose('runs the saved workflow');
			const panel = await workbench.result('harbour_api.json', /succeeded/i);
			await until(async () => (await panel.locator('img').count()) > 0, 'the picture');
			await workbench.pictures('sandbox-engine-result');
			assert.equal(engine.runs.length, 1);
			assert.equal(engine.runs[0]?.state, 'success');
		});
	});
});
