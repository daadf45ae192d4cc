/**
 * Drives the real workbench in a real browser as a person does. One browser serves a whole test process; each
 * `openWorkbench` has a separate editor, settings, storage and workspace folder, so no test inherits another's state.
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Frame, Locator, Page } from 'playwright-core';
import { compact } from '../../../src/core/base/compact.ts';
import { type Editor, startEditor } from '../../tools/editor.ts';
import { closeBrowser, sharedBrowser } from './browser.ts';
import { Notifications, QuickInput, Tree, TreeRow, type Words } from './parts.ts';
import { assertAccessible, takePicture } from './pictures.ts';
import type { Sandbox } from './sandbox.ts';
import { deadlineMs, happens, leadsTo, until } from './waiting.ts';

export type Theme = 'Dark Modern' | 'Light Modern' | 'Default High Contrast';
export const themes: readonly Theme[] = ['Dark Modern', 'Light Modern', 'Default High Contrast'];

/** The variable of the environment with which the runner asks for pictures in every theme. */
export const allThemes = 'EASEL_TEST_THEMES';

export interface WorkbenchOptions {
	/** The workspace: texts and bytes by relative path. */
	readonly files?: Readonly<Record<string, string | Uint8Array>>;
	/** An existing folder to open instead; it is not removed at the end. */
	readonly folder?: string;
	/** Settings of the person, in addition to those that keep the window calm. */
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly theme?: Theme;
	/** A sandbox of the test, offered as a connection named `Studio`; `signInToStudio` uses it. */
	readonly sandbox?: Sandbox;
	readonly size?: { readonly width: number; readonly height: number };
	/** Installs the packed extension, as a person has it, instead of loading the project's folder; messages appear only then. */
	readonly installed?: boolean;
	/** The folder of the extension; the project itself unless given. */
	readonly extension?: string;
	/** The folder of another extension that is installed. */
	readonly beside?: string;
	/** True to trust the workspace only after a question; trusted by default. */
	readonly asksForTrust?: boolean;
	/** The language of the extension, as in BCP 47. The editor's own texts stay English: it fetches others from elsewhere. */
	readonly language?: string;
	/** Further variables of the editor's environment. */
	readonly env?: Readonly<Record<string, string>>;
}

/** The editor may still write into a folder while it is removed. */
const removal = { recursive: true, force: true, maxRetries: 5, retryDelay: 200 };

const open = new Set<Workbench>();

/** Opens a window on a workspace, with the extension from `dist/` loaded. A test file need not close it. */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
	const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'easel-workspace-')));
	for (const [name, content] of Object.entries(options.files ?? {})) {
		await mkdir(dirname(join(folder, name)), { recursive: true });
		await writeFile(join(folder, name), content);
	}
	const theme = options.theme ?? 'Dark Modern';
	const settings = {
		// A window that is still at work takes the focus back from a list that has just opened.
		'workbench.quickOpen.closeOnFocusLost': false,
		'easel.sandbox.speed': 50,
		...(options.sandbox && { 'easel.connections': [options.sandbox.connection('Studio')] }),
		...options.settings,
	};
	const editor = await startEditor({
		installed: options.installed ?? false,
		asksForTrust: options.asksForTrust ?? false,
		...compact({ beside: options.beside }),
		env: options.env ?? {},
	});
	await editor.writeSettings(settings);
	await editor.writeMachineSettings({ 'workbench.colorTheme': theme });
	const { extension } = options;
	return openWindow({
		editor,
		folder,
		ownsFolder: options.folder === undefined,
		theme,
		address: editor.windowAddress(folder, compact({ extension })),
		...compact({ size: options.size, language: options.language }),
	});
}

interface WindowParts extends Pick<WorkbenchOptions, 'size' | 'language'> {
	readonly editor: Editor;
	readonly folder: string;
	readonly ownsFolder: boolean;
	readonly theme: Theme;
	readonly address: string;
}

