import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaptionsState } from '../../src/core/captions/messages.ts';
import type { CaptionRow } from '../../src/core/captions/row.ts';
import { UploadCaptions } from '../../src/core/captions/uploadCaptions.ts';
import { sharedBrowser } from './support/browser.ts';
import { gradientPng, recordedVideo } from './support/media.ts';
import { takePicture } from './support/pictures.ts';
import { PlayedFolder } from './support/playedFolder.ts';
import { type ViewPage, ViewServer } from './support/viewPage.ts';

const lighthouse = 'ohwx, a lighthouse on a basalt cliff at dawn, soft light, gulls over the water';
const attack = '<img src=x onerror="document.title=\'attacked\'"><script>document.title="attacked"</script>';
const texts: Readonly<Record<string, string | Uint8Array | undefined>> = {
	'boat 1': '\uFEFFohwx, a red boat in the harbour\r\nsecond line\r\n',
	'boat 2': 'ohwx, a blue boat, calm water\n',
	'café #1 100%': lighthouse,
	empty: ' \n',
	hostile: attack,
	latin: new Uint8Array([0x63, 0x61, 0x66, 0xe9]),
	'no caption': undefined,
	'sub/😀': 'a smiling face, ohwx',
};
const names = Object.keys(texts);

describe('captions panel in a browser', () => {
	const server = ViewServer.ofSuite('captions', { folder: 'file:///harbour' }, true);
	let played: PlayedFolder | undefined;

	before(() => {
		for (const [index, name] of names.entries()) {
			const path = `${name}.png`.split('/').map(encodeURIComponent).join('/');
			server.files.set(path, gradientPng(index % 2 === 0 ? 320 : 160, 240, index));
		}
	});
	afterEach(async () => {
		await played?.remove();
		played = undefined;
	});

	interface Window {
		width?: number;
		height?: number;
		saved?: unknown;
	}

	/** Opens the folder of this test in a view; `answer` is called while the test waits. */
	async function show(more: Window = {}): Promise<ViewPage> {
		played ??= await PlayedFolder.make(
			Object.fromEntries(
				names.flatMap((name) => {
					const text = texts[name];
					const medium = [`${name}.png`, ''] as const;
					return text === undefined ? [medium] : [medium, [`${name}.txt`, text] as const];
				}),
			),
			`${server.origin}/files`,
		);
		const open = await server.open({ state: played.state(), ...more });
		played.serve(open);
		await row(open, 'boat 1').waitFor();
		return open;
	}

	const row = (view: ViewPage, name: string) => view.page.locator(`.row[data-id="${name}.txt"]`);
	const cell = (view: ViewPage, name: string) => row(view, name).locator('.caption');
	const field = (view: ViewPage, name: string) => row(view, name).locator('textarea').first();
	const shown = async (view: ViewPage) =>
		(
			await view.page
				.locator('.row')
				.evaluateAll((rows) => rows.map((each) => (each as HTMLElement).dataset.id))
		)
			.join()
			.replaceAll('.txt', '');

	/** Waits for something while the folder answers the view. */
	async function soon(view: ViewPage, what: string, condition: () => Promise<boolean>): Promise<void> {
		await view.until(async () => {
			await played?.answer();
			return condition();
		}, what);
	}
	const written = async (view: ViewPage, name: string, text: string) =>
		soon(view, `${name} written`, async () => (await played?.read(`${name}.txt`).catch(() => '')) === text);
	const choose = async (view: ViewPage, label: string, value: string) =>
		view.page.getByLabel(label, { exact: true }).selectOption(value);

	it('shows every pair with its picture and its text, whatever the names and texts are', async () => {
		const view = await show({ height: 1300 });
		await view.until(
			async () => (await view.page.locator('.medium img').count()) === names.length,
			'all pictures',
		);
		await view.decoded(view.page.locator('.medium img'));
		assert.equal(await field(view, 'hostile').inputValue(), attack);
		assert.equal(await field(view, 'boat 1').inputValue(), 'ohwx, a red boat in the harbour\nsecond line');
		assert.equal(await field(view, 'sub/😀').inputValue(), 'a smiling face, ohwx');
		assert.match(await row(view, 'latin').innerText(), /Not UTF-8, shown as Windows-1252/);
		assert.match(await row(view, 'no caption').innerText(), /No caption/);
		assert.match(await row(view, 'boat 1').innerText(), /\d+ × 240, smaller than 512 × 512: not enlarged\./);
		assert.match(
			await view.page.locator('footer').innerText(),
			/8 media files · 2 without caption · 1 needs attention/,
		);
		assert.notEqual(await view.page.title(), 'attacked');
	});

	it('is used by keys alone: rows, cells, typing, the next caption, giving up, undo and redo', async () => {
		const view = await show();
		const { keyboard } = view.page;
		await cell(view, 'boat 1').focus();
		await keyboard.press('ArrowDown');
		assert.equal(await view.page.locator('.row:has(.caption:focus)').getAttribute('data-id'), 'boat 2.txt');
		await keyboard.press('Enter');
		await keyboard.type(', gulls');
		await keyboard.press('Tab');
		await written(view, 'boat 2', 'ohwx, a blue boat, calm water, gulls\n');
		assert.equal(
			await view.page.locator('.row:has(textarea:focus)').getAttribute('data-id'),
			'café #1 100%.txt',
		);
		await keyboard.type(' never kept');
		await keyboard.press('Escape');
		await view.until(async () => (await field(view, 'café #1 100%').inputValue()) === lighthouse, 'given up');
		assert.equal(
			await view.page.locator('.row:has(.caption:focus)').getAttribute('data-id'),
			'café #1 100%.txt',
		);
		await keyboard.press('Control+z');
		await written(view, 'boat 2', 'ohwx, a blue boat, calm water\n');
		// Keys come before messages on a busy page, and the answer leads to the row.
		await view.page.getByText('Undone in 1 caption.').waitFor();
		await keyboard.press('Control+y');
		await written(view, 'boat 2', 'ohwx, a blue boat, calm water, gulls\n');
		await view.page.getByText('Redone in 1 caption.').waitFor();
		await keyboard.press('ArrowLeft');
		await view.page.locator('.medium:focus').waitFor();
		await keyboard.press('Enter');
		await soon(view, 'the picture opened', async () =>
			(await view.sent()).some(
				({ kind, payload }) => kind === 'open' && JSON.stringify(payload).includes('boat 2.png'),
			),
		);
		await keyboard.press('Control+End');
		await view.until(
			async () =>
				(await view.page.locator('.row:has(.caption:focus)').getAttribute('data-id')) === 'sub/😀.txt',
			'the last row',
		);
		await keyboard.press('Control+f');
		await keyboard.type('boat');
		await view.until(async () => (await shown(view)) === 'boat 1,boat 2', 'the filter');
		await keyboard.press('Enter');
		await view.page.locator('.row :focus').waitFor();
	});

	it('keeps a moved focus while a change is undone', async () => {
		const view = await show();
		const { keyboard } = view.page;
		const focused = view.page.locator('.row:has(.caption:focus)');
		await field(view, 'boat 2').fill('changed');
		await keyboard.press('Control+Enter');
		await written(view, 'boat 2', 'changed\n');
		await keyboard.press('Control+z');
		await keyboard.press('Control+End');
		await view.until(async () => (await focused.getAttribute('data-id')) === 'sub/😀.txt', 'the last row');
		await written(view, 'boat 2', 'ohwx, a blue boat, calm water\n');
		await view.page.getByText('Undone in 1 caption.').waitFor();
		assert.equal(await focused.getAttribute('data-id'), 'sub/😀.txt');
	});

	it('leads to the row of the last of two changes that are undone at once', async () => {
		const view = await show();
		const { keyboard } = view.page;
		for (const name of ['boat 1', 'boat 2']) {
			await field(view, name).fill(`changed ${name}`);
			await keyboard.press('Control+Enter');
			await soon(view, `${name} written`, async () =>
				((await played?.read(`${name}.txt`)) ?? '').includes(`changed ${name}`),
			);
		}
		await cell(view, 'empty').focus();
		await keyboard.press('Control+z');
		await keyboard.press('Control+z');
		await soon(view, 'the first row', async () => {
			const at = await view.page.locator('.row:has(.caption:focus)').getAttribute('data-id');
			return at === 'boat 1.txt';
		});
		assert.equal(await played?.read('boat 2.txt'), texts['boat 2']);
	});

	it('leaves undo to the field while something is typed there', async () => {
		const view = await show();
		await field(view, 'boat 2').click();
		await view.page.keyboard.press('Control+End');
		await view.page.keyboard.type('xyz');
		await view.page.keyboard.press('Control+z');
		await view.until(
			async () => !(await field(view, 'boat 2').inputValue()).includes('xyz'),
			'typing undone',
		);
		assert.ok(!(await view.sent()).some(({ kind }) => kind === 'request'));
	});

	it('makes a caption file when something is typed, and not before', async () => {
		const view = await show();
		await field(view, 'no caption').click();
		await view.page.keyboard.press('Tab');
		await played?.answer();
		assert.ok(!(await readdir(played?.root ?? '')).includes('no caption.txt'));
		await field(view, 'no caption').click();
		await view.page.keyboard.type('a quiet harbour');
		await cell(view, 'boat 1').focus();
		await written(view, 'no caption', 'a quiet harbour');
	});

	it('previews a change of many captions, and applies exactly the preview', async () => {
		const view = await show();
		await view.page.keyboard.press('Control+h');
		await view.page.getByRole('textbox', { name: 'Find', exact: true }).fill('boat');
		await view.page.getByRole('textbox', { name: 'Replace with' }).fill('ship');
		await view.page.getByText('Changes 2 of 6 captions.').waitFor();
		await view.until(async () => (await shown(view)) === 'boat 1,boat 2', 'only what changes');
		assert.equal(await row(view, 'boat 1').locator('del').innerText(), 'boat');
		assert.equal(await row(view, 'boat 1').locator('ins').innerText(), 'ship');
		assert.equal(await played?.read('boat 2.txt'), texts['boat 2']);
		await takePicture(view.page, 'component', 'captions-replace');
		await view.assertAccessible();
		await view.page.getByText('Apply to 2 Captions').click();
		await written(view, 'boat 1', '\uFEFFohwx, a red ship in the harbour\r\nsecond line\r\n');
		await written(view, 'boat 2', 'ohwx, a blue ship, calm water\n');
		await view.page.getByText('Changed 2 captions.').waitFor();
		await view.page.getByRole('button', { name: 'Close' }).click();
		await view.page.getByRole('button', { name: 'Undo: 2 captions' }).click();
		await written(view, 'boat 1', String(texts['boat 1']));
		await written(view, 'boat 2', String(texts['boat 2']));
	});

	it('discards the preview of an earlier question', async () => {
		const view = await show();
		// Answers when the test decides, and not after it was ended, like a worker.
		await view.page.evaluate(() => {
			const asked: HeldWorker[] = [];
			class HeldWorker extends EventTarget {
				ended = false;
				postMessage({ kind }: { kind?: string }): void {
					// Small pictures are made in workers too.
					if (kind === 'plan') asked.push(this);
				}
				terminate(): void {
					this.ended = true;
				}
			}
			Object.assign(window, { Worker: HeldWorker, asked });
		});
		await view.page.keyboard.press('Control+h');
		const find = view.page.getByRole('textbox', { name: 'Find', exact: true });
		await find.fill('boat');
		type Asked = { asked: (EventTarget & { ended: boolean })[] };
		await view.until(
			() => view.page.evaluate(() => (window as unknown as Asked).asked.length === 1),
			'the question',
		);
		const shownThen = await find.evaluate(async (input: HTMLInputElement) => {
			const panel = (input.getRootNode() as ShadowRoot).host as HTMLElement & {
				updateComplete: Promise<unknown>;
			};
			input.value = 'boat 9';
			input.dispatchEvent(new Event('input'));
			await panel.updateComplete;
			const [worker] = (window as unknown as Asked).asked;
			const edits = [{ id: 'boat 1.txt', before: 'a', after: 'b' }];
			if (!worker?.ended)
				worker?.dispatchEvent(new MessageEvent('message', { data: { kind: 'plan', ok: true, edits } }));
			// The answer goes through a few promises, without a timer.
			for (let turn = 0; turn < 20; turn++) await panel.updateComplete;
			input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));
			return panel.shadowRoot?.querySelector('[role="status"]')?.textContent ?? '';
		});
		assert.match(shownThen, /^Applies to the 6 captions shown/);
		assert.ok(!(await view.sent()).some(({ kind }) => kind === 'request'));
	});

	it('stops and reports an expression that takes too long, and stays responsive', async () => {
		const slow = `${'a'.repeat(80)}!`;
		played = await PlayedFolder.make({ 'boat 1.png': '', 'boat 1.txt': slow }, `${server.origin}/files`);
		const view = await show();
		await view.page.keyboard.press('Control+h');
		await view.page.getByRole('textbox', { name: 'Find', exact: true }).fill('^(a|aa)+$');
		await view.page.getByText('Regular Expression').click();
		await view.page.getByRole('textbox', { name: 'Replace with' }).fill('still answers');
		await view.page.getByText('This expression takes too long').waitFor();
		await view.page.getByRole('textbox', { name: 'Find', exact: true }).fill('(');
		await view.page.getByText('The regular expression is not valid').waitFor();
		assert.equal(await played.read('boat 1.txt'), slow);
	});

	it('filters by missing captions, trigger word and length, and keeps a row until the filter changes', async () => {
		const view = await show();
		await choose(view, 'Show', 'missing');
		await view.until(async () => (await shown(view)) === 'empty,no caption', 'missing ones');
		await field(view, 'no caption').click();
		await view.page.keyboard.type('now there');
		await view.page.keyboard.press('Control+Enter');
		await written(view, 'no caption', 'now there');
		assert.equal(await shown(view), 'empty,no caption');
		await choose(view, 'Show', 'present');
		await view.page.getByRole('button', { name: 'Filter by Trigger Word and Length' }).click();
		await view.page.getByLabel('Trigger word', { exact: true }).fill('ohwx');
		await choose(view, 'Trigger Word in Caption', 'absent');
		await view.until(async () => (await shown(view)) === 'hostile,latin,no caption', 'without trigger');
		await view.page.getByLabel('At most').fill('2');
		await view.until(async () => (await shown(view)) === 'latin,no caption', 'short ones');
		await view.page.getByRole('button', { name: 'Clear Filter' }).click();
		await view.until(async () => (await shown(view)).startsWith('boat 1,boat 2'), 'all');
	});

	it('keeps the row being edited when media arrive, even if it no longer matches the filter', async () => {
		const view = await show();
		await choose(view, 'Show', 'missing');
		await view.until(async () => (await shown(view)) === 'empty,no caption', 'missing ones');
		await field(view, 'no caption').click();
		await view.page.keyboard.type('a quiet');
		await played?.answer();
		await played?.changeElsewhere('arrived 1.png', '');
		await row(view, 'arrived 1').waitFor();
		await view.page.keyboard.type(' harbour');
		assert.equal(await field(view, 'no caption').inputValue(), 'a quiet harbour');
		await view.page.keyboard.press('Control+Enter');
		await written(view, 'no caption', 'a quiet harbour');
		await played?.changeElsewhere('arrived 2.png', '');
		await row(view, 'arrived 2').waitFor();
		await row(view, 'no caption').locator('.caption:focus').waitFor();
		await cell(view, 'empty').focus();
		await played?.changeElsewhere('arrived 3.png', '');
		await row(view, 'arrived 3').waitFor();
		assert.equal(await row(view, 'no caption').count(), 0);
	});

	it('lists tags and words by frequency, and leads from there to captions and to the removal of a tag', async () => {
		const view = await show();
		await view.page.getByRole('button', { name: 'Words by Frequency' }).click();
		await view.page.getByRole('button', { name: 'ohwx in 4 captions' }).waitFor();
		await view.assertAccessible();
		await choose(view, 'Count', 'words');
		await view.page.getByRole('button', { name: 'boat in 2 captions' }).click();
		await view.until(async () => (await shown(view)) === 'boat 1,boat 2', 'captions with the word');
		await choose(view, 'Count', 'tags');
		await view.page.getByRole('button', { name: 'Remove Tag "calm water"' }).click();
		await view.page.getByText('Apply to 1 Caption').click();
		await written(view, 'boat 2', 'ohwx, a blue boat\n');
	});

	it('shows both texts if a file changes during an edit, and writes only the chosen one', async () => {
		const view = await show();
		await field(view, 'boat 2').click();
		await view.page.keyboard.press('Control+a');
		await view.page.keyboard.type('mine');
		await played?.answer();
		await played?.changeElsewhere('boat 2.txt', 'theirs');
		await row(view, 'boat 2').getByText('Changed on disk').waitFor();
		assert.equal(await field(view, 'boat 2').inputValue(), 'mine');
		assert.equal(await row(view, 'boat 2').locator('.theirs').inputValue(), 'theirs');
		await cell(view, 'boat 1').focus();
		await played?.answer();
		assert.equal(await played?.read('boat 2.txt'), 'theirs');
		await takePicture(view.page, 'component', 'captions-conflict');
		await view.assertAccessible();
		await field(view, 'boat 2').click();
		await view.page.keyboard.type(' and what is given up');
		await played?.answer();
		await view.page.keyboard.press('Escape');
		assert.equal(await field(view, 'boat 2').inputValue(), 'mine');
		await row(view, 'boat 2').getByRole('button', { name: 'Keep Mine' }).click();
		await written(view, 'boat 2', 'mine');
		await row(view, 'boat 2').locator('.theirs').waitFor({ state: 'detached' });
		await field(view, 'boat 1').click();
		await view.page.keyboard.type('x');
		await played?.answer();
		await played?.changeElsewhere('boat 1.txt', 'theirs again');
		await row(view, 'boat 1').getByRole('button', { name: 'Take Theirs' }).click();
		await soon(
			view,
			'theirs taken',
			async () => (await field(view, 'boat 1').inputValue()) === 'theirs again',
		);
		assert.equal(await played?.read('boat 1.txt'), 'theirs again');
	});

	it('shows and edits the caption that an upload takes from a file with another name', async () => {
		const uploads = new UploadCaptions();
		played = await PlayedFolder.make(
			{ 'boat 1.png': '', 'Boat_1.txt': 'ohwx, a red boat', 'boat 2.png': '' },
			`${server.origin}/files`,
			uploads,
		);
		const { root, folder } = played;
		uploads.note(
			{},
			new Map(),
			new Map([[join(root, 'boat 1.txt'), { path: join(root, 'Boat_1.txt'), name: 'boat 1.txt' }]]),
		);
		await folder.refresh();
		const view = await show({ height: 400 });
		const mark = 'From "Boat_1.txt", sent as "boat 1.txt"';
		assert.equal(await row(view, 'boat 1').locator('.notice').textContent(), mark);
		assert.equal(await row(view, 'boat 2').locator('.notice').textContent(), 'No caption');
		assert.equal(await field(view, 'boat 1').inputValue(), 'ohwx, a red boat');
		await view.until(async () => (await view.page.locator('.medium img').count()) === 2, 'pictures');
		await takePicture(view.page, 'component', 'captions-from-elsewhere');
		await view.assertAccessible();
		await field(view, 'boat 1').fill('ohwx, a blue boat');
		await field(view, 'boat 1').blur();
		await written(view, 'Boat_1', 'ohwx, a blue boat');
		assert.equal(await row(view, 'boat 1').locator('.notice').textContent(), mark);
		assert.ok(!(await readdir(root)).includes('boat 1.txt'));
	});

	it('converts a caption that is not UTF-8 only when asked', async () => {
		const view = await show();
		assert.ok(await field(view, 'latin').evaluate((each: HTMLTextAreaElement) => each.readOnly));
		await row(view, 'latin').getByRole('button', { name: 'Convert to UTF-8' }).click();
		await written(view, 'latin', 'café');
		await view.until(
			async () => !(await field(view, 'latin').evaluate((each: HTMLTextAreaElement) => each.readOnly)),
			'editable',
		);
	});

	it('loses nothing that was typed when the window is loaded again', async () => {
		const view = await show();
		await field(view, 'boat 2').click();
		await view.page.keyboard.press('Control+a');
		await view.page.keyboard.type('typed before the reload');
		const saved = await view.saved();
		await view.close();
		played?.serve(undefined);
		const again = await show({ saved });
		await written(again, 'boat 2', 'typed before the reload\n');
		await again.until(
			async () => (await field(again, 'boat 2').inputValue()) === 'typed before the reload',
			'the text in its field',
		);
	});

	it('keeps what was typed to change many captions while the panel is hidden', async () => {
		const view = await show();
		const find = (of: typeof view) => of.page.getByRole('textbox', { name: 'Find', exact: true });
		await view.page.keyboard.press('Control+h');
		await find(view).fill('boat');
		await view.page.getByText('Match Case').click();
		await view.page.getByText('Changes 2 of 6 captions.').waitFor();
		const saved = await view.saved();
		await view.close();
		const again = await show({ saved });
		await again.page.getByText('Changes 2 of 6 captions.').waitFor();
		assert.equal(await find(again).inputValue(), 'boat');
		assert.ok(await again.page.getByRole('checkbox', { name: 'Match Case' }).isChecked());
	});

	function manyRows(count: number): CaptionsState {
		const rows = Array.from({ length: count }, (_, index): CaptionRow => {
			const text = `ohwx, picture number ${index}, ${lighthouse}`;
			return {
				id: `${index}.txt`,
				media: [{ path: `${names[index % 3]}.png`, kind: 'image' }],
				caption: { kind: 'text', text },
			};
		});
		return { folder: 'many', address: `${server.origin}/files`, rows, leftOut: 0, history: {} };
	}

	it('renders only the visible ones of 5,000 pairs, and reaches each of them', async () => {
		const open = await server.open({ state: manyRows(5000) });
		const { page } = open;
		const elements = () => page.locator('.row').count();
		await row(open, '0').waitFor();
		assert.equal(await page.getByRole('grid').getAttribute('aria-rowcount'), '5000');
		assert.ok((await elements()) < 20, `${await elements()} rows`);
		await cell(open, '0').focus();
		await page.keyboard.press('Control+End');
		await row(open, '4999').locator('.caption:focus').waitFor();
		assert.equal(await row(open, '4999').getAttribute('aria-rowindex'), '5000');
		await page.keyboard.press('Enter');
		await page.keyboard.type('!');
		await page.locator('.scroller').evaluate((scroller) => {
			scroller.scrollTop = 200_000;
		});
		await row(open, '1472').waitFor();
		assert.ok((await elements()) < 25);
		await page.keyboard.type('?');
		assert.match(await field(open, '4999').inputValue(), /!\?$/);
		await page.getByLabel('Filter by caption or name').fill('number 4321,');
		await open.until(
			async () => (await page.getByRole('grid').getAttribute('aria-rowcount')) === '1',
			'one row',
		);
	});

	it('shows a frame of a video, and a sign for an unreadable medium', async () => {
		server.files.set('clip.webm', await recordedVideo(await sharedBrowser()));
		server.files.set('broken.png', new Uint8Array([1, 2, 3]));
		const medium = (path: string, kind: 'image' | 'video' | 'audio'): CaptionRow => ({
			id: `${path}.txt`,
			media: [{ path, kind }],
			caption: { kind: 'missing' },
		});
		const rows = [medium('clip.webm', 'video'), medium('broken.png', 'image'), medium('song.mp3', 'audio')];
		const state: CaptionsState = {
			folder: 'f',
			address: `${server.origin}/files`,
			rows,
			leftOut: 0,
			history: {},
		};
		const open = await server.open({ state });
		const frame = row(open, 'clip.webm').locator('.medium img');
		await frame.waitFor();
		assert.ok(
			await frame.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)),
		);
		assert.equal(await row(open, 'broken.png').locator('.medium img').count(), 0);
		await row(open, 'song.mp3').locator('.medium vscode-icon').waitFor();
	});

	it('asks again for a medium that could not be read, for a video twice, and for a video whose player never began', async () => {
		const view = await show();
		const video = await recordedVideo(await sharedBrowser());
		for (const name of ['slow.webm', 'late.webm']) server.files.set(name, video);
		server.faults.set('slow.webm', ['unanswered']).set('late.webm', ['refused', 'refused']);
		server.faults.set('boat%201.png', ['refused']);
		const rows = ['slow.webm', 'late.webm'].map(
			(path): CaptionRow => ({
				id: `${path}.txt`,
				media: [{ path, kind: 'video' }],
				caption: { kind: 'missing' },
			}),
		);
		await view.close();
		const state = { folder: 'f', address: `${server.origin}/files`, leftOut: 0, history: {} };
		const boat = played?.state().rows.find(({ id }) => id === 'boat 1.txt');
		assert.ok(boat);
		const open = await server.open({ state: { ...state, rows: [...rows, boat] } });
		// The remaining attempts of a refused one take up to 100 s together.
		for (const name of ['slow.webm', 'late.webm', 'boat 1'])
			await row(open, name).locator('.medium img').waitFor({ timeout: 150_000 });
		assert.deepEqual([...server.faults.values()].flat(), []);
	});

	it('explains an empty view', async () => {
		const state: CaptionsState = {
			folder: 'f',
			address: server.origin,
			rows: [],
			leftOut: 0,
			history: {},
			problem: 'The folder cannot be read. Check that it exists and that you have permission to read it.',
		};
		const open = await server.open({ state });
		await open.page.getByText('This folder contains no pictures').waitFor();
		await open.page.getByRole('alert').getByText('The folder cannot be read.').waitFor();
		await open.assertAccessible();
	});

	it('is readable and usable in every theme, also at a narrow width', async () => {
		const view = await show();
		await view.until(async () => (await view.page.locator('.medium img').count()) > 3, 'pictures');
		await cell(view, 'boat 2').focus();
		await view.page.keyboard.press('ArrowUp');
		await view.inEachTheme(async (theme) => {
			await takePicture(view.page, `component-${theme}`, 'captions');
			await view.assertAccessible();
		});
		await view.page.setViewportSize({ width: 220, height: 600 });
		await view.page.locator('.row').first().waitFor();
		const wide = await view.page.evaluate(() => document.documentElement.scrollWidth);
		assert.ok(wide <= 220, `${wide} pixels wide`);
		await view.inEachTheme(async (theme) => {
			await takePicture(view.page, `component-${theme}`, 'captions-narrow');
			await view.assertAccessible();
		});
	});
});
