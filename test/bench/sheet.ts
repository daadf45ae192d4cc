import type { Page } from 'playwright-core';
import type { SheetRun, SheetState } from '../../src/core/runs/sheet/messages.ts';
import { gradientPng } from '../interface/support/media.ts';
import { ViewPage, ViewServer } from '../interface/support/viewPage.ts';
import { launchBrowser } from '../tools/browser.ts';
import { type BenchRow, median } from './row.ts';
import { type Figures, measure, scrollingRows } from './support/scrolling.ts';

const pictures = 10_000;
const perRun = 4;
/** Values of each of the two inputs of a grid. */
const gridSide = 20;
const rounds = 3;
/** Edge of a tile, the same on both pages. */
const tile = 160;

function stateOf(folder: string): SheetState {
	const runs = Array.from(
		{ length: pictures / perRun },
		(_, index): SheetRun => ({
			id: `run-${index}`,
			name: 'text-to-image',
			target: 'Harbour',
			at: 1_760_000_000_000 - index * 60_000,
			took: 12_000,
			seed: String(index * 7919),
			pictures: Array.from({ length: perRun }, (_, place) => ({
				key: `${place}`,
				kind: 'image' as const,
				name: `ComfyUI_${index}_${place}.png`,
				file: `${place}.png`,
			})),
		}),
	);
	return { folder, runs, reading: false };
}

/** Returns the runs of a sweep of two inputs with `side` values each, a picture for each. */
function sweepOf(folder: string, side: number): SheetState {
	const { runs } = stateOf(folder);
	const values = (at: number) => [
		{ name: 'steps', words: String(4 + Math.floor(at / side)) },
		{ name: 'cfg', words: String(1 + (at % side)) },
	];
	const swept = runs.slice(0, side * side).map((run, at) => ({
		...run,
		pictures: run.pictures.slice(0, 1),
		values: values(at),
		microdollars: 2500,
	}));
	return { folder, runs: swept, reading: false };
}

/** The memory of a view that shows the grid by two values. */
const asGrid = {
	identity: {},
	memory: { sort: 'newest', starredOnly: false, tile, grid: { rows: 'steps', columns: 'cfg' } },
};

async function ours(
	page: Page,
	state: SheetState,
	element = 'easel-sheet-grid',
	scroller = '.scroller',
): Promise<Figures> {
	return page.evaluate(`(async () => {
		${measure}
		const grid = () => document.querySelector('easel-sheet').shadowRoot.querySelector('${element}')?.shadowRoot ?? null;
		const payload = ${JSON.stringify(state)};
		const start = performance.now();
		window.postMessage({ kind: 'state', payload }, '*');
		return measure(start, () => grid()?.querySelector('${scroller}') ?? null, () => grid()?.querySelectorAll('.cell') ?? []);
	})()`);
}

/**
 * Measures the straightforward implementation: every picture has its elements, and the browser loads it when it scrolls
 * near.
 */
async function plain(page: Page, state: SheetState): Promise<Figures> {
	await page.setContent(
		`<style>body { margin: 0 } main { height: 100vh; overflow: auto; display: grid; grid-template-columns: repeat(auto-fill, ${tile}px); gap: 10px; align-content: start } img { display: block; width: ${tile}px; height: ${tile}px; object-fit: contain } figure { margin: 0; height: ${tile + 24}px }</style><main></main>`,
	);
	return page.evaluate(`(async () => {
		${measure}
		const { folder, runs } = ${JSON.stringify(state)};
		const main = document.querySelector('main');
		const start = performance.now();
		for (const run of runs) {
			for (const picture of run.pictures) {
				const figure = document.createElement('figure');
				const image = document.createElement('img');
				image.loading = 'lazy';
				image.src = folder + '/' + run.id + '/' + picture.file;
				const text = document.createElement('figcaption');
				text.textContent = run.seed;
				figure.append(image, text);
				main.append(figure);
			}
		}
		return measure(start, () => main, () => main.children);
	})()`);
}

/** Measures the contact sheet with 10,000 pictures against a plain page of the same pictures, in one browser. */
export async function bench(): Promise<readonly BenchRow[]> {
	const server = await new ViewServer('sheet', {}, true).start();
	const samples = Array.from({ length: 8 }, (_, index) => gradientPng(1024, 768, index));
	for (let index = 0; index < pictures; index++)
		server.files.set(
			`run-${Math.floor(index / perRun)}/${index % perRun}.png`,
			samples[index % samples.length] ?? new Uint8Array(),
		);
	const state = stateOf(server.address('').replace(/\/$/, ''));
	const browser = await launchBrowser();
	const sheet: Figures[] = [];
	const peer: Figures[] = [];
	const grid: Figures[] = [];
	try {
		for (let round = 0; round < rounds; round++) {
			const view = await ViewPage.open(browser, server, {
				state: { ...state, runs: [], reading: true },
				height: 900,
			});
			sheet.push(await ours(view.page, state));
			await view.close();
			const swept = await ViewPage.open(browser, server, {
				state: { ...state, runs: [], reading: true },
				height: 900,
				saved: asGrid,
			});
			grid.push(await ours(swept.page, sweepOf(state.folder, gridSide), 'easel-sheet-axes', '.axes'));
			await swept.close();
			const context = await browser.newContext({ viewport: { width: 1100, height: 900 } });
			peer.push(await plain(await context.newPage(), state));
			await context.close();
		}
	} finally {
		await browser.close();
		await server.stop();
	}
	return [
		...scrollingRows(
			`contact sheet of ${pictures.toLocaleString('en')} pictures`,
			{ first: 'first tiles on screen', pictures: 'a picture in every visible tile' },
			sheet,
			peer,
		),
		{
			name: `grid of ${gridSide * gridSide} pictures by two values: first painted`,
			value: median(grid.map((round) => round.first)),
			unit: 'ms',
			budget: 300,
		},
	];
}
