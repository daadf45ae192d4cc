import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { smallConfiguration } from '../support/configuration.ts';
import { newFolder } from '../support/newFolder.ts';
import { browserStorage, filesBelow, viewOf } from './support/leaks.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { leadsTo, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

/** A job of the demo account that has ended with all its steps. */
const harbour = { name: 'harbour_style_v1', id: '7a100000-0000-4000-8000-000000000001' };

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

describe('training jobs in the window', () => {
	const saved = newFolder();
	let sandbox: Sandbox;
	let workbench: Workbench;

	const tree = () => workbench.tree('Training Jobs');
	/** Returns the row of a job, by its name and the state in its accessible name. */
	const jobRow = (name: string, state = '') => {
		const found = tree().item(name);
		return {
			...found,
			row: tree().pane.locator(`.monaco-list-row[aria-label^="Training job ${name}, ${state}"]`).first(),
		};
	};
	const advance = (seconds: number) => sandbox.control('/clock', { advance_seconds: seconds });

	/** Adds a job of the service by its ID. */
	async function track(name: string, id: string): Promise<void> {
		await workbench.command('Easel: Track a Training Job');
		await workbench.quickInput.box.waitFor();
		await workbench.quickInput.enter(id);
		await jobRow(name).row.waitFor();
	}

	/** Advances the clock until a job is at this step, and lets the window read it, until its accessible name matches. */
	async function reaches(name: string, id: string, wanted: number, state: RegExp): Promise<void> {
		const at = `${sandbox.trainerUrl}/prod/v1/trainers/ai-toolkit/jobs/${id}/status`;
		await until(async () => {
			const reply = await fetch(at, { headers: { authorization: `Bearer ${sandbox.token}` } });
			const { progress } = (await reply.json()) as { progress: { current_step: number } | null };
			if ((progress?.current_step ?? 0) >= wanted) return true;
			await advance(15);
			return false;
		}, `step ${wanted} of ${name}`);
		const row = tree().pane.locator('.monaco-list-row').filter({ hasText: name }).first();
		await until(async () => {
			if (state.test((await row.getAttribute('aria-label')) ?? '')) return true;
			await tree().item(name).menu('Refresh Training Job');
			return false;
		}, `${name} ${state.source}`);
	}

	const cell = (panel: Frame, words: RegExp) => panel.getByRole('gridcell', { name: words });
	/** The samples with drawn pictures. */
	const drawn = (panel: Frame) => panel.locator('[role="gridcell"]:has(img)').count();
	const heading = (panel: Frame) => panel.getByRole('heading', { level: 2 });
	const titled = (panel: Frame, words: RegExp) =>
		until(async () => words.test(await heading(panel).innerText()), String(words));

	/** A line above the text, whether or not it can be pressed. */
	const lensText = (words: string) =>
		workbench.page.locator('.codelens-decoration').filter({ hasText: words }).first();

	const openReview = (lens: string) => workbench.pressLens(lens, workbench.quickInput.row('Checkpoints'));

	/** Answers a question that has just appeared, identified by its words. */
	async function answer(question: string | RegExp, act: () => Promise<void>): Promise<void> {
		await workbench.quickInput.box.filter({ hasText: question }).waitFor();
		await act();
	}

	before(async () => {
		// Almost stopped: steps come when the test puts the clock forward.
		sandbox = await startSandbox({ speed: 0.05 });
		workbench = await openWorkbench({
			sandbox,
			files: { 'taken.yaml': smallConfiguration('taken', { hasSamples: false }) },
			settings: { 'files.simpleDialog.enable': true },
		});
		await workbench.openContainer('Easel');
		await workbench.tree('Training Jobs').unfold();
		await workbench.signInToStudio(sandbox);
	});
	beforeEach(async () => {
		await workbench.tidy();
		await workbench.openContainer('Easel');
		await workbench.tree('Training Jobs').unfold();
	});

	it('are tracked by ID, canceled, resumed from the step that the question names, and followed to their artifacts', async () => {
		const id = await sandbox.submitJob(smallConfiguration('watched', { steps: 600, every: 200 }));
		await step('track it', async () => {
			await tree().welcome.getByText('New Training Configuration').waitFor();
			await workbench.pictures('no training jobs yet');
			await track('watched', id);
			await reaches('watched', id, 200, /, running, .* [2-5]\d\d of 600 steps/);
			await workbench.pictures('a training job in progress');
		});
		await step('cancel and resume it', async () => {
			const question = workbench.dialog.getByText('The files that it has made so far stay available.');
			await tree().item('watched').action('Cancel Training Job', question);
			await workbench.dialog.getByRole('button', { name: 'Cancel Job' }).click();
			await jobRow('watched', 'canceled').row.waitFor();
			const begins = workbench.dialog.getByText(
				/^It begins at step [24]00, from "watched_000000[24]00\.safetensors"\./,
			);
			await tree().item('watched').action('Resume Training Job', begins);
			await workbench.pictures('before a training job is resumed');
			await workbench.dialog.getByRole('button', { name: 'Resume' }).click();
		});
		await step('see it end', async () => {
			await reaches('watched', id, 600, /, finished, /);
			const message = await workbench.notifications.find('"watched" finished all 600 steps.');
			assert.ok(await message.item.getByRole('button', { name: 'Show', exact: true }).isVisible());
			await workbench.notifications.closeCenter();
		});
		await step('see what it made', async () => {
			await tree().item('watched').expand(tree().item('Checkpoints').row);
			// Selected instead of the job, which has actions as small as the editor draws them.
			await tree().item('Checkpoints').click();
			await tree().item('watched_000000400.safetensors').row.waitFor();
			await workbench.pictures('what a training job made');
			await workbench.axe(undefined, '.sidebar .pane-body');
			const metadata = workbench.tab('watched_000000400.safetensors.json');
			await tree().item('watched_000000400.safetensors').menu('Show Checkpoint Metadata', metadata);
			await workbench.page.locator('.view-line', { hasText: '"tensors"' }).waitFor();
		});
	});

	it('begin with a few questions, a review and a configuration that is sent, then changed and sent back', async () => {
		const { page, quickInput } = workbench;
		await step('the questions', async () => {
			await workbench.command('Easel: New Training Configuration');
			await answer('(1/6)', () => quickInput.choose('Z-Image Turbo'));
			await quickInput.row('harbour-photos').waitFor();
			await workbench.pictures('new configuration dataset');
			await answer('(2/6)', () => quickInput.choose('harbour-photos'));
			await answer('(3/6)', () => quickInput.enter('hrbr'));
			await answer('(4/6)', () => quickInput.enter('from_template'));
			await answer('(5/6)', () => quickInput.choose('1 x ADA_80_PLUS'));
			await answer('(6/6)', () => quickInput.enter('60'));
		});
		await step('the document, with the first prompt selected', async () => {
			await workbench.tab('from_template.yaml').waitFor();
			await workbench.statusBar(/selected\)/).waitFor();
			await workbench.pictures('new configuration');
			await workbench.goTo(1, 1);
			await lensText('harbour-photos: ready, 6 images').waitFor();
			assert.equal(await page.locator('.squiggly-error, .squiggly-warning').count(), 0);
			await workbench.pictures('new configuration from the top');
		});
		await step('the review', async () => {
			await workbench.pressEditorAction('Start Training', quickInput.row('Checkpoints'));
			const rows = (await quickInput.rows()).join('\n');
			assert.match(rows, /harbour-photos ?ready, 12 files/);
			assert.match(rows, /a job needs at least 0\.50 USD/);
			await workbench.pictures('training review');
			await quickInput.choose('Start Training');
		});
		await step('the job', async () => {
			const { item } = await workbench.notifications.find('The training "from_template" is queued.');
			assert.ok(await item.getByRole('button', { name: 'Show Samples' }).isVisible());
			await tree().item('from_template').row.waitFor();
			// Until the text has the focus again, the editor skips a change of these lenses from right before it lost it.
			await workbench.goTo(1, 1);
			await lensText('Training from_template').waitFor();
			await workbench.pictures('training submitted');
		});
		await step('the configuration of the canceled job, sent back to it', async () => {
			await workbench.tidy();
			const cancel = workbench.dialog.getByRole('button', { name: 'Cancel Job' });
			await tree().item('from_template').menu('Cancel Training Job', cancel);
			await cancel.click();
			await jobRow('from_template', 'canceled').row.waitFor();
			const send = workbench.codeLens('Send Edit to Job from_template');
			await tree().item('from_template').menu('Edit Training Job', send);
			await workbench.pictures('training edit');
			await openReview('Send Edit and Resume');
			await quickInput.choose('Send Edit and Resume');
			await jobRow('from_template', 'queued')
				.row.or(jobRow('from_template', 'running').row)
				.first()
				.waitFor();
		});
	});

	it('show a rejection of the service on its line of the configuration, until that line changes', async () => {
		const { page } = workbench;
		// A job of this name that this computer does not know of.
		await sandbox.submitJob(smallConfiguration('taken', { hasSamples: false }));
		await workbench.openFile('taken.yaml');
		await openReview('Start Training');
		await workbench.quickInput.choose('Start Training');
		await workbench.notifications.find('already');
		await page.locator('.squiggly-error').first().waitFor();
		await workbench.goTo(3, 10);
		const words = await workbench.hover('The service refused this');
		assert.match(words, /40951 JOB_NAME_CONFLICT/);
		await workbench.pictures('training refused');
		await page.keyboard.press('Escape');
		await workbench.goTo(1, 100);
		await page.keyboard.type(' # a note');
		await workbench.codeLens('Start Training').waitFor();
		await until(async () => (await page.locator('.squiggly-error').count()) === 1, 'the refusal on its line');
		await workbench.goTo(3, 100);
		await page.keyboard.type('_2');
		await page.locator('.squiggly-error').first().waitFor({ state: 'hidden' });
	});

	it('have samples that are looked at, compared, saved, and there again after a reload', async () => {
		await track(harbour.name, harbour.id);
		let panel: Frame;
		await step('the grid', async () => {
			await tree()
				.item(harbour.name)
				.menu('Show Training Samples', workbench.tab('Samples of harbour_style_v1'));
			panel = await workbench.panel('Samples of harbour_style_v1');
			await panel.getByText('Finished · step 1,500 of 1,500, 100%').waitFor();
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

	it('have samples that appear while they run', async () => {
		const id = await sandbox.submitJob(growing);
		await track('growing', id);
		await tree().item('growing').menu('Show Training Samples', workbench.tab('Samples of growing'));
		const panel = await workbench.panel('Samples of growing');
		await panel.getByText('The job has not started yet').waitFor();
		const columns = () => panel.getByRole('columnheader').allInnerTexts();
		/** Advances the clock a little and reads the job again, until the panel shows it: files are listed after a step. */
		const leadsToSamples = (outcome: Locator) =>
			leadsTo(
				outcome,
				async () => {
					await advance(15);
					await tree().item('growing').menu('Refresh Training Job');
				},
				'samples of the job',
			);
		await reaches('growing', id, 20, /, running, /);
		await leadsToSamples(panel.getByRole('columnheader').nth(1));
		await panel.getByText(/^Running/).waitFor();
		await until(async () => (await drawn(panel)) >= 2, 'the first pictures');
		await panel.getByRole('rowheader').getByText('hrbr, a harbour at dawn').waitFor();
		const first = await columns();
		assert.ok(!first.includes('60'), first.join());
		await workbench.pictures('samples of a running job');
		await reaches('growing', id, 60, /, finished, /);
		await leadsToSamples(panel.getByText('Finished · step 60 of 60, 100%'));
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
