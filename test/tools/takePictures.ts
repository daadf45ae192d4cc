// Takes the pictures of the README in a real window: run it after a build, when their content has changed. Names of
// windows (`run`, `runs`, `model`, `graph`, `training`, `samples`, `story`, `dataset`, `review`) on the command line
// take only their pictures.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodePng } from '../../src/core/base/pictures/decodePng.ts';
import type { Picture } from '../../src/core/base/pictures/pixels.ts';
import { encodePng } from '../../src/core/base/pictures/png.ts';
import type { Tree } from '../interface/support/parts.ts';
import { until } from '../interface/support/waiting.ts';
import {
	closeEverything,
	openWorkbench,
	type Theme,
	type Workbench,
} from '../interface/support/workbench.ts';
import { layOutPhotos } from './demoPhotos.ts';
import { root } from './machine.mjs';

const size = { width: 1360, height: 800 };
/** Smaller than the others, since it is several pictures. */
const filmSize = { width: 1100, height: 700 };
const images = join(root, 'docs', 'images');

const training = `job: extension
config:
  name: lighthouse_lora
  process:
    - type: sd_trainer
      training_folder: /app/ai-toolkit/output
      device: cuda:0
      trigger_word: l1ghthouse
      network:
        type: lora
        linear: 16
        linear_alpha: 16
      save:
        dtype: float16
        save_evry: 250
      datasets:
        - folder_path: /app/ai-toolkit/datasets/lighthouse
          caption_ext: txt
          resolution: [512, 768, 1024]
      train:
        batch_size: 1
        steps: 2000
        lr: 1e-4
        optimizer: adamw8bits
        noise_scheduler: flowmatch
      model:
        name_or_path: black-forest-labs/FLUX.1-dev
        arch: flux
      sample:
        sample_every: 250
        prompts:
          - "[trigger] on a rocky coast, golden evening light"
`;

const only = process.argv.slice(2);

