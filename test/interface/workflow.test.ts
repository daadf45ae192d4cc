import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { root } from '../tools/machine.mjs';
import { canvas, faultyWorkflow, savedText } from './support/files.ts';
import { gradientPng } from './support/media.ts';
import { leadsTo, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

/** A workflow that a person is about to write. */
const draft = `{
  "1": {
    "class_type": "EmptyImage",
    "inputs": { "width": 64, "height": 64, "batch_size": 1, "color": 0 },
    "_meta": { "title": "Blank" }
  },
  "2": {
    "class_type": "",
    "inputs": {}
  },
  "3": {
    "class_type": "SaveImage",
    "inputs": { "images": ["2", 0], "filename_prefix": "out" }
  }
}
`;

/**
 * The document that the canvas saves, and one that a program sends: both contain a workflow that cannot be run
 * unchanged.
 */
const body = {
	client_id: 'a program',
	prompt: {
		'1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
		'2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'out' } },
	},
};

/** A workflow with an input for a picture that a person is about to choose. */
const media = JSON.stringify(
	{
		'1': { class_type: 'LoadImage', inputs: { image: '' } },
		'2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'harbour' } },
	},
	undefined,
	2,
);

const sample = 'text-to-image-sd15.json';

/** Returns the place after the first `word` of a text, both numbers from 1. */
function placeOf(text: string, word: string, into = 1): readonly [line: number, column: number] {
	const at = text.indexOf(word) + into;
	const before = text.slice(0, at).split('\n');
	return [before.length, (before.at(-1) ?? '').length + 1];
}

describe('a workflow document in the window', () => {
	let workbench: Workbench;
	let sound: string;

	/** Each test changes documents, so each has its own in a folder of their own. */
	let folder = '';

	before(async () => {
		sound = await readFile(join(root, 'media', 'samples', sample), 'utf8');
		workbench = await openWorkbench({ size: { width: 1360, height: 900 } });
	});
	beforeEach(async () => {
		await workbench.tidy();
		folder = await workbench.freshFolder({
			'faulty.json': faultyWorkflow,
			'draft.json': draft,
			[sample]: sound,
			'canvas.json': JSON.stringify(canvas, null, 2),
			'body.json': JSON.stringify(body, null, 2),
			'media.json': media,
			'the pier.png': gradientPng(320, 200, 3),
			'sound.wav': 'no picture',
		});
	});

	const open = (name: string) => workbench.openFile(`${folder}/${name}`);

	/** Opens the workflow without mistakes; the lens above it shows that Easel has read it. */
	const openSound = async () => {
		await open(sample);
		await workbench.codeLens('Run').waitFor();
	};
	const openFaulty = async () => {
		await open('faulty.json');
		await workbench.page.locator('.squiggly-error').first().waitFor();
	};
	const goTo = ([line, column]: readonly [number, number]) => workbench.goTo(line, column);
	const line = (words: string | RegExp): Locator =>
		workbench.page.locator('.editor-group-container.active .view-line').filter({ hasText: words }).first();
	/** The card at the cursor, as text. */
	const hoverText = async (words: string): Promise<string> =>
		(await workbench.hover(words)).replaceAll('\u00a0', ' ');
	/** A lens, whether or not it leads anywhere. */
	const lens = (words: string): Locator =>
		workbench.page.locator('.codelens-decoration').filter({ hasText: words }).first();
	/** Saves the active document, and reads the file once it contains these words. */
	const saved = async (name: string, words: string): Promise<string> => {
		await workbench.page.keyboard.press('ControlOrMeta+S');
		return until(async () => {
			const text = await savedText(join(workbench.folder, folder, name));
			return text.includes(words) && text;
		}, `${words} saved in ${name}`);
	};

	it('is underlined at broken rules, and faded if nothing needs it', async () => {
		await openFaulty();
		const { page } = workbench;
		await page.locator('.squiggly-inline-unnecessary, .squiggly-unnecessary').first().waitFor();
		await lens('2 errors stop this output').waitFor();
		await workbench.pictures('workflow squiggles');
	});

	it('shows above an output how many errors stop it, and goes to the first', async () => {
		await openFaulty();
		await workbench.pressLens('2 errors stop this output', workbench.statusBar(/Ln 3[56], Col/));
	});

	it('lists its problems in words that a person understands', async () => {
		await openFaulty();
		const { page } = workbench;
		await workbench.command('Problems: Focus on Problems View');
		const rows = page.locator('.markers-panel .monaco-list-row');
		const expected: readonly RegExp[] = [
			/There is no core node "CheckpointLoaderSimpel"\. Did you mean "CheckpointLoaderSimple"\?/,
			/"EmptyLatentImage" needs the input "batch_size".* Add "batch_size": 1\./,
			/"steps" is 0; the minimum is 1\. Set it to 1 or more\./,
			/"eular" is not one of the values that "sampler_name" takes\. Did you mean "euler"\?/,
			/"negative" is linked to node 77, which is not in this workflow\./,
			/"vae" takes VAE, but output 0 of node 3 \(KSampler\) gives LATENT\./,
			/Node 20 is part of a cycle/,
			/Node 21 is part of a cycle/,
		];
		// The checks of the editor's own and of Easel come one after the other.
		await until(async () => {
			const texts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
			for (const words of expected)
				assert.ok(
					texts.some((text) => words.test(text)),
					`${words} in\n${texts.join('\n')}`,
				);
			assert.equal(texts.length, expected.length + 1, texts.join('\n'));
			return true;
		}, 'the problems, each in a row');
		await workbench.pictures('workflow problems');
		await workbench.command('View: Toggle Panel Visibility');
	});

	it('is fixed by a quick fix, and all safe fixes at once', async () => {
		await openFaulty();
		await goTo(placeOf(faultyWorkflow, '"eular"', 3));
		await workbench.offeredFix('Change to "euler"');
		await workbench.pictures('workflow quick fix');
		await workbench.quickFix('Change to "euler"', line('"euler"'));
		await goTo(placeOf(faultyWorkflow, '"steps": 0', 9));
		await workbench.quickFix('Fix all auto-fixable problems', line('"CheckpointLoaderSimple"'));
		await workbench.picture('workflow fixed');
		const text = await saved('faulty.json', '"steps": 1,');
		assert.match(text, /"steps": 1,/);
		assert.match(text, /"height": 512, "batch_size": 1 \}/);
		assert.match(text, /"negative": \["77", 0\]/, 'only the person knows what was meant');
	});

	it('explains class, input and link', async () => {
		await openSound();
		await goTo(placeOf(sound, '"KSampler"', 3));
		const ofClass = await hoverText('Inputs');
		assert.match(ofClass, /steps INT · required · 1 to 10000 · default 20/);
		assert.match(ofClass, /Output 0 LATENT/);
		await workbench.pictures('workflow hover class');
		await goTo(placeOf(sound, '"sampler_name"', 3));
		assert.match(await hoverText('euler'), /sampler_name one of \d+ choices · required/);
		await workbench.picture('workflow hover input');
		await goTo(placeOf(sound, '["6", 0]', 3));
		assert.match(
			await hoverText('Comes from'),
			/Comes from Prompt CLIPTextEncode, node 6, output 0: CONDITIONING/,
		);
		await workbench.picture('workflow hover link');
		await workbench.page.keyboard.press('Escape');
	});

	it('is outlined by the titles of its nodes', async () => {
		await openSound();
		const outline = workbench.tree('Outline');
		await outline.pane.locator('.pane-header').click();
		await outline.item('Paint').row.waitFor();
		const rows = await outline.rows();
		assert.ok(
			rows.some((row) => row.startsWith('Paint') && row.includes('KSampler')),
			rows.join('\n'),
		);
		await workbench.pictures('workflow outline');
		await outline.pane.locator('.pane-header').click();
	});

	it('shows in the status bar which node info is in use', async () => {
		await openSound();
		const { page } = workbench;
		const status = page.locator('.hover-language-status').filter({ hasText: 'Built-in nodes' }).first();
		const item = page.locator('[id="status.languageStatus"]');
		await leadsTo(status, (timeout) => item.click({ timeout }), 'the node info in the status bar');
		await workbench.pictures('workflow node info');
		assert.match(await status.innerText(), /Built-in nodes, no packs/);
		await page.keyboard.press('Escape');
	});

	it('offers classes, inputs with their defaults, values and links while a person types', async () => {
		const { page } = workbench;
		await open('draft.json');
		await goTo(placeOf(draft, '"class_type": ""', 15));
		await page.keyboard.type('ImageScaleB');
		await workbench.suggestion('ImageScaleBy');
		await workbench.pictures('workflow completion class');
		await workbench.acceptSuggestion('ImageScaleBy', line('"ImageScaleBy"'));

		await goTo(placeOf(draft, '"inputs": {}', 11));
		await page.keyboard.type('"');
		await workbench.suggestion('scale_by');
		await workbench.pictures('workflow completion input');
		const scaled = line('"inputs": { "scale_by": 1').or(line('"inputs": {"scale_by": 1'));
		await workbench.acceptSuggestion('scale_by', scaled);

		// The default is a placeholder to type over; Tab leaves it.
		await page.keyboard.type('2');
		await page.keyboard.press('Tab');
		await page.keyboard.type(', "upsc');
		await workbench.acceptSuggestion('upscale_method', line('"upscale_method": "'));
		await workbench.suggestion('lanczos');
		await workbench.pictures('workflow completion value');
		await workbench.acceptSuggestion('lanczos', line('"upscale_method": "lanczos"'));

		await page.keyboard.type(', "imag');
		await workbench.acceptSuggestion('image', line('"image": '));
		await workbench.suggestion('["1", 0]');
		await workbench.pictures('workflow completion link');
		await workbench.acceptSuggestion('["1", 0]', line('"image": ["1", 0]'));
		const nodes = JSON.parse(await saved('draft.json', '"image": ['));
		assert.deepEqual(nodes['2'], {
			class_type: 'ImageScaleBy',
			inputs: { scale_by: 2, upscale_method: 'lanczos', image: ['1', 0] },
		});
	});

	it('is explained in the format of the node editor, and converted into one that can run', async () => {
		const { page } = workbench;
		await open('canvas.json');
		await lens('Workflow in UI Format').waitFor();
		await workbench.codeLens('Show Graph').waitFor();
		await page.locator('.editor-group-container.active .squiggly-info').first().waitFor();
		await goTo([1, 1]);
		assert.match(await hoverText('workflow in UI format'), /the service runs the API format/);
		await workbench.pictures('workflow of the canvas');
		await page.keyboard.press('Escape');
		await workbench.quickFix('Convert to API Format', line('"class_type": "EmptyImage"'));
		await workbench.picture('workflow converted');
	});

	it('is taken out of a saved request body', async () => {
		await open('body.json');
		await workbench.page.locator('.editor-group-container.active .squiggly-warning').first().waitFor();
		await goTo([1, 1]);
		assert.match(await hoverText('saved request body'), /the workflow is inside it/);
		await workbench.page.keyboard.press('Escape');
		await workbench.quickFix('Keep only the workflow', workbench.codeLens('Run'));
		await workbench.page
			.locator('.editor-group-container.active .squiggly-warning')
			.waitFor({ state: 'detached' });
		await workbench.picture('workflow unwrapped');
		assert.deepEqual(JSON.parse(await saved('body.json', '{\n  "1"')), body.prompt);
	});

	it('is completed with the pictures of the workspace, shows one under the pointer, and leads to it', async () => {
		const { page } = workbench;
		await open('media.json');
		const lines = media.split('\n');
		const line = lines.findIndex((text) => text.includes('"image"'));
		const column = (lines[line] ?? '').indexOf('""') + 2;
		await workbench.goTo(line + 1, column);
		await workbench.suggestion('the pier.png');
		const list = page.locator('.suggest-widget');
		assert.equal(await list.getByText('sound.wav').count(), 0);
		await workbench.pictures('media-completion');
		const value = page
			.locator('.view-line span')
			.filter({ hasText: /^"?the\s?pier\.png"?$/ })
			.last();
		await workbench.acceptSuggestion('the pier.png', value);
		const hover = page.locator('.monaco-hover', { hasText: '320 × 200' });
		// The card closes automatically when anything changes.
		const point = async (timeout: number) => {
			await page.mouse.move(1, 1);
			await value.hover({ timeout });
		};
		await leadsTo(hover, point, 'the card of the picture');
		const picture = hover.locator('img');
		await until(
			async () => (await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)) === 320,
			'the picture in the hover',
		);
		await workbench.pictures('media-hover');
		await page.keyboard.press('Escape');
		// The command has no effect if the editor has not yet received the change of the text and the place of its
		// link.
		const openLink = async () => {
			await workbench.goTo(line + 1, column + 3);
			await workbench.command('Open Link');
		};
		await leadsTo(workbench.tab(/the pier\.png/), openLink, 'the picture in a tab');
	});
});