/** Opens the window at an address of an editor, in a separate browser profile. The window stops the editor when it is closed. */
export async function openWindow(options: WindowParts): Promise<Workbench> {
	const { address, editor, folder, ownsFolder, theme } = options;
	const context = await (await sharedBrowser()).newContext({
		viewport: options.size ?? { width: 1280, height: 800 },
		colorScheme: theme === 'Light Modern' ? 'light' : 'dark',
		permissions: ['clipboard-read', 'clipboard-write'],
		acceptDownloads: true,
		reducedMotion: 'reduce',
	});
	context.setDefaultTimeout(deadlineMs);
	await context.addInitScript({ content: stopTurning });
	if (options.language !== undefined)
		await context.addInitScript({
			content: `globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(options.language)};`,
		});
	const page = await context.newPage();
	const workbench = new Workbench({ page, context, editor, folder, ownsFolder, theme });
	open.add(workbench);
	await page.goto(address);
	await workbench.ready();
	// The clipboard belongs to the browser, and windows of other files have put something there.
	await page.evaluate(`navigator.clipboard.writeText('')`);
	return workbench;
}

/**
 * A script that stops icons from spinning in the window, and ends animations at once, with their events: without a
 * graphics card a moving progress bar takes more than half of a processor.
 */
const stopTurning = `
	if (window === window.top) document.addEventListener('DOMContentLoaded', () => {
		const style = document.createElement('style');
		style.textContent =
			'*, ::before, ::after { animation-duration: 1ms !important; animation-iteration-count: 1 !important; transition: none !important; }' +
			'.codicon, .codicon::before { animation: none !important; }';
		document.head.append(style);
	});`;

/** Returns the open windows, for the report of a failure. */
export function openWorkbenches(): readonly Workbench[] {
	return [...open];
}

/** Closes every window. */
export async function closeWorkbenches(): Promise<void> {
	await Promise.all([...open].map((workbench) => workbench.close()));
}

/** Closes every window and the browser. */
export async function closeEverything(): Promise<void> {
	await closeWorkbenches();
	await closeBrowser();
}

interface Parts {
	readonly page: Page;
	readonly context: BrowserContext;
	readonly editor: Editor;
	readonly folder: string;
	readonly ownsFolder: boolean;
	readonly theme: Theme;
	/** The window from which this one was opened; the editor and the folder are its own. */
	readonly openedFrom?: Workbench;
}

export class Workbench {
	/** The browser page, for whatever the methods below do not cover. */
	readonly page: Page;
	/** The browser profile; `context.newPage()` is a second tab, for instance for a sign-in page. */
	readonly context: BrowserContext;
	readonly editor: Editor;
	/** The workspace folder on disk. */
	readonly folder: string;
	readonly quickInput: QuickInput;
	readonly notifications: Notifications;
	private readonly ownsFolder: boolean;
	private theme: Theme;
	private folders = 0;
	private readonly openedFrom: Workbench | undefined;

	constructor(parts: Parts) {
		this.page = parts.page;
		this.context = parts.context;
		this.editor = parts.editor;
		this.folder = parts.folder;
		this.ownsFolder = parts.ownsFolder;
		this.theme = parts.theme;
		this.openedFrom = parts.openedFrom;
		this.quickInput = new QuickInput(parts.page);
		this.notifications = new Notifications(parts.page);
	}

	/** Waits until the window shows the workspace and answers to keys. */
	async ready(): Promise<void> {
		await this.page.locator('.monaco-workbench .statusbar-item').first().waitFor();
		await this.page.locator('[id="status.notifications"]').waitFor();
	}

	/** Runs a command through the palette, by its title there, for instance `Easel: Sign In`. */
	async command(title: string): Promise<void> {
		const row = this.page.locator('.quick-input-list .monaco-list-row', {
			has: this.page.locator('.label-name', { hasText: title }),
		});
		// An open palette keeps its list: a command that becomes possible only now is seen by opening it again.
		await until(async (patience) => {
			await this.page.keyboard.press('F1');
			await this.quickInput.box.waitFor({ timeout: patience });
			await this.quickInput.type(`>${title}`);
			if (await happens(row.first().waitFor({ timeout: patience / 5 }))) {
				// A click that was given up may have counted anyway.
				await row.first().click();
				return true;
			}
			await this.quickInput.cancel();
			return false;
		}, `${title} chosen in the palette`);
		// The command asks its questions in the same place, so the palette must have closed before anything is typed or
		// read there.
		const field = this.quickInput.box.locator('input.input');
		const isClosed = async (patience: number) =>
			(await this.quickInput.box.isHidden()) ||
			!(await field.inputValue({ timeout: patience })).startsWith('>');
		await until(async (patience) => {
			for (const end = Date.now() + patience; Date.now() < end; await pause(50))
				if (await isClosed(patience)) return true;
			// A click is lost on a row that is being renewed.
			await row.first().click({ timeout: patience });
			return false;
		}, `the palette closed after ${title}`);
	}

