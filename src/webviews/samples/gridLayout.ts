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

export const cellSizes: readonly number[] = [64, 96, 136, 192];
export const usualCell = 96;

const gap = 6;

/** Returns the sizes of the grid. The prompts take at most a third of the width, and always leave room for a cell. */
export function gridSizes(cell: number, width: number): GridSizes {
	const head = Math.max(84, Math.min(280, Math.floor(width / 3), width - cell - 2 * gap));
	return { cell, head, top: 28, pitch: cell + gap };
}

/** Returns the next size in a direction; the same at the ends. */
export function nextCellSize(cell: number, by: number): number {
	return cellSizes[clamp(cellSizes.indexOf(cell) + by, 0, cellSizes.length - 1)] ?? cell;
}
