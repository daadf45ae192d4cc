import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../tools/machine.mjs';
import { savedText } from './support/files.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { leadsTo, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const sample = 'text-to-image-sd15.json';
const seed = '424242';

describe('the Runs view', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;

	const tree = () => workbench.tree('Runs');
	const rows = () => tree().pane.locator('.monaco-list-row[aria-label^="Run of harbour, "]');
	const ended = () => tree().pane.locator('.monaco-list-row[aria-label^="Run of harbour, succeeded"]');
	const count = (expected: number) =>
		until(async () => (await rows().count()) === expected, `${expected} rows`);
	/** The words next to the title of the view. */
	const description = () => tree().pane.locator('.pane-header .description').innerText();
	const openFilter = () => tree().titleAction('Filter Run History', workbench.quickInput.box);
	const seedInDocument = () =>
		workbench.page.locator('.view-line').filter({ hasText: '"seed":' }).first().innerText();
	const saved = () => savedText(join(workbench.folder, 'harbour.json'));

	before(async () => {
		const text = await readFile(join(root, 'media', 'samples', sample), 'utf8');
		sandbox = await startSandbox();
		workbench = await openWorkbench({
			sandbox,
			files: { 'harbour.json': text.replace(/"seed": \d+/, `"seed": ${seed}`) },
		});
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
	});

	it('shows runs filtered, starred and noted, writes a seed into the document, and deletes a run permanently', async () => {
		await step('nothing has run yet', async () => {
			await tree().welcome.getByText('Your runs are kept on this computer').waitFor();
			await workbench.pictures('no runs yet');
		});

		await step('two runs of a document', async () => {
			await workbench.openFile('harbour.json');
			await workbench.run('Harbour (SD 1.5)', 'sends 1 changed input');
			await until(async () => (await ended().count()) === 1, 'the first run');
			await tree().item(`seed ${seed}`).menu('Run with New Seed');
			await until(async () => (await ended().count()) === 2, 'the second run');
			await until(async () => (await tree().rows())[0] === 'Today2', 'the day with its number of runs');
			assert.match(
				await tree().item(`seed ${seed}`).text(),
				/^\d+:\d\d.* · seed \d+.* s · harbour · Harbour \(SD 1\.5\)$/,
			);
			await workbench.pictures('the Runs view');
			await workbench.axe(undefined, '.sidebar .pane-body');
		});

		await step('a star and a note', async () => {
			const run = tree().item(`seed ${seed}`);
			await run.action('Star Run', run.row.and(workbench.page.locator('[aria-label*=" starred"]')));
			const question = workbench.quickInput.box.getByText('Note on the Run of harbour');
			await tree().item(`seed ${seed}`).menu('Edit Note...', question);
			await workbench.quickInput.enter('the <b>calm</b> one');
			await tree().item('"the <b>calm</b> one"').row.waitFor();
			assert.match(await tree().item(`seed ${seed}`).text(), /★ "the/);
		});

		await step('the picture of a run in its hover', async () => {
			const picture = workbench.page.locator('.workbench-hover img');
			const point = async (timeout: number) => {
				await workbench.page.mouse.move(1, 1);
				await tree().item(`seed ${seed}`).row.hover({ timeout });
			};
			await leadsTo(picture.first(), point, 'the hover of a run');
			await until(
				() => picture.first().evaluate((image) => (image as { naturalWidth?: number }).naturalWidth !== 0),
				'the picture',
			);
			await workbench.pictures('the hover of a run');
			await workbench.page.mouse.move(1, 1);
		});

		await step('filter while typing', async () => {
			await openFilter();
			await workbench.quickInput.type('calm');
			await count(1);
			await workbench.pictures('filter runs');
			await workbench.quickInput.type('calm nothing');
			await tree().item('No run matches the filter').row.waitFor();
			await workbench.quickInput.cancel();
			await count(2);
			await openFilter();
			await workbench.quickInput.press('Starred');
			await count(1);
			await workbench.quickInput.box.locator('input.input').press('Enter');
			// The title changes with the switch, before the list has heard of Enter.
			await workbench.quickInput.box.waitFor({ state: 'hidden' });
			await until(async () => (await description()) === 'Starred', 'the filter in the title');
			await openFilter();
			await workbench.quickInput.cancel();
			assert.equal(await description(), 'Starred', 'the switches are as they were left');
			await tree().titleAction('Clear Run Filter', rows().nth(1));
			await count(2);
		});

		await step('the seed of a run, written back and undone', async () => {
			const other = workbench.page
				.locator('.view-line')
				.filter({ hasText: '"seed":' })
				.filter({ hasNotText: seed })
				.first();
			await tree()
				.item(new RegExp(`seed (?!${seed})`))
				.menu('Write Seed into Document', other);
			await until(async () => !(await saved()).includes(seed), 'the other seed in the file');
			await workbench.pictures('a seed written back');
			// The editor has the focus after the change.
			await workbench.page.keyboard.press('ControlOrMeta+z');
			await until(async () => (await seedInDocument()).includes(seed), 'the seed from before');
			// The editor saves automatically, but an undo before it has noticed the end of a save counts as saved.
			await until(async () => {
				await workbench.page.keyboard.press('ControlOrMeta+S');
				return (await saved()).includes(seed);
			}, 'the seed from before in the file');
		});

		await step('exactly what was sent', async () => {
			const sent = workbench.tab('Sent: harbour.json');
			await tree().item(`seed ${seed}`).menu('Show the Request as Sent', sent);
			await workbench.page.locator('.view-line', { hasText: '"overrides"' }).first().waitFor();
			await workbench.pictures('what was sent');
		});

		await step('removed for good', async () => {
			const remove = workbench.dialog.getByRole('button', { name: 'Remove' });
			await tree().item(`seed ${seed}`).menu('Remove from History', remove);
			await remove.click();
			await count(1);
			assert.doesNotMatch((await tree().rows()).join('\n'), /calm/);
		});

		await step('signed out, and without a service', async () => {
			await sandbox.stop();
			await workbench.command('Easel: Sign Out');
			await workbench.statusBar('Studio: signed out').waitFor();
			await count(1);
		});
	});
});
