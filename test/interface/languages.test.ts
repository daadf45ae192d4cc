import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { root } from '../tools/machine.mjs';
import { faultyWorkflow } from './support/files.ts';
import { gradientPng } from './support/media.ts';
import { pseudoExtension, pseudoLanguage, untranslatedIn } from './support/pseudoLanguage.ts';
import { leadsTo, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const sample = 'text-to-image-flux.json';

/** Texts that are the same in every language, wherever they are shown. */
const everywhere: readonly RegExp[] = [
	// The editor's own words, which stay English here.
	/\[Ln \d+, Col \d+\]|Control\+K M|^Welcome$|^Copy$|^View Problem \(Alt\+F8\)$|^Quick Fix\.\.\. \(Ctrl\+\.\)$/g,
	// The editor's words about an icon before a text.
	/^(?:account|discard|lock|output|plug) /g,
	// The editor's words for the buttons of a row that has the focus or the pointer.
	/^Actions for /g,
	// Names of products and formats.
	/\b(?:Easel|Sandbox|JSON)\b/g,
	// Files and folders, and the account of the sandbox.
	/[\w./-]+\.(?:json|yaml|png|webp)\b|^boats$|text-to-image-flux|demo@sandbox\.local/g,
	// Classes of nodes, keys of a configuration, codes of findings.
	/\b[a-z]+(?:[A-Z][a-z]+)+\b|\b(?:[A-Z][a-z]+){2,}\b|\b[a-z]+_[a-z_]+\b/g,
	/\b(?:KSampler|CLIP Text Encode|VAE Decode|Empty Latent Image|Save Image)\b/g,
	/^ *(?:\d+ [A-Z_]+|[a-z]+(?:[_-][a-z]+)+) *$/g,
	// Deployments, datasets and jobs of the sandbox.
	/Harbour(?: \(SD 1\.5\)|, old settings)|Mountain village \(SDXL\)|Lighthouse \(FLUX\), kept warm/g,
	/Repaint a photograph|Cat, small and large|Restore details \(node pack missing\)/g,
	/Ink and wash \(LoRA\)|Poster \(inputs of every kind\)/g,
	/harbour-photos|coast-videos|winter-edit(?:-control)?|scanned-prints/g,
	/coast_motion_v1|harbour_sketch_v1|winter_edit_v1|harbour_style_v1/g,
	// Words and ids of the service.
	/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g,
	/\b[A-Z]+_\d+(?:_PLUS)?\b|Validation failed: cannot be decoded/g,
	// Units and times; the editor has no words of the language for them.
	/\d (?:s|KB|MB|GB|USD)\b/g,
	/\d+:\d+(?::\d+)?\s[AP]M|[A-Z][a-z]{2} \d+(?:, \d{4})?/g,
];

/** The titles of the workflow with mistakes, whole or cut off on a card, and the values named in its findings. */
const mistakes: readonly RegExp[] = [
	...[...faultyWorkflow.matchAll(/"title": "(\w+)"/g)].map(([, title]) => new RegExp(`\\b${title}\\b`, 'g')),
	/^(?:VAE|KSampler|LATENT|"?eular"?|"?euler"?|negative|seed|steps|cfg|scheduler|denoise|vae)$|^Invert$|^Image(?: Col…)?$|^Preview$/g,
	/^(?:Checkpoin|tLoader|Simpel|CLIP Text|Encode|Empty|Latent)$/g,
];

/** Keys and values that the findings of a configuration name. */
const configuration: readonly RegExp[] = [/^(?:"train"|768px)$/g];

/** The prompts of the samples of a training job. */
const samplePrompts: readonly RegExp[] = [/\bthe view moves [a-z ]+/g];

/** Words of a run of the sample document: its prompt, and the title and value of a node. */
const sampleWords: readonly RegExp[] = [
	/a lighthouse on a rocky(?: coast, .*gulls)?|Save picture|\bNoise\b|\(Prompt\)/g,
];

/** The model of the sandbox's catalog, and the service's descriptions of its inputs. */
const modelWords: readonly RegExp[] = [
	/Juniper Sketch 1 Text to Image|juniper\/sketch\/1\/text-to-image|^image$|\bText to image\b/g,
	/Generates a picture from text\. Line drawings from a few words\./g,
	/^(?:Prompt|Size|Guidance|Steps|Pictures|Seed|File format)\b/g,
	/What the picture should show|Proportions of the picture|How closely the result follows the prompt/g,
	/More steps take longer|Number of pictures; each is charged|The same seed gives the same result\. If empty, a random one is used|Format of the pictures/g,
	/Of the pictures|^png$|^landscape_4_3$/g,
];

/** The files of a folder and their captions. */
const folderWords: readonly RegExp[] = [/^a boat$|^(?:two|two\.txt: two)$|photo_001(?:\.txt)?/g];

describe('a window in another language', () => {
	let extension: string;
	let folder: string;
	let workbench: Workbench;

	before(async () => {
		extension = await pseudoExtension();
		folder = await mkdtemp(join(tmpdir(), 'easel-language-'));
		await cp(join(root, 'media', 'samples'), folder, { recursive: true });
		workbench = await openWorkbench({
			extension,
			folder,
			files: {
				'faulty_api.json': faultyWorkflow,
				'boats/one.png': gradientPng(64, 64, 1),
				'boats/one.txt': 'a boat',
				'boats/two.png': gradientPng(64, 64, 2),
			},
			language: pseudoLanguage,
			size: { width: 1600, height: 1400 },
			settings: { 'easel.notifyWhenRunEnds': false },
		});
	});
	after(async () => {
		await workbench?.close();
		await rm(extension, { recursive: true, force: true });
		await rm(folder, { recursive: true, force: true });
	});

	it('shows no text that cannot be translated', async () => {
		const findings: string[] = [];
		const look = async (
			place: string,
			own: readonly RegExp[] = [],
			frame: Frame = workbench.page.mainFrame(),
			within = 'body',
		) => {
			const left = await untranslatedIn(frame, within, [...everywhere, ...own]);
			findings.push(...left.map((words) => `${place}: ${words}`));
		};
		const { page, quickInput } = workbench;
		const lists = '.quick-input-widget :is(.monaco-list-row, .quick-input-message)';
		await step('views', async () => {
			await workbench.openContainer('Easel');
			for (const view of ['⟦Training Jobs', '⟦Datasets']) await workbench.tree(view).unfold();
			await look(
				'views before the sandbox',
				[],
				undefined,
				'.sidebar :is(.monaco-list-row, .welcome-view-content, .pane-header .title)',
			);
			await workbench.tree('⟦Deployments').begin('Try the Sandbox', 'Harbour');
			await workbench.tree('⟦Training Jobs').welcome.getByText('Track the Demo Jobs').click();
			await workbench.tree('⟦Training Jobs').item('coast_motion_v1').row.waitFor();
			await workbench.tree('⟦Datasets').item('harbour').row.waitFor();
			await look(
				'views',
				[],
				undefined,
				'.sidebar :is(.monaco-list-row, .welcome-view-content, .pane-header .title)',
			);
			await look('status bar', [], undefined, '.statusbar-item[id^="easel"]');
			await leadsTo(
				quickInput.row('Sign Out'),
				(timeout) => workbench.statusBar('Sandbox').click({ timeout }),
				'the actions of the account',
			);
			await look('account actions', [], undefined, lists);
			await quickInput.cancel();
		});
		await step('documents', async () => {
			for (const name of ['faulty_api.json', 'harbour-lora-with-mistakes.yaml']) {
				await workbench.openFile(name);
				await page.locator('.squiggly-error').first().waitFor();
				await workbench.command('View: Focus Problems');
				await page.locator('.markers-panel .monaco-list-row').nth(1).waitFor();
				await look(
					`problems of ${name}`,
					[...mistakes, ...configuration],
					undefined,
					'.markers-panel .marker-message-line',
				);
				await look(`lines above ${name}`, [], undefined, '.codelens-decoration');
			}
			await workbench.openFile('harbour-lora-with-mistakes.yaml');
			await workbench.goTo(26, 12);
			const card = '.monaco-hover:not(.hidden, .workbench-hover)';
			// Until then the editor shows, in its own words, that it is searching. New findings close a card.
			await leadsTo(
				page.locator(card).getByText('Quick Fix...'),
				() => workbench.hover('gradient_checkpoint'),
				'the fixes of a card',
			);
			await look('a card', configuration, undefined, card);
			await workbench.command('View: Hide Panel');
		});
		await step('graph', async () => {
			await workbench.openFile('faulty_api.json');
			await workbench.command('⟦Show Graph');
			const panel = await workbench.panel(/faulty_api/);
			await panel.locator('.place').first().waitFor();
			await look('graph', mistakes, panel);
			await panel.locator('.place').nth(3).click();
			await panel.getByRole('region', { name: 'Chosen node' }).waitFor();
			await look('a node of the graph', mistakes, panel);
		});
		await step('results', async () => {
			await workbench.command('View: Close All Editors');
			await workbench.openFile(sample);
			await workbench.run('Lighthouse');
			const panel = await workbench.result(sample, /succeeded/i);
			await panel.locator('img:visible').first().waitFor();
			await panel.getByRole('button', { name: 'Run Details' }).first().click();
			await panel.getByRole('complementary').waitFor();
			await look('results', sampleWords, panel);
			await panel.getByRole('button', { name: 'Run with New Seed' }).first().click();
			await workbench.result(sample, /succeeded.*⟧2⟦ of/is);
			await panel.locator('easel-picture img.full').first().waitFor();
			await look('results of two runs', sampleWords, panel);
			await panel.locator('easel-item-bar').getByRole('button', { name: 'Compare With...' }).click();
			await quickInput.row('text-to-image').waitFor();
			await look('choice of a picture', sampleWords, undefined, lists);
			await quickInput.choose('text-to-image');
			const pictures = await workbench.panel(/Compare/);
			await pictures.getByRole('slider').waitFor();
			await look('pictures', sampleWords, pictures);
		});
		await step('contact sheet', async () => {
			await workbench.command('View: Close All Editors');
			await workbench.openFile(sample);
			await workbench.command('⟦Show Contact Sheet');
			await quickInput.choose('This Document');
			const panel = await workbench.panel(/Contact Sheet/);
			await panel.getByRole('gridcell').nth(1).waitFor();
			await look('contact sheet', sampleWords, panel);
		});
		await step('inputs', async () => {
			await workbench.command('View: Close All Editors');
			await workbench.command('⟦Run Model');
			await quickInput.type('sketch/1/text');
			await quickInput.row(/juniper\/sketch/).waitFor();
			await look('choice of a model', modelWords, undefined, lists);
			await quickInput.choose(/juniper\/sketch.*text-to-image/);
			const panel = await workbench.panel(/Sketch/);
			await panel.getByRole('textbox', { name: /Prompt/ }).waitFor();
			await look('inputs', modelWords, panel);
			await panel.getByRole('button', { name: 'Edit as JSON' }).click();
			await panel.locator('easel-json-inputs').waitFor();
			await look('inputs as JSON', modelWords, panel);
		});
		await step('samples', async () => {
			await workbench.command('View: Close All Editors');
			const tree = workbench.tree('⟦Training Jobs');
			await tree.takeAllRoom();
			await tree.item('harbour_style_v1').expand(tree.item('Samples').row);
			await tree.item('Samples').open(workbench.tab(/Samples of/));
			const panel = await workbench.panel(/Samples of/);
			await until(async () => (await panel.getByRole('gridcell').count()) > 4, 'the samples');
			await look('samples', samplePrompts, panel);
			await panel.getByRole('gridcell').first().click();
			await panel.getByRole('complementary').first().waitFor();
			await look('a sample', samplePrompts, panel);
			await page.keyboard.press('c');
			await panel.getByRole('slider', { name: 'Divider' }).waitFor();
			await look('two samples', samplePrompts, panel);
		});
		await step('deployment', async () => {
			await workbench.command('View: Close All Editors');
			await workbench.command('⟦New Deployment');
			const panel = await workbench.panel(/New Deployment/);
			await panel.getByRole('textbox', { name: /Name/ }).first().waitFor();
			await look('deployment', [], panel);
		});
		await step('captions and upload', async () => {
			await look(
				'views with runs',
				sampleWords,
				undefined,
				'.sidebar :is(.monaco-list-row, .welcome-view-content, .pane-header .title)',
			);
			await workbench.command('View: Show Explorer');
			await workbench.explorerRow('boats').menu('Edit Captions', workbench.tab(/Captions of/));
			const captions = await workbench.panel(/Captions of/);
			await captions.locator('textarea').first().waitFor();
			await captions.getByRole('button', { name: 'Change Many Captions' }).click();
			await captions.getByRole('button', { name: 'Words by Frequency' }).click();
			await captions.getByRole('button', { name: 'Filter by Trigger Word and Length' }).click();
			await captions.getByRole('group', { name: 'More Filters' }).waitFor();
			await look('captions', folderWords, captions);
			await workbench.explorerRow('boats').menu('Upload as Dataset', workbench.tab(/Upload to/));
			const report = await workbench.panel(/Upload to/);
			const write = report.getByRole('button', { name: 'Write Captions...' });
			const finding = report.getByRole('button', { name: /Missing captions/ });
			await leadsTo(write, (timeout) => finding.click({ timeout }), 'the fixes of a finding');
			await write.click();
			await report.getByRole('textbox', { name: 'Trigger word' }).waitFor();
			await look('upload', folderWords, report);
		});
		await look('tabs', [], undefined, '.tabs-container .tab .label-name');
		assert.deepEqual(findings, []);
	});
});
