import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newFolder } from '../support/newFolder.ts';
import { root } from '../tools/machine.mjs';
import { TreeRow } from './support/parts.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const deployment = 'Harbour (SD 1.5)';
/** Runs of a batch that are under way at the same time, at most. */
const atOnce = 8;

describe('a workflow that is repeated', () => {
	const data = newFolder();
	let sandbox: Sandbox;
	let workbench: Workbench;

	before(async () => {
		const text = await readFile(join(root, 'media', 'samples', 'text-to-image-sd15.json'), 'utf8');
		sandbox = await startSandbox({ speed: 0.0001, data });
		workbench = await openWorkbench({
			sandbox,
			settings: { 'files.simpleDialog.enable': true, 'files.autoSave': 'off' },
			files: {
				'harbour.json': text,
				'lantern.json': text,
				'boats.json': text.replace(/"seed": \d+/, '"seed": 7'),
				'harbour.sweep.csv': '6.text,stepps\n"a harbor, at dawn","[4, 6]"\nfog,many\n',
			},
		});
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
	});

	const file = (name: string) => readFile(join(workbench.folder, name), 'utf8').catch(() => '');
	/** Chooses an entry of the submenu about inputs, in the menu of the active text. */
	const inMenu = (entry: string, line = '{') =>
		new TreeRow(
			workbench.page,
			workbench.page.locator('.monaco-editor .view-line').filter({ hasText: line }).first(),
		).menu(entry, undefined, 'Inputs, Presets and Sweeps');

	it('has named inputs, a preset, and a table whose rows are run', async () => {
		await step('name an input', async () => {
			await workbench.openFile('harbour.json');
			await inMenu('Name Inputs...');
			await workbench.quickInput.row('3.steps').waitFor();
			await workbench.pictures('name-inputs');
			await workbench.quickInput.press('3.steps');
			await workbench.quickInput.box.getByRole('button', { name: 'OK' }).click();
			await until(async () => /steps:\n {4}node: 3/.test(await file('harbour.presets.yaml')), 'the name');
			await workbench.opened('harbour.presets.yaml');
			await workbench.pictures('named-inputs');
		});
		assert.match(await file('harbour.presets.yaml'), /only: true/);

		await step('save a preset, and run with it', async () => {
			await workbench.openFile('harbour.json');
			await inMenu('Save Preset...');
			await workbench.quickInput.enter('night');
			await until(
				async () => /presets:\n {2}night:\n/.test(await file('harbour.presets.yaml')),
				'the preset',
			);
			await workbench.opened('harbour.presets.yaml');
			await workbench.pictures('a preset');
			await workbench.openFile('harbour.json');
			await inMenu('Run with Preset...');
			await workbench.quickInput.row('night').waitFor();
			await workbench.pictures('run-with-preset');
			await workbench.quickInput.cancel();
		});

		await step('make a table of what is selected', async () => {
			await workbench.openFile('lantern.json');
			await workbench.goTo(4);
			for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'End'])
				await workbench.page.keyboard.press(`Shift+${key}`);
			await inMenu('Vary...', '"steps"');
			await workbench.quickInput.row('3 Values').waitFor();
			await workbench.pictures('vary-numbers');
			await workbench.quickInput.choose('3 Values', workbench.quickInput.row('euler_ancestral'));
			await workbench.quickInput.press(/^euler$/);
			await workbench.pictures('vary-choices');
			await workbench.quickInput.box.getByRole('button', { name: 'OK' }).click();
			await until(async () => (await file('lantern.sweep.csv')) !== '', 'the table');
			await workbench.page.locator('.view-line').getByText('random*3').first().waitFor();
			await workbench.pictures('a table of what is varied');
		});
		assert.equal(
			await file('lantern.sweep.csv'),
			'\uFEFF3.seed,3.steps,3.cfg,3.sampler_name\nrandom*3,14..34..10,5..9..2,"[""euler"", ""dpmpp_2m""]"\n',
		);

		await step('a cell that does not fit is named, and nothing is sent', async () => {
			await workbench.openFile('harbour.sweep.csv');
			await workbench.page.locator('.squiggly-error').first().waitFor();
			await workbench.goTo(1, 9);
			await workbench.quickFix(
				'Change to "steps"',
				workbench.page.locator('.view-line').filter({ hasText: /^6\.text,steps$/ }),
			);
			await workbench.page.locator('.squiggly-error').first().waitFor();
			await workbench.pictures('a sweep');
			await workbench.command('Easel: Run Sweep');
			await workbench.notifications.find('Row 3, column "steps": "many" is not a whole number.');
			await workbench.pictures('a sweep that does not fit');
		});

		await step('each row is run, and the results are in a table', async () => {
			const saved = await file('harbour.sweep.csv');
			await workbench.goTo(1);
			await workbench.page.keyboard.press('ControlOrMeta+A');
			await workbench.page.keyboard.insertText('6.text,steps\n"a harbor, at dawn","[4, 6]"\n');
			await workbench.page.locator('.squiggly-error').waitFor({ state: 'detached' });
			await workbench.codeLens('Run 2 Times').waitFor();
			await workbench.command('Easel: Run Sweep');
			await workbench.quickInput.choose(deployment, workbench.quickInput.row(/sends 2 changed inputs/));
			await workbench.pictures('the review of a sweep');
			await workbench.quickInput.choose('Run 2 Times, with the Values of harbour.sweep.csv');
			assert.equal(await file('harbour.sweep.csv'), saved, 'the table is run as the window shows it');
			await until(async () => {
				await sandbox.control('/clock', { advance_seconds: 60 });
				return ((await file('harbour.results.csv')).match(/,succeeded,/g) ?? []).length === 2;
			}, 'the results');
			const runs = workbench.tree('Runs');
			await runs.takeAllRoom();
			await runs.item('2 runs of harbour.sweep.csv').row.waitFor();
			await runs.item('2 runs of harbour.sweep.csv').menu('Show on Contact Sheet');
			const sheet = await workbench.panel(/^Contact Sheet of 2 Runs/);
			await sheet.getByRole('button', { name: 'Grid by Values' }).click();
			await until(async () => (await sheet.locator('.face img').count()) === 2, 'both pictures in the grid');
			assert.deepEqual(await sheet.getByRole('columnheader').allInnerTexts(), ['steps →', '4', '6']);
			await sheet.getByRole('gridcell').first().click();
			await sheet.getByRole('button', { name: 'Star', exact: true }).click();
			await sheet
				.getByRole('columnheader')
				.filter({ hasText: /1 kept, 0\.\d+ USD each/ })
				.waitFor();
			await workbench.axe(sheet);
			await workbench.pictures('the grid of a sweep');
			await sheet.getByRole('button', { name: 'Export as One PNG...' }).click();
			await workbench.quickInput.answerFileDialog('OK', join(workbench.folder, 'grid.png'));
			await until(async () => (await file('grid.png')).startsWith('PNG', 1), 'the saved picture');
		});

		await step('the table is edited as a table, and taken back', async () => {
			await workbench.openFile('harbour.sweep.csv');
			await workbench.pressLens('Open as Table', workbench.page.getByText('Sweep Table (Easel)').first());
			// The frame of an editor of a file has another title than a panel.
			const table = await until(async () => {
				for (const frame of workbench.page.frames())
					if ((await frame.locator('easel-sweep main').count()) > 0) return frame;
				return undefined;
			}, 'the table');
			await table.getByRole('gridcell', { name: '[4, 6]' }).click();
			await table.getByRole('button', { name: /^2 succeeded/ }).waitFor();
			await workbench.pictures('the table of a sweep');
			await workbench.axe(table);
			const keys = workbench.page.keyboard;
			await keys.press('Enter');
			await keys.press('ControlOrMeta+A');
			await keys.insertText('many');
			await keys.press('Enter');
			await table.locator('.cell.error').first().waitFor();
			await table.getByRole('gridcell', { name: 'a harbor, at dawn' }).dblclick();
			await keys.insertText(' or dusk');
			await keys.press('ControlOrMeta+Z');
			await until(
				async () => (await table.locator('.field').inputValue()) === 'a harbor, at dawn',
				'only the typing taken back',
			);
			await table.locator('.cell.error').first().waitFor();
			await keys.insertText(' or dusk');
			await keys.press('ControlOrMeta+S');
			await until(
				async () => (await file('harbour.sweep.csv')).includes('"a harbor, at dawn or dusk",many'),
				'what was being typed, saved',
			);
			await keys.press('ControlOrMeta+Z');
			await table.getByRole('gridcell', { name: 'a harbor, at dawn', exact: true }).waitFor();
			await keys.press('ControlOrMeta+Z');
			await table.getByRole('gridcell', { name: '[4, 6]' }).waitFor();
			await table.getByRole('button', { name: 'Run 2 Times' }).waitFor();
			await table.getByRole('button', { name: 'Add Column...' }).click();
			await workbench.quickInput.choose('3.seed', table.getByRole('gridcell', { name: 'random*5' }));
			await table.getByRole('button', { name: 'Run 10 Times' }).click();
			await workbench.dialog.getByText('2 of 10 runs of this table have a result.').waitFor();
			await workbench.dialog.getByRole('button', { name: 'Run All 10' }).click();
			// Reviewed, though the document has run there: a table shows neither the number of runs nor their cost.
			await workbench.quickInput.row('Run 10 Times, with the Values of harbour.sweep.csv').waitFor();
			await workbench.quickInput.cancel();
			await table.getByRole('button', { name: 'Open as Text' }).click();
			await workbench.page.locator('.view-line').getByText('6.text,steps,3.seed').first().waitFor();
		});

		await step('one of them is shared as a file, which opens as a run with its review', async () => {
			const runs = workbench.tree('Runs');
			const run = runs.run('harbour', 'succeeded');
			await workbench.openContainer('Easel');
			await runs.item('2 runs of harbour.sweep.csv').expand(run.row);
			await run.menu('Share Run...');
			const path = join(workbench.folder, 'for-you.easelrun.json');
			await workbench.quickInput.answerFileDialog('OK', path);
			await workbench.notifications.find(/Shared the run as "for-you\.easelrun\.json"/);
			await workbench.pictures('a run that was shared');
			await workbench.openContainer('Explorer');
			await workbench.explorerRow('for-you.easelrun.json').row.dblclick();
			await workbench.quickInput.choose(deployment, workbench.quickInput.row(/sends .* input/));
			await workbench.pictures('a shared run');
			await workbench.quickInput.cancel();
		});
	});

	const tree = (window: Workbench) => window.tree('Runs');
	const batch = (window: Workbench, words: string | RegExp = /seeds of boats/) => tree(window).item(words);
	/** Ends all work of the service; until then it takes minutes. */
	const finish = () => sandbox.control('/clock', { advance_seconds: 300 });
	/** Submissions that have reached the service. */
	const sent = async () => {
		const { entries } = (await sandbox.control('/journal')) as {
			entries: readonly { readonly method: string; readonly path: string; readonly status: number }[];
		};
		return entries.filter(({ method, path }) => method === 'POST' && path.endsWith('/inference'));
	};
	const accepted = async () => (await sent()).filter(({ status }) => status < 300).length;
	/** The seeds that the service has, of all requests. */
	const seeds = () => {
		const database = new DatabaseSync(join(data, 'sandbox.sqlite'), { readOnly: true });
		const documents = database.prepare('SELECT document FROM requests').all();
		database.close();
		return documents.map((row) => /"seed":\s*(\d+)/.exec(String(row.document))?.[1]);
	};
	/** Waits until the row of a batch has these words. */
	const says = (window: Workbench, words: RegExp) =>
		until(async () => {
			const text = await batch(window).text();
			return words.test(text) && text;
		}, `a batch that says ${words}`);

	it('is a batch with several seeds that is paused, continued by another window, outlives that, and sends each seed once', async () => {
		const first = workbench;
		const earlier = { sent: (await sent()).length, accepted: await accepted(), seeds: seeds() };
		const taken = async () => (await accepted()) - earlier.accepted;
		await step('twelve seeds, asked once', async () => {
			await first.tidy();
			await first.openContainer('Easel');
			await first.openFile('boats.json');
			await first.command('Easel: Run with Several Seeds');
			await first.quickInput.choose(deployment);
			await until(
				async () => (await first.quickInput.message()).startsWith('Sends 4 runs'),
				'the question how many',
			);
			await first.quickInput.enter('12');
			await first.quickInput.choose(/sends 1 changed input/);
			await (await first.notifications.find('Started 12 runs of "boats.json"')).press('Show');
			await tree(first).takeAllRoom();
			await batch(first, '12 seeds of boats').row.waitFor();
			await until(async () => (await taken()) === atOnce, 'the first eight');
			await says(first, /^0 of 12 seeds of boats/);
			await first.pictures('a batch under way');
		});

		await step('paused', async () => {
			await batch(first).action('Pause', batch(first, /paused/).row);
			await says(first, /^0 of 12 seeds of boats.*paused$/);
			assert.deepEqual(
				(await batch(first).menuEntries()).filter((entry) => /Pause|Continue|Cancel/.test(entry)),
				['Continue', 'Cancel All'],
			);
			await finish();
			await says(first, /^8 of 12 seeds of boats.*paused$/);
			assert.equal(await taken(), atOnce);
			await batch(first).expand(tree(first).run('boats', 'succeeded').row);
			await first.pictures('a paused batch with its runs');
			await first.axe(undefined, '.sidebar .pane-body');
		});

		await step('continued in a second window, and ended without it', async () => {
			const second = await first.anotherWindow();
			await second.openContainer('Easel');
			await tree(second).takeAllRoom();
			await says(second, /^8 of 12 seeds of boats.*paused$/);
			assert.equal(await taken(), atOnce);
			await batch(second).menu('Continue');
			await until(async () => (await taken()) === 12, 'all twelve');
			await second.close();
			await finish();
			await says(first, /^12 of 12 seeds of boats/);
			const all = seeds();
			const found = new Set(all.filter((seed) => !earlier.seeds.includes(seed)));
			const count = all.length - earlier.seeds.length;
			assert.deepEqual([count, found.size, (await sent()).length - earlier.sent], [12, 12, 12]);
			await first.pictures('a batch at its end');
		});
	});
});
