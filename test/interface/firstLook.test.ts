import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstDocumentOf, layOutDemo, openDemoInBrowser } from '../tools/demo.ts';
import { calmSettings } from '../tools/editor.ts';
import { leadsTo, step, until } from './support/waiting.ts';
import { openWindow, type Workbench } from './support/workbench.ts';

const file = 'text-to-image-sdxl.json';
const sampler = '"sampler_name": "dpmpp_2m_sde"';

describe('the first look, at the address that `npm start` prints', () => {
	let folder: string;
	let workbench: Workbench;

	const onDisk = () => readFile(firstDocumentOf(workbench.folder), 'utf8');
	const seedOnDisk = async () => /"seed": (\d+)/.exec(await onDisk())?.[1];
	const line = (words: string) => workbench.page.locator('.view-line').filter({ hasText: words }).first();
	const tabs = () => workbench.page.locator('.tabs-container .tab').filter({ hasText: file });

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'easel-demo-'));
		const workspace = join(folder, 'demo');
		await layOutDemo(workspace);
		const { address, editor } = await openDemoInBrowser(workspace, join(folder, 'profile'));
		// A window that is still at work takes the focus back from a list that has just opened.
		await editor.writeSettings({ ...calmSettings, 'workbench.quickOpen.closeOnFocusLost': false });
		await editor.writeMachineSettings({ 'workbench.colorTheme': 'Dark Modern' });
		workbench = await openWindow({
			address,
			editor,
			folder: workspace,
			ownsFolder: false,
			theme: 'Dark Modern',
			// Large, since a panel with little room shows only a part of its buttons.
			size: { width: 1700, height: 1000 },
		});
	});
	after(async () => {
		await workbench?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	});

	it('leads from the document that is open to its picture, a repaired mistake and another seed, and survives a reload', async () => {
		await step('a document with Run above it', async () => {
			await workbench.codeLens('Run').waitFor();
			const breadcrumbs = workbench.page.locator('.breadcrumbs-control');
			await until(
				async () => (await breadcrumbs.innerText()).trim().startsWith(file),
				'the document as one of the workspace',
			);
			await workbench.pictures('first look');
		});
		await step('one click to the sandbox and its deployments', async () => {
			await workbench.openContainer('Easel');
			await workbench.statusBar('Sandbox: stopped').waitFor();
			const tree = workbench.tree('Deployments');
			const open = workbench.page.locator('.sidebar .pane-header[aria-expanded="true"]');
			const titles = (await open.allInnerTexts()).map((title) => title.trim().split('\n')[0]);
			assert.deepEqual(titles, ['Deployments', 'Runs'], 'the views that share the side bar at first');
			await tree.begin('Try the Sandbox', 'Harbour');
			await until(async () => (await tree.rows()).length > 2, 'the deployments of the sandbox');
			await workbench.axe(workbench.page.mainFrame(), '.sidebar .pane-body');
		});
		await step('the status bar says where one is', async () => {
			const item = workbench.statusBar(/Sandbox$/);
			await item.waitFor();
			assert.match(
				(await item.locator('a').getAttribute('aria-label')) ?? '',
				/sandbox is running; signed in as demo@/,
			);
		});
		await step('a picture beside the text', async () => {
			await workbench.run('Mountain village');
			const panel = await workbench.result(file, 'Succeeded');
			await panel.locator('img:visible').first().waitFor();
			await workbench.axe(panel);
			await workbench.pictures('first result');
		});
		await step('a mistake that is typed is underlined, and has a fix', async () => {
			await workbench.openFile(file);
			const row = (await onDisk()).split('\n').findIndex((text) => text.includes(sampler)) + 1;
			const column = ((await onDisk()).split('\n')[row - 1] ?? '').indexOf('_sde') + 1;
			await workbench.goTo(row, column);
			await workbench.page.keyboard.type('n');
			await line('"dpmpp_2mn_sde"').waitFor();
			await workbench.page.locator('.squiggly-error').first().waitFor();
			await workbench.quickFix('Change to "dpmpp_2m_sde"', line(sampler));
			await workbench.command('File: Save');
			await workbench.page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
		});
		await step('another seed, written into the document where it is open', async () => {
			const before = await seedOnDisk();
			const first = await workbench.result(file, 'Succeeded');
			await first.getByRole('button', { name: 'Run with New Seed' }).click();
			const panel = await workbench.result(file, /Succeeded.*run 2 of 2/);
			await panel.locator('easel-picture img.full').waitFor();
			await panel.getByRole('button', { name: 'Write Seed into Document' }).click();
			await until(
				async () => (await line('"seed": ').innerText()).includes(before ?? '') === false,
				'a new seed',
			);
			assert.equal(await tabs().count(), 1, 'the document is written where it is open');
			await workbench.openFile(file);
			await workbench.command('File: Save');
			await until(async () => (await seedOnDisk()) !== before, 'the new seed in the file');
		});
		await step('the document after its tab was closed and after a reload', async () => {
			await workbench.openFile(file);
			await workbench.command('View: Close Editor');
			await until(async () => (await tabs().count()) === 0, 'no tab of the document');
			await workbench.openFile(file);
			await workbench.codeLens('Run').waitFor();
			await workbench.reload();
			await workbench.tabInFront(file).waitFor();
			await workbench.statusBar(/Sandbox$/).waitFor();
			assert.equal(await tabs().count(), 1);
			await workbench.goTo(1);
			await leadsTo(
				workbench.quickInput.row('Mountain village'),
				(timeout) => workbench.codeLens('Run On...').click({ timeout }),
				'the targets of the document',
			);
			await workbench.quickInput.cancel();
		});
	});
});