	/** Returns the titles that the palette offers for a search text. */
	async commandsLike(text: string): Promise<readonly string[]> {
		const rows = await until(async (patience) => {
			await this.page.keyboard.press('F1');
			await this.quickInput.box.waitFor({ timeout: patience });
			await this.quickInput.type(`>${text}`);
			if (await happens(this.quickInput.row(text).waitFor({ timeout: patience / 5 })))
				return this.quickInput.rows();
			await this.quickInput.cancel();
			return undefined;
		}, `commands like ${text} in the palette`);
		await this.quickInput.cancel();
		return rows;
	}

	/** Puts files into a new folder of the workspace, in place of the one made before; returns its name. */
	async freshFolder(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
		if (this.folders > 0) await rm(join(this.folder, `part-${this.folders}`), removal);
		const name = `part-${++this.folders}`;
		await mkdir(join(this.folder, name));
		for (const [file, content] of Object.entries(files))
			await writeFile(join(this.folder, name, file), content);
		return name;
	}

	/** Opens a file of the workspace by its name. */
	async openFile(name: string): Promise<void> {
		const parts = name.split('/');
		const label = parts.pop() ?? name;
		// The list begins with files that were open before, of other folders too.
		const row = this.quickInput.row(label, parts.join('/'));
		await until(async (patience) => {
			await this.page.keyboard.press('ControlOrMeta+P');
			await this.quickInput.box.waitFor({ timeout: patience });
			await this.quickInput.type(name);
			if (
				(await happens(row.waitFor({ timeout: patience }))) &&
				(await happens(row.click({ timeout: patience })))
			)
				return happens(this.#activeTab(label).waitFor({ timeout: patience }));
			await this.quickInput.cancel();
			return false;
		}, `${name} chosen in the list of files`);
	}

	/** Waits until a file that an act opens has the focus: it would take the focus from what follows. */
	async opened(name: string): Promise<void> {
		await this.#activeTab(name).waitFor();
		await this.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
	}

	#activeTab(name: string): Locator {
		// By the resource: the tab of a panel has the name of its file in its title.
		const resource = `[data-resource-name=${JSON.stringify(name)}]`;
		return this.page.locator(`.editor-group-container.active .tab[aria-selected="true"]${resource}`);
	}

	/** Moves the cursor of the active text to a line and column, both from 1; a column beyond the line means its end. */
	async goTo(line: number, column = 1): Promise<void> {
		await until(async (patience) => {
			await this.page.keyboard.press('ControlOrMeta+G');
			await this.quickInput.box.waitFor({ timeout: patience });
			await this.quickInput.type(`:${line}:${column}`);
			if (!(await happens(this.quickInput.row(`line ${line}`).click({ timeout: patience })))) {
				await this.quickInput.cancel();
				return false;
			}
			return happens(this.statusBar(new RegExp(`^Ln ${line}, `)).waitFor({ timeout: patience }));
		}, `the cursor in line ${line}`);
		await this.page.locator('.monaco-editor.focused').waitFor();
	}

	/**
	 * Returns the text of the hover card at the cursor of the editor, once it contains these words. The card closes
	 * automatically when anything changes.
	 */
	async hover(words: string): Promise<string> {
		const cards = this.page.locator('.monaco-hover:not(.hidden, .workbench-hover)');
		const card = cards.filter({ hasText: words }).first();
		// The tooltip of the element below the pointer would close the card.
		await this.page.mouse.move(1, 1);
		// With keys, since the card closes when anything else gets the focus, the palette too.
		return until(async (patience) => {
			await this.page
				.locator('.editor-group-container.active .monaco-editor.focused')
				.waitFor({ timeout: patience });
			await this.page.keyboard.press('ControlOrMeta+K');
			await this.page.keyboard.press('ControlOrMeta+I');
			await card.waitFor({ timeout: patience });
			return card.innerText({ timeout: patience });
		}, `a card with ${words}`);
	}

