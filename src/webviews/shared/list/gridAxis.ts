import { clamp } from '../../../core/base/panel/panZoom.ts';

/** The rows or the columns of a grid. Lengths in pixels. */
export interface GridAxis {
	readonly count: number;
	/** The current one; -1 if none is. */
	readonly at: number;
	/** The lowest value of `at`; -1 if keys also reach the heading. */
	readonly lowest?: number;
	/** The length of each; undefined if all have elements. */
	readonly length?: number;
	/** Returns the start of one; by default, there is no gap between them. */
	readonly startOf?: (index: number) => number;
	/** The length of what covers the beginning or is before it. */
	readonly head?: number;
	/** How much of the neighbors of the current one is scrolled into view with it. */
	readonly peek?: number;
}

/** A grid has both axes, a list only one. */
export interface GridAxes {
	/** The columns. */
	readonly x?: GridAxis;
	/** The rows. */
	readonly y?: GridAxis;
}

/** Rows or columns from `start` up to and without `end`. */
export interface GridRange {
	readonly start: number;
	readonly end: number;
}

export interface GridPlace {
	readonly row: number;
	readonly column: number;
}

/** A key, and the keys held with it. */
export interface GridKey {
	readonly key: string;
	readonly ctrlKey: boolean;
	readonly metaKey: boolean;
	readonly shiftKey: boolean;
}

/** Returns the rows or columns that are at least partially visible, or within `more` of the visible ones. */
export function itemsInView(axis: GridAxis, scrolled: number, room: number, more = 0): GridRange {
	const { count, length = 0, startOf = (index) => index * length } = axis;
	const start = firstWhere(count, (index) => startOf(index) + length > scrolled - more);
	const end = firstWhere(count, (index) => startOf(index) >= scrolled + room + more);
	return { start, end: Math.max(start, end) };
}

/** Returns the first index that meets a condition, which all later ones meet, too; `count` if none does. */
function firstWhere(count: number, meets: (index: number) => boolean): number {
	let low = 0;
	let high = count;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (meets(middle)) high = middle;
		else low = middle + 1;
	}
	return low;
}

/** Returns the indexes of a range and of the current row or column, in order. */
export function withCurrent({ start, end }: GridRange, { at, count }: GridAxis): number[] {
	const indexes = Array.from({ length: end - start }, (_, offset) => start + offset);
	if (at >= 0 && at < start) indexes.unshift(at);
	else if (at >= end && at < count) indexes.push(at);
	return indexes;
}

/** Returns the scroll position at which the current row or column is completely visible, with the least movement. */
export function scrollToCurrent(axis: GridAxis, scrolled: number, room: number): number {
	const { at, length = 0, startOf = (index) => index * length } = axis;
	const start = startOf(at);
	const peek = Math.min(axis.peek ?? 0, Math.max(0, (room - length) / 2));
	if (start - peek < scrolled || room < length) return Math.max(0, start - peek);
	return Math.max(scrolled, start + length + peek - room);
}

/**
 * Returns the place that a key leads to; undefined if the key does not move. @param page how many rows, or columns of
 * a list in one row, a page key moves by. @param step how many an arrow key moves by.
 */
export function placeAfterKey(
	{ key, ctrlKey, metaKey }: Omit<GridKey, 'shiftKey'>,
	{ x, y }: GridAxes,
	page: number,
	step = 1,
): GridPlace | undefined {
	const whole = ctrlKey || metaKey || x === undefined ? Infinity : 0;
	const moves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
		...(y && { ArrowUp: [-step, 0], ArrowDown: [step, 0] }),
		...(x && { ArrowLeft: [0, -step], ArrowRight: [0, step] }),
		PageUp: y ? [-page, 0] : [0, -page],
		PageDown: y ? [page, 0] : [0, page],
		Home: [-whole, -Infinity],
		End: [whole, Infinity],
	};
	const move = Object.hasOwn(moves, key) ? moves[key] : undefined;
	const after = (axis: GridAxis | undefined, by: number) =>
		axis === undefined ? 0 : clamp(axis.at + by, axis.lowest ?? 0, axis.count - 1);
	return move && { row: after(y, move[0]), column: after(x, move[1]) };
}
