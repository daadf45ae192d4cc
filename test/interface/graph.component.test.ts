import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Locator } from 'playwright-core';
import type { Finding } from '../../src/core/base/findings.ts';
import { loadCoreCatalog } from '../../src/core/workflow/catalog.ts';
import { compareWorkflows } from '../../src/core/workflow/compare/compare.ts';
import type { WorkflowGroup } from '../../src/core/workflow/convert/groups.ts';
import { parseWorkflow } from '../../src/core/workflow/document.ts';
import type { GraphState } from '../../src/core/workflow/graph/messages.ts';
import { type GraphNames, graphSource, modelOf } from '../../src/core/workflow/graph/model.ts';
import { takePicture } from './support/pictures.ts';
import { type ViewPage, ViewServer } from './support/viewPage.ts';
import { until } from './support/waiting.ts';

const saved = {
	'4': {
		class_type: 'CheckpointLoaderSimple',
		inputs: { ckpt_name: 'dreams.safetensors' },
		_meta: { title: 'Load Checkpoint' },
	},
	'5': { class_type: 'EmptyLatentImage', inputs: { width: 512, height: 512, batch_size: 1 } },
	'6': {
		class_type: 'CLIPTextEncode',
		inputs: { text: 'a lighthouse on a basalt cliff at dawn, long exposure', clip: ['4', 1] },
		_meta: { title: 'Positive' },
	},
	'7': {
		class_type: 'CLIPTextEncode',
		inputs: { text: 'blurry', clip: ['4', 1] },
		_meta: { title: 'Negative' },
	},
	'3': {
		class_type: 'KSampler',
		inputs: {
			seed: 42,
			steps: 20,
			cfg: 8,
			sampler_name: 'euler',
			scheduler: 'normal',
			denoise: 1,
			model: ['4', 0],
			positive: ['6', 0],
			negative: ['7', 0],
			latent_image: ['5', 0],
		},
	},
	'8': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['4', 2] } },
	'9': { class_type: 'SaveImage', inputs: { filename_prefix: 'lighthouse', images: ['8', 0] } },
};
const savedText = JSON.stringify(saved, null, 2);
const text = savedText.replace('"steps": 20', '"steps": 30');
const wrong: Finding = {
	code: 'value_bigger_than_max',
	severity: 'error',
	message: 'The cfg of 800 is above 100.',
	range: { start: 0, end: 1 },
	nodeId: '3',
	input: 'cfg',
};

async function stateOf(
	source: string,
	more: Partial<GraphState> = {},
	findings: readonly Finding[] = [wrong],
	names: GraphNames = new Map(),
): Promise<GraphState> {
	const document = parseWorkflow(source);
	const comparison = compareWorkflows(parseWorkflow(savedText), document);
	const nodeInfo = await loadCoreCatalog();
	const model = modelOf(graphSource(document, { nodeInfo, findings, comparison, names }));
	return { name: 'lighthouse.json', model, savedName: 'Studio', ...more };
}

/** Returns a document with this number of groups that follow each other. */
function manyNodes(groups: number): string {
	const nodes: Record<string, unknown> = {};
	for (let group = 0; group < groups; group++) {
		const last = group % 10 === 0 ? undefined : `${group - 1}:8`;
		for (const [id, node] of Object.entries(saved)) {
			const inputs = Object.entries(node.inputs).map(([name, value]) => [
				name,
				Array.isArray(value) ? [`${group}:${value[0]}`, value[1]] : value,
			]);
			nodes[`${group}:${id}`] = {
				...node,
				inputs: {
					...Object.fromEntries(inputs),
					...(id === '5' && last !== undefined ? { pixels: [last, 0] } : {}),
				},
			};
		}
	}
	return JSON.stringify(nodes);
}

/** Records each position of the drawing; runs in the page. */
function keepPlaces(): void {
	const places: string[] = [];
	Object.assign(window, { places });
	const { setAttribute } = Element.prototype;
	Element.prototype.setAttribute = function (name, value) {
		if (name === 'transform' && this.classList.contains('world')) places.push(value);
		setAttribute.call(this, name, value);
	};
}

