import type { TemplateResult } from 'lit';
import type { GridKey } from '../shared/list/gridAxis.ts';
import type { Thumbnails } from '../shared/media/thumbnails.ts';
import type { Choice, Modifiers } from './choice.ts';
import type { Tile } from './tiles.ts';
import { addressOf, tileView } from './tileView.ts';

export interface GridActions {
	/** Called when the person clicked a tile, or moved to it by a key. */
	choose(tile: Tile, how: 'click' | 'move', keys: Modifiers): void;
	/** Puts a tile in or out of the selection. */
	toggle(tile: Tile): void;
	open(tile: Tile): void;
	star(tile: Tile): void;
	/** Opens the menu of the selection at a point of the window. */
	menu(tile: Tile, x: number, y: number, from: HTMLElement): void;
	/** Called when a picture has a copy that cannot be loaded. */
	unreadable(tile: Tile): void;
}

interface TileGrid {
	/** The address of the folder of all runs. */
	readonly folder: string;
	readonly choice: Choice;
	/** The reasons why pictures that have a copy cannot be shown, by tile. */
	readonly faults: ReadonlyMap<string, string>;
	readonly thumbnails: Thumbnails;
	readonly actions: GridActions;
}

/** Renders a tile of a grid. */
export function gridTile(
	{ folder, choice, faults, thumbnails, actions }: TileGrid,
	tile: Tile,
	place: { readonly column: number; readonly count?: number; readonly isStop: boolean },
): TemplateResult {
	const address = addressOf(folder, tile);
	const selected = choice.selected.has(tile.id);
	return tileView(tile, {
		...place,
		selected,
		address,
		thumbnail: address === undefined ? undefined : thumbnails.get(address),
		fault: tile.picture.problem ?? faults.get(tile.id),
		actions: {
			click: (event) => actions.choose(tile, 'click', keysOf(event)),
			menu: (event) => {
				event.preventDefault();
				if (!selected) actions.choose(tile, 'click', { toggle: false, shift: false });
				actions.menu(tile, event.clientX, event.clientY, event.currentTarget as HTMLElement);
			},
			open: () => actions.open(tile),
			star: () => actions.star(tile),
		},
	});
}

/** Requests the thumbnails of tiles, the first ones first, and reports which of the visible ones cannot be made. */
export function want(
	{ folder, faults, thumbnails, actions }: TileGrid,
	tiles: readonly Tile[],
	visible: readonly Tile[],
): void {
	thumbnails.want(
		tiles.flatMap((tile) => {
			const address = addressOf(folder, tile);
			return address === undefined ? [] : [{ address, kind: tile.picture.kind }];
		}),
	);
	for (const tile of visible) {
		const address = addressOf(folder, tile);
		if (address !== undefined && thumbnails.get(address) === 'unreadable' && !faults.has(tile.id))
			actions.unreadable(tile);
	}
}

/**
 * Performs the action of a key on a tile that does not move: opens it, adds it to the selection, or shows its menu.
 * Returns whether there is one.
 */
export function actOnKey(event: KeyboardEvent, tile: Tile, actions: GridActions): boolean {
	if (event.key === 'Enter') actions.open(tile);
	else if (event.key === ' ') actions.toggle(tile);
	else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
		const cell = event.composedPath()[0] as HTMLElement;
		const box = cell.getBoundingClientRect();
		actions.menu(tile, box.left + 16, box.top + 16, cell);
	} else return false;
	return true;
}

/** Returns the keys that are held during an event. */
export function keysOf({ ctrlKey, metaKey, shiftKey }: Omit<GridKey, 'key'>): Modifiers {
	return { toggle: ctrlKey || metaKey, shift: shiftKey };
}
