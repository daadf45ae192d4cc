import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Frame } from 'playwright-core';
import { browserStorage, filesBelow, viewOf } from './support/leaks.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { happens, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

/** Jobs of the demo account that have ended: one with all its steps, one early. */
const demo = {
	harbour_style_v1: '7a100000-0000-4000-8000-000000000001',
	winter_edit_v1: '7a100000-0000-4000-8000-000000000004',
};

const growing = `job: extension
config:
  name: growing
  process:
    - type: diffusion_trainer
      training_folder: /app/ai-toolkit/output
      trigger_word: hrbr
      network: { type: lora, linear: 4, linear_alpha: 4 }
      save: { save_every: 20, max_step_saves_to_keep: 4 }
      datasets:
        - folder_path: /app/ai-toolkit/datasets/harbour-photos
          resolution: [1024]
      train: { batch_size: 4, steps: 60, lr: 0.0001 }
      model: { name_or_path: stabilityai/stable-diffusion-xl-base-1.0, arch: sdxl }
      sample:
        sample_every: 20
        width: 64
        height: 64
        prompts:
          - "[trigger], a harbour at dawn --d 7"
          - a lighthouse
`;

describe('the samples of a training job', () => {
	let saved: string;
	let sandbox: Sandbox;
	let workbench: Workbench;

	const tree = () => workbench.tree('Training Jobs');
	const cell = (panel: Frame, words: RegExp) => panel.getByRole('gridcell', { name: words });
	/** The samples with drawn pictures. */
	const drawn = (panel: Frame) => panel.locator('[role="gridcell"]:has(img)').count();
	const heading = (panel: Frame) => panel.getByRole('heading', { level: 2 });
	const titled = (panel: Frame, words: RegExp) =>
		until(async () => words.test(await heading(panel).innerText()), String(words));

	async function track(name: string, id: string): Promise<void> {
		await workbench.command('Easel: Track a Training Job');
		await workbench.quickInput.box.waitFor();
		await workbench.quickInput.enter(id);
		await tree().item(name).row.waitFor();
	}

	before(async () => {
		saved = await mkdtemp(join(tmpdir(), 'easel-samples-'));
		// Almost stopped: steps come when the test puts the clock forward.
		sandbox = await startSandbox({ speed: 0.05 });
		workbench = await openWorkbench({ sandbox, settings: { 'files.simpleDialog.enable': true } });
		await workbench.openContainer('Easel');
		await workbench.tree('Training Jobs').unfold();
		await workbench.signInToStudio(sandbox);
	});
	beforeEach(async () => {
		await workbench.tidy();
		await workbench.openContainer('Easel');
		await workbench.tree('Training Jobs').unfold();
	});
	after(async () => {
		await workbench?.close();
		await sandbox?.stop();
		await rm(saved, { recursive: true, force: true });
	});

	it('of a job that has ended are looked at, compared, saved, and there again after a reload', async () => {
		await track('harbour_style_v1', demo.harbour_style_v1);
		let panel: Frame;
		await step('the row of the tree', async () => {
			// A job that was just added is shown with its rows open.
			await tree().item('harbour_style_v1').expand(tree().item('Samples').row);
			await tree().item('Samples').open(workbench.tab('Samples of harbour_style_v1'));
			panel = await workbench.panel('Samples of harbour_style_v1');
			await panel.getByText('Finished · step 1,500 of 1,500, 100 %').waitFor();
			await until(async () => (await panel.getByRole('rowheader').count()) === 4, 'a row for each prompt');
			await panel.getByRole('rowheader').getByText('hrbr, fishing boats at a stone quay').waitFor();
			await until(async () => (await drawn(panel)) >= 4, 'pictures in the grid');
			await workbench.axe(panel);
			await workbench.pictures('samples of a job');
		});
		await step('large', async () => {
			await cell(panel, /^hrbr, fishing boats.*step 1,500/).click();
			await titled(panel, /^Step 1,500 of 1,500 · Prompt 1 of 4/);
			await panel.locator('easel-picture img.full').waitFor();
			await panel.getByRole('complementary', { name: 'Prompt' }).getByText('42', { exact: true }).waitFor();
			await workbench.page.keyboard.press('ArrowDown');
			await titled(panel, /Prompt 2 of 4/);
			await workbench.axe(panel);
			await workbench.pictures('a sample of a job');
		});
		await step('compared with the first step', async () => {
			await workbench.page.keyboard.press('c');
			const divider = panel.getByRole('slider', { name: 'Divider' });
			await until(
				async () => /Step 0, .* Step 1,500/.test((await divider.getAttribute('aria-valuetext')) ?? ''),
				'both steps',
			);
			await until(
				async () => (await panel.locator('easel-compare-slider img.full').count()) === 2,
				'both pictures',
			);
			await workbench.pictures('two steps compared');
		});
		await step('saved', async () => {
			await panel.getByRole('button', { name: 'Save As...' }).click();
			const path = join(saved, 'harbour.jpg');
			await workbench.quickInput.answerFileDialog('OK', path);
			await panel.getByText(/^Saved as /).waitFor();
			assert.equal(readFileSync(path).subarray(0, 2).toString('hex'), 'ffd8');
		});
		await step('the prompt and the checkpoint', async () => {
			await panel.getByRole('button', { name: 'Copy Prompt' }).click();
			await panel.getByText('Copied the prompt.').waitFor();
			await panel.getByRole('button', { name: 'Use the Checkpoint of Step 1,500' }).click();
			await workbench.quickInput.box.getByText('Download Checkpoint').waitFor();
			await workbench.quickInput.cancel();
		});
		await step('after a reload', async () => {
			await workbench.reload();
			panel = await workbench.panel('Samples of harbour_style_v1');
			await titled(panel, /Prompt 2 of 4/);
			await panel.getByRole('slider', { name: 'Divider' }).waitFor();
			await panel.getByRole('button', { name: 'Back to All Samples' }).click();
			await until(async () => (await drawn(panel)) >= 4, 'pictures in the grid');
		});
	});

	it('of a running job appear while it runs', async () => {
		await track('growing', await sandbox.submitJob(growing));
		await tree().item('growing').menu('Show Training Samples', workbench.tab('Samples of growing'));
		const panel = await workbench.panel('Samples of growing');
		await panel.getByText('The job has not started yet').waitFor();
		const columns = () => panel.getByRole('columnheader').allInnerTexts();
		/** Advances the clock, which then stays, and polls the job. */
		const moves = async (seconds: number) => {
			await sandbox.control('/clock', { advance_seconds: seconds });
			await tree().item('growing').menu('Refresh Training Job');
		};
		// A few steps at a time: the model is loaded first, and the panel shows the result of the next poll.
		await until(async (patience) => {
			await moves(30);
			return happens(panel.getByRole('columnheader').nth(1).waitFor({ timeout: patience }));
		}, 'the first samples');
		await panel.getByText(/^Running/).waitFor();
		await until(async () => (await drawn(panel)) >= 2, 'the first pictures');
		await panel.getByRole('rowheader').getByText('hrbr, a harbour at dawn').waitFor();
		const first = await columns();
		assert.ok(!first.includes('60'), first.join());
		await workbench.pictures('samples of a running job');
		await until(async (patience) => {
			await moves(120);
			return happens(panel.getByText('Finished · step 60 of 60, 100 %').waitFor({ timeout: patience / 5 }));
		}, 'the end of the job');
		await until(async () => (await drawn(panel)) === 8, 'all pictures');
		await until(async () => (await columns()).join() === 'Prompt,0,20,40,60', 'a column for each step');
		const kept = await filesBelow(workbench.editor.dataFolder);
		const folderOf = kept.find(({ place }) => place.includes('__000000020_0.'))?.place ?? '';
		const copies = kept.filter(({ place }) => dirname(place) === dirname(folderOf));
		assert.equal(copies.length, 8, 'one copy of each sample');
		const signed = /signature(?:=|%3D)[0-9a-f]{32}/i;
		const places = [...kept, ...(await browserStorage(workbench.page)), ...(await viewOf(panel))]
			.filter(({ text }) => signed.test(text))
			.map(({ place }) => place);
		assert.deepEqual(places, [], 'no signed address is kept or shown');
	});
});
