import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Locator } from 'playwright-core';
import { demoSettings, layOutDemo, openDemoInBrowser } from '../tools/demo.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { leadsTo, step, until } from './support/waiting.ts';
import { openWindow, type Workbench } from './support/workbench.ts';

const file = 'text-to-image-sdxl.json';

const titles = [
	'Try the sandbox',
	'Run a workflow',
	'See the result',
	'Upload a dataset',
	'Train a LoRA',
	'Run a model of the catalog',
	'Sign in to your account',
];

describe('the first look, at the address that `npm start` prints, with the extension installed', () => {
	let folder: string;
	let sandbox: Sandbox;
	let workbench: Workbench;

	const toast = (words: string | RegExp) =>
		workbench.page.locator('.notifications-toasts .notification-list-item').filter({ hasText: words });

	const page = () => workbench.page.locator('.gettingStartedContainer');
	const entry = (title: string) => page().locator('button.getting-started-step').filter({ hasText: title });
	const tick = (title: string) => entry(title).locator('.codicon-getting-started-step-checked.complete');
	/** Opens a step of the walkthrough, if it is closed. */
	const expand = (title: string) =>
		leadsTo(
			page().locator('.getting-started-step.expanded').filter({ hasText: title }),
			(timeout) => entry(title).click({ timeout }),
			`the step ${title}`,
		);
	/** Presses a button of a step until its outcome appears: the steps are drawn again when one of them is done. */
	const press = (title: string, button: string, outcome: Locator) =>
		leadsTo(
			outcome,
			async (timeout) => {
				await expand(title);
				await entry(title).getByRole('button', { name: button }).click({ timeout });
			},
			`the outcome of ${button}`,
		);
	/** The colors in the drawing next to the steps, which is in a separate frame. */
	const colorsOfPicture = () =>
		until(async () => {
			for (const frame of workbench.page.frames()) {
				const drawn = await frame
					.locator('body svg[viewBox="0 0 520 320"]')
					.evaluateAll((drawings) =>
						drawings.flatMap((drawing) =>
							[...drawing.querySelectorAll('[fill], [stroke]')].flatMap((shape) => {
								const { fill, stroke } = getComputedStyle(shape);
								return [fill, stroke].filter((color) => color !== 'none');
							}),
						),
					)
					.catch(() => []);
				if (drawn.length > 0) return new Set(drawn);
			}
			return undefined;
		}, 'a picture beside the steps');

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'easel-demo-'));
		sandbox = await startSandbox();
		const workspace = join(folder, 'demo');
		await layOutDemo(workspace);
		const { address, editor } = await openDemoInBrowser(workspace, join(folder, 'profile'));
		await editor.writeSettings({
			...demoSettings,
			// A window that is still at work takes the focus back from a list that has just opened.
			'workbench.quickOpen.closeOnFocusLost': false,
			'easel.connections': [sandbox.connection('Studio')],
		});
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

	it('leads from the open document through the walkthrough to a result and an account', async () => {
		await step('a document with Run above it, in an ordinary window', async () => {
			await workbench.codeLens('Run').waitFor();
			const breadcrumbs = workbench.page.locator('.breadcrumbs-control');
			await until(
				async () => (await breadcrumbs.innerText()).trim().startsWith(file),
				'the document as one of the workspace',
			);
			await workbench.openFile(file);
			const tabs = workbench.page.locator('.tabs-container .tab').filter({ hasText: file });
			assert.equal(await tabs.count(), 1);
			assert.doesNotMatch(await workbench.page.title(), /Extension Development Host/);
			await workbench.pictures('first look');
		});
		await step('the views, and a sandbox that is stopped', async () => {
			await workbench.openContainer('Easel');
			await workbench.statusBar('Sandbox: stopped').waitFor();
			const open = workbench.page.locator('.sidebar .pane-header[aria-expanded="true"]');
			const shown = (await open.allInnerTexts()).map((title) => title.trim().split('\n')[0]);
			assert.deepEqual(shown, ['Deployments', 'Runs'], 'the views that share the side bar at first');
		});
		await step('the walkthrough, with no step done', async () => {
			await workbench.command('Easel: Get Started');
			await page().getByText('Get Started with Easel').first().waitFor();
			for (const title of titles) await entry(title).waitFor();
			for (const title of titles) assert.equal(await tick(title).count(), 0, title);
			assert.equal(await page().locator('button.getting-started-step').count(), titles.length);
		});
		await step('a picture for each step, in the colors of the theme', async () => {
			for (const title of titles) {
				await expand(title);
				const { size } = await colorsOfPicture();
				assert.ok(size >= 4, `${title} has only ${size} colors`);
				await workbench.pictures(`walkthrough ${title}`);
			}
			const dark = await colorsOfPicture();
			await workbench.setTheme('Light Modern');
			await until(async () => !isDeepStrictEqual(await colorsOfPicture(), dark), 'colors of the light theme');
			await workbench.setTheme('Dark Modern');
		});
		await step('the sandbox with its deployments', async () => {
			await press('Try the sandbox', 'Start the Sandbox', tick('Try the sandbox'));
			const tree = workbench.tree('Deployments');
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
		await step('a sample beside the steps, and its run', async () => {
			const sample = 'Text to Image (Stable Diffusion 1.5)';
			await press('Run a workflow', 'Open a Sample', workbench.quickInput.row(sample));
			const name = workbench.quickInput.box.locator('.quick-input-message:visible');
			await workbench.quickInput.choose(sample, name);
			await workbench.quickInput.enter('first-run.json');
			await workbench.tabInFront('first-run.json').waitFor();
			await workbench.codeLens('Run').waitFor();
			assert.equal(await page().isVisible(), true);
			assert.equal(await tick('Run a workflow').count(), 0);
			const review = workbench.quickInput.row('runs the saved workflow');
			await press('Run a workflow', 'Run It', workbench.quickInput.row('Harbour (SD 1.5)'));
			await workbench.quickInput.choose('Harbour (SD 1.5)', review);
			await workbench.quickInput.choose('runs the saved workflow');
			await tick('Run a workflow').waitFor();
			await workbench.result('first-run.json', 'Succeeded');
		});
		await step('its result', async () => {
			await press('See the result', 'Show the Latest Result', tick('See the result'));
			const panel = await workbench.result('first-run.json', 'Succeeded');
			await panel.locator('easel-picture img.full').waitFor();
			await workbench.axe(panel);
			await workbench.pictures('first result');
		});
		await step('a sign-in to an account', async () => {
			assert.equal(await tick('Sign in to your account').count(), 0);
			const paste = workbench.quickInput.row('Paste an Access Token', 'Studio');
			await press('Sign in to your account', 'Sign In', paste);
			const question = workbench.quickInput.box.locator('.quick-input-message:visible');
			await leadsTo(question, (timeout) => paste.click({ timeout }), 'the question for the token');
			await workbench.quickInput.enter(sandbox.token);
			await tick('Sign in to your account').waitFor();
			await workbench.pictures('walkthrough done');
		});
		await step('a message that shows automatically', async () => {
			await workbench.command('Easel: Show Balance');
			// The demo account pays for the instance that it keeps warm.
			await toast(/\b2[45]\.\d\d USD/).waitFor();
			await workbench.pictures('toast');
		});
		await step('the end of a run, reported while its panel is hidden', async () => {
			await workbench.command('View: Close All Editors');
			await workbench.openFile(file);
			// Keeps it from ending before its panel is closed.
			await sandbox.control('/faults', [{ kind: 'status', status: 503, match: { path: '*/status' } }]);
			await workbench.run('Mountain village');
			await workbench.result(file);
			await workbench.command('View: Close All Editors');
			await sandbox.control('/faults', []);
			await toast(file).waitFor();
		});
		await step('the document and its result again after a reload', async () => {
			await workbench.command('Easel: Show the Latest Result');
			await workbench.result(file, 'Succeeded');
			await workbench.reload();
			await workbench.result(file, 'Succeeded');
			await workbench.tab(/^text-to-image-sdxl/).waitFor();
		});
	});
});
