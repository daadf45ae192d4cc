/** Where the cells of the grid are, so that only the visible ones need elements. Lengths in pixels. */
export interface GridSizes {
	/** Edge of a cell. */
	readonly cell: number;
	/** Width of the column with the prompts. */
	readonly head: number;
	/** Height of the line with the steps. */
	readonly top: number;
	/** From one cell to the next, in both directions. */
	readonly pitch: number;
}

/** The edges that a cell can have. */
export const cellSizes: readonly number[] = [64, 96, 136, 192];

const gap = 6;

/** The prompts take at most a third of the width, and always leave room for a cell. */
export function gridSizes(cell: number, width: number): GridSizes {
	const head = Math.max(84, Math.min(280, Math.floor(width / 3), width - cell - 2 * gap));
	return { cell, head, top: 28, pitch: cell + gap };
}

/** The items from `start` up to but without `end` that are visible, or within `overscan` of what is. */
export function visibleRange(
	scroll: number,
	room: number,
	pitch: number,
	count: number,
	overscan: number,
): { readonly start: number; readonly end: number } {
	const start = Math.max(0, Math.floor((scroll - overscan) / pitch));
	const end = Math.max(start, Math.min(count, Math.ceil((scroll + room + overscan) / pitch)));
	return { start: Math.min(start, end), end };
}

/** How far to scroll so that an item is entirely visible, if it is not. */
export function scrollToItem(index: number, scroll: number, room: number, pitch: number): number {
	const from = index * pitch;
	if (from < scroll) return from;
	return from + pitch > scroll + room ? Math.max(0, from + pitch - room) : scroll;
}

/** The next size in a direction; the same at the ends. */
export function nextCellSize(cell: number, by: number): number {
	const at = cellSizes.findIndex((size) => size >= cell);
	return cellSizes[Math.max(0, Math.min(cellSizes.length - 1, at + by))] ?? cell;
}
