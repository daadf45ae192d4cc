import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodePng } from '../../src/core/base/pictures/decodePng.ts';
import type { SheetRun, SheetState } from '../../src/core/runs/sheet/messages.ts';
import { sharedBrowser } from './support/browser.ts';
import { gradientPng, recordedVideo } from './support/media.ts';
import { pictureFolder, takePicture } from './support/pictures.ts';
import { type ViewPage, ViewServer } from './support/viewPage.ts';

const attack = '<img src=x onerror="document.title=\'attacked\'">\u202e.png';
const noon = Date.UTC(2026, 4, 7, 12);

/** Returns a run with one picture for each name; the file of each is `<run>/<index>.png`. */
function sheetRun(
	id: string,
	minute: number,
	names: readonly string[],
	more: Partial<SheetRun> = {},
): SheetRun {
	return {
		id,
		name: 'lighthouse',
		target: 'Harbour',
		at: noon + minute * 60_000,
		pictures: names.map((name, index) => ({
			key: `${index}`,
			kind: name.endsWith('.webm') ? ('video' as const) : ('image' as const),
			name,
			file: `${index}.${name.endsWith('.webm') ? 'webm' : 'png'}`,
		})),
		...more,
	};
}

const runs: readonly SheetRun[] = [
	sheetRun('first', 0, ['dawn_1.png', 'dawn_2.png', 'dawn_10.png'], {
		seed: '9007199254740993',
		took: 12_000,
	}),
	sheetRun('second', 1, ['boat.png', 'waves.webm'], { seed: '42', took: 95_000 }),
	sheetRun('third', 2, [attack, 'gulls.png'], { name: 'a & <b>', took: 3000 }),
];

