/** The layout of the filmstrip, by which only the visible pictures need elements. Lengths in pixels. */

interface StripGroup {
	readonly x: number;
	readonly width: number;
	readonly first: number;
	readonly count: number;
}

export interface StripLayout {
	/** Left edge of each cell. */
	readonly cells: readonly number[];
	readonly groups: readonly StripGroup[];
	readonly width: number;
}

export interface StripSizes {
	readonly cell: number;
	readonly gap: number;
	readonly groupGap: number;
	readonly margin: number;
}

export function layStrip(counts: readonly number[], sizes: StripSizes): StripLayout {
	const cells: number[] = [];
	const groups: StripGroup[] = [];
	let x = sizes.margin;
	for (const count of counts) {
		const start = x;
		const first = cells.length;
		for (let index = 0; index < count; index++) {
			cells.push(x);
			x += sizes.cell + sizes.gap;
		}
		if (count > 0) x -= sizes.gap;
		groups.push({ x: start, width: x - start, first, count });
		x += sizes.groupGap;
	}
	if (counts.length > 0) x -= sizes.groupGap;
	return { cells, groups, width: x + sizes.margin };
}

/** Returns the first cell that ends after `x`. */
function firstBehind(layout: StripLayout, sizes: StripSizes, x: number): number {
	let low = 0;
	let high = layout.cells.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((layout.cells[middle] ?? 0) + sizes.cell > x) high = middle;
		else low = middle + 1;
	}
	return low;
}

/** Returns the cells from `start` up to but without `end` that are visible or within `overscan` of the visible ones. */
export function cellsInSight(
	layout: StripLayout,
	sizes: StripSizes,
	scroll: number,
	width: number,
	overscan: number,
): { readonly start: number; readonly end: number } {
	const start = firstBehind(layout, sizes, scroll - overscan);
	let end = start;
	while (end < layout.cells.length && (layout.cells[end] ?? 0) < scroll + width + overscan) end++;
	return { start, end };
}

/** Returns the scroll position at which a cell is entirely visible, with a little of its neighbor. */
export function scrollToCell(
	layout: StripLayout,
	sizes: StripSizes,
	index: number,
	scroll: number,
	width: number,
): number {
	const x = layout.cells[index];
	if (x === undefined) return scroll;
	const peek = Math.min(sizes.cell / 2, Math.max(0, (width - sizes.cell) / 2));
	if (x - peek < scroll) return Math.max(0, x - peek);
	if (x + sizes.cell + peek > scroll + width) {
		return Math.max(0, Math.min(layout.width - width, x + sizes.cell + peek - width));
	}
	return scroll;
}
