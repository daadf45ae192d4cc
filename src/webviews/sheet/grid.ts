import * as l10n from '@vscode/l10n';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { clamp } from '../../core/base/panel/panZoom.ts';
import { sharedStyle } from '../shared/base.ts';
import { RowScroller, rowScrollerStyle } from '../shared/list/rowScroller.ts';
import type { Thumbnails, WantedThumbnail } from '../shared/media/thumbnails.ts';
import type { Choice, Modifiers } from './choice.ts';
import { gridStyle } from './gridStyle.ts';
import type { Tile } from './tiles.ts';
import { addressOf, tileView } from './tileView.ts';

/** The actions of a grid that its view carries out. */
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

const gap = 10;
const labelHeight = 24;

/** All tiles in rows. Only visible ones have elements, and the one that the Tab key finds. */
export class EaselSheetGrid extends LitElement {
	@property({ attribute: false }) tiles: readonly Tile[] = [];
	/** The address of the folder of all runs. */
	@property() folder = '';
	/** Edge of a tile in pixels. */
	@property({ attribute: false }) tile = 160;
	@property({ attribute: false }) choice: Choice = { selected: new Set() };
	/** The reasons why pictures that have a copy cannot be shown, by tile. */
	@property({ attribute: false }) faults: ReadonlyMap<string, string> = new Map();
	@property({ attribute: false }) thumbnails!: Thumbnails;
	/** Changes whenever a thumbnail was made. */
	@property({ attribute: false }) revision = 0;
	@property({ attribute: false }) actions!: GridActions;

	#at = 0;
	#wish = false;
	readonly #scroller = new RowScroller(this);

	static override styles = [sharedStyle, rowScrollerStyle, gridStyle];

	override willUpdate(changed: PropertyValues): void {
		if (!changed.has('tiles') && !changed.has('choice')) return;
		const { current } = this.choice;
		// The usual step is to a neighbor; a search through thousands would be noticeable on each key.
		if (this.tiles[this.#at]?.id === current) return;
		this.#at = Math.max(
			0,
			this.tiles.findIndex(({ id }) => id === current),
		);
	}

	override render(): TemplateResult {
		const { columns, rowHeight, rows } = this.#layout();
		const indexes = this.#scroller.drawn(rowHeight, rows, Math.floor(this.#at / columns));
		return html`<div class="scroller" @scroll=${this.#scroller.onScroll}>
			<div
				class="track"
				role="grid"
				aria-label=${l10n.t('Pictures')}
				aria-multiselectable="true"
				aria-rowcount=${rows}
				aria-colcount=${columns}
				.style=${`height: ${rows * rowHeight + gap}px`}
				@keydown=${this.#onKey}
			>
				${repeat(
					indexes,
					(index) => index,
					(index) => this.#row(index, columns, rowHeight),
				)}
			</div>
		</div>`;
	}

	#row(index: number, columns: number, rowHeight: number): TemplateResult {
		const first = index * columns;
		return html`<div
			class="row"
			role="row"
			aria-rowindex=${index + 1}
			.style=${`transform: translateY(${gap + index * rowHeight}px); height: ${rowHeight - gap}px; grid-template-columns: repeat(${columns}, ${this.tile}px)`}
		>
			${repeat(
				this.tiles.slice(first, first + columns),
				({ id }) => id,
				(tile, column) => this.#tile(tile, first + column, column),
			)}
		</div>`;
	}

