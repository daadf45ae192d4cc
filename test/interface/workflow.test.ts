import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Frame, Locator } from 'playwright-core';
import { apiWorkflow, uiWorkflow } from '../support/uiWorkflow.ts';
import { root } from '../tools/machine.mjs';
import { canvas, faultyWorkflow, savedText } from './support/files.ts';
import { gradientPng } from './support/media.ts';
import { TreeRow } from './support/parts.ts';
import { leadsTo, step, until } from './support/waiting.ts';
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

/** A workflow as the node editor saves it, with a class that Easel does not know. */
const canvasWithUnknown = {
	...canvas,
	nodes: [
		...canvas.nodes,
		{
			id: 3,
			type: 'MadeUpBlur',
			mode: 0,
			inputs: [{ name: 'image', type: 'IMAGE', link: null }],
			widgets_values: [7],
		},
	],
};

/** The document that a program sends, with the workflow in it. */
const body = {
	client_id: 'a program',
	prompt: {
		'1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
		'2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'out' } },
	},
};

const appCanvas = `${JSON.stringify(uiWorkflow(), undefined, 2)}\n`;

/** The only input with a name of the workflow in that canvas. */
const seaNames = `inputs:
  file:
    node: 2
    input: filename_prefix
    class: SaveImage
    only: true
`;

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