describe('contact sheet in a browser', () => {
	const server = ViewServer.ofSuite('sheet', {}, true);

	before(async () => {
		const video = await recordedVideo(await sharedBrowser());
		for (const [number, run] of runs.entries()) {
			for (const [index, { kind, file }] of run.pictures.entries()) {
				const bytes =
					kind === 'video' ? video : gradientPng(index === 1 ? 160 : 320, 240, number * 3 + index);
				server.files.set(`${run.id}/${file}`, bytes);
			}
		}
	});

	interface Window {
		width?: number;
		height?: number;
		saved?: unknown;
		shown?: readonly SheetRun[];
		reading?: boolean;
	}

	async function show({ shown = runs, reading = false, ...more }: Window = {}): Promise<ViewPage> {
		const state: SheetState = { folder: server.address('').replace(/\/$/, ''), runs: shown, reading };
		return server.open({ state, ...more });
	}

	const cells = (view: ViewPage) => view.page.getByRole('gridcell');
	const cell = (view: ViewPage, name: string) =>
		view.page.getByRole('gridcell', { name, exact: false }).first();
	const names = async (view: ViewPage) =>
		(await cells(view).evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))).map(
			(label) => label.split(', ')[0],
		);
	const selected = async (view: ViewPage) =>
		(
			await view.page
				.locator('[role="gridcell"][aria-selected="true"]')
				.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))
		).map((label) => label.split(', ')[0]);
	const last = async (view: ViewPage, kind: string) =>
		(await view.sent()).findLast((message) => message.kind === kind)?.payload;
	const pictured = async (view: ViewPage, count: number) =>
		view.until(async () => (await view.page.locator('.face img').count()) === count, `${count} pictures`);

	it('shows the pictures of all runs, the newest first, whatever their names are, and videos by a frame', async () => {
		const view = await show();
		await pictured(view, 7);
		await view.decoded(view.page.locator('.face img'));
		assert.deepEqual((await names(view)).slice(1), [
			'gulls.png',
			'boat.png',
			'waves.webm',
			'dawn_1.png',
			'dawn_2.png',
			'dawn_10.png',
		]);
		assert.match(await view.page.locator('footer').innerText(), /7 pictures of 3 runs/);
		assert.notEqual(await view.page.title(), 'attacked');
	});

	it('sorts by age, name, seed with all its digits, and length of the run', async () => {
		const view = await show();
		const order = view.page.getByLabel('Order');
		await cell(view, 'boat.png').waitFor();
		const firstTwo = async () => (await names(view)).slice(0, 2);
		await order.selectOption('Oldest First');
		assert.deepEqual(await firstTwo(), ['dawn_1.png', 'dawn_2.png']);
		await order.selectOption('Name');
		assert.deepEqual(
			(await names(view)).filter((name) => name?.startsWith('dawn')),
			['dawn_1.png', 'dawn_2.png', 'dawn_10.png'],
		);
		await order.selectOption('Seed');
		assert.deepEqual(await firstTwo(), ['boat.png', 'waves.webm']);
		await order.selectOption('Longest Run First');
		assert.deepEqual(await firstTwo(), ['boat.png', 'waves.webm']);
		assert.equal((await names(view)).at(-1), 'gulls.png');
	});

	it('selects by mouse and keys, and saves, stars, compares and opens the selection', async () => {
		const view = await show();
		const { keyboard } = view.page;
		await cell(view, 'gulls.png').click();
		assert.deepEqual(await selected(view), ['gulls.png']);
		await cell(view, 'waves.webm').click({ modifiers: ['Shift'] });
		assert.deepEqual(await selected(view), ['gulls.png', 'boat.png', 'waves.webm']);
		await cell(view, 'boat.png').click({ modifiers: ['Control'] });
		assert.deepEqual(await selected(view), ['gulls.png', 'waves.webm']);
		assert.match(await view.page.locator('footer').innerText(), /2 selected/);
		await view.page.getByRole('button', { name: 'Save Selected...' }).click();
		const both = [
			{ run: 'third', key: '1' },
			{ run: 'second', key: '1' },
		];
		assert.deepEqual(await last(view, 'save'), { pictures: both, sidecar: false });
		await view.page.getByRole('button', { name: 'Compare Selected' }).click();
		assert.deepEqual(await last(view, 'compare'), { pictures: both });
		await keyboard.press('Control+a');
		assert.equal((await selected(view)).length, 7);
		assert.equal(await view.page.getByRole('button', { name: 'Compare Selected' }).isDisabled(), true);
		await keyboard.press('Escape');
		assert.equal((await selected(view)).length, 0);
		await cell(view, 'gulls.png').click();
		await keyboard.press('ArrowRight');
		assert.deepEqual(await selected(view), ['boat.png']);
		await keyboard.press('Shift+ArrowRight');
		assert.deepEqual(await selected(view), ['boat.png', 'waves.webm']);
		await keyboard.press('s');
		assert.deepEqual(await last(view, 'star'), {
			pictures: [
				{ run: 'second', key: '0' },
				{ run: 'second', key: '1' },
			],
			starred: true,
		});
		await keyboard.press('Control+ArrowRight');
		await keyboard.press(' ');
		assert.deepEqual(await selected(view), ['boat.png', 'waves.webm', 'dawn_1.png']);
		await keyboard.press('End');
		await keyboard.press('Control+Home');
		await keyboard.press('ArrowDown');
		await keyboard.press('Enter');
		assert.ok(await last(view, 'openRun'));
	});

	it('has a menu for the selection, by mouse and by key', async () => {
		const view = await show();
		await cell(view, 'boat.png').click({ button: 'right' });
		const entries = view.page.getByRole('menuitem');
		assert.deepEqual(
			(await entries.allInnerTexts()).map((text) => text.split('\n')[0]),
			['Open Run', 'Star', 'Save Selected...', 'Save Selected with Sidecars...', 'Compare Selected'],
		);
		await entries.filter({ hasText: 'Sidecars' }).click();
		assert.deepEqual(await last(view, 'save'), { pictures: [{ run: 'second', key: '0' }], sidecar: true });
		await view.page.keyboard.press('Shift+F10');
		await entries.first().waitFor();
		await view.page.keyboard.press('Escape');
		await entries.first().waitFor({ state: 'detached' });
	});

	it('filters by star, and takes in new results and stars while it is open', async () => {
		const view = await show();
		const starred = view.page.getByRole('button', { name: 'Starred Only' });
		await starred.click();
		await view.page.getByText('No picture has a star yet').waitFor();
		const [first] = runs;
		assert.ok(first);
		const pictures = first.pictures.map((picture, index) => ({ ...picture, starred: index === 1 }));
		await view.post('changed', { runs: [{ ...first, pictures }], removed: [], reading: false });
		await cell(view, 'dawn_2.png').waitFor();
		assert.deepEqual(await names(view), ['dawn_2.png']);
		await starred.click();
		server.files.set('fresh/0.png', gradientPng(200, 200, 9));
		await view.post('changed', {
			runs: [sheetRun('fresh', 3, ['fresh.png'])],
			removed: ['second'],
			reading: false,
		});
		await cell(view, 'fresh.png').waitFor();
		assert.deepEqual((await names(view)).filter((_, index) => index !== 1).slice(0, 2), [
			'fresh.png',
			'gulls.png',
		]);
		assert.equal(await cell(view, 'boat.png').count(), 0);
	});

	it('shows in the tile why a picture is missing, and offers to download it again', async () => {
		const problem = 'The service no longer has this file; it keeps files for 7 days.';
		const shown = [
			sheetRun('gone', 0, ['vanished.png']),
			{
				...sheetRun('late', 1, ['late.png', 'coming.png']),
				pictures: [
					{ key: '0', kind: 'image' as const, name: 'late.png', problem },
					{ key: '1', kind: 'image' as const, name: 'coming.png' },
				],
			},
		];
		const view = await show({ shown });
		await cell(view, problem).waitFor();
		assert.match(await cell(view, 'coming.png').innerText(), /Downloading/);
		await view.until(async () => (await last(view, 'request')) !== undefined, 'the question for the file');
		const { id, params } = (await last(view, 'request')) as { id: number; params: unknown };
		assert.deepEqual(params, { run: 'gone', key: '0' });
		await view.post('answer', { id, ok: true, value: false });
		await cell(view, 'No longer on this computer').waitFor();
		await cell(view, 'vanished.png').click({ button: 'right' });
		await view.page.getByRole('menuitem', { name: 'Download Again' }).click();
		assert.deepEqual(await last(view, 'fetch'), { pictures: [{ run: 'gone', key: '0' }] });
		server.files.set('gone/0.png', gradientPng(320, 240, 1));
		await view.post('changed', { runs: shown.slice(0, 1), removed: [], reading: false });
		await cell(view, 'vanished.png').locator('.face img').waitFor();
	});

	it('renders only the visible ones of 10,000 pictures, and keeps and restores the focused one', async () => {
		const many = Array.from({ length: 2500 }, (_, index) =>
			sheetRun(`run ${index}`, -index, ['a.png', 'b.png', 'c.png', 'd.png']),
		);
		const view = await show({ shown: many });
		await cell(view, 'a.png').first().waitFor();
		assert.ok((await cells(view).count()) < 200);
		assert.match(await view.page.locator('footer').innerText(), /10,?000 pictures of 2,?500 runs/);
		await cells(view).first().focus();
		await view.page.keyboard.press('Control+End');
		await view.until(
			async () =>
				view.page
					.locator('[role="gridcell"]:focus')
					.evaluate((each) => (each as HTMLElement).dataset.id === 'run 2499\n3'),
			'the last picture with the focus',
		);
		const { memory } = (await view.saved()) as { memory: { current: unknown } };
		assert.deepEqual(memory.current, { run: 'run 2499', key: '3' });
		await view.page.getByLabel('Size of Tiles').fill('320');
		await view.until(
			async () =>
				view.page
					.locator('[role="gridcell"][tabindex="0"]')
					.evaluate((each) => each.getBoundingClientRect().bottom <= innerHeight),
			'the current picture in larger tiles',
		);
	});

	/**
	 * Returns runs of a sweep with 3 prompts and 4 numbers of steps: one has failed, one has two pictures, and one was
	 * not begun.
	 */
	const swept = (): readonly SheetRun[] =>
		['a harbor at dawn with many small boats and a lighthouse', 'fog', ''].flatMap((prompt, row) =>
			[4, 8, 16, 32].flatMap((steps, column): SheetRun[] => {
				const id = `swept-${row}-${column}`;
				const values = [
					...(prompt === '' ? [] : [{ name: 'prompt', words: prompt }]),
					{ name: 'steps', words: String(steps) },
					{ name: '3.seed', words: `${row}${column}` },
				];
				if (row === 2 && column === 3) return [];
				if (row === 1 && column === 2)
					return [{ ...sheetRun(id, row * 4 + column, []), values, state: 'failed', microdollars: 1200 }];
				const names = row === 0 && column === 1 ? ['one.png', 'two.png'] : ['one.png'];
				for (const index of names.keys())
					server.files.set(`${id}/${index}.png`, gradientPng(320, 240, row * 5 + column + index));
				const made = sheetRun(id, row * 4 + column, names, { values, microdollars: 2500 });
				const pictures = made.pictures.map((picture) => ({
					...picture,
					...(row === 0 ? { starred: true } : {}),
				}));
				return [{ ...made, ...(row === 0 ? { pictures, stars: pictures.length } : {}) }];
			}),
		);
	const gridOf = async (view: ViewPage) =>
		view.page
			.locator('.axes [role="row"]')
			.evaluateAll((rows) =>
				rows.map((row) =>
					[...row.children].map((each) =>
						each.querySelector('img') ? 'picture' : (each as HTMLElement).innerText.replaceAll('\n', ' '),
					),
				),
			);

	it('shows the runs of a sweep by two of their values, and saves them as one picture', async () => {
		const view = await show({ shown: [...runs, ...swept()] });
		await view.page.getByRole('button', { name: 'Grid by Values' }).click();
		await pictured(view, 10);
		assert.deepEqual(await gridOf(view), [
			[
				'steps → prompt ↓',
				'4 1 kept, 0.0075 USD each',
				'8 2 kept, 0.0038 USD each',
				'16 1 kept, 0.0062 USD each',
				'32 1 kept, 0.005 USD each',
			],
			[
				'a harbor at dawn with many small boats and a lighthouse 5 kept, 0.002 USD each',
				'picture',
				'picture',
				'picture',
				'picture',
			],
			['fog', 'picture', 'picture', 'Failed', 'picture'],
			['as in the document', 'picture', 'picture', 'picture', 'Not run'],
		]);
		assert.equal(await view.page.locator('.count').getAttribute('data-count'), '2');

		const [first] = await cells(view).all();
		await first?.click();
		await view.page.keyboard.press('ArrowRight');
		await view.page.keyboard.press('ArrowDown');
		await view.page.keyboard.press('ArrowRight');
		await view.page.keyboard.press('Enter');
		assert.deepEqual(await last(view, 'openRun'), { run: 'swept-1-3', key: '0' });
		await view.page.keyboard.press('s');
		assert.deepEqual(await last(view, 'star'), { pictures: [{ run: 'swept-1-3', key: '0' }], starred: true });

		await view.page.getByLabel('Rows').selectOption('steps');
		assert.deepEqual(
			(await gridOf(view)).map(([heading]) => heading?.split(' ')[0]),
			['prompt', '4', '8', '16', '32'],
		);
		await view.page.getByLabel('Columns').selectOption('None');
		assert.deepEqual((await gridOf(view)).at(1), ['4 1 kept, 0.0075 USD each', 'picture']);
		const { memory } = (await view.saved()) as { memory: { grid: unknown } };
		assert.deepEqual(memory.grid, { rows: 'steps', columns: '' });

		await view.page.getByLabel('Columns').selectOption('prompt');
		await view.page.getByRole('button', { name: 'Export as One PNG...' }).click();
		await view.until(async () => (await last(view, 'saveGrid')) !== undefined, 'the picture');
		const { data } = (await last(view, 'saveGrid')) as { data: string };
		const bytes = Buffer.from(data, 'base64');
		const { picture } = decodePng(bytes);
		assert.ok(picture.width > 1500 && picture.height > 1500, `${picture.width} x ${picture.height}`);
		await mkdir(join(pictureFolder, 'component'), { recursive: true });
		await writeFile(join(pictureFolder, 'component', 'sheet-grid-exported.png'), bytes);
	});

	it('shows a grid that is accessible and legible in every theme', async () => {
		const view = await show({ shown: swept() });
		await view.page.getByRole('button', { name: 'Grid by Values' }).click();
		await pictured(view, 10);
		await cells(view).first().click();
		await view.inEachTheme(async (theme) => {
			await view.assertAccessible();
			await takePicture(view.page, `component-${theme}`, 'sheet-grid');
		});
		await view.close();
		const narrow = await show({ shown: swept(), width: 320, height: 500 });
		await narrow.page.getByRole('button', { name: 'Grid by Values' }).click();
		await pictured(narrow, 10);
		await takePicture(narrow.page, 'component', 'sheet-grid-narrow');
		assert.equal(await narrow.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
	});

	it('is accessible and legible in every theme, narrow and wide', async () => {
		const [first, second, third] = runs;
		assert.ok(first && second && third);
		const starred = {
			...second,
			pictures: second.pictures.map((picture) => ({ ...picture, starred: true })),
		};
		const missing = {
			...third,
			pictures: third.pictures.map(({ file: _, ...picture }) => ({
				...picture,
				problem: 'Removed from this computer to free space.',
			})),
		};
		const view = await show({ shown: [first, starred, missing] });
		await pictured(view, 5);
		await cell(view, 'waves.webm').click();
		await cell(view, 'dawn_1.png').click({ modifiers: ['Control'] });
		await view.inEachTheme(async (theme) => {
			await view.assertAccessible();
			await takePicture(view.page, `component-${theme}`, 'sheet');
		});
		await view.close();
		const narrow = await show({ width: 240, height: 500 });
		await narrow.until(
			async () => (await narrow.page.locator('.face img').count()) >= 3,
			'the visible pictures',
		);
		await narrow.assertAccessible();
		await takePicture(narrow.page, 'component', 'sheet-narrow');
		assert.equal(await narrow.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
		await narrow.close();
		const empty = await show({ shown: [] });
		await empty.page.getByText('pictures or videos yet').waitFor();
		await empty.assertAccessible();
		await takePicture(empty.page, 'component', 'sheet-empty');
	});
});
