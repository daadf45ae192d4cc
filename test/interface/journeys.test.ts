import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { newFolder } from '../support/newFolder.ts';
import { root } from '../tools/machine.mjs';
import { gradientPng } from './support/media.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { happens, leadsTo, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const file = 'quay.json';
const sampler = '"sampler_name": "dpmpp_2m"';
/** Changed, so that its run sends an input. */
const shared = 'pier.json';
const mistyped = '"sampler_name": "dpmpp_2n"';

interface JournalEntry {
	readonly at: string;
	readonly method: string;
	readonly path: string;
}

/**
 * Returns six pictures that a person has collected: some captions exist, one in an old encoding, one with another
 * spelling, and some files belong to no dataset.
 */
function collected(): Readonly<Record<string, string | Uint8Array>> {
	const files: Record<string, string | Uint8Array> = {
		'quay/quay_3.txt': Buffer.from('\ufeffhrbr, a caf\u00e9 at the quay', 'utf16le'),
		'quay/QUAY_4.txt': 'hrbr, a crane',
		'quay/quay_5.txt': 'hrbr, a ferry',
		'quay/empty.png': '',
		'quay/notes.md': '# Notes',
	};
	for (let index = 0; index < 6; index++) files[`quay/quay_${index}.png`] = gradientPng(640, 512, index);
	return files;
}

