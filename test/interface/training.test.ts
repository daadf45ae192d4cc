import assert from 'node:assert/strict';
import { join } from 'node:path';
import { savedText } from './support/files.ts';
import { until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const text = [
	'job: extension',
	'config:',
	'  name: my portraits',
	'  process:',
	'    - type: diffusion_trainer',
	'      training_folder: output',
	'      network:',
	'        type: lora',
	'        linear: 16',
	'      save:',
	'        save_every: 250',
	'      datasets:',
	'        - folder_path: /app/ai-toolkit/datasets/portraits',
	'      train:',
	'        batch_size: 1',
	'        steps: 1000',
	'        noise_scheduler: flowmatch',
	'        lr: 0.0001',
	'        gradient_checkpoint: true',
	'      model:',
	'        name_or_path: lodestones/Chroma1-Base',
	'        arch: chroma',
	'',
].join('\n');

describe('a training configuration in the window', () => {
	let workbench: Workbench;

	/** Each test changes the document, so each has one in a separate folder. */
	let folder = '';

	before(async () => {
		workbench = await openWorkbench();
	});
	beforeEach(async () => {
		await workbench.tidy();
		folder = await workbench.freshFolder({ 'portraits.yaml': text });
		await workbench.openFile(`${folder}/portraits.yaml`);
		await workbench.codeLens('2 errors, 1 warning').waitFor();
	});
	after(() => workbench?.close());

	it('is underlined where a rule is broken', async () => {
		const { page } = workbench;
		await page.locator('.squiggly-error').first().waitFor();
		await page.locator('.squiggly-warning').first().waitFor();
		await until(async () => (await page.locator('.squiggly-error').count()) === 2, 'both errors');
		await workbench.pictures('training squiggles');
	});

	it('explains a finding and the key below the cursor', async () => {
		const { page } = workbench;
		await workbench.goTo(19, 12);
		assert.match(await workbench.hover('the toolkit ignores it'), /Did you mean "gradient_checkpointing"\?/);
		await workbench.picture('training hover');
		await page.keyboard.press('Escape');
	});

	it('offers keys while a person types', async () => {
		const { page } = workbench;
		await workbench.goTo(18, 100);
		await page.keyboard.press('Enter');
		await page.keyboard.type('optimi');
		await workbench.suggestion('optimizer');
		await workbench.picture('training completion');
	});

	it('is fixed by a quick fix, and the rest all at once', async () => {
		const { page } = workbench;
		await workbench.goTo(19, 12);
		await page.locator('.squiggly-warning').first().waitFor();
		const renamed = page.locator('.view-line', { hasText: 'gradient_checkpointing' });
		await workbench.quickFix('Rename to gradient_checkpointing', renamed);
		await page.keyboard.press('ControlOrMeta+Home');
		const fixed = page.locator('.view-line', { hasText: '"my_portraits"' });
		await workbench.pressLens('Fix 2 Problems', fixed);
		await workbench.codeLens('Fix').waitFor({ state: 'detached' });
		await workbench.picture('training fixed');
		await page.keyboard.press('ControlOrMeta+S');
		// The editor also saves automatically: a tab without a mark may show an earlier save.
		const saved = await until(async () => {
			const text = await savedText(join(workbench.folder, folder, 'portraits.yaml'));
			return /name: "my_portraits"/.test(text) && text;
		}, 'the fixed name on disk');
		assert.match(saved, /training_folder: \/app\/ai-toolkit\/output/);
	});
});
