import type { Page } from 'playwright-core';
import type { CaptionsState } from '../../src/core/captions/messages.ts';
import type { CaptionRow } from '../../src/core/captions/row.ts';
import { gradientPng } from '../interface/support/media.ts';
import { ViewPage, ViewServer } from '../interface/support/viewPage.ts';
import { launchBrowser } from '../tools/browser.ts';
import type { BenchRow } from './row.ts';
import { type Figures, measure, scrollingRows } from './support/scrolling.ts';

const pairs = 5000;
const rounds = 3;
/** The peer has rows of the same height, so that both show as many. */
const rowHeight = 136;

const caption = (index: number) =>
	`ohwx, picture number ${index}, a lighthouse on a basalt cliff at dawn, soft light, gulls over the water, film grain`;

function stateOf(address: string): CaptionsState {
	const rows = Array.from(
		{ length: pairs },
		(_, index): CaptionRow => ({
			id: `${index}.txt`,
			media: [{ path: `${index}.png`, kind: 'image' }],
			caption: { kind: 'text', text: caption(index) },
		}),
	);
	return { folder: 'many', address, rows, leftOut: 0, history: {} };
}

async function ours(page: Page, state: CaptionsState): Promise<Figures> {
	return page.evaluate(`(async () => {
		${measure}
		const grid = () => document.querySelector('easel-captions').shadowRoot.querySelector('easel-caption-grid')?.shadowRoot ?? null;
		const payload = ${JSON.stringify(state)};
		const start = performance.now();
		window.postMessage({ kind: 'state', payload }, '*');
		return measure(start, () => grid()?.querySelector('.scroller') ?? null, () => grid()?.querySelectorAll('.row') ?? []);
	})()`);
}

/**
 * Measures the straightforward implementation: every pair has its elements, and the browser loads pictures when they
 * scroll near.
 */
async function plain(page: Page, state: CaptionsState): Promise<Figures> {
	await page.setContent(
		`<style>body { margin: 0 } main { height: 100vh; overflow: auto } section { display: flex; height: ${rowHeight}px } img { width: 136px; object-fit: contain } textarea { flex: 1 }</style><main></main>`,
	);
	return page.evaluate(`(async () => {
		${measure}
		const { address, rows } = ${JSON.stringify(state)};
		const main = document.querySelector('main');
		const start = performance.now();
		for (const { media, caption } of rows) {
			const section = document.createElement('section');
			const image = document.createElement('img');
			image.loading = 'lazy';
			image.src = address + '/' + media[0].path;
			const text = document.createElement('textarea');
			text.value = caption.text;
			section.append(image, text);
			main.append(section);
		}
		return measure(start, () => main, () => main.children);
	})()`);
}

/** Measures the captions grid with 5,000 pairs against a plain page of the same pairs, in one browser. */
export async function bench(): Promise<readonly BenchRow[]> {
	const server = await new ViewServer('captions', { folder: 'file:///many' }, true).start();
	const pictures = Array.from({ length: 8 }, (_, index) => gradientPng(1024, 768, index));
	for (let index = 0; index < pairs; index++)
		server.files.set(`${index}.png`, pictures[index % pictures.length] ?? new Uint8Array());
	const state = stateOf(server.address('').replace(/\/$/, ''));
	const browser = await launchBrowser();
	const grid: Figures[] = [];
	const peer: Figures[] = [];
	try {
		for (let round = 0; round < rounds; round++) {
			const view = await ViewPage.open(browser, server, { state: { ...state, rows: [] }, height: 900 });
			grid.push(await ours(view.page, state));
			await view.close();
			const context = await browser.newContext({ viewport: { width: 1100, height: 900 } });
			peer.push(await plain(await context.newPage(), state));
			await context.close();
		}
	} finally {
		await browser.close();
		await server.stop();
	}
	return scrollingRows(
		`captions of ${pairs.toLocaleString('en')} pairs`,
		{ first: 'first rows on screen', pictures: 'a picture beside every visible row' },
		grid,
		peer,
	);
}
