import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../tools/machine.mjs';
import { step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe('the first look at the demo workspace', () => {
	let folder: string;
	let workbench: Workbench;

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'easel-demo-'));
		await cp(join(root, 'media', 'samples'), folder, { recursive: true });
		workbench = await openWorkbench({ folder });
	});
	after(async () => {
		await workbench?.close();
		await rm(folder, { recursive: true, force: true });
	});

	it('leads from the activity bar to the picture of a run', async () => {
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
		await step('a document with Run above it', async () => {
			await workbench.openFile('text-to-image-flux.json');
			await workbench.codeLens('Run').waitFor();
			await workbench.pictures('first look');
		});
		await step('a picture beside the text', async () => {
			await workbench.run('Lighthouse');
			const panel = await workbench.result('text-to-image-flux');
			await panel.locator('img:visible').first().waitFor();
			await workbench.axe(panel);
			await workbench.pictures('first result');
		});
	});
});
