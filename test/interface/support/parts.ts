// The parts of the workbench that tests use. Each is found the way a person finds it: by the words on it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { deadlineMs, happens, leadsTo, until } from './waiting.ts';

/** A text to find: a whole string anywhere in the words, or a pattern. */
export type Words = string | RegExp;

/** The list that drops from the top of the window: the palette, a choice, or a question for a text. */
export class QuickInput {
	private readonly page: Page;
	readonly box: Locator;

	constructor(page: Page) {
		this.page = page;
		this.box = page.locator('.quick-input-widget:visible');
	}

	/** Returns the texts of the visible rows, each row in one line. */
	async rows(): Promise<readonly string[]> {
		await this.box.waitFor();
		const texts = await this.box.locator('.monaco-list-row').allInnerTexts();
		return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
	}

	/** Returns the first row with these words, and with those next to them. */
	row(words: Words, beside = ''): Locator {
		return this.box
			.locator('.monaco-list-row')
			.filter({ hasText: words })
			.filter({ hasText: beside })
			.first();
	}

	/**
	 * Chooses a row by clicking it, until its outcome appears, or else until the list closes or changes: a click is
	 * lost on rows that are being renewed.
	 */
	async choose(words: Words, outcome?: Locator): Promise<void> {
		const row = this.row(words);
		if (outcome !== undefined) {
			const choose = async (timeout: number) => {
				await this.#reach(row, timeout);
				await row.click({ timeout });
			};
			return leadsTo(outcome, choose, `what ${String(words)} leads to in the list`);
		}
		let before: string | undefined;
		await until(
			async (patience) => {
				if (before !== undefined && (await this.#says()) !== before) return true;
				await this.#reach(row, patience);
				before = await this.#says();
				await row.click({ timeout: patience });
				for (const end = Date.now() + patience; Date.now() < end; await pause(50))
					if ((await this.#says()) !== before) return true;
				return false;
			},
			`${String(words)} chosen from the list`,
		);
	}

	/** Presses a row that leaves its list open. */
	async press(words: Words): Promise<void> {
		await this.#reach(this.row(words), deadlineMs);
		await this.row(words).click();
	}

	/** Scrolls to a row; a pointer that rests where the list opens triggers the hover of a row, which covers the row. */
	async #reach(row: Locator, timeout: number): Promise<void> {
		await this.page.mouse.move(1, 1);
		await row.scrollIntoViewIfNeeded({ timeout });
	}

	/** Returns the whole text of the list; empty while none is open. */
	async #says(): Promise<string> {
		// All current boxes: waiting for one would wait for a list that has just closed.
		return (await this.box.allInnerTexts()).join();
	}

	/** Types into the field on top, without confirming. */
	async type(text: string): Promise<void> {
		await this.box.locator('input.input').fill(text);
	}

	/** Types into the field on top and confirms with Enter. */
	async enter(text: string): Promise<void> {
		await this.type(text);
		// A window that is at work may have taken the focus back.
		await this.box.locator('input.input').press('Enter');
	}

	/**
	 * Answers the file dialog with one of its buttons, and a path if given. The dialog fills in its own path initially
	 * and after each read of a folder, and accepts no answer while it reads.
	 */
	async answerFileDialog(button: string, path?: string): Promise<void> {
		await this.box.locator('.monaco-list-row').first().waitFor();
		await until(async (timeout) => {
			if (await this.box.isHidden()) return true;
			if (path !== undefined) await this.box.locator('input.input').fill(path, { timeout });
			await this.box.getByRole('button', { name: button, exact: true }).click({ timeout });
			return happens(this.box.waitFor({ state: 'hidden', timeout }));
		}, `the file dialog answered with "${button}"`);
	}

	/** Returns the sentence under the field: a question, or the reason why a text is refused. */
	async message(): Promise<string> {
		return this.box.locator('.quick-input-message').innerText();
	}

	async cancel(): Promise<void> {
		// One Escape may go to something else that is open, for instance the notification center.
		await until(async (patience) => {
			if (await this.box.isHidden()) return true;
			await this.page.keyboard.press('Escape');
			return happens(this.box.waitFor({ state: 'hidden', timeout: patience / 4 }));
		}, 'the list on top closed');
	}
}

/** One view of the side bar, a tree or its welcome text. */
export class Tree {
	private readonly page: Page;
	private readonly viewName: string;
	readonly pane: Locator;

	constructor(page: Page, viewName: string) {
		this.page = page;
		this.viewName = viewName;
		this.pane = page
			.locator('.pane')
			.filter({ has: page.locator(`.pane-header[aria-label^="${viewName}"]`) });
	}

	/** Returns the visible rows, each in one line: label and description. */
	async rows(): Promise<readonly string[]> {
		const texts = await this.pane.locator('.monaco-list-row').allInnerTexts();
		return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
	}

	item(words: Words): TreeRow {
		return new TreeRow(this.page, this.pane.locator('.monaco-list-row').filter({ hasText: words }).first());
	}

	/** Returns the row of a run, by its document and the state in its accessible name. */
	run(document: string, state = ''): TreeRow {
		const label = `Run of ${document.replace(/\.json$/, '')}, ${state}`;
		return new TreeRow(this.page, this.pane.locator(`.monaco-list-row[aria-label^="${label}"]`).first());
	}

	/** The text in the place of an empty tree, with its buttons. */
	get welcome(): Locator {
		return this.pane.locator('.welcome-view-content');
	}

	/** Presses a button of the text in place of an empty tree, until a row with these words appears. */
	async begin(button: Words, words: Words): Promise<void> {
		const { row } = this.item(words);
		const press = this.welcome.getByRole('button', { name: button });
		await leadsTo(row, (timeout) => press.click({ timeout }), `${String(words)} after ${String(button)}`);
	}

	/** Opens the view, if it is folded; a new window has Deployments and Runs open alone. */
	async unfold(): Promise<void> {
		const header = this.pane.locator('.pane-header');
		await until(async (patience) => {
			if ((await header.getAttribute('aria-expanded')) === 'true') return true;
			await header.click({ timeout: patience });
			return false;
		}, `${this.viewName} unfolded`);
	}

	/** Opens the view and collapses the others, so that it has all of the height: rows below its edge are not drawn. */
	async takeAllRoom(): Promise<void> {
		const headers = this.page.locator('.sidebar .pane-header[aria-expanded="true"]');
		const others = headers.and(this.page.locator(`:not([aria-label^="${this.viewName}"])`));
		await until(async (patience) => {
			if ((await others.count()) === 0) return true;
			await others.first().click({ timeout: patience });
			return false;
		}, `${this.viewName} alone`);
		await this.unfold();
	}

	/**
	 * Clicks an icon in the view's title, until its outcome appears, if given; a view that is alone in its container
	 * has it in the container's title.
	 */
	async titleAction(words: Words, outcome?: Locator): Promise<void> {
		const header = this.pane.locator('.pane-header');
		const click = async (timeout: number) => {
			const isAlone = !(await header.isVisible());
			if (!isAlone) await header.hover({ timeout });
			const place = isAlone ? this.page.locator('.sidebar .composite.title') : header;
			await place.getByRole('button', { name: words }).click({ timeout });
		};
		if (outcome === undefined) return click(deadlineMs);
		await leadsTo(outcome, click, `the outcome of ${String(words)} in the title of a view`);
	}

	/** Returns an entry of the menu after the icons of the view's title, once that is open. */
	menuEntry(words: Words): Locator {
		return this.page.locator('.context-view .monaco-menu').getByRole('menuitem', { name: words });
	}

	/** Chooses an entry of the menu after the icons of the view's title, until its outcome appears. */
	async titleMenu(words: Words, outcome?: Locator): Promise<void> {
		const entry = this.menuEntry(words);
		const choose = async (timeout: number) => {
			if (!(await entry.isVisible())) {
				await this.titleAction(/More Actions/);
				await entry.waitFor({ timeout });
			}
			await entry.hover({ timeout });
			await entry.click({ timeout });
		};
		if (outcome === undefined) return choose(deadlineMs);
		await leadsTo(outcome, choose, `the outcome of ${String(words)} in the menu of a view`);
	}
}

export class TreeRow {
	private readonly page: Page;
	readonly row: Locator;

	constructor(page: Page, row: Locator) {
		this.page = page;
		this.row = row;
	}

	async text(): Promise<string> {
		return (await this.row.innerText()).replaceAll(/\s+/g, ' ').trim();
	}

	/** Returns the text of the row for screen readers. */
	async label(): Promise<string> {
		return (await this.row.getAttribute('aria-label')) ?? '';
	}

	async click(): Promise<void> {
		await this.row.click();
	}

	/** Clicks the row until its outcome appears. */
	async open(outcome: Locator): Promise<void> {
		await leadsTo(outcome, (timeout) => this.row.click({ timeout }), 'what a row opens');
	}

	/** Opens the row, if it is closed; until something below it appears, if given. */
	async expand(below?: Locator): Promise<void> {
		if (below === undefined) return this.turn('true');
		// The editor closes a row again that was opened while the rows were being read.
		await leadsTo(below, () => this.turn('true'), 'what is below an expanded row');
	}

	/** Closes the row, if it is open. */
	collapse(): Promise<void> {
		return this.turn('false');
	}

	/**
	 * Expands or collapses the row. A click is lost on a row that is being drawn again, and a second click would revert
	 * it. So would one that timed out while the window was too busy to handle it: a click may take all the time there
	 * is.
	 */
	private async turn(expanded: 'true' | 'false'): Promise<void> {
		const turned = this.row.and(this.page.locator(`[aria-expanded="${expanded}"]`));
		await until(
			async (patience) => {
				if ((await this.row.getAttribute('aria-expanded', { timeout: patience })) === expanded) return true;
				await this.row.locator('.monaco-tl-twistie').click({ timeout: deadlineMs });
				return happens(turned.waitFor({ timeout: patience }));
			},
			expanded === 'true' ? 'the expanded row' : 'the collapsed row',
		);
	}

	/**
	 * Clicks one of the icons that appear when the mouse is over the row, until its outcome appears: a click is lost on
	 * a row that is being drawn again.
	 */
	async action(words: Words, outcome: Locator): Promise<void> {
		const click = async (timeout: number) => {
			await this.row.hover({ timeout });
			await this.row.getByRole('button', { name: words }).click({ timeout });
		};
		await leadsTo(outcome, click, `the outcome of ${String(words)} in a row`);
	}

	/** Opens the row's context menu; a row that is drawn again under the mouse takes it away. Returns its entries. */
	private async openMenu(): Promise<Locator> {
		const entries = this.page.locator('.context-view .monaco-menu .action-label');
		await until(async (patience) => {
			if (await entries.first().isVisible()) return true;
			await this.row.click({ button: 'right', timeout: patience });
			return happens(entries.first().waitFor({ timeout: patience }));
		}, 'the menu of a row');
		return entries;
	}

	/** Opens the row's context menu and chooses an entry, of a submenu if named, until its outcome appears, if given. */
	async menu(words: Words, outcome?: Locator, submenu?: string): Promise<void> {
		if (outcome === undefined) return this.choose(words, submenu);
		const input = new QuickInput(this.page);
		const again = async () => {
			// The editor forgets rows while it reads them again; a command that is chosen then gets none, and asks for one.
			await input.cancel();
			await this.choose(words, submenu, outcome);
		};
		await leadsTo(outcome, again, `the outcome of ${String(words)} in the menu of a row`);
	}

	/**
	 * Opens the context menu and chooses an entry. The menu is opened again if it closed, as when the row is drawn
	 * again, or if it opened before the extension was known: it then never changes, and covers the row. If the outcome
	 * is already visible, an earlier choice took effect, and the entry may no longer exist.
	 */
	private async choose(words: Words, submenu?: string, outcome?: Locator): Promise<void> {
		const menu = this.page.locator('.context-view .monaco-menu').first();
		const entry = menu.getByRole('menuitem', { name: words }).first();
		let isChosen = false;
		await until(
			async (patience) => {
				// A click that was given up may have counted.
				if (isChosen && (await menu.isHidden())) return true;
				if (await outcome?.isVisible()) {
					if (await menu.isVisible()) await this.page.keyboard.press('Escape');
					return true;
				}
				if (!(await entry.isVisible())) {
					if (await menu.isVisible()) await this.page.keyboard.press('Escape');
					else await this.row.click({ button: 'right', timeout: patience });
					if (submenu !== undefined)
						await menu.getByRole('menuitem', { name: submenu, exact: true }).click({ timeout: patience });
					await entry.waitFor({ timeout: patience });
				}
				await entry.hover({ timeout: patience });
				isChosen = true;
				// The menu ignores a click that arrives while it is opening, since it may belong to the one that opened
				// it; it closes before its action, so a click that took effect cannot be repeated.
				await entry.click({ timeout: patience });
				return happens(menu.waitFor({ state: 'hidden', timeout: patience / 10 }));
			},
			`${String(words)} chosen from the menu`,
		);
	}

	/** Returns the entries of the row's context menu. */
	async menuEntries(): Promise<readonly string[]> {
		return until(async () => {
			const entries = await this.openMenu();
			const texts = await entries.allInnerTexts();
			await this.page.keyboard.press('Escape');
			const offered = texts.map((text) => text.trim()).filter((text) => text !== '');
			return offered.length > 0 && offered;
		}, 'the entries of a menu');
	}
}

/** The messages in the lower right corner, which stay in the notification center when they fade. */
export class Notifications {
	private readonly page: Page;

	constructor(page: Page) {
		this.page = page;
	}

	/** Returns the message that contains these words, once it appears. */
	async find(words: Words): Promise<Notification> {
		const item = this.page.locator('.notification-list-item').filter({ hasText: words }).first();
		const bell = this.page.locator('[id="status.notifications"]');
		const center = this.page.locator('.notifications-center');
		const show = async (patience: number) => {
			if (await item.isVisible()) return true;
			if (!(await center.isVisible())) await bell.click({ timeout: patience });
			return happens(item.waitFor({ timeout: patience / 2 }));
		};
		await until(show, `a message with ${String(words)}`).catch(async (error: Error) => {
			error.message += ` The messages are: ${(await this.texts()).join(' | ')}`;
			throw error;
		});
		return new Notification(item, show);
	}

	/** Returns the texts of all visible messages. */
	async texts(): Promise<readonly string[]> {
		const texts = await this.page
			.locator('.notification-list-item:visible .notification-list-item-message')
			.allInnerTexts();
		return texts.map((text) => text.trim());
	}

	async closeCenter(): Promise<void> {
		const center = this.page.locator('.notifications-center');
		await until(async (patience) => {
			if (!(await center.isVisible())) return true;
			await this.page.locator('[id="status.notifications"]').click({ timeout: patience });
			return happens(center.waitFor({ state: 'hidden', timeout: patience }));
		}, 'the notification center closed');
	}
}

/** One message. It fades after some seconds; every action shows it again first. */
export class Notification {
	readonly item: Locator;
	readonly #show: (patience: number) => Promise<boolean>;

	constructor(item: Locator, show: (patience: number) => Promise<boolean>) {
		this.item = item;
		this.#show = show;
	}

	async text(): Promise<string> {
		const words = this.item.locator('.notification-list-item-message');
		return until(
			async (timeout) => (await this.#show(timeout)) && (await words.innerText({ timeout })).trim(),
			'the words of a message',
		);
	}

	async press(button: Words): Promise<void> {
		const target = this.item.getByRole('button', { name: button, exact: true });
		await until(
			async (timeout) => {
				if (!(await this.#show(timeout))) return false;
				await this.item.hover({ timeout });
				await target.click({ timeout });
				return true;
			},
			`${String(button)} pressed in a message`,
		);
	}
}
