import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { root } from '../tools/machine.mjs';
import { TreeRow } from './support/parts.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const presets = `inputs:
  prompt:
    node: 6
    input: text
    class: CLIPTextEncode
    links: [to KSampler.positive]
  seed:
    node: 3
    input: seed
    class: KSampler
    only: true
  steps:
    node: 3
    input: steps
    class: KSampler
    only: true
  sampler:
    node: 3
    input: sampler_name
    class: KSampler
    only: true
presets:
  night:
    prompt: a harbor at night
    seed: 18446744073709551615
`;

describe('the values of a workflow document', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;
	let text: string;

	before(async () => {
		text = await readFile(join(root, 'media', 'samples', 'text-to-image-sd15.json'), 'utf8');
		sandbox = await startSandbox();
		workbench = await openWorkbench({
			sandbox,
			size: { width: 1500, height: 1100 },
			// In a browser the editor saves a second after each edit. An undo meanwhile would stay in the window alone.
			settings: { 'files.autoSave': 'off' },
			files: { 'harbour.json': text, 'harbour.presets.yaml': presets },
		});
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
	});

	const file = (name: string) => readFile(join(workbench.folder, name), 'utf8').catch(() => '');
	const box = (form: Frame, name: RegExp) => form.getByRole('textbox', { name });
	const button = (form: Frame, name: string) => form.getByRole('button', { name, exact: true });
	const menu = (entry: string) =>
		new TreeRow(workbench.page, workbench.page.locator('.monaco-editor .view-line').first()).menu(
			entry,
			undefined,
			'Inputs, Presets and Sweeps',
		);

	it('are run, saved and written from a form, and compared with presets and the saved workflow', async () => {
		let form: Frame | undefined;
		const shown = (): Frame => form ?? assert.fail('There is no form.');
		await step('the form', async () => {
			await workbench.openFile('harbour.json');
			await menu('Open as Form');
			form = await workbench.panel('harbour.json (Form)');
			assert.match(await box(shown(), /^prompt/).inputValue(), /^a quiet fishing harbour/);
			await button(shown(), 'Open Document at 6.text · Prompt').waitFor();
			await workbench.axe(shown());
			await workbench.pictures('the form of a document');
		});
		await step('a mistake is told, and a preset is loaded', async () => {
			await box(shown(), /^steps/).fill('many');
			await shown().getByText('Enter a whole number.').waitFor();
			await box(shown(), /^steps/).fill('4');
			await button(shown(), 'Random Number for seed').click();
			await until(async () => (await box(shown(), /^seed/).inputValue()) !== '20261120', 'a random seed');
			await button(shown(), 'Load Preset...').click();
			await workbench.quickInput.choose('night');
			await workbench.dialog.getByRole('button', { name: 'Replace' }).click();
			await until(
				async () => (await box(shown(), /^seed/).inputValue()) === '18446744073709551615',
				'the seed of the preset',
			);
			assert.equal(await box(shown(), /^prompt/).inputValue(), 'a harbor at night');
			await box(shown(), /^steps/).fill('4');
		});
		await step('the run has the values of the form, and the document has its own', async () => {
			await button(shown(), 'Run').click();
			await workbench.quickInput.choose(
				'Harbour (SD 1.5)',
				workbench.quickInput.row(/sends 3 changed inputs/),
			);
			await workbench.pictures('the review of a form of a document');
			await workbench.quickInput.choose(/sends 3 changed inputs/);
			await shown()
				.locator('easel-input-run .words')
				.filter({ hasText: /^Succeeded/ })
				.waitFor();
			await shown().locator('easel-stage easel-picture').first().waitFor();
			assert.equal(await file('harbour.json'), text);
			await workbench.pictures('a document run from its form');
		});
		await step('the values are kept as a preset', async () => {
			await button(shown(), 'Save as Preset...').click();
			await workbench.quickInput.enter('draft');
			await until(
				async () =>
					/draft:\n {4}prompt: a harbor at night\n {4}seed: 18446744073709551615\n {4}steps: 4\n/.test(
						await file('harbour.presets.yaml'),
					),
				'the preset',
			);
		});
		await step('the document changes below: what was entered stays, and a lost input is told', async () => {
			const changed = text.replaceAll('"6"', '"60"').replace('"cfg": 7.0', '"cfg": 7.5');
			await writeFile(join(workbench.folder, 'harbour.json'), changed);
			await button(shown(), 'Open Document at 60.text · Prompt').waitFor();
			assert.equal(await box(shown(), /^prompt/).inputValue(), 'a harbor at night');
			await writeFile(
				join(workbench.folder, 'harbour.json'),
				text.replaceAll('"CLIPTextEncode"', '"CLIPTextEncodeFlux"').replaceAll('"text":', '"clip_l":'),
			);
			await shown().getByText('The input "prompt" is no longer in the document.').waitFor();
			await workbench.pictures('a form with a lost input');
			await writeFile(join(workbench.folder, 'harbour.json'), text);
			await until(async () => (await box(shown(), /^prompt/).count()) === 1, 'the input again');
			assert.equal(await box(shown(), /^prompt/).inputValue(), 'a harbor at night');
		});
		await step('the values are written into the document, and Undo takes them back', async () => {
			await button(shown(), 'Apply to Document').click();
			await workbench.page.locator('.view-line').getByText('a harbor at night').first().waitFor();
			await workbench.pictures('values applied to the document');
			await workbench.page.keyboard.press('ControlOrMeta+z');
			await workbench.page.locator('.view-line').getByText('a quiet fishing harbour').first().waitFor();
		});
		await step('a link leads to the input in the text', async () => {
			await button(shown(), 'Open Document at 3.steps · Paint').click();
			await workbench.pictures('the document at an input of its form');
		});
		await workbench.command('View: Close All Editors');
		const line = (words: string) => workbench.page.locator('.view-line').getByText(words).first();
		await step('the differences of two presets', async () => {
			await workbench.openFile('harbour.presets.yaml');
			await workbench.pressLens('Compare...', workbench.quickInput.row('Document'));
			await workbench.pictures('the other side of a preset');
			await workbench.quickInput.choose('draft', workbench.page.locator('.monaco-diff-editor').first());
			await line('"steps": 4').waitFor();
			await workbench.pictures('two presets compared');
			await workbench.command('View: Close Editor');
		});
		await step('a preset is written into the document', async () => {
			await workbench.pressLens('Apply to Document', line('"a harbor at night"'));
			await workbench.command('File: Save');
			await until(
				async () => (await file('harbour.json')).includes('"seed": 18446744073709551615'),
				'the values',
			);
		});
		await step('the document is compared with the saved workflow, as a tree and side by side', async () => {
			await workbench.openFile('harbour.json');
			const tree = workbench.tree('Comparison');
			const text = workbench.page.locator('.editor-group-container.active .view-line').nth(3);
			await new TreeRow(workbench.page, text).menu('Compare with Saved Workflow', tree.pane);
			await tree.item('a harbor at night').row.waitFor();
			const change = /Prompt.*\n.*text.*a quiet fishing harbour.*→.*a harbor at night/;
			await until(async () => change.test((await tree.rows()).join('\n')), 'the change below its node');
			const diff = workbench.page.locator('.monaco-diff-editor').first();
			await diff.waitFor();
			await workbench.axe(workbench.page.mainFrame(), '.sidebar .pane-body');
			await workbench.pictures('comparison');
			await workbench.command('Easel: Close Comparison');
			await tree.pane.waitFor({ state: 'detached' });
			await diff.waitFor({ state: 'detached' });
		});
	});
});
