import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { smallConfiguration } from '../support/configuration.ts';
import { TreeRow } from './support/parts.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe('training jobs in the side bar', () => {
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

	before(async () => {
		// Almost stopped: steps come when the test puts the clock forward.
		sandbox = await startSandbox({ speed: 0.05 });
		workbench = await openWorkbench({ sandbox });
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
	});

	it('are tracked by their id and watched to the end, with what they make', async () => {
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

	it('give their checkpoints, whole and under the name that was chosen', async () => {
		await track('saved');
		await reaches('saved', /, finished, /, 60);
		// Other jobs have such a row, too: that of the newest one follows its job.
		const group = tree().pane.locator('.monaco-list-row[data-index="1"][aria-label^="Checkpoints"]');
		await tree().item('saved').expand(group);
		await new TreeRow(workbench.page, group).expand(tree().item('saved.safetensors').row);
		const metadata = workbench.tab('saved.safetensors.json');
		await tree().item('saved.safetensors').menu('Show Checkpoint Metadata', metadata);
		await workbench.page.locator('.view-line', { hasText: '"tensors"' }).waitFor();
		await tree().item('saved.safetensors').action('Download Checkpoint', workbench.quickInput.box);
		const path = join(workbench.folder, 'mine.safetensors');
		const field = workbench.quickInput.box.locator('input.input');
		// The dialog fills in its proposal when it is ready.
		await until(async () => (await field.inputValue()).endsWith('saved.safetensors'), 'the proposed name');
		await workbench.quickInput.answerFileDialog('OK', path);
		await workbench.notifications.find('Downloaded "mine.safetensors"');
		assert.ok(existsSync(path) && statSync(path).size > 1000);
	});
});
