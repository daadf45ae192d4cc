import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layOutDemo, openDemoInBrowser } from '../tools/demo.ts';
import { calmSettings } from '../tools/editor.ts';
import { leadsTo, step, until } from './support/waiting.ts';
import { openWindow, type Workbench } from './support/workbench.ts';

const file = 'text-to-image-sdxl.json';

describe('the first look, at the address that `npm start` prints', () => {
	let folder: string;
	let workbench: Workbench;

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

	it('leads from the document that is open to its picture, and survives a reload', async () => {
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
