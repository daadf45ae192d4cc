import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { encode } from 'fast-png';
import type { Browser, BrowserContext, Frame, FrameLocator, Page } from 'playwright-core';
import { root } from '../tools/machine.mjs';
import { sharedBrowser } from './support/browser.ts';
import { assertAccessible, takePicture } from './support/pictures.ts';
import { until } from './support/waiting.ts';

/** The strictest policy that a host must give an app that declares no address. */
const policy =
	"default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

/** The host's side, by the library of the extension's authors. */
const hostSource = `
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
window.start = async (context, capabilities, answer) => {
	const frame = document.querySelector('iframe');
	const bridge = new AppBridge(null, { name: 'host', version: '1.0.0' }, capabilities, { hostContext: context });
	window.bridge = bridge;
	bridge.oncalltool = (params) => window.callTool(params);
	bridge.onsizechange = ({ height }) => { frame.style.height = height + 'px'; };
	const ready = new Promise((resolve) => { bridge.oninitialized = resolve; });
	await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
	frame.src = '/app.html';
	await ready;
	await bridge.sendToolInput({ arguments: { request_id: 'run-1' } });
	await bridge.sendToolResult(answer);
};`;

/** Returns a sky with a sun, at this distance from the left. */
function png(sun: number): string {
	const [width, height] = [640, 480];
	const data = new Uint8Array(width * height * 3);
	for (let index = 0; index < width * height; index++) {
		const [x, y] = [(index % width) / width, Math.floor(index / width) / height];
		const lit = (x - sun) ** 2 + (y - 0.3) ** 2 < 0.012;
		data.set(lit ? [255, 214, 120] : [40 + 60 * y, 80 + 90 * y, 190 - 60 * y].map(Math.round), index * 3);
	}
	return Buffer.from(encode({ width, height, data, channels: 3 })).toString('base64');
}

const image = (sun: number) => ({ type: 'image', data: png(sun), mimeType: 'image/png' });

interface Item {
	readonly name: string;
	readonly picture?: number;
	readonly text?: string;
	readonly note?: string;
}

/** Returns the server's message to the app: one request with these items. */
const made = (items: readonly Item[], suns: readonly number[], more: object = {}) => ({
	content: [{ type: 'text', text: '' }, ...suns.map(image)],
	structuredContent: {
		requests: [{ request_id: 'run-1', document: 'harbor.json', seed: '7', items, ...more }],
	},
});
const result = {
	content: [{ type: 'text', text: 'Request "run-1": succeeded.' }],
	structuredContent: { run: { id: 'run-1' } },
};
const hostile = '</script><img src=x onerror=alert(1)>.png';

