import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { apiWorkflow, uiWorkflow } from '../support/uiWorkflow.ts';
import { root } from '../tools/machine.mjs';
import { TreeRow } from './support/parts.ts';
import { until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const name = 'harbor_api.json';

const canvas = `${JSON.stringify(uiWorkflow(), undefined, 2)}\n`;

const seaNames = `inputs:
  file:
    node: 2
    input: filename_prefix
    class: SaveImage
    only: true
`;

describe('names of inputs in the graph', () => {
	let folder: string;
	let workbench: Workbench;
	let graph: Frame;

	const file = () => join(folder, 'harbor_api.presets.yaml');
	const named = async () => {
		const text = await readFile(file(), 'utf8').catch(() => '');
		return [...text.matchAll(/^ {2}(\S.*):$/gm)].map(([, each]) => each);
	};
	const isNamed = (...wanted: readonly string[]) =>
		until(async () => (await named()).join() === wanted.join(), `named: ${wanted.join()}`);
	const card = (id: string): Locator => graph.locator(`[data-node="${id}"]`);
	const inMenu = (entry: string) =>
		new TreeRow(
			workbench.page,
			workbench.page.locator('.editor-group-container.active .monaco-editor .view-line').first(),
		).menu(entry, undefined, 'Inputs, Presets and Sweeps');
	const button = (input: string): Locator =>
		graph.getByRole('region', { name: 'Chosen node' }).getByRole('button', { name: `Name Input ${input}` });

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'easel-graph-names-'));
		await copyFile(join(root, 'media', 'samples', 'text-to-image-sd15.json'), join(folder, name));
		await writeFile(join(folder, 'sea_api.json'), `${JSON.stringify(apiWorkflow, undefined, 2)}\n`);
		await writeFile(join(folder, 'sea.json'), canvas);
		await writeFile(join(folder, 'sea_api.presets.yaml'), seaNames);
		workbench = await openWorkbench({ folder, size: { width: 1500, height: 860 } });
	});
	beforeEach(() => workbench.tidy());
	after(async () => {
		await workbench?.close();
		await rm(folder, { recursive: true, force: true });
	});

	it('are given and taken by mouse and keys, marked on the card, and taken back', async () => {
		await workbench.openFile(name);
		await workbench.codeLens('Run').waitFor();
		await workbench.command('Easel: Show Graph');
		graph = await workbench.panel(`Graph of ${name}`);
		await card('3').click();
		await button('seed').click();
		await isNamed('seed');
		// Zoomed out, the node as a whole has a mark.
		await card('3').locator('.name-tag').waitFor({ state: 'attached' });
		await graph.getByRole('application').focus();
		await workbench.page.keyboard.press('1');
		await card('3').getByText('sampler_name').waitFor();
		assert.equal(await button('seed').getAttribute('aria-pressed'), 'true');

		await workbench.page.keyboard.press('F2');
		await until(() => button('seed').evaluate((element) => element.matches(':focus')), 'the first input');
		await workbench.page.keyboard.press('Tab');
		await workbench.page.keyboard.press('Space');
		await isNamed('seed', 'steps');
		await until(async () => (await card('3').locator('.name-tag').count()) === 2, 'two marks');
		await workbench.axe(graph);
		await workbench.pictures('graph-names');

		await button('seed').click();
		await isNamed('steps');
		await graph.getByRole('application').focus();
		await workbench.page.keyboard.press('ControlOrMeta+z');
		await isNamed('steps', 'seed');
		await workbench.page.keyboard.press('ControlOrMeta+z');
		await isNamed('seed');
		await until(async () => (await card('3').locator('.name-tag').count()) === 1, 'one mark');

		// Whoever writes the file.
		await writeFile(file(), (await readFile(file(), 'utf8')).replace('  seed:', '  luck:'));
		await card('3').getByText('luck · seed').waitFor();

		await workbench.openFile(name);
		await inMenu('Name Inputs...');
		await workbench.quickInput.row('3.seed').waitFor();
		await workbench.quickInput.press('3.seed');
		await workbench.quickInput.press('3.steps');
		await workbench.quickInput.box.getByRole('button', { name: 'OK' }).click();
		await isNamed('steps');
	});

	it('are added to App Mode of the workflow in UI format as one edit', async () => {
		await workbench.openFile('sea_api.json');
		await workbench.codeLens('Run').waitFor();
		await inMenu('Add Named Inputs to App Mode');
		await workbench.tab(/^sea\.json/).waitFor();
		const line = workbench.page.locator('.view-line').filter({ hasText: '"filename_prefix"' });
		await line.first().waitFor();
		await workbench.statusBar(/Inputs added to App Mode: 1/).waitFor();
		await workbench.pictures('app-mode');
		const saved = () => readFile(join(folder, 'sea.json'), 'utf8');
		await workbench.page.keyboard.press('ControlOrMeta+s');
		await until(async () => (await saved()).includes('linearData'), 'the app is saved');
		const { extra, ...rest } = JSON.parse(await saved());
		assert.deepEqual(extra.linearData, { inputs: [[2, 'filename_prefix']], outputs: [2] });
		assert.deepEqual(rest, JSON.parse(canvas));
		await workbench.page.keyboard.press('ControlOrMeta+z');
		await workbench.page.keyboard.press('ControlOrMeta+s');
		await until(async () => (await saved()) === canvas, 'one Undo takes it back');
	});
});
