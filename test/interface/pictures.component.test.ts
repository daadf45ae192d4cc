import assert from 'node:assert/strict';
import { encode } from 'fast-png';
import type { ComparedSide, PicturesState } from '../../src/core/runs/pictures/messages.ts';
import { takePicture } from './support/pictures.ts';
import { type ViewPage, ViewServer } from './support/viewPage.ts';

/** Returns a sky with a sun at this distance from the left; the hue is the same in all of them. */
function png(width: number, height: number, sun: number): Uint8Array {
	const data = new Uint8Array(width * height * 3);
	for (let index = 0; index < width * height; index++) {
		const [x, y] = [(index % width) / width, Math.floor(index / width) / height];
		const lit = (x - sun) ** 2 + (y - 0.3) ** 2 < 0.012;
		data.set(lit ? [255, 214, 120] : [40 + 60 * y, 80 + 90 * y, 190 - 60 * y].map(Math.round), index * 3);
	}
	return encode({ width, height, data, channels: 3 });
}

const now = Date.now();
const identity = { left: { runId: 'one', fileKey: 'a' }, right: { runId: 'two', fileKey: 'b' } };

describe('panel that compares pictures in a browser', () => {
	const server = ViewServer.ofSuite('pictures', identity, true);

	before(() => {
		server.files.set('left.png', png(640, 480, 0.3));
		server.files.set('right.png', png(640, 480, 0.6));
		server.files.set('large.png', png(1280, 960, 0.6));
		server.files.set('wide.png', png(640, 320, 0.6));
	});

	const side = (name: string, at: number, seed: string): ComparedSide => ({
		name,
		src: server.address(name),
		run: {
			id: `run-${seed}`,
			documentName: 'lighthouse.json',
			targetName: 'flux-portrait',
			submittedAt: at,
			seed,
			hasDocument: true,
		},
	});
	const stateOf = (more: Partial<PicturesState> = {}): PicturesState => ({
		now,
		left: side('left.png', now - 600_000, '1001'),
		right: side('right.png', now - 300_000, '1002'),
		inputs: [
			{ node: 'KSampler', input: 'seed', left: '1001', right: '1002' },
			{ node: 'KSampler', input: 'steps', left: '20', right: '30' },
			{ node: 'Positive', input: 'text', left: 'a lighthouse at dawn', right: 'a lighthouse at dusk, gulls' },
			{ node: 'Upscale', input: 'node', right: 'node 12' },
		],
		...more,
	});

	async function show(
		more: { state?: Partial<PicturesState>; width?: number; height?: number; saved?: unknown } = {},
	): Promise<ViewPage> {
		const { state, ...rest } = more;
		return server.open({ state: stateOf(state), ...rest });
	}
	const mode = (view: ViewPage, name: string) => view.page.getByRole('button', { name, exact: true });
	const full = (view: ViewPage) => view.page.locator('easel-picture img.full');
	const said = (view: ViewPage) => view.page.locator('.said');

	it('compares by a divider, side by side, in turn and by difference, by button and key', async () => {
		const view = await show();
		await view.page.getByRole('slider', { name: 'Divider' }).waitFor();
		await mode(view, 'Side by Side').click();
		await view.page.locator('easel-pair').waitFor();
		assert.equal(await full(view).count(), 2);
		await view.page.keyboard.press('b');
		await view.page.getByText(/^Right: /).waitFor();
		await view.page.keyboard.press('d');
		await said(view)
			.getByText(/of the pixels differ, by at most/)
			.waitFor();
		await view.page.keyboard.press('s');
		await view.page.getByRole('slider', { name: 'Divider' }).waitFor();
		assert.deepEqual(await view.saved(), { identity, memory: { mode: 'slider' } });
	});

	it('keeps the spot and the size on screen from one way of comparing to the next', async () => {
		const view = await show({ state: { right: side('large.png', now, '1002') } });
		await full(view).nth(1).waitFor();
		const widths = async () =>
			(
				await full(view).evaluateAll((images) => images.map((image) => image.getBoundingClientRect().width))
			).map(Math.round);
		await mode(view, '1:1, Actual Size').click();
		await view.until(
			async () => (await widths()).every((width) => width === 1280),
			'both at the size of the right one',
		);
		await view.page.keyboard.press('p');
		await view.until(async () => (await widths()).join() === '1280,1280', 'side by side');
		await view.page.keyboard.press('d');
		await said(view).waitFor();
		await view.until(async () => (await widths()).join() === '1280', 'the difference');
		await view.page.keyboard.press('0');
		await view.until(async () => (await widths()).every((width) => width < 1000), 'fit');
	});

	it('explains the comparison of pictures of different sizes, and reports equal ones', async () => {
		const view = await show({ saved: { identity, memory: { mode: 'difference' } } });
		await said(view)
			.getByText(/of the pixels differ/)
			.waitFor();
		await view.post('state', stateOf({ right: side('large.png', now, '1002') }));
		await said(view).getByText('Sizes differ (640 × 480 and 1280 × 960)').waitFor();
		await view.post('state', stateOf({ right: side('wide.png', now, '1002') }));
		await said(view).getByText('only the area that both cover is compared').waitFor();
		await view.post('state', stateOf({ right: side('left.png', now, '1002') }));
		await said(view).getByText('The pictures are identical.').waitFor();
		await view.post('state', stateOf({ right: { name: 'gone.png', problem: 'It was deleted.' } }));
		await view.page.getByText('The difference cannot be shown').waitFor();
	});

	it('switches pictures manually with reduced motion, one at a time', async () => {
		const view = await show({ saved: { identity, memory: { mode: 'blink' } } });
		const seen = (word: string) => view.page.locator('.side:not(.away)').getByText(word);
		await seen('Right: ').waitFor();
		await view.page.keyboard.press('Space');
		await seen('Left: ').waitFor();
		await mode(view, 'Show the Other Picture').click();
		await seen('Right: ').waitFor();
		await mode(view, 'Blink').last().click();
		await seen('Left: ').waitFor();
		await seen('Right: ').waitFor();
	});

	it('lists the inputs that differ, changes sides with the pictures, and leads to the runs', async () => {
		const view = await show();
		const list = view.page.getByRole('complementary', { name: 'Inputs That Differ' });
		const seeds = async () => (await list.locator('li').first().locator('.value').allInnerTexts()).join();
		assert.equal(await seeds(), '1001,1002');
		await view.page.keyboard.press('x');
		await view.until(async () => (await seeds()) === '1002,1001', 'the other way round');
		assert.deepEqual(await list.locator('li').last().locator('.value').allInnerTexts(), ['node 12', 'none']);
		await list.getByRole('button').first().click();
		await mode(view, 'Write Seed into Document').first().click();
		await mode(view, 'Compare with Another Picture...').click();
		const sent = await view.sent();
		assert.deepEqual(
			sent.map(({ kind }) => kind),
			['showRun', 'writeSeedBack', 'compareOther'],
		);
		assert.deepEqual([sent[0]?.payload, sent[1]?.payload], [{ run: 'run-1002' }, { run: 'run-1002' }]);
		await view.page.keyboard.press('i');
		await list.waitFor({ state: 'detached' });
	});

	it('names the differences between the runs above the facts of the pictures', async () => {
		const of = (name: string, words: string): ComparedSide => {
			const { run, ...rest } = side(name, now - 600_000, '1001');
			return { ...rest, ...(run && { run: { ...run, words } }) };
		};
		const view = await show({
			state: { left: of('left.png', '…at dawn'), right: of('right.png', '…at dusk') },
		});
		await view.page
			.locator('header')
			.getByText(/ · …at dawn ↔ .* · …at dusk$/)
			.waitFor();
		const list = view.page.getByRole('complementary', { name: 'Inputs That Differ' });
		assert.deepEqual(await list.getByRole('heading').allInnerTexts(), ['Inputs that differ', 'Pictures']);
	});

	it('moves the divider by keys and shows hostile names as texts', async () => {
		const name = '<img src=x onerror="document.title=1">.png';
		const view = await show({ state: { left: { ...side('left.png', now, '1'), name } } });
		const divider = view.page.getByRole('slider', { name: 'Divider' });
		await divider.focus();
		await view.page.keyboard.press('End');
		assert.equal(await divider.getAttribute('aria-valuenow'), '100');
		await view.page.getByText(name).first().waitFor();
		assert.notEqual(await view.page.title(), '1');
	});

	for (const mode of ['slider', 'pair', 'difference']) {
		it(`is accessible in every theme: ${mode}`, async () => {
			const view = await show({ saved: { identity, memory: { mode } } });
			await full(view).last().waitFor();
			await view.inEachTheme(async (theme) => {
				await takePicture(view.page, `pictures-${theme}`, mode);
				await view.assertAccessible();
			});
		});
	}

	for (const [width, height] of [
		[220, 380],
		[640, 480],
	] as const) {
		it(`keeps everything within a panel of ${width} x ${height}`, async () => {
			const view = await show({ width, height });
			await full(view).last().waitFor();
			await takePicture(view.page, 'pictures-dark', `small-${width}x${height}`);
			const stage = await view.boxOf(view.page.locator('main'));
			assert.ok(stage.height >= height / 3, `${stage.height} of ${height}`);
			assert.deepEqual(await view.cutButtons(width), []);
			await view.assertAccessible();
		});
	}
});