describe('the goal of a person in the window', () => {
	const data = newFolder();
	let sandbox: Sandbox;
	let workbench: Workbench;

	before(async () => {
		const text = await readFile(join(root, 'media', 'samples', 'text-to-image-sd15.json'), 'utf8');
		assert.ok(text.includes(sampler));
		sandbox = await startSandbox({ data });
		workbench = await openWorkbench({
			sandbox,
			files: {
				[file]: text.replace(sampler, mistyped),
				[shared]: text.replace(/"steps": \d+/, '"steps": 60'),
				...collected(),
			},
			settings: { 'files.simpleDialog.enable': true },
			// Large, since a panel with little room shows only a part of its buttons.
			size: { width: 1700, height: 1200 },
		});
		await workbench.openContainer('Easel');
	});
	beforeEach(async () => {
		await workbench.tidy();
		await workbench.openContainer('Easel');
		if (await workbench.statusBar(/Studio$/).isHidden()) await workbench.signInToStudio(sandbox);
	});

	const line = (words: string) => workbench.page.locator('.view-line').filter({ hasText: words }).first();
	const calls = async () => {
		const { entries } = (await sandbox.control('/journal')) as { entries: readonly JournalEntry[] };
		return entries;
	};
	const isSubmission = ({ method, path }: JournalEntry) => method === 'POST' && path.endsWith('/inference');

	/** The seed in the details of the run that a panel shows, which a narrow panel keeps closed. */
	const seedIn = async (panel: Frame) => {
		const details = panel.getByRole('button', { name: 'Run Details' });
		if ((await details.getAttribute('aria-pressed')) === 'false') await details.click();
		return panel.locator('easel-run-details .mono').first().innerText();
	};

	it('is to repair a failed run from its panel, run it elsewhere, and keep the better seed', async () => {
		const { quickInput } = workbench;
		const onDisk = () => readFile(join(workbench.folder, file), 'utf8');
		const seedOnDisk = async () => /"seed": (\d+)/.exec(await onDisk())?.[1];
		const earlier = (await calls()).filter(isSubmission).length;
		const submissions = async () => (await calls()).filter(isSubmission).length - earlier;
		const before = await seedOnDisk();
		let after: string | undefined;

		await step('a run that fails for one input', async () => {
			await workbench.openFile(file);
			await workbench.run('Mountain village', 'sends the whole document');
			const panel = await workbench.result(file, 'Failed');
			await panel.getByText('dpmpp_2n').first().waitFor();
			assert.equal(await submissions(), 1);
		});

		await step('the input that is wrong, from the panel', async () => {
			const panel = await workbench.result(file, 'Failed');
			await workbench.statusBar(/^Ln 7, /).waitFor({ state: 'hidden' });
			const show = panel.getByRole('main').getByRole('button', { name: 'Show in Document' });
			const press = (timeout: number) => show.click({ timeout });
			await leadsTo(workbench.statusBar(/^Ln 7, /), press, 'the line of the wrong input');
			// A second press may still be on its way to the panel, and takes the focus there.
			const text = workbench.page.locator('.editor-group-container.active .monaco-editor.focused');
			await leadsTo(text, press, 'the text of the document');
			await workbench.pictures('journey at the wrong input');
			await workbench.quickFix('Change to "dpmpp_2m"', line(sampler));
			await workbench.command('File: Save');
			await until(async () => (await onDisk()).includes(sampler), 'the repaired file');
		});

		await step('the repaired document on another deployment', async () => {
			await workbench.pressLens(/^Run On\.\.\.$/, quickInput.row('Harbour (SD 1.5)'));
			await quickInput.choose('Harbour (SD 1.5)', quickInput.row('runs the saved workflow'));
			await quickInput.choose('runs the saved workflow');
			const panel = await workbench.result(file, /Succeeded.*run 2 of 2/);
			await panel.locator('easel-picture img.full').waitFor();
			await panel.getByText('Harbour (SD 1.5)').first().waitFor();
			assert.equal(await seedIn(panel), before);
		});

		await step('another seed', async () => {
			const repaired = await workbench.result(file, 'Succeeded');
			await repaired.getByRole('button', { name: 'Run with New Seed' }).click();
			const panel = await workbench.result(file, /Succeeded.*run 3 of 3/);
			await panel.locator('easel-picture img.full').waitFor();
			after = await seedIn(panel);
			assert.match(after, /^\d+$/);
			assert.notEqual(after, before);
			assert.equal(await seedOnDisk(), before);
			assert.equal(await submissions(), 3);
		});

		await step('both beside each other', async () => {
			const panel = await workbench.result(file, /run 3 of 3/);
			await panel.locator('easel-item-bar').getByRole('button', { name: 'Compare With...' }).click();
			await quickInput.choose('quay');
			const compared = await workbench.panel(/^Compare: /);
			await compared.locator('easel-picture img.full').nth(1).waitFor();
			const inputs = compared.getByRole('complementary', { name: 'Inputs That Differ' });
			if (await inputs.isHidden()) await compared.getByRole('button', { name: 'Inputs That Differ' }).click();
			const seeds = inputs.locator('li').filter({ hasText: 'seed' }).locator('.value');
			await seeds.nth(1).waitFor();
			assert.deepEqual(new Set(await seeds.allInnerTexts()), new Set([before, after]));
			assert.equal(await inputs.locator('li').count(), 1, 'the seed alone differs');
		});

		await step('the new seed in the document', async () => {
			const panel = await workbench.result(file, /run 3 of 3/);
			await panel.getByRole('button', { name: 'Write Seed into Document' }).click();
			await line(`"seed": ${after}`).waitFor();
			const tabs = workbench.page.locator('.tabs-container .tab').filter({ hasText: file });
			assert.equal(await tabs.count(), 1, 'the document is written where it is open');
			await workbench.openFile(file);
			await workbench.command('File: Save');
			await until(async () => (await seedOnDisk()) === after, 'the seed in the file');
			assert.ok((await onDisk()).includes(sampler));
		});
	});

	it('is to make a dataset of a folder, whatever happens on the way, and to train on it', async () => {
		const { page, quickInput } = workbench;
		let panel: Frame | undefined;
		const onDisk = (name: string) => readFile(join(workbench.folder, 'quay', name), 'utf8');
		const jobs = () => workbench.tree('Training Jobs');
		/** Returns the files of a dataset at the service: the size of each, in bytes. */
		async function sizesOnService(name: string): Promise<ReadonlyMap<string, number>> {
			const ask = async (path: string) => {
				const headers = { authorization: `Bearer ${sandbox.token}` };
				return (await fetch(`${sandbox.trainerUrl}/prod/v1/trainers/datasets${path}`, { headers })).json();
			};
			const { datasets } = (await ask('')) as { datasets: { id: string; name: string }[] };
			const id = datasets.find((dataset) => dataset.name === name)?.id;
			const { files } = (await ask(`/${id}/status`)) as { files: { filename: string; size_bytes: number }[] };
			return new Map(files.map(({ filename, size_bytes }) => [filename, size_bytes]));
		}
		const shown = (): Frame => panel ?? assert.fail('There is no panel.');
		const button = (name: string | RegExp) => shown().getByRole('button', { name });

		await step('the report', async () => {
			await workbench.command('View: Show Explorer');
			await workbench.explorerRow('quay').menu('Upload as Dataset...', workbench.tab(/^Upload to /));
			panel = await workbench.panel('Upload to "quay"');
			await button(/Error: Missing captions 3/).waitFor();
			await button(/Error: Captions that are not UTF-8 text 1/).waitFor();
		});

		await step('all that is safe', async () => {
			await button('Apply All Safe Fixes').click();
			await button(/Captions that are not UTF-8 text/).waitFor({ state: 'detached' });
			await button(/Error: Missing captions 3/).waitFor();
		});

		await step('captions with a trigger word, beside the pictures', async () => {
			await button('Write Captions...').click();
			await shown().getByRole('textbox', { name: 'Trigger word' }).fill('hrbr');
			await shown().getByRole('textbox', { name: 'Caption' }).fill('{trigger}, boats at the quay');
			await button('Write 3 Captions').click();
			await button(/Missing captions/).waitFor({ state: 'detached' });
			for (const name of ['quay_0.txt', 'quay_1.txt', 'quay_2.txt'])
				assert.equal(await onDisk(name), 'hrbr, boats at the quay');
		});

		await step('one caption by hand, in the grid', async () => {
			await button('Edit Captions').click();
			const grid = await workbench.panel('Captions of quay');
			const field = grid.locator('.row[data-id="quay_0.txt"] textarea').first();
			await field.click();
			await page.keyboard.press('Control+End');
			await page.keyboard.type(' at dawn');
			await page.keyboard.press('Control+Enter');
			await until(async () => (await onDisk('quay_0.txt')).endsWith('quay at dawn'), 'the caption on disk');
			await grid.getByText(/In the upload only: hrbr/).waitFor({ state: 'detached' });
		});

		await step('an upload that breaks off and continues by itself', async () => {
			panel = await workbench.panel('Upload to "quay"');
			const upload = button(/^Upload 12 Files/);
			await upload.waitFor();
			await sandbox.control('/faults', [{ kind: 'latency', ms: 1500, match: { path: '*/upload' } }]);
			await upload.click();
			await shown()
				.getByText(/^[1-9]\d* of 12 files/)
				.waitFor();
			await sandbox.kill();
			await shown().locator('.notice').waitFor();
			await workbench.pictures('journey of a folder interrupted');
			sandbox = await startSandbox({ data, port: Number(new URL(sandbox.baseUrl).port) });
			await shown().getByText('Ready', { exact: true }).waitFor();
			const sent = await sizesOnService('quay');
			assert.equal(sent.size, 12);
			assert.equal(sent.get('quay_0.txt'), Buffer.byteLength('hrbr, boats at the quay at dawn'));
			assert.equal(sent.get('quay_3.txt'), Buffer.byteLength('hrbr, a café at the quay'));
			assert.equal(sent.get('quay_4.txt'), Buffer.byteLength('hrbr, a crane'));
		});

		await step('a configuration of the dataset', async () => {
			await button('New Training Configuration').click();
			const answer = async (question: string, act: () => Promise<void>) => {
				await quickInput.box.filter({ hasText: question }).waitFor();
				await act();
			};
			await answer('(1/5)', () => quickInput.choose('Z-Image Turbo'));
			await answer('(2/5)', () => quickInput.enter('hrbr'));
			await answer('(3/5)', () => quickInput.enter('quay_style'));
			await quickInput.box.filter({ hasText: '(4/5)' }).waitFor();
			await workbench.pictures('journey of a folder with its machines');
			await answer('(4/5)', () => quickInput.choose('1 x ADA_80_PLUS'));
			await answer('(5/5)', () => quickInput.enter('60'));
			await workbench.tab('quay_style.yaml').waitFor();
			await workbench.goTo(1, 1);
			await page.locator('.view-line', { hasText: '/app/ai-toolkit/datasets/quay' }).first().waitFor();
		});

		await step('the training', async () => {
			await workbench.pressEditorAction('Start Training', quickInput.row('Checkpoints'));
			await workbench.pictures('journey of a folder with the review of its training');
			await quickInput.choose('Start Training');
			await workbench.notifications.find('The training "quay_style" is queued.');
			await workbench.openContainer('Easel');
			await jobs().takeAllRoom();
			await jobs()
				.pane.locator('.monaco-list-row[aria-label^="Training job quay_style, finished"]')
				.waitFor();
		});

		await step('its samples', async () => {
			const job = jobs().item('quay_style');
			const samples = jobs().item('Samples').row;
			if (!(await happens(samples.waitFor({ timeout: 2000 })))) await job.expand(samples);
			await jobs().item('Samples').open(workbench.tab('Samples of quay_style'));
			const shown = await workbench.panel('Samples of quay_style');
			await shown.locator('[role="gridcell"]:has(img)').first().waitFor();
		});

		await step('its checkpoint', async () => {
			const checkpoint = jobs().item('quay_style.safetensors');
			await jobs().item('Checkpoints').expand(checkpoint.row);
			await checkpoint.action('Download Checkpoint', quickInput.box);
			const field = quickInput.box.locator('input.input');
			await until(
				async () => (await field.inputValue()).endsWith('quay_style.safetensors'),
				'the proposed name',
			);
			const path = join(workbench.folder, 'quay_style.safetensors');
			await quickInput.answerFileDialog('OK', path);
			await workbench.notifications.find('Downloaded "quay_style.safetensors"');
			assert.ok((await stat(path)).size > 1000);
			await workbench.pictures('journey of a folder with its checkpoint');
		});
	});

	it('is to work in two windows, which share a sign-in, a run and a sign-out', async () => {
		const deployments = (window: Workbench) => window.tree('Deployments');
		let second: Workbench | undefined;
		const other = (): Workbench => second ?? assert.fail('There is no second window.');

		await step('a sign-in', async () => {
			await deployments(workbench).takeAllRoom();
			second = await workbench.anotherWindow();
			await other().openContainer('Easel');
			await deployments(other()).takeAllRoom();
			await other().command('Easel: Switch Connection');
			await other().quickInput.choose('Studio', deployments(other()).item('Harbour (SD 1.5)').row);
		});
		await step('a run, which one of them asks about', async () => {
			const queued = JSON.stringify({ status: 'in_queue', queue_position: 0 });
			await sandbox.control('/faults', [
				{ kind: 'status', status: 200, body: queued, match: { path: '*/status' } },
			]);
			await workbench.openFile(shared);
			await workbench.run('Harbour (SD 1.5)', 'sends 1 changed input');
			await workbench.result(shared, /Queued|Running/);
			const there = deployments(other()).run(shared);
			await deployments(other()).item('Harbour (SD 1.5)').expand(there.row);
			await until(
				async () => /^Run of [^,]+, (queued|running)/.test(await there.label()),
				'the run under way in the other window',
			);
			const ofRun = async (part: string) => {
				// A window that opens asks for the results of finished trainings.
				const all = (await calls()).filter(({ path }) => !path.includes('/trainers/'));
				return all.slice(all.findLastIndex(isSubmission)).filter(({ path }) => path.includes(part));
			};
			const asked = () => ofRun('/status');
			await until(async () => (await asked()).length >= 6, 'six calls');
			await sandbox.control('/faults', []);
			await deployments(other()).run(shared, 'succeeded').row.waitFor();
			const [submitted] = await ofRun('/inference');
			const last = (await asked()).at(-1);
			const seconds = (Date.parse(last?.at ?? '') - Date.parse(submitted?.at ?? '')) / 1000;
			// One window polls at most once a second, two would poll about twice as often.
			assert.ok((await asked()).length <= seconds + 1, `${(await asked()).length} calls in ${seconds} s`);
			assert.equal((await ofRun('/result')).length, 1);
			assert.equal((await ofRun('/output/')).length, 1);
		});
		await step('a sign-out of the sandbox', async () => {
			for (const window of [workbench, other()]) {
				await window.command('Easel: Start Sandbox');
				await window.statusBar(/Sandbox$/).waitFor();
				await deployments(window).item('Harbour (SD 1.5)').row.waitFor();
			}
			await other().command('Easel: Sign Out');
			for (const window of [other(), workbench])
				await deployments(window).welcome.getByText('Sign In', { exact: true }).waitFor();
			await other().close();
			await workbench.command('Easel: Switch Connection');
			await workbench.quickInput.choose('Studio', workbench.statusBar(/Studio$/));
		});
	});
});