await mkdir(images, { recursive: true });
await inWindow(
	'run',
	'Dark Modern',
	async (workbench) => {
		const file = 'text-to-image-flux.json';
		const start = /runs the saved workflow|sends/;
		await workbench.page.setViewportSize(filmSize);
		await startSandbox(workbench);
		await workbench.openFile(file);
		await workbench.codeLens('Run').waitFor();
		const film = [await frameOf(workbench)];
		await workbench.codeLens('Run').click();
		await workbench.quickInput.row('Lighthouse').waitFor();
		film.push(await frameOf(workbench));
		await workbench.quickInput.choose('Lighthouse');
		await workbench.quickInput.row(start).waitFor();
		film.push(await frameOf(workbench));
		await workbench.quickInput.choose(start);
		const panel = await workbench.result(file);
		const state = panel.locator('easel-run-header .state').first();
		const during: Picture[] = [];
		while (!/succeeded/i.test(await state.innerText())) during.push(await frameOf(workbench));
		for (let at = 0; at < 3; at++) film.push(...during.slice((during.length * at) / 3).slice(0, 1));
		await panel.locator('img:visible').first().waitFor();
		await workbench.page.waitForTimeout(1500);
		// Twice, to look at it.
		const last = await frameOf(workbench);
		await writeFile(join(images, 'run.png'), encodePng([...film, last, last], {}, { fps: 0.7 }));
	},
	{},
	{ 'easel.sandbox.speed': 1 },
);
await inWindow('runs', 'Dark Modern', async (workbench) => {
	await startSandbox(workbench);
	await runOn(workbench, 'text-to-image-flux.json', 'Lighthouse');
	await compareWithAnotherSeed(workbench, 'text-to-image-flux.json');
	await save(workbench, 'comparison');
	for (const [file, deployment] of [
		['text-to-image-sd15.json', 'Harbour'],
		['upscale-two-outputs.json', 'Cat'],
	] as const) {
		await workbench.command('View: Close All Editors');
		await runOn(workbench, file, deployment);
	}
	// The space of the other views goes to deployments with their runs.
	await fold(workbench, 'Runs', 'Models', 'Datasets', 'Training Jobs');
	const tree = workbench.tree('Deployments');
	for (const name of ['Harbour (SD 1.5)', 'Lighthouse', 'Cat']) await tree.item(name).expand();
	// Away from the row, which would explain itself.
	await workbench.page.mouse.move(200, 600);
	await save(workbench, 'deployments');
});
await inWindow(
	'review',
	'Dark Modern',
	async (workbench) => {
		await startSandbox(workbench);
		await workbench.openFile('lighthouse.json');
		await workbench.codeLens('Run').click();
		await workbench.quickInput.choose('Lighthouse');
		await workbench.quickInput.row(/sends/).waitFor();
		// Away from the rows, which would explain themselves.
		await workbench.page.mouse.move(1200, 700);
		await save(workbench, 'review');
	},
	{
		'lighthouse.json': (await readFile(join(root, 'media', 'samples', 'text-to-image-flux.json'), 'utf8'))
			.replace('golden evening light', '{golden evening light|a starry night}')
			.replace(/"noise_seed": \d+/, '"noise_seed": 7'),
	},
);
await inWindow('model', 'Dark Modern', async (workbench) => {
	await startSandbox(workbench);
	await fold(workbench, 'Deployments', 'Runs', 'Datasets', 'Training Jobs');
	await workbench.tree('Models').unfold();
	await workbench.tree('Models').item('Text to image').row.waitFor();
	await workbench.command('Easel: Run Model...');
	await workbench.quickInput.type('sketch/1/text');
	await workbench.quickInput.choose(/juniper\/sketch.*text-to-image/);
	const form = await workbench.panel(/Juniper Sketch/);
	await form
		.getByRole('textbox', { name: /^Prompt/ })
		.fill('A harbor with sailing boats in the morning mist');
	await form.getByRole('button', { name: 'Run', exact: true }).click();
	await form
		.locator('easel-input-run .words')
		.filter({ hasText: /^Succeeded.* USD$/ })
		.waitFor();
	await form.locator('easel-stage easel-picture').first().waitFor();
	await save(workbench, 'model');
});
await inWindow('graph', 'Dark Modern', async (workbench) => {
	await workbench.command('View: Toggle Primary Side Bar Visibility');
	await workbench.openFile('text-to-image-sd15.json');
	await workbench.command('Easel: Show Graph');
	const panel = await workbench.panel('text-to-image-sd15.json');
	await panel.locator('svg, canvas').first().waitFor();
	await save(workbench, 'graph');
});
await inWindow(
	'training',
	'Light Modern',
	async (workbench) => {
		await workbench.openFile('train_lighthouse.yaml');
		await workbench.page.locator('.squiggly-error, .squiggly-warning').first().waitFor();
		await workbench.page.getByText('adamw8bits').first().click();
		// Away from the breadcrumbs, which would show a tooltip.
		await workbench.page.mouse.move(20, 500);
		await workbench.hover('adamw8bit');
		await save(workbench, 'training');
	},
	{ 'train_lighthouse.yaml': training },
);
await inWindow('samples', 'Dark Modern', async (workbench) => {
	await startSandbox(workbench);
	const tree = await demoJobs(workbench);
	await tree.item('harbour_style_v1').row.waitFor();
	await workbench.notifications.closeCenter();
	const row = tree.item('harbour_style_v1');
	await row.menu('Show Training Samples', workbench.tab('Samples of harbour_style_v1'));
	const panel = await workbench.panel('Samples of harbour_style_v1');
	await panel.locator('img').nth(27).waitFor();
	// Away from the row, which would explain itself.
	await workbench.page.mouse.move(700, 700);
	await save(workbench, 'samples');
});
await inWindow('story', 'Dark Modern', async (workbench) => {
	await startSandbox(workbench);
	const tree = await demoJobs(workbench);
	await tree.item('harbour_style_v1').row.waitFor();
	await workbench.openFile('harbour-lora.yaml');
	await workbench.command('View: Toggle Primary Side Bar Visibility');
	await workbench.command('Easel: Show Training Samples');
	await workbench.quickInput.choose('harbour_style_v1');
	const panel = await workbench.panel('Samples of harbour_style_v1');
	// Shows the whole training.
	await panel.getByRole('button', { name: 'Smaller Pictures' }).click();
	await panel.locator('img').nth(27).waitFor();
	await workbench.notifications.closeCenter();
	await save(workbench, 'story');
});
await inWindow('dataset', 'Dark Modern', async (workbench) => {
	await layOutPhotos(join(workbench.folder, 'lighthouse-photos'));
	await startSandbox(workbench);
	await workbench.command('View: Show Explorer');
	const row = workbench.explorerRow('lighthouse-photos');
	await row.menu('Edit Captions', workbench.tab(/Captions of/));
	const captions = await workbench.panel(/Captions of/);
	await captions.locator('textarea').first().waitFor();
	await save(workbench, 'captions');
	await row.menu('Upload as Dataset', workbench.tab(/Upload to/));
	const report = await workbench.panel(/Upload to/);
	await report.getByRole('button', { name: /Missing captions/ }).waitFor();
	await save(workbench, 'report');
});
await closeEverything();