describe('graph panel in a browser', () => {
	const server = ViewServer.ofSuite('graph', { uri: 'file:///lighthouse.json' }, true);

	const view = async (
		state: GraphState,
		more: { width?: number; saved?: unknown; script?: () => void } = {},
	): Promise<ViewPage> => {
		return server.open({ state, ...more });
	};
	const card = (page: ViewPage, id: string): Locator => page.page.locator(`[data-node="${id}"]`);
	const surface = (page: ViewPage): Locator => page.page.getByRole('application');
	/** Finds and measures in one step: the elements of the last frame may be replaced between two. */
	const heightsOf = (page: ViewPage, selector: string): Promise<readonly number[]> =>
		surface(page).evaluate(
			(drawing, selected) =>
				[...drawing.querySelectorAll(selected)].map((one) => one.getBoundingClientRect().height),
			selector,
		);
	const shown = async (page: ViewPage, nodes = 7): Promise<void> => {
		await page.page.locator('.place, .far-card').first().waitFor();
		await page.until(
			async () => (await surface(page).getAttribute('aria-label'))?.includes(`, ${nodes} node`) === true,
			'all nodes',
		);
	};
	const place = async (page: ViewPage, id: string): Promise<{ x: number; y: number }> => {
		const box = await page.boxOf(card(page, id));
		return { x: Math.round(box.x), y: Math.round(box.y) };
	};
	const status = (page: ViewPage): Locator =>
		page.page.locator('easel-graph > .visually-hidden[role=status]');

	it('draws every node with its title, and marks errors and differences', async () => {
		const page = await view(await stateOf(text));
		await shown(page);
		assert.equal(await page.page.locator('.place').count(), 7);
		const sampler = card(page, '3');
		await sampler.getByText('edited').waitFor();
		assert.equal(await sampler.locator('.mark.s-error').count(), 1);
		assert.equal(await card(page, '6').locator('.mark').count(), 0);
	});

	it('reports a click to the host, and describes errors as text', async () => {
		const page = await view(await stateOf(text));
		await shown(page);
		const box = await page.boxOf(card(page, '3'));
		await page.page.mouse.click(box.x + box.width / 2, box.y + 20);
		assert.deepEqual(await page.payloads('select'), [{ nodeId: '3', focus: false }]);
		const details = page.page.getByRole('region', { name: 'Chosen node' });
		await details.getByText('The cfg of 800 is above 100.').waitFor();
		await details.getByText('steps').waitFor();
		await page.page.mouse.dblclick(box.x + box.width / 2, box.y + 20);
		assert.deepEqual((await page.payloads('select')).at(-1), { nodeId: '3', focus: true });
	});

	it('works by keys alone: arrows along links, Enter to the text, Escape back', async () => {
		const page = await view(await stateOf(text));
		await shown(page);
		await surface(page).focus();
		const chosen = async (): Promise<unknown> =>
			((await page.payloads('select')).at(-1) as { nodeId?: string } | undefined)?.nodeId;
		for (const [key, expected] of [
			['ArrowRight', '4'],
			['End', '9'],
			['ArrowLeft', '8'],
			['ArrowLeft', '3'],
			['ArrowRight', '8'],
		] as const) {
			await page.page.keyboard.press(key);
			await page.until(async () => (await chosen()) === expected, `${key} to ${expected}`);
		}
		await page.page.keyboard.press('Enter');
		assert.deepEqual((await page.payloads('select')).at(-1), { nodeId: '8', focus: true });
		// As with Caps Lock on.
		await page.page.keyboard.press('N');
		await page.until(async () => (await chosen()) === '3', 'the node with a problem');
		await page.page.keyboard.press('Escape');
		await page.page.getByRole('region', { name: 'Chosen node' }).waitFor({ state: 'detached' });
		await page.focused(surface(page));
	});

	it('finds nodes by the text on them', async () => {
		const page = await view(await stateOf(text));
		await shown(page);
		await page.page.keyboard.press('/');
		await page.page.keyboard.type('basalt');
		await page.page.getByText('– of 1').waitFor();
		assert.equal(await page.page.locator('.place.match').getAttribute('data-node'), '6');
		await page.page.keyboard.press('Enter');
		assert.deepEqual((await page.payloads('select')).at(-1), { nodeId: '6', focus: false });
		await page.page.keyboard.press('Escape');
		assert.equal(await page.page.locator('.searching').count(), 0);
	});

	it('follows the cursor of the text without asking for anything', async () => {
		const page = await view(await stateOf(text));
		await shown(page);
		await page.post('select', { nodeId: '8' });
		await page.page.locator('.selection').waitFor({ state: 'attached' });
		assert.deepEqual(await page.payloads('select'), []);
		assert.equal(await page.page.getByRole('region', { name: 'Chosen node' }).count(), 0);
	});

	it('keeps its place while values and links are typed', async () => {
		const page = await view(await stateOf(text));
		await shown(page);
		await page.page.mouse.move(500, 400);
		const unmoved = await place(page, '3');
		await page.page.mouse.wheel(0, -240);
		await page.until(async () => !isDeepStrictEqual(await place(page, '3'), unmoved), 'the drawing moved');
		const before = await place(page, '3');
		await page.post('state', await stateOf(text.replace('"cfg": 8', '"cfg": 7.25')));
		await card(page, '3').getByText('7.25').waitFor();
		assert.deepEqual(await place(page, '3'), before);
		const { model } = await stateOf(text.replace('"cfg": 8', '"cfg": 6.5'));
		const index = model.nodes.findIndex(({ id }) => id === '3');
		await page.post('cards', { cards: [{ index, node: model.nodes[index] }] });
		await card(page, '3').getByText('6.5').waitFor();
		assert.equal(await page.page.locator('[data-node]').count(), 7);
		assert.deepEqual(await place(page, '3'), before);
		await surface(page).focus();
		await page.post('select', { nodeId: '3' });
		const wider = text.replace(
			'"class_type": "VAEDecode",',
			'"class_type": "VAEDecodeTiled", "_meta": { "title": "Tiles" },',
		);
		await page.post(
			'state',
			await stateOf(
				wider.replace(
					'"9": {',
					'"10": { "class_type": "PreviewImage", "inputs": { "images": ["8", 0] } }, "9": {',
				),
			),
		);
		await shown(page, 8);
		assert.deepEqual(await place(page, '3'), before);
	});

	it('marks named inputs, and names them by keys, also for screen readers', async () => {
		const names: GraphNames = new Map([
			[
				'3',
				new Map([
					['seed', { named: 'luck' }],
					['steps', { named: 'steps', isOfApp: true as const }],
				]),
			],
		]);
		const page = await view(await stateOf(text, { canName: true }, [], names));
		await shown(page);
		const sampler = card(page, '3');
		await sampler.getByText('luck · seed').waitFor();
		assert.equal(await sampler.locator('.name-tag').count(), 2);
		assert.equal(await card(page, '6').locator('.name-tag').count(), 0);
		await surface(page).focus();
		await page.post('select', { nodeId: '3' });
		await page.page.locator('.selection').waitFor({ state: 'attached' });
		await page.page.keyboard.press('F2');
		const details = page.page.getByRole('region', { name: 'Chosen node' });
		const button = (name: string) => details.getByRole('button', { name });
		await page.focused(button('Name Input seed'));
		assert.equal(await button('Name Input seed').getAttribute('aria-pressed'), 'true');
		assert.equal(await button('Name Input cfg').getAttribute('aria-pressed'), 'false');
		assert.equal(await button('steps is named in App Mode').isDisabled(), true);
		await page.page.keyboard.press('Enter');
		await button('Name Input cfg').press('Space');
		await page.page.keyboard.press('ControlOrMeta+z');
		assert.deepEqual(await page.payloads('name'), [
			{ nodeId: '3', input: 'seed', isOn: false },
			{ nodeId: '3', input: 'cfg', isOn: true },
		]);
		assert.equal((await page.payloads('undoName')).length, 1);
		const box = await page.boxOf(sampler);
		await page.page.mouse.click(box.x + box.width / 2, box.y + 20);
		await page.until(
			async () => (await status(page).innerText()).includes('named inputs: luck · seed, steps'),
			'the names in words',
		);
		await page.post('state', await stateOf(text, {}, [], names));
		await button('Name Input seed').waitFor({ state: 'detached' });
		await page.page.keyboard.press('ControlOrMeta+z');
		assert.equal((await page.payloads('undoName')).length, 1);
		await page.post('state', await stateOf(text, { canName: true }, [], names));
		await button('Name Input seed').waitFor();
		await page.assertAccessible();
	});

	it('restores its position', async () => {
		const viewport = { x: 12, y: -34, zoom: 0.9 };
		const kept = { identity: { uri: 'file:///lighthouse.json' }, memory: { viewport, selected: '8' } };
		const page = await view(await stateOf(text), { saved: kept, script: keepPlaces });
		await shown(page);
		await page.page.locator('.selection').waitFor({ state: 'attached' });
		assert.deepEqual(
			await page.page.evaluate(() => (window as unknown as { places: string[] }).places),
			['translate(12 -34) scale(0.9)'],
			'nowhere else before',
		);
		await surface(page).focus();
		await page.page.keyboard.press('0');
		await page.until(
			async () => JSON.stringify(await page.saved()).includes('"zoom":0.9') === false,
			'the new place',
		);
	});

	it('exports the whole graph as a drawing and as a picture', async () => {
		const page = await view(await stateOf(text));
		await shown(page);
		for (const format of ['SVG', 'PNG']) {
			await page.page.getByRole('button', { name: 'Export' }).click();
			await page.page.getByRole('menuitem', { name: `Export as ${format}` }).click();
		}
		await page.until(async () => (await page.payloads('save')).length === 2, 'both files');
		const [drawing, picture] = (await page.payloads('save')) as { format: string; data: string }[];
		assert.equal(drawing?.format, 'svg');
		assert.match(drawing?.data ?? '', /^<svg [\s\S]*Load Checkpoint[\s\S]*<\/svg>\n$/);
		assert.doesNotMatch(drawing?.data ?? '', /var\(--vscode/);
		assert.equal(
			Buffer.from(picture?.data ?? '', 'base64')
				.subarray(0, 8)
				.toString('hex'),
			'89504e470d0a1a0a',
		);
		const colors = await page.page.evaluate(async (base64) => {
			const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
			const bitmap = await createImageBitmap(new Blob([bytes]));
			const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
			context?.drawImage(bitmap, 0, 0);
			const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] };
			const found = new Set<number>();
			for (let index = 0; index < data.length; index += 4)
				found.add(((data[index] ?? 0) << 16) | ((data[index + 1] ?? 0) << 8) | (data[index + 2] ?? 0));
			return found.size;
		}, picture?.data ?? '');
		assert.ok(colors > 50, `${colors} colors`);
	});

	it('explains a document in UI format and offers to convert it', async () => {
		const notice = { text: 'This is a workflow in UI format.', canConvert: true };
		const page = await view({ name: 'ui.json', model: { nodes: [], edges: [] }, notice });
		await page.page.getByText('This is a workflow in UI format.').waitFor();
		await page.page.getByRole('button', { name: 'Convert to API Format' }).click();
		assert.equal(
			(await page.sent()).some((message) => message.kind === 'convert'),
			true,
		);
	});

	it('shows a document in UI format in API format, with its groups as boxes, and still offers to convert it', async () => {
		const groups: readonly WorkflowGroup[] = [
			{ title: 'Words of the picture', tint: 'blue', nodeIds: ['6', '7'] },
			{ title: 'The end', tint: 'plain', nodeIds: ['8', '9'] },
		];
		const notice = { text: 'This is a workflow in UI format.', canConvert: true };
		const model = modelOf(
			graphSource(parseWorkflow(savedText), { nodeInfo: await loadCoreCatalog(), findings: [], groups }),
		);
		const titles = async (page: ViewPage) => page.page.locator('.group-title').allTextContents();
		const page = await view({ name: 'ui.json', model, notice });
		await shown(page);
		assert.deepEqual(await titles(page), ['Words of the picture', 'The end']);
		const frame = await page.boxOf(page.page.locator('.group').first());
		for (const id of ['6', '7']) {
			const box = await page.boxOf(card(page, id));
			assert.ok(frame.x < box.x && frame.y < box.y);
			assert.ok(frame.x + frame.width > box.x + box.width && frame.y + frame.height > box.y + box.height);
		}
		await page.inEachTheme(async (theme) => {
			const fill = await page.page
				.locator('.group')
				.first()
				.evaluate((one) => getComputedStyle(one).fill);
			assert.equal(fill === 'none', theme === 'highContrast', `${theme}: ${fill}`);
			await takePicture(page.page, 'graph', `${theme}-groups`);
			await page.assertAccessible();
		});
		await surface(page).focus();
		for (let step = 0; step < 12; step++) await page.page.keyboard.press('-');
		await page.page.locator('.far-card').first().waitFor();
		const heights = await heightsOf(page, '.group-title');
		assert.ok(heights.length > 0 && heights.every((height) => height >= 11 && height <= 20), `${heights}`);
		await page.page.keyboard.press('0');
		await page.page.keyboard.press('/');
		await page.page.keyboard.type('#6');
		await page.page.keyboard.press('Enter');
		await page.page.getByText('In group Words of the picture', { exact: true }).waitFor();
		await page.until(
			async () => (await status(page).textContent())?.includes('in group Words of the picture') === true,
			'the group in the sentence about the node',
		);
		await page.page.getByRole('button', { name: 'Convert to API Format' }).click();
		assert.ok((await page.sent()).some((message) => message.kind === 'convert'));
	});

	it('highlights the dependencies of an input and the consumers of an output by keys, and goes there', async () => {
		const page = await view(await stateOf(text, {}, []));
		await shown(page);
		await surface(page).focus();
		await page.post('select', { nodeId: '3' });
		await page.page.locator('.selection').waitFor({ state: 'attached' });
		const lit = async () =>
			(
				await page.page
					.locator('.place.traced')
					.evaluateAll((all) => all.map((one) => one.getAttribute('data-node')))
			).sort();
		const press = async (key: string, said: RegExp, nodes: readonly string[]) => {
			await page.page.keyboard.press(key);
			await page.until(async () => said.test((await status(page).textContent()) ?? ''), `${key}: ${said}`);
			await page.until(async () => isDeepStrictEqual(await lit(), nodes), `${key}: ${nodes}`);
		};
		await press('i', /^Input model, from Load Checkpoint; depends on 1 node$/, ['3', '4']);
		await press('i', /^Input positive, from Positive; depends on 2 nodes$/, ['3', '4', '6']);
		assert.equal(await page.page.locator('.port-chosen').count(), 1);
		await press('o', /^Output LATENT, to VAE Decode; leads to 2 nodes$/, ['3', '8', '9']);
		await press('Shift+O', /^KSampler, node 3;/, ['3', '4', '5', '6', '7', '8', '9']);
		await press('Shift+I', /^Input latent_image, from /, ['3', '5']);
		await press('Shift+I', /^Input negative, from Negative; depends on 2 nodes$/, ['3', '4', '7']);
		await takePicture(page.page, 'graph', 'input');
		await page.page.keyboard.press('ArrowLeft');
		await page.until(
			async () => isDeepStrictEqual((await page.payloads('select')).at(-1), { nodeId: '7', focus: false }),
			'the node that the input comes from',
		);
		assert.equal(await page.page.locator('.port-chosen').count(), 0);
	});

	it('shows text of a document as text', async () => {
		const evil = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
		const page = await view(
			await stateOf(
				JSON.stringify({ '1': { class_type: evil, inputs: { [evil]: evil }, _meta: { title: evil } } }),
				{ name: evil },
				[{ ...wrong, nodeId: '1', message: evil }],
			),
		);
		await shown(page, 1);
		await surface(page).focus();
		await page.page.keyboard.press('n');
		await page.page.getByRole('region', { name: 'Chosen node' }).waitFor();
		assert.equal(await page.page.locator('img, easel-graph script').count(), 0);
	});

	it('draws a chain of 5,000 nodes in a simple layout with the reason, and a node that feeds 1,000 in columns', async () => {
		const chain = Array.from({ length: 5000 }, (_, index) => [
			String(index),
			{ class_type: 'A', inputs: index === 0 ? {} : { before: [String(index - 1), 0] } },
		]);
		const page = await view(await stateOf('{}', {}, []));
		// A slow computer needs longer than the time limit of the layout engine: that clock is nearly stopped, so that
		// it fails by its own limit.
		const { clock } = page.page;
		await clock.install();
		await clock.pauseAt(Date.now() + 1000);
		await page.post('state', await stateOf(JSON.stringify(Object.fromEntries(chain)), {}, []));
		const note = page.page.getByText('Simple layout, because the layout engine cannot arrange this graph.');
		await until(async () => {
			await clock.runFor(2);
			return note.isVisible();
		}, 'the simple layout of a chain');
		await clock.resume();
		await shown(page, 5000);
		assert.equal(await page.page.getByText('This document has no nodes').count(), 0);
		await takePicture(page.page, 'graph', 'chain');
		const fan = Array.from({ length: 1001 }, (_, index) => [
			String(index),
			{ class_type: 'A', inputs: index === 0 ? {} : { source: ['0', 0] } },
		]);
		await page.post('state', await stateOf(JSON.stringify(Object.fromEntries(fan)), {}, []));
		await shown(page, 1001);
		assert.equal(await page.page.getByText('Simple layout, because').count(), 0);
		await takePicture(page.page, 'graph', 'fan');
	});

	it('arranges a small graph well again after the computer was too busy for it', async () => {
		const page = await view(await stateOf('{}', {}, []));
		await page.page.clock.install();
		await page.page.evaluate(() => {
			const Genuine = window.Worker;
			window.Worker = class extends EventTarget {
				postMessage() {
					window.Worker = Genuine;
				}
				terminate() {}
			} as unknown as typeof Worker;
		});
		await page.post('state', await stateOf(savedText, {}, []));
		const note = page.page.getByText('Simple layout, because the detailed one takes longer than 5 seconds');
		await until(async () => {
			await page.page.clock.runFor(1000);
			return note.isVisible();
		}, 'the simple layout');
		await takePicture(page.page, 'graph', 'simple');
		await page.post('state', await stateOf(text, {}, []));
		await note.waitFor({ state: 'detached' });
		await shown(page, 7);
	});

	it('draws fifty chains of one loader as lanes, keeps names readable zoomed out, and highlights dependencies', async () => {
		const nodes: Record<string, unknown> = {};
		const loader = '4';
		const chain = Object.entries(saved).filter(([id]) => id !== loader);
		nodes[loader] = saved[loader];
		for (let lane = 0; lane < 50; lane++)
			for (const [id, node] of chain) {
				const inputs = Object.entries(node.inputs).map(([name, value]) => [
					name,
					Array.isArray(value) && value[0] !== loader ? [`${lane}:${value[0]}`, value[1]] : value,
				]);
				nodes[`${lane}:${id}`] = { ...node, inputs: Object.fromEntries(inputs) };
			}
		const page = await view(await stateOf(JSON.stringify(nodes), {}, []), { width: 1280 });
		await shown(page, 1 + 50 * chain.length);
		const titles = page.page.locator('.far-title');
		await titles.filter({ hasText: 'Save' }).first().waitFor();
		const sizes = await heightsOf(page, '.far-title');
		assert.ok(sizes.length > 0 && sizes.every((height) => height >= 11 && height <= 20), `${sizes}`);
		await takePicture(page.page, 'graph', 'lanes');
		await surface(page).focus();
		await page.page.keyboard.press('/');
		await page.page.keyboard.type('#7:3');
		await page.page.keyboard.press('Enter');
		await card(page, '7:3').waitFor();
		await page.page.keyboard.press('Escape');
		await page.page.locator('.traced').first().waitFor();
		const lit = await page.page
			.locator('.place.traced')
			.evaluateAll((all) => all.map((one) => one.getAttribute('data-node')));
		assert.ok(lit.length > 1 && lit.every((id) => id === loader || id?.startsWith('7:')), `${lit}`);
		await takePicture(page.page, 'graph', 'trace');
		await surface(page).focus();
		await page.page.keyboard.press('0');
		await page.page.locator('.on-trace').first().waitFor();
		await takePicture(page.page, 'graph', 'trace-far');
	});

	it('keeps the details of a node and the overview apart in a narrow panel', async () => {
		const message = 'The cfg of 800 is above 100. '.repeat(30);
		const page = await view(await stateOf(manyNodes(6), {}, [{ ...wrong, nodeId: '0:3', message }]), {
			width: 460,
		});
		await shown(page, 42);
		await surface(page).focus();
		await page.page.keyboard.press('1');
		await page.page.keyboard.press('n');
		await page.page.locator('easel-minimap svg').waitFor();
		const details = await page.boxOf(page.page.getByRole('region', { name: 'Chosen node' }));
		const overview = await page.boxOf(page.page.locator('easel-minimap'));
		assert.ok(overview.x < details.x + details.width, 'there is no room beside each other');
		assert.ok(overview.y + overview.height <= details.y, 'the overview ends above the details');
	});

	it('stays quick with 2,000 nodes: draws only visible ones, and blocks when zoomed out', async () => {
		const page = await view(await stateOf(manyNodes(286), {}, []));
		await shown(page, 2002);
		assert.ok((await page.page.locator('.world *').count()) < 200);
		await surface(page).focus();
		await page.page.keyboard.press('Home');
		await page.page.keyboard.press('1');
		await page.page.locator('.place').first().waitFor();
		assert.ok((await page.page.locator('.place').count()) < 200);
		await page.page.locator('easel-minimap svg').waitFor();
		await takePicture(page.page, 'graph', 'many-near');
		await page.page.keyboard.press('0');
		await page.page.locator('.far-card').first().waitFor();
		await takePicture(page.page, 'graph', 'many-far');
	});

	it('draws nothing again while the drawing is moved, and the lit links with another choice', async () => {
		const page = await view(await stateOf(text, {}, []));
		await shown(page);
		await page.post('select', { nodeId: '3' });
		await page.page.locator('.linked .edge').first().waitFor({ state: 'attached' });
		await page.page.evaluate(() => {
			const drawn: string[] = [];
			const scene = document
				.querySelector('easel-graph')
				?.shadowRoot?.querySelector('easel-graph-canvas')
				?.shadowRoot?.querySelector('.scene');
			for (const layer of scene?.querySelectorAll('.world > g') ?? [])
				new MutationObserver(() => drawn.push(layer.classList.value)).observe(layer, { childList: true });
			Object.assign(window, { drawn });
		});
		const drawn = () => page.page.evaluate(() => (window as unknown as { drawn: string[] }).drawn);
		const unmoved = await place(page, '3');
		await page.page.mouse.move(500, 400);
		await page.page.mouse.down();
		for (let x = 505; x <= 530; x += 5) await page.page.mouse.move(x, 400);
		await page.page.mouse.up();
		await page.until(async () => (await place(page, '3')).x > unmoved.x, 'the drawing moved');
		assert.deepEqual(await drawn(), []);
		await page.post('select', { nodeId: '8' });
		await page.until(async () => (await drawn()).includes('linked'), 'other links are lit');
	});

	const working = {
		runId: 'r',
		nodeId: '3',
		nodeTitle: 'KSampler',
		step: { value: 12, max: 20 },
		done: ['6', '7', '5'],
		cached: ['4'],
		total: 7,
	};
	it('shows a run that is under way when it opens, follows it, and clears it with its end', async () => {
		const page = await view(await stateOf(text, { progress: working }, []));
		await shown(page);
		const line = page.page.locator('easel-progress-line');
		await line.getByText('KSampler 12 of 20, node 5 of 7').waitFor();
		await page.page.locator('.run-working').getByText('12 of 20').waitFor();
		assert.equal(await page.page.locator('.state-mark.done').count(), 3);
		assert.equal(await page.page.locator('.state-mark.cached').count(), 1);
		const frame = await page.boxOf(page.page.locator('.at-work'));
		const box = await page.boxOf(card(page, '3'));
		assert.ok(frame.x < box.x && frame.width > box.width, 'a frame around the node at work');

		const next = { ...working, nodeId: '8', nodeTitle: 'VAE Decode', done: [...working.done, '3'] };
		await page.post('progress', { progress: next });
		await line.getByText('VAE Decode 12 of 20, node 6 of 7').waitFor();
		assert.equal(await page.page.locator('.state-mark.done').count(), 4);
		await page.post('progress', {});
		await line.waitFor({ state: 'detached' });
		assert.equal(await page.page.locator('.state-mark, .at-work').count(), 0);
	});

	it('announces the node of a run, not each step, and its end immediately', async () => {
		const page = await view(await stateOf(text, {}, []));
		await shown(page);
		await page.page.evaluate((first) => {
			const said: string[] = [];
			const region = document
				.querySelector('easel-graph')
				?.shadowRoot?.querySelector('.visually-hidden[role=status]');
			if (region)
				new MutationObserver(() => said.push(region.textContent ?? '')).observe(region, {
					childList: true,
					characterData: true,
					subtree: true,
				});
			for (let value = 1; value <= 20; value++)
				window.postMessage(
					{ kind: 'progress', payload: { progress: { ...first, step: { value, max: 20 } } } },
					'*',
				);
			window.postMessage(
				{ kind: 'progress', payload: { progress: { ...first, nodeId: '8', nodeTitle: 'VAE Decode' } } },
				'*',
			);
			window.postMessage({ kind: 'progress', payload: {} }, '*');
			Object.assign(window, { said });
		}, working);
		await page.until(
			async () => (await status(page).textContent()) === 'The run has ended.',
			'the end in words',
		);
		const said = await page.page.evaluate(() => (window as unknown as { said: string[] }).said);
		assert.ok(said.length <= 2, said.join(' | '));
	});

	it('frames the nodes of a run also when zoomed out', async () => {
		const progress = { ...working, nodeId: '3:3', done: ['3:6', '2:3'], cached: ['1:4'], total: 2002 };
		const page = await view(await stateOf(manyNodes(286), { progress }, []));
		await page.page.locator('.far-card').first().waitFor();
		assert.equal(await page.page.locator('.at-work').count(), 1);
		assert.equal(await page.page.locator('.far-done').count(), 2);
		assert.equal(await page.page.locator('.far-cached').count(), 1);
	});

	it('shows progress in every theme, not by color alone', async () => {
		const page = await view(await stateOf(text, { progress: working }, []));
		await shown(page);
		await page.page.locator('.at-work').waitFor();
		await page.inEachTheme(async (theme) => {
			await takePicture(page.page, 'graph', `${theme}-progress`);
			await page.assertAccessible();
		});
	});

	it('is accessible in every theme, wide and narrow', async () => {
		const page = await view(await stateOf(text));
		await shown(page);
		await surface(page).focus();
		await page.page.keyboard.press('n');
		await page.page.getByRole('region', { name: 'Chosen node' }).waitFor();
		await page.inEachTheme(async (theme) => {
			await takePicture(page.page, 'graph', theme);
			await page.assertAccessible();
		});
		await page.page.setViewportSize({ width: 320, height: 500 });
		await page.inEachTheme(async (theme) => {
			await page.assertAccessible();
			await takePicture(page.page, 'graph', `${theme}-narrow`);
		});
	});
});
