import assert from 'node:assert/strict';
import { smallConfiguration } from '../support/configuration.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe('training jobs in the window', () => {
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

	async function track(name: string): Promise<void> {
		const id = await sandbox.submitJob(smallConfiguration(name, { steps: 600, every: 200 }));
		await workbench.command('Easel: Track a Training Job');
		await workbench.quickInput.box.waitFor();
		await workbench.quickInput.enter(id);
		await jobRow(name).row.waitFor();
	}

	/** Advances the clock repeatedly by a number of seconds, until the accessible name of the job matches. */
	async function reaches(name: string, wanted: RegExp, seconds: number): Promise<void> {
		const row = tree().pane.locator('.monaco-list-row').filter({ hasText: name }).first();
		await until(async () => {
			if (wanted.test((await row.getAttribute('aria-label')) ?? '')) return true;
			await advance(seconds);
			await tree().item(name).menu('Refresh Training Job');
			return false;
		}, `${name} ${wanted.source}`);
	}

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
			files: {
				'taken.yaml': smallConfiguration('taken', { hasSamples: false }),
				'edited.yaml': smallConfiguration('edited', { hasSamples: false }),
			},
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

	it('are tracked by ID and followed to the end, with their artifacts', async () => {
		await tree().welcome.getByText('New Training Configuration').waitFor();
		await workbench.pictures('no training jobs yet');
		await track('watched');
		await reaches('watched', /, running, [1-9]/, 15);
		await workbench.pictures('a training job in progress');
		await reaches('watched', /, finished, /, 60);
		const message = await workbench.notifications.find('"watched" finished all 600 steps.');
		assert.ok(await message.item.getByRole('button', { name: 'Show', exact: true }).isVisible());
		await workbench.notifications.closeCenter();
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

	it('are canceled, and resumed from the step that the question names', async () => {
		await track('stopped');
		await reaches('stopped', /, running, .* [23]\d\d of 600 steps/, 15);
		const question = workbench.dialog.getByText('The files that it has made so far stay available.');
		await tree().item('stopped').action('Cancel Training Job', question);
		await workbench.dialog.getByRole('button', { name: 'Cancel Job' }).click();
		await jobRow('stopped', 'canceled').row.waitFor();
		const begins = workbench.dialog.getByText('It begins at step 200, from "stopped_000000200.safetensors".');
		await tree().item('stopped').action('Resume Training Job', begins);
		await workbench.pictures('before a training job is resumed');
		await workbench.dialog.getByRole('button', { name: 'Resume' }).click();
		await reaches('stopped', /, finished, /, 60);
	});

	it('begin with a few questions, a review and a configuration that is sent', async () => {
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
			await workbench.tree('Training Jobs').item('from_template').row.waitFor();
			// Until the text has the focus again, the editor skips a change of these lenses from right before it lost it.
			await workbench.goTo(1, 1);
			await lensText('Training from_template').waitFor();
			await workbench.pictures('training submitted');
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

	it('have a configuration that is opened from a job that has ended, changed and sent back to it', async () => {
		const { page, quickInput } = workbench;
		const tree = workbench.tree('Training Jobs');
		await workbench.openFile('edited.yaml');
		await openReview('Start Training');
		await quickInput.choose('Start Training');
		await tree.item('edited').row.waitFor();
		const cancel = workbench.dialog.getByRole('button', { name: 'Cancel Job' });
		await tree.item('edited').menu('Cancel Training Job', cancel);
		await cancel.click();
		const rowLabeled = (...states: readonly string[]) =>
			page
				.locator(
					states.map((state) => `.monaco-list-row[aria-label^="Training job edited, ${state}"]`).join(', '),
				)
				.first();
		await rowLabeled('canceled').waitFor();
		await tree.item('edited').menu('Edit Training Job', workbench.codeLens('Send Edit to Job edited'));
		await workbench.pictures('training edit');
		await openReview('Send Edit and Resume');
		await quickInput.choose('Send Edit and Resume');
		await rowLabeled('queued', 'running').waitFor();
	});
});