/** Returns the picture with a text chunk before its pixels, as the engine writes it. */
function withText(png: Buffer, keyword: string, text: string): Buffer {
	const data = Buffer.from(`tEXt${keyword}\0${text}`, 'latin1');
	const chunk = Buffer.alloc(data.length + 8);
	chunk.writeUInt32BE(data.length - 4);
	data.copy(chunk, 4);
	chunk.writeUInt32BE(crc32(data), data.length + 4);
	return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

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
		const prompt = '{"1": {"class_type": "EmptyImage", "inputs": {"width": 99}}}';
		workbench = await openWorkbench({
			files: { 'carried.png': withText(Buffer.from(gradientPng(320, 200, 4)), 'prompt', prompt) },
			size: { width: 1500, height: 900 },
		});
	});
	beforeEach(async () => {
		await workbench.tidy();
		folder = await workbench.freshFolder({
			'faulty.json': faultyWorkflow,
			'draft.json': draft,
			[sample]: sound,
			'canvas.json': JSON.stringify(canvasWithUnknown, null, 2),
			'sea_api.json': JSON.stringify(apiWorkflow, undefined, 2),
			'sea.json': appCanvas,
			'sea_api.presets.yaml': seaNames,
			'body.json': JSON.stringify(body, null, 2),
			'media.json': media,
			'the pier.png': gradientPng(320, 200, 3),
			'sound.wav': 'no picture',
		});
	});

	const open = (name: string) => workbench.openFile(`${folder}/${name}`);

	const goTo = ([line, column]: readonly [number, number]) => workbench.goTo(line, column);
	const line = (words: string | RegExp): Locator =>
		workbench.page.locator('.editor-group-container.active .view-line').filter({ hasText: words }).first();
	/** The card at the cursor, as text. */
	const hoverText = async (words: string): Promise<string> =>
		(await workbench.hover(words)).replaceAll('\u00a0', ' ');
	/** A lens, whether or not it leads anywhere. */
	const lens = (words: string): Locator =>
		workbench.page.locator('.codelens-decoration').filter({ hasText: words }).first();
	const inputsMenu = (entry: string) =>
		new TreeRow(
			workbench.page,
			workbench.page.locator('.editor-group-container.active .monaco-editor .view-line').first(),
		).menu(entry, undefined, 'Inputs, Presets and Sweeps');
	/** Saves the active document, and reads the file once it contains these words. */
	const saved = async (name: string, words: string): Promise<string> => {
		await workbench.page.keyboard.press('ControlOrMeta+S');
		return until(async () => {
			const text = await savedText(join(workbench.folder, folder, name));
			return text.includes(words) && text;
		}, `${words} saved in ${name}`);
	};

	it('has its mistakes underlined, counted above the output and listed, and is fixed where the right change is certain', async () => {
		const { page } = workbench;
		await step('underlines, and a line above the output that leads to the first error', async () => {
			await open('faulty.json');
			await page.locator('.squiggly-error').first().waitFor();
			await page.locator('.squiggly-inline-unnecessary, .squiggly-unnecessary').first().waitFor();
			await lens('2 errors stop this output').waitFor();
			await workbench.pictures('workflow squiggles');
			await workbench.pressLens('2 errors stop this output', workbench.statusBar(/Ln 3[56], Col/));
		});
		await step('a list in words that a person understands', async () => {
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
		await step('a quick fix, and all safe fixes at once', async () => {
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
	});

	it('explains class, input and link, and has an outline and the node info that is in use', async () => {
		const { page } = workbench;
		await open(sample);
		await workbench.codeLens('Run').waitFor();
		await step('cards', async () => {
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
			await page.keyboard.press('Escape');
		});
		await step('the outline, by the titles of its nodes', async () => {
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
		await step('the node info in the status bar', async () => {
			const status = page.locator('.hover-language-status').filter({ hasText: 'Built-in nodes' }).first();
			const item = page.locator('[id="status.languageStatus"]');
			await leadsTo(status, (timeout) => item.click({ timeout }), 'the node info in the status bar');
			await workbench.pictures('workflow node info');
			assert.match(await status.innerText(), /Built-in nodes, no packs/);
			await page.keyboard.press('Escape');
		});
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

	it('is explained in UI format, and converted, with a report of what a person must decide', async () => {
		const { page } = workbench;
		await open('canvas.json');
		await lens('Workflow in UI Format').waitFor();
		await workbench.codeLens('Show Graph').waitFor();
		await workbench.editorAction('Convert to API Format').waitFor();
		await page.locator('.editor-group-container.active .squiggly-info').first().waitFor();
		await goTo([1, 1]);
		assert.match(await hoverText('workflow in UI format'), /the service runs the API format/);
		await workbench.pictures('workflow of the canvas');
		await page.keyboard.press('Escape');
		await workbench.quickFix('Convert to API Format', line('"class_type": "EmptyImage"'));
		await line('"from the canvas"').waitFor();
		await workbench.tabInFront('canvas_api.json').waitFor();
		const note = await workbench.notifications.find('Converted 3 nodes');
		assert.match(await note.text(), /1 place is ambiguous/);
		await workbench.picture('conversion');
		await note.press('Show Report');
		const report = await workbench.panel(/Conversion of canvas.json/);
		await report.getByText('Must be fixed before it can run').waitFor();
		await report.getByText('MadeUpBlur').first().waitFor();
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

	it('is taken out of a picture', async () => {
		const carried = workbench.explorerRow('carried.png');
		await carried.menu('Extract Workflow from Picture', line('"width": 99'));
	});

	it('is drawn next to its text, follows it, leads there, and takes names for its inputs', async () => {
		const { page } = workbench;
		const nodes = Object.entries(JSON.parse(sound) as Record<string, { _meta: { title: string } }>);
		const [firstId, lastId] = [nodes[0]?.[0], nodes.at(-1)?.[0]];
		let graph: Frame | undefined;
		const shown = (): Frame => graph ?? assert.fail('There is no graph.');
		const card = (id: string | undefined): Locator => shown().locator(`[data-node="${id}"]`);
		const inText = async () => {
			await page.keyboard.press('ControlOrMeta+1');
			await page.locator('.editor-group-container.active .monaco-editor.focused').first().waitFor();
		};

		await step('every node, beside the text', async () => {
			await open(sample);
			await workbench.codeLens('Run').waitFor();
			await workbench.command('Easel: Show Graph');
			graph = await workbench.panel(`Graph of ${sample}`);
			await until(async () => (await shown().locator('.place').count()) === nodes.length, 'every node');
			await workbench.pictures('graph');
		});
		await step('from a node to its text with a double click', async () => {
			await card(lastId).click();
			await shown().locator('.selection').waitFor({ state: 'attached' });
			await card(lastId).dblclick();
			await until(async () => {
				const [, at] = /^Ln (\d+)/.exec(await workbench.statusBar(/^Ln \d+/).innerText()) ?? [];
				return Number(at) >= placeOf(sound, `"${lastId}": {`)[0];
			}, 'the cursor at the node');
		});
		await step('from the cursor of the text to its node', async () => {
			await inText();
			await page.keyboard.press('ControlOrMeta+Home');
			await page.keyboard.press('ArrowDown');
			// A node that is being drawn again has no place.
			const left = async (at: Locator) => (await at.boundingBox())?.x ?? Number.NaN;
			await until(
				async () => Math.abs((await left(shown().locator('.selection'))) - (await left(card(firstId)))) < 12,
				'the ring around the first node',
			);
		});
		await step('a title that is typed', async () => {
			await goTo(placeOf(sound, '"title": "Paint"', '"title": "Paint'.length));
			await page.keyboard.press('7');
			await shown().locator('.place', { hasText: 'Paint7' }).waitFor();
			await page.keyboard.press('Backspace');
			await shown().locator('.place', { hasText: 'Paint7' }).waitFor({ state: 'detached' });
		});

		const namesFile = join(workbench.folder, folder, sample.replace('.json', '.presets.yaml'));
		const named = async () => {
			const text = await readFile(namesFile, 'utf8').catch(() => '');
			return [...text.matchAll(/^ {2}(\S.*):$/gm)].map(([, each]) => each);
		};
		const isNamed = (...wanted: readonly string[]) =>
			until(async () => (await named()).join() === wanted.join(), `named: ${wanted.join()}`);
		const nameButton = (input: string): Locator =>
			shown()
				.getByRole('region', { name: 'Chosen node' })
				.getByRole('button', { name: `Name Input ${input}` });
		await step('names given by mouse and keys, and marked on the card', async () => {
			await card('3').click();
			await nameButton('seed').click();
			await isNamed('seed');
			// Zoomed out, the node as a whole has a mark.
			await card('3').locator('.name-tag').waitFor({ state: 'attached' });
			await shown().getByRole('application').focus();
			await page.keyboard.press('1');
			await card('3').getByText('sampler_name').waitFor();
			assert.equal(await nameButton('seed').getAttribute('aria-pressed'), 'true');

			await page.keyboard.press('F2');
			await until(
				() => nameButton('seed').evaluate((element) => element.matches(':focus')),
				'the first input',
			);
			await page.keyboard.press('Tab');
			await page.keyboard.press('Space');
			await isNamed('seed', 'steps');
			await until(async () => (await card('3').locator('.name-tag').count()) === 2, 'two marks');
			await workbench.axe(shown());
			await workbench.pictures('graph-names');
		});
		await step('a name taken, and given back by Undo', async () => {
			await nameButton('seed').click();
			await isNamed('steps');
			await shown().getByRole('application').focus();
			await page.keyboard.press('ControlOrMeta+z');
			await isNamed('steps', 'seed');
			await page.keyboard.press('ControlOrMeta+z');
			await isNamed('seed');
			await until(async () => (await card('3').locator('.name-tag').count()) === 1, 'one mark');
		});
		await step('a name changed in the file', async () => {
			await writeFile(namesFile, (await readFile(namesFile, 'utf8')).replace('  seed:', '  luck:'));
			await card('3').getByText('luck · seed').waitFor();
		});
		await step('names chosen in a list', async () => {
			await workbench.tab(new RegExp(`^${sample}$`)).click();
			await inputsMenu('Name Inputs...');
			await workbench.quickInput.row('3.seed').waitFor();
			await workbench.quickInput.press('3.seed');
			await workbench.quickInput.press('3.steps');
			await workbench.quickInput.box.getByRole('button', { name: 'OK' }).click();
			await isNamed('steps');
			await workbench.opened(basename(namesFile));
		});
	});

	it('adds its named inputs to App Mode of its canvas, as one edit', async () => {
		await open('sea_api.json');
		await workbench.codeLens('Run').waitFor();
		await inputsMenu('Add Named Inputs to App Mode');
		await workbench.tab(/^sea\.json/).waitFor();
		await line('"filename_prefix"').waitFor();
		await workbench.statusBar(/Inputs added to App Mode: 1/).waitFor();
		await workbench.pictures('app-mode');
		const { extra, ...rest } = JSON.parse(await saved('sea.json', 'linearData'));
		assert.deepEqual(extra.linearData, { inputs: [[2, 'filename_prefix']], outputs: [2] });
		assert.deepEqual(rest, JSON.parse(appCanvas));
		await workbench.page.keyboard.press('ControlOrMeta+z');
		await workbench.page.keyboard.press('ControlOrMeta+s');
		const text = () => readFile(join(workbench.folder, folder, 'sea.json'), 'utf8');
		await until(async () => (await text()) === appCanvas, 'one Undo takes it back');
	});
});
