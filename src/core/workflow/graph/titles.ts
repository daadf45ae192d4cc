import type { GraphLayout } from './layout.ts';
import { groupPadding } from './metrics.ts';
import type { GraphModel, GraphNode } from './model.ts';
import type { Shape } from './shape.ts';
import { type Lettering, letterSizes, type Measure } from './textFit.ts';
import { type Box, cardBox, overlaps } from './viewport.ts';

/** A title that says what a part of the drawing does, and the box that it belongs to. */
interface Headline {
	readonly text: string;
	readonly className: string;
	readonly lettering: Lettering;
	/** How far its letters stand above the upper edge of the box, in pixels of the screen. */
	readonly above: number;
	readonly box: Box;
}

/** The titles of a picture that are worth a place on the screen however small it is drawn, by sort; each in the order of the text. */
export interface Headlines {
	readonly groups: readonly Headline[];
	/** Outputs, samplers, loaders. */
	readonly nodes: readonly (readonly Headline[])[];
}

export function headlinesOf(
	model: GraphModel,
	layout: GraphLayout,
	boxes: readonly (Box | undefined)[],
): Headlines {
	const nodes: readonly Headline[][] = [[], [], []];
	for (const [index, node] of model.nodes.entries())
		nodes[sortOf(node)]?.push({
			text: shortened(node.title),
			className: `far-title f-${node.family}`,
			lettering: 'small',
			above: 3,
			box: cardBox(model, layout, index),
		});
	const groups = boxes.flatMap((box, index) => {
		const { title = '', tint } = model.groups?.[index] ?? {};
		if (box === undefined || title === '') return [];
		const inset = { ...box, x: box.x + groupPadding.side };
		return [
			{
				text: shortened(title),
				className: `group-title t-${tint}`,
				lettering: 'title',
				above: -5,
				box: inset,
			} as const,
		];
	});
	return { groups, nodes };
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
 * @param sorts the titles that are wanted
 */
export function titleShapes(
	sorts: readonly (readonly Headline[])[],
	{ zoom, seen, around }: TitledView,
	measure: Measure,
): readonly Shape[] {
	const room = new Room(zoom, measure);
	const chosen = new Set<Headline>();
	for (const box of [seen, around]) {
		const most = chosen.size + mostTitles;
		let open = sorts.map((sort) =>
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
	return sorts
		.flat()
		.filter((one) => chosen.has(one))
		.map(({ text, className, lettering, above, box }) => ({
			tag: 'text',
			attributes: {
				class: className,
				x: box.x,
				y: box.y - above / zoom,
				'font-size': pixels(lettering, zoom) / zoom,
				'stroke-width': 3 / zoom,
			},
			text,
		}));
}

/** How large letters are on the screen: as in the drawing up to its actual size, but never too small to be read. */
function pixels(lettering: Lettering, zoom: number): number {
	return Math.max(letterSizes.small, letterSizes[lettering] * Math.min(zoom, 1));
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

	#take({ text, lettering, above, box }: Headline): boolean {
		const row = Math.floor((box.y * this.#zoom - above) / (letterSizes.small + titleGap));
		const from = box.x * this.#zoom;
		const width = (this.#measure(text, lettering) * pixels(lettering, this.#zoom)) / letterSizes[lettering];
		const to = from + width + titleGap;
		const near = [row - 1, row, row + 1].flatMap((each) => this.#rows.get(each) ?? []);
		if (near.some((other) => from < other.to && other.from < to)) return false;
		this.#rows.set(row, [...(this.#rows.get(row) ?? []), { from, to }]);
		return true;
	}
}
