import { shortened } from '../../base/language.ts';
import { getOrMake } from '../../base/lazy.ts';
import type { GraphLayout, Point } from './layout.ts';
import { groupPadding } from './metrics.ts';
import type { GraphModel, GraphNode } from './model.ts';
import type { Shape } from './shape.ts';
import { fitText, type Lettering, letterSizes, type Measure } from './textFit.ts';
import { type Box, cardBox, contains, overlaps } from './viewport.ts';

/** A title for a part of the drawing. */
interface Headline {
	readonly text: string;
	readonly className: string;
	readonly lettering: Lettering;
	/** Possible distances of its letters from the upper edge of its subject, in screen pixels: the first with enough space is used. */
	readonly below: readonly number[];
	/** True if it may begin further to the right, within its subject. */
	readonly canMove: boolean;
	/** The card or frame that it names. */
	readonly box: Box;
	/** Between the left edge of the box and the first letter. */
	readonly indent: number;
}

/** The titles of a picture that are worth a place on the screen however small it is drawn, by sort; each in the order of the text. */
export interface Headlines {
	readonly groups: readonly Headline[];
	/** Outputs, samplers, loaders. */
	readonly nodes: readonly (readonly Headline[])[];
	/** The cards and frames, which must not be covered by titles of others. */
	readonly boxes: readonly Box[];
}

export function headlinesOf(
	model: GraphModel,
	layout: GraphLayout,
	frames: readonly (Box | undefined)[],
): Headlines {
	const cards = model.nodes.map((_, index) => cardBox(model, layout, index));
	const nodes: readonly Headline[][] = [[], [], []];
	for (const [index, box] of cards.entries()) {
		const node = model.nodes[index];
		if (node === undefined) continue;
		nodes[sortOf(node)]?.push({
			text: shortened(node.title, longestTitle),
			className: `far-title f-${node.family}`,
			lettering: 'small',
			below: [-3, 11],
			canMove: false,
			box,
			indent: 0,
		});
	}
	const groups = frames.flatMap((box, index): readonly Headline[] => {
		const { title = '', tint } = model.groups?.[index] ?? {};
		if (box === undefined || title === '') return [];
		return [
			{
				text: shortened(title, longestTitle),
				className: `group-title t-${tint}`,
				lettering: 'title',
				below: [5, 11],
				canMove: true,
				box,
				indent: groupPadding.side,
			},
		];
	});
	const boxes = [...cards, ...frames.filter((box) => box !== undefined)];
	return { groups, nodes, boxes };
}

function sortOf({ isOutput, classType, ports, outputs }: GraphNode): number {
	if (isOutput) return 0;
	if (/sampler/i.test(classType)) return 1;
	return ports.length === 0 && outputs.length > 0 && /load/i.test(classType) ? 2 : -1;
}

/** Between two titles on one line, and before a card or the edge of the picture, in pixels of the screen. */
const titleGap = 6;
const edgeGap = 3;
/** Places on the screen are looked up by cells of this many pixels. */
const rowHeight = 14;
const columnWidth = 64;
/** A wider box is looked up by its rows alone. */
const widest = 4 * columnWidth;
/** Titles on the screen at the same time, and the longest. */
const mostTitles = 120;
const longestTitle = 26;
/** A title cut to fewer letters is useless. */
const fewestLetters = 3;

/** The visible part of the drawing, its zoom, and the room around it that gets titles too, so that a small move needs no new ones. */
interface TitledView {
	readonly zoom: number;
	readonly seen: Box;
	readonly around: Box;
}

/**
 * Returns the titles in letters that stay readable however small the cards are. Groups, outputs, samplers and loaders
 * take turns, so that each kind has its share: first the visible ones, then those around. A title ends before the next
 * card, frame or title; if its start is taken, that of a group moves along its edge, and that of a node is left out.
 */
export function titleShapes(
	{ groups, nodes, boxes }: Headlines,
	{ zoom, seen, around }: TitledView,
	measure: Measure,
): readonly Shape[] {
	// The drawing can be moved without new titles, so that the edge of the view cuts only titles of the last cards.
	const edge = boxes.reduce((right, box) => Math.max(right, box.x + box.width), seen.x + seen.width);
	const near = boxes.filter((box) => overlaps(box, around));
	const room = new Room(zoom, measure, near, edge * zoom - edgeGap);
	const sorts = [groups, ...nodes];
	const tried = new Map<Headline, Title | undefined>();
	for (const box of [seen, around]) takeTurns(sorts, box, room, tried);
	return sorts.flat().flatMap((one) => {
		const title = tried.get(one);
		if (title === undefined) return [];
		const attributes = {
			class: one.className,
			x: title.x / zoom,
			y: title.y / zoom,
			'font-size': pixels(one.lettering, zoom) / zoom,
			'stroke-width': 3 / zoom,
		};
		return [{ tag: 'text', attributes, text: title.text }];
	});
}