	#tile(tile: Tile, index: number, column: number): TemplateResult {
		const address = addressOf(this.folder, tile);
		return tileView(tile, {
			column,
			selected: this.choice.selected.has(tile.id),
			isStop: index === this.#at,
			address,
			thumbnail: address === undefined ? undefined : this.thumbnails.get(address),
			fault: tile.picture.problem ?? this.faults.get(tile.id),
			actions: {
				click: (event) => this.#onClick(event, tile),
				menu: (event) => this.#onMenu(event, tile),
				open: () => this.actions.open(tile),
				star: () => this.actions.star(tile),
			},
		});
	}

	override updated(changed: PropertyValues): void {
		if (changed.has('tile') || this.#scroller.resized) this.#reveal();
		if (this.#wish) {
			this.#wish = false;
			this.#reveal();
			this.focus();
		}
		this.#want();
	}

	override focus(): void {
		this.renderRoot
			.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')
			?.focus({ preventScroll: true });
	}

	/** Gives the current tile the focus once it is drawn. */
	focusCurrent(): void {
		this.#wish = true;
		this.requestUpdate();
	}

	#layout(): { readonly columns: number; readonly rows: number; readonly rowHeight: number } {
		const columns = Math.max(1, Math.floor((this.#scroller.size.width - gap) / (this.tile + gap)));
		return {
			columns,
			rows: Math.ceil(this.tiles.length / columns),
			rowHeight: this.tile + labelHeight + gap,
		};
	}

	#want(): void {
		const { columns, rows, rowHeight } = this.#layout();
		if (this.#scroller.size.height === 0) return;
		const tiles = this.#scroller
			.wanted(rowHeight, rows)
			.map(([from, to]) => this.tiles.slice(from * columns, to * columns));
		const wanted = (tile: Tile): WantedThumbnail[] => {
			const address = addressOf(this.folder, tile);
			return address === undefined ? [] : [{ address, kind: tile.picture.kind }];
		};
		this.thumbnails.want(tiles.flat().flatMap(wanted));
		const [visible = []] = tiles;
		for (const tile of visible) {
			const address = addressOf(this.folder, tile);
			if (address !== undefined && this.thumbnails.get(address) === 'unreadable' && !this.faults.has(tile.id))
				this.actions.unreadable(tile);
		}
	}

	#reveal(): void {
		if (this.choice.current === undefined) return;
		const { columns, rowHeight } = this.#layout();
		this.#scroller.reveal(Math.floor(this.#at / columns), rowHeight, gap);
	}

	#onClick(event: MouseEvent, tile: Tile): void {
		this.actions.choose(tile, 'click', keysOf(event));
	}

	#onMenu(event: MouseEvent, tile: Tile): void {
		event.preventDefault();
		if (!this.choice.selected.has(tile.id))
			this.actions.choose(tile, 'click', { toggle: false, shift: false });
		this.actions.menu(tile, event.clientX, event.clientY, event.currentTarget as HTMLElement);
	}

	#onKey(event: KeyboardEvent): void {
		const tile = this.tiles[this.#at];
		if (tile === undefined || event.altKey) return;
		const to = this.#placeAfter(event.key, event.ctrlKey || event.metaKey);
		if (to !== undefined) {
			const next = this.tiles[to];
			if (next === undefined) return;
			this.#at = to;
			this.#wish = true;
			this.actions.choose(next, 'move', keysOf(event));
		} else if (!actOnKey(event, tile, this.actions)) return;
		event.preventDefault();
		event.stopPropagation();
	}

	/** Returns the tile that a key leads to; undefined if the key does not move. */
	#placeAfter(key: string, whole: boolean): number | undefined {
		const { columns, rowHeight } = this.#layout();
		const last = this.tiles.length - 1;
		const page = Math.max(1, Math.floor(this.#scroller.size.height / rowHeight) - 1) * columns;
		const row = this.#at - (this.#at % columns);
		const places: Readonly<Record<string, number>> = {
			ArrowLeft: this.#at - 1,
			ArrowRight: this.#at + 1,
			// At the first and the last row, the column stays.
			ArrowUp: this.#at < columns ? this.#at : this.#at - columns,
			ArrowDown: row + columns > last ? this.#at : this.#at + columns,
			PageUp: this.#at < page ? this.#at % columns : this.#at - page,
			PageDown: this.#at + page,
			Home: whole ? 0 : row,
			End: whole ? last : row + columns - 1,
		};
		const to = Object.hasOwn(places, key) ? places[key] : undefined;
		return to === undefined ? undefined : clamp(to, 0, last);
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
export function keysOf(event: MouseEvent | KeyboardEvent): Modifiers {
	return { toggle: event.ctrlKey || event.metaKey, shift: event.shiftKey };
}

customElements.define('easel-sheet-grid', EaselSheetGrid);
