import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Frame, Locator } from 'playwright-core';
import { root } from '../tools/machine.mjs';
import { savedText } from './support/files.ts';
import { TreeRow } from './support/parts.ts';
import { happens, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const sample = 'text-to-image-flux.json';
/** The same with another prompt. */
const edited = 'windmill.json';

/** Typing inserts nothing automatically, so that a text stays as typed. */
const plainTyping = {
	'editor.autoClosingBrackets': 'never',
	'editor.autoClosingQuotes': 'never',
	'editor.quickSuggestions': false,
};

/** A workflow as the node editor saves it: two nodes of the core, one link, one note. */
const uiDocument = {
	last_node_id: 3,
	last_link_id: 1,
	nodes: [
		{
			id: 1,
			type: 'EmptyImage',
			mode: 0,
			pos: [40, 40],
			size: [200, 100],
			outputs: [{ name: 'IMAGE', type: 'IMAGE', links: [1] }],
			widgets_values: [640, 480, 1, 0],
		},
		{
			id: 2,
			type: 'SaveImage',
			mode: 0,
			inputs: [{ name: 'images', type: 'IMAGE', link: 1 }],
			widgets_values: ['from the canvas'],
		},
		{
			id: 3,
			type: 'MadeUpBlur',
			mode: 0,
			inputs: [{ name: 'image', type: 'IMAGE', link: null }],
			widgets_values: [7],
		},
	],
	links: [[1, 1, 0, 2, 0, 'IMAGE']],
	groups: [{ title: 'Where it begins', bounding: [0, -60, 400, 300], color: '#3f789e' }],
	version: 0.4,
};

/** Returns the picture with a text chunk before its pixels, as the engine writes it. */
function withText(png: Buffer, keyword: string, text: string): Buffer {
	const data = Buffer.from(`tEXt${keyword}\0${text}`, 'latin1');
	const chunk = Buffer.alloc(data.length + 8);
	chunk.writeUInt32BE(data.length - 4);
	data.copy(chunk, 4);
	chunk.writeUInt32BE(crc32(data), data.length + 4);
	return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

describe('the graph of a document, conversion and comparison', () => {
	let folder: string;
	let workbench: Workbench;
	let graph: Frame;

	const card = (title: string): Locator => graph.locator('.place', { hasText: title }).first();
	/** The line of the cursor, from 1. */
	const line = async (): Promise<number> =>
		Number(/Ln ([\d,]+)/.exec(await workbench.statusBar(/Ln \d+/).innerText())?.[1]?.replace(',', '') ?? 0);
	/** Returns the drawn part of the active editor's text. */
	const visibleText = async (): Promise<string> =>
		(
			await workbench.page.locator('.editor-group-container.active .view-lines').first().innerText()
		).replaceAll('\u00a0', ' ');

	const signIn = async () => {
		await workbench.openContainer('Easel');
		await workbench.signInToSandbox();
		await workbench.tree('Deployments').item('Lighthouse').row.waitFor();
	};
	/** Brings a file's text to the front and waits until it has the focus: a late focus would close a palette. */
	const inText = async (name: string): Promise<void> => {
		await workbench.tab(new RegExp(`^${name}$`)).click();
		await workbench.page.keyboard.press('ControlOrMeta+1');
		await workbench.page.locator('.editor-group-container.active .monaco-editor.focused').first().waitFor();
	};

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'easel-graph-'));
		await cp(join(root, 'media', 'samples'), folder, { recursive: true });
		const picture = await readFile(join(folder, 'harbour.png'));
		await writeFile(
			join(folder, 'carried.png'),
			withText(picture, 'prompt', '{"1": {"class_type": "EmptyImage", "inputs": {"width": 99}}}'),
		);
		const text = await readFile(join(folder, sample), 'utf8');
		await writeFile(join(folder, edited), text.replace('a lighthouse', 'a windmill'));
		await writeFile(join(folder, 'canvas.json'), JSON.stringify(uiDocument, null, 2));
		await writeFile(
			join(folder, 'notes.json'),
			'{"nodes":[{"id":1,"type":"Note"}],"links":[],"version":0.4}',
		);
		workbench = await openWorkbench({ folder, size: { width: 1500, height: 860 }, settings: plainTyping });
	});
	beforeEach(() => workbench.tidy());
	after(async () => {
		await workbench?.close();
		await rm(folder, { recursive: true, force: true });
	});

	it('is drawn next to the text and follows it, also after a reload', async () => {
		await step('opens beside the text, with every node', async () => {
			await workbench.openFile(sample);
			await workbench.codeLens('Run').waitFor();
			await workbench.command('Easel: Show Graph');
			graph = await workbench.panel(`Graph of ${sample}`);
			await graph.locator('.place').first().waitFor();
			const nodes = Object.keys(JSON.parse(await savedText(join(folder, sample))));
			await until(async () => (await graph.locator('.place').count()) === nodes.length, 'every node');
			await workbench.axe(graph);
			await workbench.pictures('graph');
		});
		await step('leads from a node to its text with a click, and there with a double click', async () => {
			const text = await savedText(join(folder, sample));
			const [id, node] =
				Object.entries(
					JSON.parse(text) as Record<string, { class_type: string; _meta?: { title: string } }>,
				).at(-1) ?? [];
			assert.ok(id && node);
			const expected = text.split('\n').findIndex((row) => row.includes(`"${id}": {`)) + 1;
			const target = graph.locator(`[data-node="${id}"]`);
			await target.click();
			await graph.locator('.selection').waitFor({ state: 'attached' });
			await target.dblclick();
			await until(async () => (await line()) >= expected, `the cursor at line ${expected}`);
		});
		await step('follows the cursor of the text', async () => {
			await inText(sample);
			await workbench.page.keyboard.press('ControlOrMeta+Home');
			await workbench.page.keyboard.press('ArrowDown');
			const [id] = Object.keys(JSON.parse(await savedText(join(folder, sample))));
			// A node that is being drawn again has no place.
			const left = async (selector: string) => (await graph.locator(selector).boundingBox())?.x ?? Number.NaN;
			await until(
				async () => Math.abs((await left('.selection')) - (await left(`[data-node="${id}"]`))) < 12,
				'the ring around the first node',
			);
		});
		await step('is there again after a reload of the window', async () => {
			const nodes = Object.keys(JSON.parse(await savedText(join(folder, sample))));
			await workbench.reload();
			await until(async () => {
				graph = await workbench.panel(`Graph of ${sample}`);
				return (await graph.locator('.place').count()) === nodes.length;
			}, 'every node again');
		});
		await step('follows a title that is typed', async () => {
			const rows = (await savedText(join(folder, sample))).split('\n');
			const at = rows.findLastIndex((row) => /"title": "\w+"$/.test(row));
			const title = /"(\w+)"$/.exec(rows[at] ?? '')?.[1];
			assert.ok(title);
			await inText(sample);
			await workbench.goTo(at + 1, 100);
			await workbench.page.keyboard.press('ArrowLeft');
			for (const typed of ['7', '77', '777']) {
				await workbench.page.keyboard.press('7');
				await card(title + typed).waitFor();
			}
			for (let digits = 3; digits > 0; digits--) await workbench.page.keyboard.press('Backspace');
			await card(`${title}7`).waitFor({ state: 'detached' });
			await card(title).waitFor();
		});
		await step('follows what is typed', async () => {
			const { length } = Object.keys(JSON.parse(await savedText(join(folder, sample))));
			await inText(sample);
			await workbench.page.keyboard.press('ControlOrMeta+Home');
			await workbench.page.keyboard.press('End');
			await workbench.page.keyboard.insertText(
				'"new": {"class_type": "EmptyImage", "inputs": {"width": 8}},',
			);
			await card('EmptyImage').waitFor();
			await until(
				async () => (await graph.locator('.place').count()) === length + 1,
				'a place for the new node',
			);
			// The editor closes brackets and quotes automatically, so that undoing may take more than one step.
			await until(async (patience) => {
				if ((await graph.locator('.place').count()) === length) return true;
				await workbench.page.keyboard.press('ControlOrMeta+Z');
				// An intermediate step may leave a text that can be drawn only in part.
				await happens(card('EmptyImage').waitFor({ state: 'detached', timeout: patience / 5 }));
				return (await graph.locator('.place').count()) === length;
			}, 'the node gone again');
		});
	});

	it('compares with the saved workflow, as a tree and side by side', async () => {
		await signIn();
		await workbench.openFile(edited);
		await workbench.pressLens('Run', workbench.quickInput.row('Lighthouse'));
		const review = workbench.quickInput.row('sends 1 changed input');
		await workbench.quickInput.choose('Lighthouse', review);
		await workbench.quickInput.choose('sends 1 changed input');
		// The panel of the result comes to the front before the run ends; the following steps must not race with it.
		await (await workbench.result(edited, 'Succeeded')).locator('img:visible').first().waitFor();
		await inText(edited);
		const tree = workbench.tree('Comparison');
		const line = workbench.page.locator('.editor-group-container.active .view-line').nth(3);
		await new TreeRow(workbench.page, line).menu('Compare with Saved Workflow', tree.pane);
		await tree.item('a windmill').row.waitFor();
		const change = /Prompt.*\n.*text.*a lighthouse.*→.*a windmill/;
		await until(async () => change.test((await tree.rows()).join('\n')), 'the change below its node');
		await workbench.page.locator('.diff-editor, .monaco-diff-editor').first().waitFor();
		await workbench.axe(workbench.page.mainFrame(), '.sidebar .pane-body');
		await workbench.pictures('comparison');
		await workbench.command('Easel: Close Comparison');
		await tree.pane.waitFor({ state: 'detached' });
		await workbench.page.locator('.diff-editor, .monaco-diff-editor').first().waitFor({ state: 'detached' });
	});

	it('asks for the deployment to compare with if the document has run on none', async () => {
		await signIn();
		await workbench.openFile('text-to-image-sdxl.json');
		await workbench.command('Easel: Compare with Saved Workflow');
		await workbench.quickInput.choose('Harbour (SD 1.5)');
		const tree = workbench.tree('Comparison');
		await tree.pane.getByText('Harbour (SD 1.5)').waitFor();
		await until(async () => (await tree.rows()).length > 1, 'the rows of the comparison');
		await workbench.command('Easel: Close Comparison');
		await tree.pane.waitFor({ state: 'detached' });
		await workbench.command('View: Close All Editors');
	});

	it('converts a workflow in UI format and reports undecided inputs', async () => {
		await workbench.openFile('canvas.json');
		const converted = workbench.page.locator('.view-line').filter({ hasText: '"class_type"' }).first();
		await workbench.pressEditorAction('Convert to API Format', converted);
		const note = await workbench.notifications.find('Converted 3 nodes');
		assert.match(await note.text(), /1 place is ambiguous/);
		await until(async () => (await visibleText()).includes('"from the canvas"'), 'the converted document');
		await workbench.tab('canvas_api.json').waitFor();
		const text = await visibleText();
		assert.match(text, /"class_type": "EmptyImage"/);
		await workbench.picture('conversion');
		await note.press('Show Report');
		const report = await workbench.panel(/Conversion of canvas.json/);
		await report.getByText('Must be fixed before it can run').waitFor();
		await report.getByText('MadeUpBlur').first().waitFor();
	});

	it('opens no document for a workflow of notes only, and explains it', async () => {
		await workbench.openFile('notes.json');
		await workbench.command('Easel: Convert to API Format');
		const note = await workbench.notifications.find('Nothing was converted');
		assert.match(await note.text(), /unmute its nodes/);
		await workbench.picture('conversion-of-notes');
		assert.equal(await workbench.tab('notes_api.json').count(), 0);
	});

	it('takes the workflow out of a picture', async () => {
		await workbench.command('View: Show Explorer');
		const carried = workbench.page.locator('.view-line').filter({ hasText: '"width": 99' });
		await workbench.explorerRow('carried.png').menu('Extract Workflow from Picture', carried.first());
	});
});