/** Chooses titles in the box, one of each sort in turn. */
function takeTurns(
	sorts: readonly (readonly Headline[])[],
	box: Box,
	room: Room,
	tried: Map<Headline, Title | undefined>,
): void {
	let open = sorts.map((sort) =>
		sort.filter((one) => !tried.has(one) && overlaps(one.box, box)).toReversed(),
	);
	for (let taken = 0; open.length > 0 && taken < mostTitles; ) {
		for (const queue of open) {
			let title: Title | undefined;
			for (let next = queue.pop(); next !== undefined && title === undefined; ) {
				title = room.take(next);
				tried.set(next, title);
				if (title === undefined) next = queue.pop();
			}
			if (title !== undefined) taken++;
		}
		open = open.filter(({ length }) => length > 0);
	}
}

/** Returns the size of letters on the screen: as in the drawing up to its actual size, but never too small to read. */
function pixels(lettering: Lettering, zoom: number): number {
	return Math.max(letterSizes.small, letterSizes[lettering] * Math.min(zoom, 1));
}

/** The text of a title and its start, in pixels of the screen. */
interface Title extends Point {
	readonly text: string;
}

/** An occupied part of the screen: a title or a box of the drawing. */
interface Place {
	readonly left: number;
	readonly right: number;
	readonly top: number;
	readonly bottom: number;
	readonly box?: Box;
}

/** The areas of the screen taken by cards, frames and titles. */
class Room {
	/** The places by the cells of a grid that they touch; the few wide ones only by their rows. */
	readonly #cells = new Map<number, Place[]>();
	readonly #wide = new Map<number, Place[]>();
	readonly #zoom: number;
	readonly #measure: Measure;
	readonly #edge: number;

	constructor(zoom: number, measure: Measure, boxes: readonly Box[], edge: number) {
		this.#zoom = zoom;
		this.#measure = measure;
		this.#edge = edge;
		for (const box of boxes) {
			const [left, top] = [box.x * zoom, box.y * zoom];
			const [right, bottom] = [left + box.width * zoom, top + box.height * zoom];
			this.#add({ left: left - edgeGap, right, top, bottom, box });
		}
	}

	/** Returns the title with as much of its text as fits; undefined if nothing fits. */
	take(headline: Headline): Title | undefined {
		for (const below of headline.below) {
			const title = this.#fit(headline, headline.box.y * this.#zoom + below);
			if (title !== undefined) return title;
		}
		return undefined;
	}

	#fit({ text, lettering, box, indent, canMove }: Headline, y: number): Title | undefined {
		const size = pixels(lettering, this.#zoom);
		const scale = size / letterSizes[lettering];
		const [top, bottom] = [y - 0.85 * size, y + 0.25 * size];
		const whole = this.#measure(text, lettering) * scale;
		const cut = this.#measure(`${text.slice(0, fewestLetters)}…`, lettering) * scale;
		const shortest = Math.min(whole, cut);
		const end = (box.x + box.width) * this.#zoom;
		for (let x = (box.x + indent) * this.#zoom; x < end; ) {
			const ahead = this.#ahead({ left: x, right: x + whole, top, bottom, box }, x + shortest);
			const next = Math.min(ahead?.left ?? Infinity, this.#edge);
			// Most fail here, without a search for the letters that fit.
			if (next >= x + shortest) {
				const fitting = fitText(text, lettering, (next - x) / scale, this.#measure);
				const right = x + this.#measure(fitting, lettering) * scale;
				if (right <= next && (fitting === text || fitting.length > fewestLetters)) {
					this.#add({ left: x - titleGap, right: right + titleGap, top, bottom });
					return { text: fitting, x, y };
				}
			}
			if (!canMove || ahead === undefined) return undefined;
			x = ahead.right;
		}
		return undefined;
	}

	/**
	 * Returns the first place that a title would meet, ignoring those that belong to its own box.
	 * @param enough ends the search with the first place before it: no title fits there
	 */
	#ahead(
		{ left, right, top, bottom, box }: Place & { readonly box: Box },
		enough: number,
	): Place | undefined {
		let first: Place | undefined;
		const look = (places: readonly Place[] = []): boolean => {
			for (const place of places) {
				if (place.right <= left || place.left >= (first?.left ?? Infinity)) continue;
				if (place.top >= bottom || top >= place.bottom) continue;
				if (place.box !== undefined && (contains(place.box, box) || contains(box, place.box))) continue;
				first = place;
				if (place.left < enough) return true;
			}
			return false;
		};
		for (let row = Math.floor(top / rowHeight); row * rowHeight < bottom; row++) {
			if (look(this.#wide.get(row))) return first;
			for (let column = Math.floor(left / columnWidth); column * columnWidth <= right; column++)
				if (look(this.#cells.get(cellKey(row, column)))) return first;
		}
		return first;
	}

	#add(place: Place): void {
		const { left, right } = place;
		for (let row = Math.floor(place.top / rowHeight); row * rowHeight < place.bottom; row++)
			if (right - left > widest) getOrMake(this.#wide, row, none).push(place);
			else
				for (let column = Math.floor(left / columnWidth); column * columnWidth <= right; column++)
					getOrMake(this.#cells, cellKey(row, column), none).push(place);
	}
}

/** Returns one number for a cell, for up to a million columns on each side. */
function cellKey(row: number, column: number): number {
	return row * 2 ** 21 + column;
}

const none = (): Place[] => [];
