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
	/** Whether it may begin further to the right, within its box. */
	readonly canMove: boolean;
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
			canMove: false,
			box: cardBox(model, layout, index),
		});
	const { side } = groupPadding;
	const groups = boxes.flatMap((box, index): readonly Headline[] => {
		const { title = '', tint } = model.groups?.[index] ?? {};
		if (box === undefined || title === '') return [];
		return [
			{
				text: shortened(title),
				className: `group-title t-${tint}`,
				lettering: 'title',
				above: -5,
				canMove: true,
				box: { ...box, x: box.x + side, width: box.width - 2 * side },
			},
		];
	});
	return { groups, nodes };
}

function sortOf({ isOutput, classType, ports, outputs }: GraphNode): number {
	if (isOutput) return 0;
	if (/sampler/i.test(classType)) return 1;
	return ports.length === 0 && outputs.length > 0 && /load/i.test(classType) ? 2 : -1;
}

/** Between two titles beside each other, and from line to line, in pixels of the screen. */
const titleGap = 6;
const titleLine = 14;
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
 * Titles in letters that can be read however small the cards are. Those of groups that are seen come first, then those of nodes that are
 * seen, which take turns by their sort, so that each has its share; then what is around. Where two would cover each other, the first
 * one stays, and a group has its title further along its edge.
 */
export function titleShapes(
	{ groups, nodes }: Headlines,
	{ zoom, seen, around }: TitledView,
	measure: Measure,
): readonly Shape[] {
	const room = new Room(zoom, measure);
	const chosen = new Map<Headline, number>();
	for (const box of [seen, around])
		for (const [sorts, most] of [
			[[groups], mostTitles / 2],
			[nodes, mostTitles],
		] as const)
			takeTurns(sorts, box, most, room, chosen);
	return [groups, ...nodes]
		.flat()
		.filter((one) => chosen.has(one))
		.map((one) => {
			const { text, className, lettering, above, box } = one;
			return {
				tag: 'text',
				attributes: {
					class: className,
					x: chosen.get(one) ?? box.x,
					y: box.y - above / zoom,
					'font-size': pixels(lettering, zoom) / zoom,
					'stroke-width': 3 / zoom,
				},
				text,
			};
		});
}

/** Chooses titles of what is in the box, one of each sort in turn, with the place where each begins. */
function takeTurns(
	sorts: readonly (readonly Headline[])[],
	box: Box,
	most: number,
	room: Room,
	chosen: Map<Headline, number>,
): void {
	let open = sorts.map((sort) =>
		sort.filter((one) => !chosen.has(one) && overlaps(one.box, box)).toReversed(),
	);
	for (let taken = 0; open.length > 0 && taken < most; ) {
		for (const queue of open) {
			let x: number | undefined;
			for (let next = queue.pop(); next !== undefined && x === undefined; ) {
				x = room.take(next);
				if (x !== undefined) chosen.set(next, x);
				else next = queue.pop();
			}
			if (x !== undefined) taken++;
		}
		open = open.filter(({ length }) => length > 0);
	}
}

/** How large letters are on the screen: as in the drawing up to its actual size, but never too small to be read. */
function pixels(lettering: Lettering, zoom: number): number {
	return Math.max(letterSizes.small, letterSizes[lettering] * Math.min(zoom, 1));
}

/** The places of the screen that titles have taken. */
class Room {
	readonly #rows = new Map<number, { readonly y: number; readonly from: number; readonly to: number }[]>();
	readonly #zoom: number;
	readonly #measure: Measure;

	constructor(zoom: number, measure: Measure) {
		this.#zoom = zoom;
		this.#measure = measure;
	}

	/** Where the title begins in the drawing; undefined where it has no room. */
	take({ text, lettering, above, box, canMove }: Headline): number | undefined {
		const y = box.y * this.#zoom - above;
		const row = Math.floor(y / titleLine);
		const width = (this.#measure(text, lettering) * pixels(lettering, this.#zoom)) / letterSizes[lettering];
		const near = [row - 1, row, row + 1]
			.flatMap((each) => this.#rows.get(each) ?? [])
			.filter((one) => Math.abs(one.y - y) < titleLine);
		const end = (box.x + box.width) * this.#zoom;
		let from = box.x * this.#zoom;
		const other = () => near.find((one) => from < one.to && one.from < from + width + titleGap);
		for (let taken = other(); taken !== undefined; taken = other()) {
			from = taken.to;
			if (!canMove || from + width > end) return undefined;
		}
		this.#rows.set(row, [...(this.#rows.get(row) ?? []), { y, from, to: from + width + titleGap }]);
		return from / this.#zoom;
	}
}
