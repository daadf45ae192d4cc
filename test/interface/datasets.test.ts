import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { browserStorage, filesBelow, viewOf } from './support/leaks.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const configuration = `job: extension
config:
  name: two_places
  process:
    - type: diffusion_trainer
      training_folder: /app/ai-toolkit/output
      datasets:
        - folder_path: /app/ai-toolkit/datasets/harbour-photos
      train:
        batch_size: 1
        steps: 600
        lr: 0.0001
      model:
        name_or_path: stabilityai/stable-diffusion-xl-base-1.0
        arch: sdxl
`;

/** A job of the demo account that has ended. */
const job = { name: 'harbour_style_v1', id: '7a100000-0000-4000-8000-000000000001' };

describe('the side bar of a trainer', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;

	const tree = () => workbench.tree('Datasets');
	const jobs = () => workbench.tree('Training Jobs');
	/** Returns the row of a dataset once its accessible name contains these words. */
	const dataset = (name: string, words = '') => {
		const label = `Dataset ${name}, ${words}`;
		return {
			...tree().item(name),
			row: tree().pane.locator(`.monaco-list-row[aria-label^="${label}"]`).first(),
		};
	};

	before(async () => {
		sandbox = await startSandbox();
		workbench = await openWorkbench({
			sandbox,
			files: { 'two_places.yaml': configuration },
			size: { width: 1280, height: 1100 },
		});
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
	});
	beforeEach(() => workbench.tidy());

	it('describes each dataset, expands it into its files, and shows why one has failed', async () => {
		await tree().takeAllRoom();
		await dataset('harbour-photos', 'ready, 12 files, ').row.waitFor();
		await dataset('coast-videos', 'ready, 6 files, ').row.waitFor();
		await dataset('scanned-prints', 'failed, 6 files, ').row.waitFor();
		await tree()
			.item('harbour-photos')
			.expand(tree().item(/harbour_006\.png.*with caption/).row);
		await workbench.pictures('datasets');
		await tree().item('harbour-photos').collapse();
		await tree().item('harbour_006.png').row.waitFor({ state: 'detached' });
		await tree()
			.item('scanned-prints')
			.expand(tree().item(/cannot be decoded: "print_002\.png"/).row);
		await tree().item('Upload to a New Dataset...').row.waitFor();
		await workbench.pictures('a failed dataset');
		await workbench.axe(undefined, '.sidebar .pane-body');
	});

	it('puts a dataset into the configuration that is open', async () => {
		await workbench.openFile('two_places.yaml');
		await tree().takeAllRoom();
		await dataset('winter-edit-control').row.waitFor();
		const line = workbench.page
			.locator('.editor-instance .view-line')
			.filter({ hasText: '- folder_path: "/app/ai-toolkit/datasets/winter-edit-control"' });
		await tree().item('winter-edit-control').action('Insert Dataset into Configuration', line.first());
		assert.equal(await line.count(), 1);
		await workbench.pictures('a dataset in a configuration');
	});

	it('has a checkpoint of a job as the LoRA of a model, from its row to the picture that the model made with it', async () => {
		let form: Frame | undefined;
		const shown = (): Frame => form ?? assert.fail('There is no form.');
		const file = (place: Frame) => place.getByRole('textbox', { name: /^LoRA: File/ });
		let reference = '';
		await step('track the job', async () => {
			await workbench.command('Easel: Track a Training Job');
			await workbench.quickInput.box.waitFor();
			await workbench.quickInput.enter(job.id);
			await jobs().takeAllRoom();
			await jobs().item(job.name).row.waitFor();
		});
		await step('choose a model that takes one', async () => {
			const row = jobs().item(/\.safetensors/);
			await jobs().item(job.name).expand(jobs().item('Checkpoints').row);
			await jobs().item('Checkpoints').expand(row.row);
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
