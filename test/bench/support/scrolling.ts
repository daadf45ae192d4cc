import { compact } from '../../../src/core/base/compact.ts';
import { type BenchRow, median } from '../row.ts';

/** The figures of a round of scrolling a long list, in milliseconds. */
export interface Figures {
	/** From the data to the first rows on screen. */
	readonly first: number;
	/** From the data to a picture in every visible row. */
	readonly pictures: number;
	/** Between two frames while scrolling: the middle and the slowest of twenty. */
	readonly frame: number;
	readonly slowFrame: number;
}

/** In the page: waits for a frame after this one has been drawn. */
const painted = `const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));`;

/** In the page: waits for rows and pictures, then scrolls half a window a frame. */
export const measure = `${painted}
	async function measure(start, scroller, rows) {
		const visible = () => {
			const frame = scroller().getBoundingClientRect();
			return [...rows()].filter((row) => {
				const box = row.getBoundingClientRect();
				return box.bottom > frame.top && box.top < frame.bottom;
			});
		};
		const drawn = (row) => { const image = row.querySelector('img'); return image !== null && image.complete && image.naturalWidth > 0; };
		while (scroller() === null || visible().length === 0) await painted();
		const first = performance.now() - start;
		while (!visible().every(drawn)) await painted();
		const pictures = performance.now() - start;
		const frames = [];
		const element = scroller();
		let last = await new Promise(requestAnimationFrame);
		for (let step = 0; step < 120; step++) {
			element.scrollTop += element.clientHeight / 2;
			const now = await new Promise(requestAnimationFrame);
			frames.push(now - last);
			last = now;
		}
		frames.sort((a, b) => a - b);
		return { first, pictures, frame: frames[60], slowFrame: frames[114] };
	}`;

/** Returns the rows of a view and of a plain page of the same things; `first` and `pictures` are in the words of the view. */
export function scrollingRows(
	title: string,
	{ first, pictures }: { readonly first: string; readonly pictures: string },
	ours: readonly Figures[],
	peer: readonly Figures[],
): readonly BenchRow[] {
	const row = (name: string, figure: keyof Figures, budget?: number): BenchRow => ({
		name: `${title}: ${name}`,
		value: median(ours.map((round) => round[figure])),
		unit: 'ms',
		...compact({ budget }),
		peer: { name: 'plain page', value: median(peer.map((round) => round[figure])) },
	});
	return [
		row(first, 'first', 300),
		row(pictures, 'pictures'),
		row('between two frames of scrolling, median', 'frame'),
		row('between two frames of scrolling, slowest of twenty', 'slowFrame'),
	];
}