async function inWindow(
	name: string,
	theme: Theme,
	act: (workbench: Workbench) => Promise<void>,
	files: Readonly<Record<string, string>> = {},
	settings: Readonly<Record<string, unknown>> = {},
): Promise<void> {
	if (only.length > 0 && !only.includes(name)) return;
	const parent = await mkdtemp(join(tmpdir(), 'easel-pictures-'));
	const folder = join(parent, 'lighthouse');
	await cp(join(root, 'media', 'samples'), folder, { recursive: true });
	const workbench = await openWorkbench({ folder, files, theme, size, settings });
	await act(workbench);
	await workbench.close();
	await rm(parent, { recursive: true, force: true });
}

async function startSandbox(workbench: Workbench): Promise<void> {
	await workbench.openContainer('Easel');
	const tree = workbench.tree('Deployments');
	await tree.welcome.getByRole('button', { name: 'Try the Sandbox' }).click();
	await tree.item('Harbour').row.waitFor();
}

/** Tracks the demo jobs. The space of the other views goes to the jobs, so that every row is drawn. */
async function demoJobs(workbench: Workbench): Promise<Tree> {
	await fold(workbench, 'Deployments', 'Runs', 'Models', 'Datasets');
	const tree = workbench.tree('Training Jobs');
	await tree.unfold();
	await tree.welcome.getByText('Track the Demo Jobs').click();
	return tree;
}

async function runOn(workbench: Workbench, file: string, deployment: string): Promise<void> {
	await workbench.openFile(file);
	await workbench.codeLens('Run').click();
	await workbench.quickInput.choose(deployment);
	await workbench.quickInput.choose(/runs the saved workflow|sends/);
	const panel = await workbench.result(file, /succeeded/i);
	await panel.locator('img:visible').first().waitFor();
}

/** Folds views of the side bar: a click can miss while the views still move. */
async function fold(workbench: Workbench, ...views: readonly string[]): Promise<void> {
	for (const view of views) {
		const header = workbench.tree(view).pane.locator('.pane-header');
		await until(async (patience) => {
			if ((await header.getAttribute('aria-expanded')) === 'false') return true;
			await header.click({ timeout: patience });
			return false;
		}, `${view} folded`);
	}
}

/** Runs the document of a result again with a new seed, and compares the two pictures. */
async function compareWithAnotherSeed(workbench: Workbench, file: string): Promise<void> {
	const panel = await workbench.result(file, /succeeded/i);
	await panel.getByRole('button', { name: 'Run with New Seed' }).first().click();
	await workbench.result(file, /succeeded.*run 2 of 2/i);
	await panel.locator('easel-picture img.full').first().waitFor();
	await panel.locator('easel-item-bar').getByRole('button', { name: 'Compare With...' }).click();
	await workbench.quickInput.choose(file.replace('.json', ''));
	const compared = await workbench.panel(/^Compare: /);
	await compared.getByRole('slider', { name: 'Divider' }).waitFor();
	await compared.locator('easel-picture img.full').nth(1).waitFor();
}

async function save(workbench: Workbench, name: string): Promise<void> {
	// Again after everything has settled: fonts, icons and the last frame of an animation.
	await workbench.page.waitForTimeout(1500);
	await writeFile(join(images, `${name}.png`), await screenshot(workbench));
}

async function frameOf(workbench: Workbench): Promise<Picture> {
	return decodePng(await screenshot(workbench)).picture;
}

/** Takes a picture of the window without its title bar, which mentions development. */
function screenshot({ page }: Workbench): Promise<Buffer> {
	const { width, height } = page.viewportSize() ?? size;
	const clip = { x: 0, y: 30, width, height: height - 30 };
	return page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
}