describe('app with an answer in a browser', () => {
	let browser: Browser;
	let script: string;
	let html: string;
	let context: BrowserContext | undefined;
	let page: Page;
	let app: FrameLocator;
	let calls: unknown[];
	let complaints: string[];

	before(async () => {
		browser = await sharedBrowser();
		html = await readFile(join(root, 'dist', 'cli', 'app.html'), 'utf8');
		const built = await build({
			stdin: { contents: hostSource, resolveDir: root },
			bundle: true,
			write: false,
			format: 'iife',
			platform: 'browser',
		});
		script = built.outputFiles[0]?.text ?? '';
	});
	afterEach(async () => {
		await context?.close();
		context = undefined;
	});

	async function show(
		reply: unknown,
		{
			theme = 'dark',
			contrast = false,
			capabilities = { serverTools: {} },
			answer = result,
		}: { theme?: string; contrast?: boolean; capabilities?: object; answer?: object } = {},
	): Promise<void> {
		calls = [];
		complaints = [];
		context = await browser.newContext({
			viewport: { width: 760, height: 540 },
			reducedMotion: 'reduce',
			colorScheme: theme === 'dark' ? 'dark' : 'light',
			forcedColors: contrast ? 'active' : 'none',
		});
		page = await context.newPage();
		page.on('pageerror', (error) => complaints.push(error.message));
		page.on('console', (message) => {
			if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
		});
		await page.route('http://localhost/**', (route) => {
			const { pathname } = new URL(route.request().url());
			if (pathname === '/app.html')
				return route.fulfill({
					contentType: 'text/html',
					headers: { 'content-security-policy': policy },
					body: html,
				});
			return route.fulfill({
				contentType: 'text/html',
				body: '<!DOCTYPE html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><style>body{margin:0}iframe{border:0;width:100%}</style><iframe title="Easel" sandbox="allow-scripts"></iframe></html>',
			});
		});
		await page.exposeFunction('callTool', (params: unknown) => {
			calls.push(params);
			return reply;
		});
		await page.goto('http://localhost/');
		await page.addScriptTag({ content: script });
		await page.evaluate(
			([hostContext, can, first]) =>
				(window as unknown as { start(...parts: unknown[]): Promise<void> }).start(hostContext, can, first),
			[{ theme, containerDimensions: { maxHeight: 540 } }, capabilities, answer] as const,
		);
		app = page.frameLocator('iframe');
	}
	const frame = (): Frame => page.frames()[1] ?? assert.fail('there is no app');
	const button = (name: string) => app.getByRole('button', { name, exact: true });
	const slider = () => app.getByRole('slider', { name: 'Divider' });
	const loaded = () => app.locator('easel-picture img.full').first().waitFor();

	it('shows one result large, zooms it by keys, and asks the server for nothing else', async () => {
		await show(made([{ name: 'harbor.png', picture: 0 }], [0.3]));
		await loaded();
		await app.getByRole('group', { name: 'harbor.png' }).focus();
		const width = async () => (await app.locator('img.full').boundingBox())?.width ?? 0;
		const before = await until(async () => (await width()) || undefined, 'a width');
		await page.keyboard.press('+');
		await until(async () => (await width()) > before, 'a larger picture');
		assert.deepEqual(calls, [{ name: 'get_shown_results', arguments: { request_ids: ['run-1'] } }]);
		assert.deepEqual(complaints, []);
	});

	it('compares two pictures with a divider, by keys and mouse', async () => {
		await show(
			made(
				['one.png', 'two.png'].map((name, picture) => ({ name, picture })),
				[0.3, 0.6],
			),
		);
		await slider().focus();
		await page.keyboard.press('Home');
		assert.equal(await slider().getAttribute('aria-valuenow'), '0');
		await page.keyboard.press('Shift+ArrowRight');
		assert.equal(await slider().getAttribute('aria-valuenow'), '10');
		const box = (await slider().boundingBox()) ?? assert.fail('no divider');
		await page.mouse.move(box.x + 12, box.y + 100);
		await page.mouse.down();
		await page.mouse.move(380, box.y + 100);
		await page.mouse.up();
		assert.equal(await slider().getAttribute('aria-valuenow'), '50');
		assert.deepEqual(complaints, []);
	});

	it('shows several as a contact sheet, opens one and compares two by keys', async () => {
		const items = ['one.png', 'two.png', 'three.png'].map((name, picture) => ({ name, picture }));
		await show(made([...items, { name: 'words', text: 'a harbor' }], [0.2, 0.5, 0.8]));
		await app.getByRole('listitem').nth(3).waitFor();
		await button('two.png').focus();
		await page.keyboard.press('Enter');
		await app.getByRole('group', { name: 'two.png' }).waitFor();
		await page.keyboard.press('ArrowRight');
		await app.getByRole('group', { name: 'three.png' }).waitFor();
		await page.keyboard.press('Escape');
		await app.getByRole('checkbox', { name: 'Compare one.png' }).check();
		await app.getByRole('checkbox', { name: 'Compare three.png' }).check();
		await button('Compare').click();
		await slider().waitFor();
		assert.match((await slider().getAttribute('aria-valuetext')) ?? '', /one\.png, .*three\.png/);
		assert.deepEqual(complaints, []);
	});

	it('shows why a run has no result, and hostile names as text', async () => {
		await show(made([], [], { problem: `It failed: ${hostile}` }));
		await app.getByText(`It failed: ${hostile}`, { exact: true }).waitFor();
		await context?.close();
		await show(
			made(
				[
					{ name: hostile, text: hostile },
					{ name: 'a.mp4', note: 'a.mp4 is not a picture.' },
				],
				[],
			),
		);
		await app.getByText('a.mp4 is not a picture.').waitFor();
		assert.equal(await app.locator('img').count(), 0);
		await button(`${hostile} ${hostile}`).click();
		assert.equal(await app.locator('pre').textContent(), hostile);
		assert.deepEqual(complaints, []);
	});

	it('shows the small picture of the answer in a host that passes on no calls', async () => {
		const answer = {
			content: [...result.content, image(0.4)],
			structuredContent: { name: 'harbor.png', path: '/harbor.png', shown: 'thumbnail' },
		};
		await show(undefined, { capabilities: {}, answer });
		await app.getByRole('group', { name: 'harbor.png' }).waitFor();
		assert.deepEqual(calls, []);
	});

	it('names the place of the result if the host has nothing to show', async () => {
		await show(undefined, { capabilities: {} });
		await app.getByText('This host cannot show the result here. It is in the text of the answer.').waitFor();
	});

	it('does not wait forever after an answer that cannot be read', async () => {
		await show(undefined, { answer: { content: [], structuredContent: { run: 5 } } });
		await app.getByText('There is no result. See the text of the answer for the reason.').waitFor();
	});

	it('follows the colors of the host while it is open', async () => {
		await show(made([], [], { problem: 'It failed.' }));
		await app.getByText('It failed.').waitFor();
		await page.evaluate(() =>
			(window as unknown as { bridge: { setHostContext(context: object): void } }).bridge.setHostContext({
				theme: 'light',
				styles: { variables: { '--color-background-primary': 'rgb(250, 240, 230)' } },
			}),
		);
		const color = () => frame().evaluate(() => getComputedStyle(document.body).backgroundColor);
		await until(async () => (await color()) === 'rgb(250, 240, 230)', 'the color of the host');
	});

	for (const [theme, contrast] of [
		['dark', false],
		['light', false],
		['dark', true],
	] as const)
		it(`is accessible and readable: ${contrast ? 'high contrast' : theme}`, async () => {
			const folder = `agent app ${contrast ? 'high contrast' : theme}`;
			const items = ['one.png', 'two.png', 'three.png'].map((name, picture) => ({ name, picture }));
			await show(
				made([...items, { name: 'clip.mp4', note: 'clip.mp4 is not a picture.' }], [0.2, 0.5, 0.8]),
				{
					theme,
					contrast,
				},
			);
			await app.getByRole('listitem').nth(3).waitFor();
			await assertAccessible(frame());
			await takePicture(page, folder, 'contact sheet');
			await button('one.png').click();
			await loaded();
			await assertAccessible(frame());
			await takePicture(page, folder, 'one result');
			await button('All').click();
			await app.getByRole('checkbox', { name: 'Compare one.png' }).check();
			await app.getByRole('checkbox', { name: 'Compare two.png' }).check();
			await button('Compare').click();
			await loaded();
			await assertAccessible(frame());
			await takePicture(page, folder, 'divider');
		});
});
