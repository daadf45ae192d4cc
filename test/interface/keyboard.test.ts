import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { root } from '../tools/machine.mjs';
import type { Words } from './support/parts.ts';
import { deadlineMs, happens, leadsTo, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const harbour = 'text-to-image-sd15.json';
const sdxl = 'text-to-image-sdxl.json';
const stem = (file: string) => file.replace('.json', '');

/** Returns the accessible role and name of the focused element. */
function focusIn(frame: Frame): Promise<{ readonly role: string; readonly name: string }> {
	return frame.evaluate(() => {
		let element = document.activeElement;
		while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
		// A tree or a menu has the focus itself and points to the row that it is on.
		const pointed = element?.getAttribute('aria-activedescendant');
		if (pointed) element = document.getElementById(pointed) ?? element;
		const host = element?.getRootNode();
		const label = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
		const own = label.trim() === '' && host instanceof ShadowRoot ? host.host : element;
		return {
			role: own?.getAttribute('role') ?? own?.tagName.toLowerCase() ?? '',
			name: (own?.getAttribute('aria-label') ?? own?.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
		};
	});
}

describe('the whole way by keyboard alone', () => {
	let folder: string;
	let workbench: Workbench;
	let panel: Frame;

	const tree = () => workbench.tree('Deployments');
	const press = (key: string) => workbench.page.keyboard.press(key);
	const main = () => workbench.page.mainFrame();
	const focused = async (frame = main()) => {
		const { role, name } = await focusIn(frame);
		return `${role} ${name}`;
	};
	const fits = (text: string, words: Words) =>
		typeof words === 'string' ? text.includes(words) : words.test(text);
	/** Presses a key until the focused element has these words. */
	const walk = async (key: string, words: Words, frame = main(), most = 40) => {
		const way: string[] = [];
		for (let pressed = 0; pressed <= most; pressed++) {
			const at = await focused(frame);
			if (fits(at, words)) return;
			way.push(at.slice(0, 60));
			await press(key);
			// The focus moves with the next frame that is drawn.
			await frame.evaluate(
				() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
			);
		}
		assert.fail(`${key} did not lead to ${String(words)}. The way was: ${way.join(' | ')}`);
	};
	/** Waits until the focus reaches its place without any further key. */
	const arrive = async (words: Words, frame = main()) => {
		await until(async () => fits(await focused(frame), words), `the focus on ${String(words)}`).catch(
			async (error: Error) => {
				error.message += ` It is on ${await focused(frame)}.`;
				throw error;
			},
		);
	};
	/** Opens a list, types to narrow it, and chooses the first row; begins again if the list closes. */
	const take = (key: string, typed: string, words: Words) =>
		until(async (patience) => {
			const { box } = workbench.quickInput;
			await press(key);
			await box.locator('input.input:focus').waitFor({ timeout: patience });
			await workbench.page.keyboard.type(typed);
			if (await happens(first(words).waitFor({ timeout: patience }))) {
				await press('Enter');
				return true;
			}
			await workbench.quickInput.cancel();
			return false;
		}, `${typed} chosen`);
	const first = (words: Words) =>
		workbench.page.locator('.quick-input-widget:visible .monaco-list-row.focused').filter({ hasText: words });
	/** Chooses a command from the palette without the mouse. */
	const command = (title: string) => take('F1', title, title);
	/**
	 * Chooses the first row once it has these words, until its outcome appears. If the rows change at the time of the
	 * key, none is active, and Enter chooses none.
	 */
	const accept = async (words: Words, outcome: Locator) => {
		await first(words).waitFor();
		const enter = async () => {
			if (await first(words).isVisible()) await press('Enter');
		};
		await leadsTo(outcome, enter, `the outcome of ${String(words)}`);
	};
	/**
	 * Opens the menu of the focused row, until the focus is in the menu: a row that is being drawn again does not
	 * receive the key, and a menu receives no key before it has the focus.
	 */
	const openMenu = () =>
		until(async (patience) => {
			await press('Shift+F10');
			if (await happens(menuHasFocus(patience))) return true;
			await press('Escape');
			return false;
		}, 'the focus in the menu of the row');
	const openFile = async (name: string) => {
		await take('ControlOrMeta+P', name, name);
		await workbench.tab(name).waitFor();
		await arrive(/^textbox|^textarea/i);
	};
	/** Moves the focus into the panel of a run next to the text. */
	const enterPanel = async (title: RegExp) => {
		panel = await workbench.panel(title);
		await press('ControlOrMeta+2');
		await panelHasFocus();
	};
	const menuHasFocus = (timeout: number) =>
		workbench.page.waitForFunction(
			() => {
				let at = document.activeElement;
				while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
				return Boolean(at?.closest('.monaco-menu'));
			},
			undefined,
			{ timeout },
		);
	const panelHasFocus = (timeout = deadlineMs) =>
		workbench.page.waitForFunction(() => document.activeElement?.tagName === 'IFRAME', undefined, {
			timeout,
		});

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'easel-keyboard-'));
		await cp(join(root, 'media', 'samples'), folder, { recursive: true });
		// As many steps as keep a run under way until it is canceled, on a slow computer too.
		const text = await readFile(join(folder, harbour), 'utf8');
		await writeFile(join(folder, harbour), text.replace(/"steps": \d+/, '"steps": 10000'));
		workbench = await openWorkbench({ folder, settings: { 'easel.sandbox.speed': 1 } });
		await workbench.page.locator('.activitybar').getByRole('tab', { name: 'Easel' }).waitFor();
		await workbench.page.evaluate(() => {
			const noted = { count: 0 };
			Object.assign(window, { pointerUses: noted });
			for (const kind of ['pointerdown', 'mousedown', 'wheel', 'touchstart']) {
				window.addEventListener(kind, () => noted.count++, { capture: true });
			}
		});
	});
	after(async () => {
		await workbench?.close();
		await rm(folder, { recursive: true, force: true });
	});

	it('leads from the first look to a canceled run, and out again', async () => {
		await step('starts the sandbox from the welcome text', async () => {
			await command('Easel: Focus on Deployments View');
			await tree().welcome.waitFor();
			await walk('Tab', 'Try the Sandbox');
			const start = async () => {
				if (fits(await focused(main()), 'Try the Sandbox')) await press('Enter');
			};
			await leadsTo(tree().item('Harbour (SD 1.5)').row, start, 'the deployments of the sandbox');
		});
		await step('walks the deployments, and hears of each what it is', async () => {
			await command('Easel: Focus on Deployments View');
			await walk('ArrowDown', /treeitem Harbour \(SD 1\.5\), standby/);
			await walk('ArrowDown', /treeitem Mountain village/);
			await openMenu();
			await walk('ArrowDown', /^menuitem Open Readme/);
			await press('Escape');
			await arrive(/treeitem Mountain village/);
		});
		await step('runs a document: deployment, plan, result', async () => {
			await openFile(sdxl);
			await command('Easel: Run Workflow');
			await workbench.quickInput.row('Mountain village').waitFor();
			await workbench.page.keyboard.type('Mountain');
			await accept('Mountain village', workbench.quickInput.row('runs the saved workflow'));
			await accept('runs the saved workflow', workbench.tab(`${stem(sdxl)} · `));
			panel = await workbench.result(sdxl, 'Succeeded');
			await panel.locator('easel-picture img.full').waitFor();
			await arrive(/^textbox|^textarea/i);
		});
		await step('walks the buttons of the result, one stop for each toolbar', async () => {
			await enterPanel(new RegExp(`${stem(sdxl)} · `));
			await walk('Tab', 'Run Again', panel);
			await walk('ArrowRight', 'Run with New Seed', panel, 1);
			await walk('ArrowRight', 'Star', panel, 1);
			await walk('ArrowRight', 'Save All', panel);
			await walk('End', 'Run Details', panel, 1);
			const details = panel.locator('easel-run-details');
			assert.equal(await details.isVisible(), false);
			await press('Space');
			await details.waitFor();
			await walk('Tab', 'Copy prompt', panel);
			await press('Enter');
			await panel.getByRole('status').filter({ hasText: 'Copied the prompt' }).waitFor();
			await press('d');
			await details.waitFor({ state: 'hidden' });
		});
		await step('goes from picture to picture, into one and out again', async () => {
			await walk('Tab', /^option/, panel);
			assert.match(await focused(panel), /_00001_\.png, /);
			await press('ArrowRight');
			await arrive(/option .*_00002_\.png/, panel);
			await panel.locator('easel-item-bar').getByText('2 of 2').waitFor();
			await press('Enter');
			await panel.locator('.app.alone').waitFor();
			const scale = panel.locator('easel-item-bar .scale');
			await press('1');
			await scale.filter({ hasText: '100%' }).waitFor();
			await press('+');
			await scale.filter({ hasNotText: '100%' }).waitFor();
			await press('1');
			await scale.filter({ hasText: '100%' }).waitFor();
			await press('0');
			await scale.filter({ hasNotText: '100%' }).waitFor();
			await press('Escape');
			await panel.locator('.app.alone').waitFor({ state: 'detached' });
			await arrive(/option .*_00002_\.png/, panel);
			await press('c');
			await panel
				.locator('easel-item-bar')
				.getByRole('button', { name: 'Compare with Another', pressed: true })
				.waitFor();
			await press('Escape');
			await panel
				.locator('easel-item-bar')
				.getByRole('button', { name: 'Compare with Another', pressed: false })
				.waitFor();
		});
		await step('opens the menu of a picture, and leaves it to where it came from', async () => {
			await walk('Tab', /^option/, panel);
			await press('Shift+F10');
			await walk('ArrowDown', /^menuitem Copy Image/, panel);
			await press('Escape');
			await arrive(/^option/, panel);
		});
		await step('leaves the panel to the rest of the window', async () => {
			await press('ControlOrMeta+0');
			await arrive(/treeitem /);
			await press('ControlOrMeta+1');
			await arrive(/^textbox|^textarea/i);
		});
		await step('runs from the line above the text, and cancels in the tree', async () => {
			await openFile(harbour);
			// The command has no effect before the lens above the text exists.
			await workbench.codeLens('Run').waitFor();
			await command('Show CodeLens Commands for Current Line');
			await workbench.quickInput.row('Run').waitFor();
			await accept('Run', workbench.quickInput.row('Harbour (SD 1.5)'));
			await workbench.page.keyboard.type('Harbour (SD');
			await accept('Harbour (SD 1.5)', workbench.quickInput.row('sends 1 changed input'));
			await accept('sends 1 changed input', workbench.tab(`${stem(harbour)} · `));
			await workbench.result(harbour);
			await tree().run(harbour).row.waitFor();
			await command('Easel: Focus on Deployments View');
			await arrive(/treeitem /);
			await press('Home');
			await walk('ArrowDown', new RegExp(`treeitem Run of ${stem(harbour)}, (queued|running)`));
			await openMenu();
			await walk('ArrowDown', /^menuitem Cancel Run/);
			await press('Enter');
			const canceled = new RegExp(`treeitem Run of ${stem(harbour)}, canceled`);
			await arrive(canceled);
			// A row that is being drawn again does not receive the key.
			await until(async (patience) => {
				await press('Enter');
				return happens(panelHasFocus(patience));
			}, 'the focus in the panel of the run');
			panel = await workbench.result(harbour, 'Canceled');
			await walk('Tab', 'Run Again', panel);
		});
		await step('signs out', async () => {
			await command('Easel: Sign Out');
			await tree().welcome.getByText('Sign In', { exact: true }).waitFor();
			await command('Easel: Focus on Deployments View');
			await walk('Tab', 'Sign In');
		});
		await step('needed no mouse', async () => {
			const uses = await workbench.page.evaluate(
				() => (window as unknown as { pointerUses: { count: number } }).pointerUses.count,
			);
			assert.equal(uses, 0);
		});
	});
});
