// A panel's view in a plain browser page, with the same page, policy and bundle as in the editor and a host that a test
// plays. For the view's own behavior; its life in the editor is tested in the workbench.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { pageHtml } from '../../../src/editor/shell/panels/webviewHtml.ts';
import { root } from '../../tools/machine.mjs';
import { sharedBrowser } from './browser.ts';
import { assertAccessible } from './pictures.ts';
import { type ThemeName, themeTokens } from './themeTokens.ts';
import { until } from './waiting.ts';

const contentTypes: Readonly<Record<string, string>> = {
	'.js': 'text/javascript',
	'.css': 'text/css',
	'.ttf': 'font/ttf',
	'.png': 'image/png',
	'.wav': 'audio/wav',
	'.webm': 'video/webm',
};

/** Serves bundles and the files of a test, on loopback. */
export class ViewServer {
	readonly #server = createServer();
	readonly files = new Map<string, Uint8Array>();
	/** The faults of the next requests for a file, in this order: each is refused, or never answered. */
	readonly faults = new Map<string, ('refused' | 'unanswered')[]>();
	/** Files that are not sent before something has happened. */
	readonly held = new Map<string, Promise<unknown>>();

	readonly #open = new Set<ViewPage>();

	/** @param workers whether the view may start workers, as its panel allows it. */
	constructor(bundle: string, identity: unknown, workers = false) {
		this.#server.on('request', async (request, response) => {
			const path = new URL(request.url ?? '/', this.origin).pathname;
			const name = path.replace('/files/', '');
			const fault = this.faults.get(name)?.shift();
			if (fault === 'refused') response.writeHead(503).end();
			if (fault !== undefined) return;
			await this.held.get(name);
			try {
				const body = path === '/' ? this.#page(bundle, identity, workers) : await this.#read(path);
				response.setHeader(
					'content-type',
					contentTypes[extname(path)] ?? (path === '/' ? 'text/html' : 'text/plain'),
				);
				response.end(body);
			} catch {
				response.statusCode = 404;
				response.end();
			}
		});
	}

	/** Returns the server of a suite, which runs during its tests. */
	static ofSuite(bundle: string, identity: unknown, workers?: boolean): ViewServer {
		const server = new ViewServer(bundle, identity, workers);
		before(() => server.start());
		afterEach(() => server.closeViews());
		after(() => server.stop());
		return server;
	}

	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
		return this;
	}

	/** Opens a view in the browser of this process. */
	async open(options: ViewOptions): Promise<ViewPage> {
		const view = await ViewPage.open(await sharedBrowser(), this, options);
		this.#open.add(view);
		return view;
	}

	/** Closes the views of a test, which must not have complained. */
	async closeViews(): Promise<void> {
		const complaints = [...this.#open].flatMap((view) => view.complaints);
		for (const view of this.#open) await view.close();
		this.#open.clear();
		assert.deepEqual(complaints, []);
	}

	get origin(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	/** Returns the file URL for `files`. */
	address(name: string): string {
		return `${this.origin}/files/${name}`;
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	#page(bundle: string, identity: unknown, workers: boolean): string {
		return pageHtml({
			language: 'en',
			cspSource: this.origin,
			nonce: 'bm9uY2U',
			title: bundle,
			scriptUri: `${this.origin}/webviews/${bundle}.js`,
			codiconsUri: `${this.origin}/webviews/codicon.css`,
			identity,
			workers,
		});
	}

	async #read(path: string): Promise<Uint8Array> {
		const file = this.files.get(path.replace('/files/', ''));
		return file ?? readFile(join(root, 'dist', path));
	}
}

export interface ViewOptions {
	readonly state: unknown;
	readonly width?: number;
	readonly height?: number;
	/** The state that the view remembered before it was hidden. */
	readonly saved?: unknown;
	/** The host's answers to the view's questions, by their names; one that is not here is left without an answer. */
	readonly answers?: Readonly<Record<string, unknown>>;
	/** Runs in the page before the view does. */
	readonly script?: () => void;
}

/** A question of a form to its host. */
interface Asked {
	readonly id: number;
	readonly name: string;
	readonly params: { readonly values: Readonly<Record<string, string>> };
}

interface PlayedHost {
	sent: { kind: string; payload?: unknown }[];
	saved: unknown;
	state: unknown;
}

/** What a page offers to a test besides its host. */
interface ThemedWindow {
	/** Applies a theme to the page, as the editor does. */
	showTheme(tokens: Readonly<Record<string, string>>, highContrast: boolean): void;
}

/** A view on its page, and the messages between it and the test. */
export class ViewPage {
	readonly page: Page;
	/** The complaints of the page: a violated policy, an error, a message that does not fit. */
	readonly complaints: string[] = [];

	private constructor(page: Page) {
		this.page = page;
		page.on('pageerror', (error) => this.complaints.push(error.message));
		page.on('console', (message) => {
			// Files that are missing or refused are the doing of the test.
			if (message.location().url.includes('/files/') && /status of (404|503)/.test(message.text())) return;
			if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
		});
	}

	static async open(browser: Browser, server: ViewServer, options: ViewOptions): Promise<ViewPage> {
		const context = await browser.newContext({
			viewport: { width: options.width ?? 1100, height: options.height ?? 760 },
			permissions: ['clipboard-read', 'clipboard-write'],
			reducedMotion: 'reduce',
		});
		const page = await context.newPage();
		const view = new ViewPage(page);
		await page.addInitScript(
			({ tokens, state, saved, answers }) => {
				const host: PlayedHost = { sent: [], saved, state };
				const api = {
					postMessage(message: { kind: string; payload?: unknown }) {
						host.sent.push(message);
						if (message.kind === 'ready') window.postMessage({ kind: 'state', payload: host.state }, '*');
						const { id, name } = (message.payload ?? {}) as { id?: number; name?: string };
						if (message.kind !== 'request' || name === undefined || !Object.hasOwn(answers, name)) return;
						window.postMessage({ kind: 'answer', payload: { id, ok: true, value: answers[name] } }, '*');
					},
					getState: () => host.saved,
					setState(next: unknown) {
						host.saved = next;
					},
				};
				const showTheme: ThemedWindow['showTheme'] = (values, highContrast) => {
					document.body.classList.toggle('vscode-high-contrast', highContrast);
					const { style } = document.documentElement;
					for (const name of [...style]) if (name.startsWith('--vscode-')) style.removeProperty(name);
					for (const [name, value] of Object.entries(values)) style.setProperty(`--vscode-${name}`, value);
				};
				Object.assign(window, { playedHost: host, acquireVsCodeApi: () => api, showTheme });
				document.addEventListener('DOMContentLoaded', () => showTheme(tokens, false));
			},
			{
				tokens: themeTokens.dark,
				state: options.state,
				saved: options.saved,
				answers: options.answers ?? {},
			},
		);
		if (options.script) await page.addInitScript(options.script);
		await page.goto(server.origin);
		await page.locator('main').waitFor();
		return view;
	}

	/** Looks at the page in each theme, one after the other, as when a person changes the theme. */
	async inEachTheme(look: (theme: ThemeName) => Promise<void>): Promise<void> {
		for (const theme of ['dark', 'light', 'highContrast'] as const) {
			await this.page.evaluate(
				([tokens, highContrast]) => (window as unknown as ThemedWindow).showTheme(tokens, highContrast),
				[themeTokens[theme], theme === 'highContrast'] as const,
			);
			await look(theme);
		}
	}

	/** Sends a message as the host does. */
	async post(kind: string, payload: unknown): Promise<void> {
		await this.page.evaluate((message) => window.postMessage(message, '*'), { kind, payload });
	}

	/** Returns the messages of the view to its host so far, without the handshake. */
	async sent(): Promise<readonly { kind: string; payload?: unknown }[]> {
		const sent = await this.page.evaluate(
			() => (window as unknown as { playedHost: PlayedHost }).playedHost.sent,
		);
		return sent.filter(({ kind }) => kind !== 'ready' && kind !== 'shown');
	}

	/** Returns the last request of a form, once there is one of this name. */
	async asked(name: string): Promise<Asked> {
		return until(async () => {
			const requests = (await this.sent()).filter(({ kind }) => kind === 'request');
			return requests.map(({ payload }) => payload as Asked).findLast((each) => each.name === name);
		}, `the question ${name}`);
	}

	/** Returns what the messages of one kind said. */
	async payloads(kind: string): Promise<readonly unknown[]> {
		return (await this.sent()).filter((message) => message.kind === kind).map(({ payload }) => payload);
	}

	/** Returns the state that the editor would keep for the view. */
	async saved(): Promise<unknown> {
		return this.page.evaluate(() => (window as unknown as { playedHost: PlayedHost }).playedHost.saved);
	}

	/** Waits for something in the page to become true. */
	async until(condition: () => Promise<boolean>, what: string): Promise<void> {
		await until(condition, what);
	}

	/** Returns the place of an element; retries if it was replaced between finding and measuring. */
	async boxOf(element: Locator): Promise<NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>> {
		return until(async () => (await element.boundingBox()) ?? undefined, `a place of ${element}`);
	}

	/** Waits until an element has the focus. */
	async focused(element: Locator): Promise<void> {
		await element.and(this.page.locator(':focus')).waitFor();
	}

	/** Returns the color of a point on the screen, in the middle of an element unless it is given as fractions of its size. */
	async colorAt(element: Locator, x = 0.5, y = 0.5): Promise<readonly number[]> {
		const bytes = (await element.screenshot()).toString('base64');
		return this.page.evaluate(
			async ([encoded, left, top]) => {
				const shot = await createImageBitmap(
					new Blob([Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))]),
				);
				const canvas = new OffscreenCanvas(shot.width, shot.height);
				const context = canvas.getContext('2d');
				context?.drawImage(shot, 0, 0);
				const [atX, atY] = [Math.floor(shot.width * left), Math.floor(shot.height * top)];
				return [...(context?.getImageData(atX, atY, 1, 1).data ?? [])];
			},
			[bytes, x, y] as const,
		);
	}

	/**
	 * Asserts that the view is accessible, and without complaints so far: the check adds styles to the page that its policy
	 * refuses.
	 */
	async assertAccessible(): Promise<void> {
		assert.deepEqual(this.complaints, []);
		await assertAccessible(this.page.mainFrame());
		this.complaints.length = 0;
	}

	/** Waits until each of the pictures can be drawn. */
	async decoded(pictures: Locator): Promise<void> {
		await until(async () => {
			const decoded = await pictures.evaluateAll((all) =>
				Promise.all(all.map((each) => (each as HTMLImageElement).decode())),
			);
			return decoded.length > 0;
		}, `${pictures}, each with something to draw`);
	}

	/**
	 * Returns the visible buttons of toolbars that are not entirely within a panel of this size; found and measured in
	 * one step.
	 */
	async cutButtons(width: number, height = Number.POSITIVE_INFINITY): Promise<readonly string[]> {
		const buttons = await this.page.evaluate(() => {
			const roots: ParentNode[] = [document];
			for (const root of roots)
				for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
			return roots
				.flatMap((root) => [...root.querySelectorAll('[role="toolbar"] button')])
				.filter((button) => button.checkVisibility({ visibilityProperty: true }))
				.map((button) => {
					const { left, right, bottom } = button.getBoundingClientRect();
					return { left, right, bottom, html: button.outerHTML };
				});
		});
		assert.ok(buttons.length > 0, 'There is no toolbar with a button.');
		return buttons.flatMap(({ left, right, bottom, html }) =>
			left >= 0 && right <= width && bottom <= height ? [] : [html],
		);
	}

	async close(): Promise<void> {
		await this.page.context().close();
	}
}