	/**
	 * Returns a row of the suggestions at the cursor. They are requested again if fast typing, or new findings, have
	 * closed the list.
	 */
	async suggestion(words: string): Promise<Locator> {
		const list = this.page.locator('.suggest-widget.visible');
		const row = list.locator('.monaco-list-row').filter({ hasText: words }).first();
		await until(async (patience) => {
			if (await happens(row.waitFor({ timeout: patience }))) return true;
			// In an open list the key would show the details instead.
			if (!(await list.isVisible())) await this.page.keyboard.press('ControlOrMeta+Space');
			return false;
		}, `the suggestion ${words}`);
		return row;
	}

	/** Takes a suggestion at the cursor, until its outcome shows. */
	async acceptSuggestion(words: string, outcome: Locator): Promise<void> {
		const accept = async (timeout: number) => (await this.suggestion(words)).click({ timeout });
		await leadsTo(outcome, accept, `the suggestion ${words} in the text`);
	}

	/**
	 * Chooses one of the quick fixes at the cursor, until its outcome shows. The list closes automatically when new
	 * findings arrive, and in one that was requested twice a choice may have no effect.
	 */
	async quickFix(title: string, outcome: Locator): Promise<void> {
		await until(async (patience) => {
			if (await outcome.isVisible()) return true;
			if (!(await this.#offers(title, patience))) return false;
			const time = { timeout: Math.max(10_000, patience) };
			return (await happens(this.#fix(title).click(time))) && (await happens(outcome.waitFor(time)));
		}, `the outcome of the quick fix ${title}`);
	}

	/** Opens the list of quick fixes at the cursor, until it holds this one. */
	async offeredFix(title: string): Promise<void> {
		await until((patience) => this.#offers(title, patience), `the quick fix ${title}`);
	}

	#fix(title: string): Locator {
		return this.page.locator('.action-widget').getByText(title);
	}

	async #offers(title: string, patience: number): Promise<boolean> {
		if (await this.#fix(title).isVisible()) return true;
		await this.page.keyboard.press('ControlOrMeta+.');
		if (await happens(this.#fix(title).waitFor({ timeout: patience }))) return true;
		await this.page.keyboard.press('Escape');
		return false;
	}

	/**
	 * Makes the window ready for the next test, whatever the last one left: closes questions, menus, lists, messages and
	 * editors, without saving anything.
	 */
	async tidy(): Promise<void> {
		const menu = this.page.locator('.context-view .monaco-menu');
		await until(async (patience) => {
			if (await this.dialog.isVisible()) {
				const dontSave = this.dialog.getByRole('button', { name: "Don't Save" });
				if (await dontSave.isVisible()) await dontSave.click({ timeout: patience });
				else await this.page.keyboard.press('Escape');
				return false;
			}
			if (await menu.isVisible()) {
				await this.page.keyboard.press('Escape');
				return false;
			}
			await this.quickInput.cancel();
			await this.notifications.closeCenter();
			if ((await this.page.locator('.tabs-container .tab').count()) === 0) return true;
			await this.command('View: Close All Editors');
			const closedOrAsked = '.monaco-workbench:not(:has(.tabs-container .tab)), .monaco-dialog-box';
			await happens(this.page.locator(closedOrAsked).first().waitFor({ timeout: patience }));
			return false;
		}, 'a window without open editors, lists and questions');
	}

	/** Returns the tab of an editor or a panel. */
	tab(words: Words): Locator {
		return this.page.locator('.tabs-container .tab').filter({ hasText: words }).first();
	}

	/** Returns the tab of the active editor or panel, if it has these words. */
	tabInFront(words: Words): Locator {
		return this.page
			.locator('.editor-group-container.active .tab[aria-selected="true"]')
			.filter({ hasText: words })
			.first();
	}

	/** Returns the icons at the right end of the tab row. */
	editorAction(words: Words): Locator {
		return this.page.locator('.editor-actions').getByRole('button', { name: words }).first();
	}

	/** Brings a view container of the activity bar to the front, unless it is there. */
	async openContainer(name: string): Promise<void> {
		const button = this.page.locator('.activitybar').getByRole('tab', { name });
		const selected = this.page.locator('.activitybar [role="tab"][aria-selected="true"]');
		// After a reload the open container comes back automatically; a click would then close it.
		await until(async (patience) => {
			await happens(selected.first().waitFor({ timeout: patience }));
			if ((await button.getAttribute('aria-selected')) === 'true') return true;
			await button.click({ timeout: patience });
			return false;
		}, `${name} in front`);
	}

	/** Returns a view of the side bar by its title. */
	tree(viewName: string): Tree {
		return new Tree(this.page, viewName);
	}

	/** Returns a file or folder in the explorer, which must be in front. */
	explorerRow(name: string): TreeRow {
		const rows = this.page.locator('.explorer-folders-view .monaco-list-row');
		return new TreeRow(this.page, rows.filter({ hasText: name }).first());
	}

	statusBar(words: Words): Locator {
		return this.page.locator('.statusbar-item').filter({ hasText: words }).first();
	}

	codeLens(words: Words): Locator {
		return this.page.locator('.codelens-decoration a').filter({ hasText: words }).first();
	}

	/** Presses a lens above the text until its outcome appears. */
	async pressLens(words: Words, outcome: Locator): Promise<void> {
		const lens = this.codeLens(words);
		await leadsTo(
			outcome,
			(timeout) => lens.click({ timeout }),
			`the outcome of "${String(words)}" above the text`,
		);
	}

	/** Presses an icon at the right end of the tab row until its outcome appears. */
	async pressEditorAction(words: Words, outcome: Locator): Promise<void> {
		const action = this.editorAction(words);
		await leadsTo(outcome, (timeout) => action.click({ timeout }), `the outcome of ${String(words)}`);
	}

	/** Runs the active document, which has not run yet, on a deployment; `sends` is the review's text about the request. */
	async run(deployment: string, sends: Words = 'runs the saved workflow'): Promise<void> {
		await this.pressLens('Run', this.quickInput.row(deployment));
		await this.quickInput.choose(deployment, this.quickInput.row(sends));
		await this.quickInput.choose(sends);
	}

	/** Returns the text of the clipboard, once it has these words; `copy` puts them there, repeated until it succeeds. */
	async clipboard(words: RegExp, copy?: () => Promise<unknown>): Promise<string> {
		return until(
			async (patience) => {
				await copy?.();
				for (const end = Date.now() + patience; Date.now() < end; await pause(50)) {
					const text = await this.page.evaluate<string>('navigator.clipboard.readText()');
					if (words.test(text)) return text;
				}
				// A command of a menu that was given no row asks which one is meant.
				await this.quickInput.cancel();
				return undefined;
			},
			`${String(words)} in the clipboard`,
		);
	}

	/** The modal question in the middle of the window. */
	get dialog(): Locator {
		return this.page.locator('.monaco-dialog-box');
	}

	/** Returns the inner frame of a webview panel with this title, once its script has drawn something. */
	async panel(title: Words): Promise<Frame> {
		const tab = this.tab(title);
		await tab.waitFor();
		return until(
			async (patience) => {
				// The title of a tab may change while it is clicked, for instance when a run ends.
				if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click({ timeout: patience });
				for (const frame of this.page.frames()) {
					const element =
						frame.parentFrame() === null ? undefined : await frame.frameElement().catch(() => undefined);
					const id = await element?.getAttribute('id').catch(() => undefined);
					if (id !== 'active-frame' || !(await element?.isVisible())) continue;
					const frameTitle = (await element?.getAttribute('title')) ?? '';
					const isWanted = typeof title === 'string' ? frameTitle.includes(title) : title.test(frameTitle);
					if (isWanted && (await frame.locator('body > *').count()) > 0) return frame;
				}
				return undefined;
			},
			`visible content in the panel ${String(title)}`,
		);
	}

	/** Returns the panel of a run of a document or deployment, once its header shows this state. */
	async result(name: string, state: string | RegExp = ''): Promise<Frame> {
		const stem = name.replace(/\.json$/, '').replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
		return until(async (patience) => {
			// A panel that comes back from behind another tab gets a new frame.
			const frame = await this.panel(new RegExp(`${stem} · `));
			const line = frame.locator('easel-run-header .state').filter({ hasText: state });
			return (await happens(line.waitFor({ timeout: patience }))) ? frame : undefined;
		}, `the result of ${name}: ${state}`);
	}

	/** Signs in to the sandbox that the extension starts itself, from whatever state the window is in. */
	async signInToSandbox(): Promise<void> {
		const signedIn = this.statusBar(/Sandbox$/);
		await until(async (patience) => {
			if (await signedIn.isVisible()) return true;
			await this.statusBar(/: (stopped|signed out)$|(Studio|My ComfyUI)$/).waitFor({ timeout: patience });
			if (await this.statusBar('Sandbox: signed out').isVisible()) {
				await this.command('Easel: Sign In');
				await this.quickInput.row('Use the Demo Account').click({ timeout: patience });
			} else await this.command('Easel: Start Sandbox');
			return happens(signedIn.waitFor({ timeout: 5 * patience }));
		}, 'a sign-in to the sandbox');
	}

	/** Switches to the connection of the test's own sandbox and signs in there by pasting its token. */
	async signInToStudio({ token }: Pick<Sandbox, 'token'>): Promise<void> {
		await this.command('Easel: Switch Connection');
		const pasted = 'Paste an Access Token';
		await this.quickInput.choose('Studio', this.quickInput.row(pasted));
		await this.quickInput.choose(pasted, this.quickInput.box.locator('input[type="password"]'));
		await this.quickInput.enter(token);
		await this.statusBar(/Studio$/).waitFor();
	}

	/** Keeps a picture of the window in `test/pictures/<theme>/`; returns its path. */
	async picture(name: string): Promise<string> {
		return takePicture(this.page, this.theme, name);
	}

	/** Fails on serious findings of axe in a panel's frame, or in a part of the window. */
	async axe(frame: Frame = this.page.mainFrame(), within?: string): Promise<void> {
		await assertAccessible(frame, within);
	}

	async setTheme(theme: Theme): Promise<void> {
		this.theme = theme;
		await this.editor.writeMachineSettings({ 'workbench.colorTheme': theme });
		const kind = { 'Dark Modern': 'vs-dark', 'Light Modern': 'vs', 'Default High Contrast': 'hc-black' }[
			theme
		];
		await this.page.locator(`.monaco-workbench.${kind}`).waitFor();
	}

	/** Takes a picture, and the same in the other themes if requested (`npm test -- --themes`). */
	async pictures(name: string): Promise<void> {
		if (process.env[allThemes] === undefined) {
			await this.picture(name);
			return;
		}
		const before = this.theme;
		for (const theme of themes) {
			await this.setTheme(theme);
			await this.picture(name);
		}
		await this.setTheme(before);
	}

	/**
	 * Reloads the window, as after a restart: same profile, same storage, new extension host. Uses the window's own
	 * command, since a reload of the page would lose pending writes of the window.
	 */
	async reload(): Promise<void> {
		await Promise.all([this.page.waitForEvent('load'), this.command('Developer: Reload Window')]);
		await this.ready();
	}

	/** Opens another window of the same person on the same folder. */
	async anotherWindow(): Promise<Workbench> {
		const { context, editor, folder, theme } = this;
		const page = await context.newPage();
		const other = new Workbench({
			page,
			context,
			editor,
			folder,
			ownsFolder: false,
			theme,
			openedFrom: this,
		});
		open.add(other);
		await page.goto(editor.windowAddress(folder));
		await other.ready();
		return other;
	}

	async close(): Promise<void> {
		open.delete(this);
		if (this.openedFrom) return this.page.close();
		await this.context.close();
		await this.editor.stop();
		if (this.ownsFolder) await rm(this.folder, removal);
	}
}
