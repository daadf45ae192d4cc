import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { browserStorage, filesBelow, viewOf } from './support/leaks.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

/** A job of the demo account that has ended. */
const job = { name: 'harbour_style_v1', id: '7a100000-0000-4000-8000-000000000001' };

describe('a checkpoint of a training job', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;

	const tree = () => workbench.tree('Training Jobs');

	before(async () => {
		sandbox = await startSandbox();
		workbench = await openWorkbench({ sandbox, size: { width: 1280, height: 1100 } });
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
		await workbench.command('Easel: Track a Training Job');
		await workbench.quickInput.box.waitFor();
		await workbench.quickInput.enter(job.id);
		await tree().takeAllRoom();
		await tree().item(job.name).row.waitFor();
	});
	after(async () => {
		await workbench?.close();
		await sandbox?.stop();
	});

	it('is the LoRA of a model, from its row to the picture that the model made with it', async () => {
		let form: Frame | undefined;
		const shown = (): Frame => form ?? assert.fail('There is no form.');
		const file = (place: Frame) => place.getByRole('textbox', { name: /^LoRA: File/ });
		let reference = '';
		await step('choose a model that takes one', async () => {
			const row = tree().item(/\.safetensors/);
			await tree().item(job.name).expand(tree().item('Checkpoints').row);
			await tree().item('Checkpoints').expand(row.row);
			const name = await row.row.locator('.label-description').innerText();
			reference = `checkpoint:${job.name}/${name}`;
			await workbench.pictures('a checkpoint in the tree');
			await row.menu('Use as LoRA in a Model...', workbench.quickInput.row(/lora/i));
			await workbench.quickInput.type('juniper');
			await workbench.quickInput.row(/juniper\/sketch\/1\/lora/).waitFor();
			for (const text of await workbench.quickInput.rows()) assert.match(text, /lora/i);
			await workbench.pictures('a model for a checkpoint');
			await workbench.quickInput.choose(/juniper\/sketch\/1\/lora/);
		});
		await step('see it in the form', async () => {
			form = await workbench.panel(/Sketch.*LoRA/);
			await until(async () => (await file(shown()).inputValue()) === reference, reference);
			await shown()
				.getByRole('textbox', { name: /^Prompt/ })
				.fill('A harbor in the morning');
			await workbench.axe(shown());
			await workbench.pictures('a form with a checkpoint');
		});
		await step('run it', async () => {
			await shown().getByRole('button', { name: 'Run', exact: true }).click();
			await shown()
				.locator('easel-input-run .words')
				.filter({ hasText: /^Succeeded.* USD$/ })
				.waitFor();
			await shown().locator('easel-stage easel-picture').first().waitFor();
			await workbench.pictures('a picture made with a checkpoint');
		});
		await step('find the address of the file nowhere but in the request', async () => {
			assert.equal(await file(shown()).inputValue(), reference);
			const signed = /signature(?:=|%3D)[0-9a-f]{32}/i;
			const places = [
				...(await filesBelow(workbench.editor.dataFolder)),
				...(await browserStorage(workbench.page)),
				...(await viewOf(shown())),
			]
				.filter(({ text }) => signed.test(text))
				.map(({ place }) => place);
			assert.deepEqual(places, []);
		});
	});
});
