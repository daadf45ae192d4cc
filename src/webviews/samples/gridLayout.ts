import { clamp } from '../../core/base/panel/panZoom.ts';

/** The sizes of the grid, by which only the visible cells need elements. Lengths in pixels. */
export interface GridSizes {
	/** Edge of a cell. */
	readonly cell: number;
	/** Width of the column with the prompts. */
	readonly head: number;
	/** Height of the line with the steps. */
	readonly top: number;
	/** The distance from one cell to the next, in both directions. */
	readonly pitch: number;
}

/** The edges that a cell can have. */
export const cellSizes: readonly number[] = [64, 96, 136, 192];
export const usualCell = 96;

const gap = 6;

/** Returns the sizes of the grid. The prompts take at most a third of the width, and always leave room for a cell. */
export function gridSizes(cell: number, width: number): GridSizes {
	const head = Math.max(84, Math.min(280, Math.floor(width / 3), width - cell - 2 * gap));
	return { cell, head, top: 28, pitch: cell + gap };
}

/** Returns the items from `start` up to but without `end` that are visible, or within `overscan` of the visible ones. */
export function visibleRange(
	scroll: number,
	room: number,
	pitch: number,
	count: number,
	overscan: number,
): { readonly start: number; readonly end: number } {
	const start = clamp(Math.floor((scroll - overscan) / pitch), 0, count);
	return { start, end: clamp(Math.ceil((scroll + room + overscan) / pitch), start, count) };
}

/** Returns the indexes of the items in a range, and of one that always has an element. */
export function indexesWith(
	{ start, end }: { readonly start: number; readonly end: number },
	always: number,
	count: number,
): readonly number[] {
	const indexes = Array.from({ length: end - start }, (_, offset) => start + offset);
	return count > 0 && (always < start || always >= end) ? [...indexes, always] : indexes;
}

/** Returns the scroll position at which an item is entirely visible; the current one if it already is. */
export function scrollToItem(index: number, scroll: number, room: number, pitch: number): number {
	const from = index * pitch;
	if (from < scroll) return from;
	return from + pitch > scroll + room ? Math.max(0, from + pitch - room) : scroll;
}

/** Returns the next size in a direction; the same at the ends. */
export function nextCellSize(cell: number, by: number): number {
	return cellSizes[clamp(cellSizes.indexOf(cell) + by, 0, cellSizes.length - 1)] ?? cell;
}

export interface CellPlace {
	readonly row: number;
	readonly column: number;
}

/** Returns the name of a cell in the page. */
export function keyOf({ row, column }: CellPlace): string {
	return `${row}:${column}`;
}

/** Returns the cell that a key leads to from another one; undefined if the key does not move. */
export function placeAfterKey(
	{ key, ctrlKey }: { readonly key: string; readonly ctrlKey: boolean },
	{ row, column }: CellPlace,
	/** The last cell, and how many rows a page has. */
	last: CellPlace & { readonly page: number },
): CellPlace | undefined {
	const places: Readonly<Record<string, CellPlace>> = {
		ArrowLeft: { row, column: ctrlKey ? 0 : column - 1 },
		ArrowRight: { row, column: ctrlKey ? last.column : column + 1 },
		ArrowUp: { row: ctrlKey ? 0 : row - 1, column },
		ArrowDown: { row: ctrlKey ? last.row : row + 1, column },
		PageUp: { row: row - last.page, column },
		PageDown: { row: row + last.page, column },
		Home: { row: ctrlKey ? 0 : row, column: 0 },
		End: { row: ctrlKey ? last.row : row, column: last.column },
	};
	const to = Object.hasOwn(places, key) ? places[key] : undefined;
	return to && { row: clamp(to.row, 0, last.row), column: clamp(to.column, 0, last.column) };
}
