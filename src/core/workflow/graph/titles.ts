import type { GraphLayout } from './layout.ts';
import type { GraphModel, GraphNode } from './model.ts';
import type { Shape } from './shape.ts';
import { letterSizes, type Measure } from './textFit.ts';
import { type Box, cardBox, overlaps } from './viewport.ts';

/** A title that says what a part of the drawing does, and the box that it belongs to. */
interface Headline {
	readonly text: string;
	readonly className: string;
	readonly box: Box;
}

/** The titles of a picture that are worth a place when it is zoomed out, by sort: outputs, samplers, loaders; each in the order of the text. */
export type Headlines = readonly (readonly Headline[])[];

export function headlinesOf(model: GraphModel, layout: GraphLayout): Headlines {
	const sorts: readonly Headline[][] = [[], [], []];
	for (const [index, node] of model.nodes.entries())
		sorts[sortOf(node)]?.push({
			text: shortened(node.title),
			className: `far-title f-${node.family}`,
			box: cardBox(model, layout, index),
		});
	return sorts;
}

function sortOf({ isOutput, classType, ports, outputs }: GraphNode): number {
	if (isOutput) return 0;
	if (/sampler/i.test(classType)) return 1;
	return ports.length === 0 && outputs.length > 0 && /load/i.test(classType) ? 2 : -1;
}

/** Between two titles, in pixels of the screen. */
const titleGap = 6;
/** Titles on the screen at the same time, and the longest. */
const mostTitles = 120;
const longestTitle = 26;

function shortened(title: string): string {
	return title.length > longestTitle ? `${title.slice(0, longestTitle - 1).toWellFormed()}…` : title;
}

/** What of the drawing is seen, at which zoom, and the room around it that wants titles too, so that a small move needs no new ones. */
interface TitledView {
	readonly zoom: number;
	readonly seen: Box;
	readonly around: Box;
}

/**
 * Titles in letters that can be read however small the cards are. Those of what is seen take turns by their sort, so that each has its
 * share; then come those around. Where two would cover each other, the first one stays.
 */
export function overviewTitles(
	headlines: Headlines,
	{ zoom, seen, around }: TitledView,
	measure: Measure,
): readonly Shape[] {
	const room = new Room(zoom, measure);
	const chosen = new Set<Headline>();
	for (const box of [seen, around]) {
		const most = chosen.size + mostTitles;
		let open = headlines.map((sort) =>
			sort.filter((one) => !chosen.has(one) && overlaps(one.box, box)).toReversed(),
		);
		while (open.length > 0 && chosen.size < most) {
			for (const queue of open) {
				const next = room.firstThatFits(queue);
				if (next !== undefined) chosen.add(next);
			}
			open = open.filter(({ length }) => length > 0);
		}
	}
	return headlines
		.flat()
		.filter((one) => chosen.has(one))
		.map(({ text, className, box }) => ({
			tag: 'text',
			attributes: {
				class: className,
				x: box.x,
				y: box.y - 3 / zoom,
				'font-size': letterSizes.small / zoom,
				'stroke-width': 3 / zoom,
			},
			text,
		}));
}

/** The places of the screen that titles have taken. */
class Room {
	readonly #rows = new Map<number, { readonly from: number; readonly to: number }[]>();
	readonly #zoom: number;
	readonly #measure: Measure;

	constructor(zoom: number, measure: Measure) {
		this.#zoom = zoom;
		this.#measure = measure;
	}

	/** Takes titles from the end until one has room. */
	firstThatFits(queue: Headline[]): Headline | undefined {
		for (let next = queue.pop(); next !== undefined; next = queue.pop()) if (this.#take(next)) return next;
		return undefined;
	}

	#take({ text, box }: Headline): boolean {
		const row = Math.floor((box.y * this.#zoom) / (letterSizes.small + titleGap));
		const from = box.x * this.#zoom;
		const to = from + this.#measure(text, 'small') + titleGap;
		const near = [row - 1, row, row + 1].flatMap((each) => this.#rows.get(each) ?? []);
		if (near.some((other) => from < other.to && other.from < to)) return false;
		this.#rows.set(row, [...(this.#rows.get(row) ?? []), { from, to }]);
		return true;
	}
}
