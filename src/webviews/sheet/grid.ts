import * as l10n from '@vscode/l10n';
import { html, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { clamp } from '../../core/base/panel/panZoom.ts';
import { sharedStyle } from '../shared/base.ts';
import type { GridAxes, GridKey, GridPlace } from '../shared/list/gridAxis.ts';
import { VirtualGrid, virtualRowStyle } from '../shared/list/virtualGrid.ts';
import type { Thumbnails } from '../shared/media/thumbnails.ts';
import type { Choice } from './choice.ts';
import { gridStyle } from './gridStyle.ts';
import { actOnKey, type GridActions, gridTile, keysOf, want } from './gridTile.ts';
import type { Tile } from './tiles.ts';

const gap = 10;
const labelHeight = 24;

/** Keys that continue in the next or the previous row. */
const sideways: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

export class EaselSheetGrid extends VirtualGrid {
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

	static override styles = [sharedStyle, virtualRowStyle, gridStyle];

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
		const { columns, rows, rowHeight } = this.#layout();
		return this.inScroller(html`<div
			class="track"
			role="grid"
			aria-label=${l10n.t('Pictures')}
			aria-multiselectable="true"
			aria-rowcount=${rows}
			aria-colcount=${columns}
			.style=${`height: ${rows * rowHeight + gap}px`}
			@keydown=${this.onKey}
		>
			${repeat(
				this.drawn('y'),
				(index) => index,
				(index) => this.#row(index, columns, rowHeight),
			)}
		</div>`);
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
				(tile, column) => gridTile(this, tile, { column, isStop: first + column === this.#at }),
			)}
		</div>`;
	}

	override updated(changed: PropertyValues): void {
		if ((changed.has('tile') || changed.has('room')) && this.choice.current !== undefined) this.reveal();
		super.updated(changed);
		this.#want();
	}

	protected axes(): GridAxes {
		const { columns, rows, rowHeight } = this.#layout();
		return {
			x: { count: columns, at: this.#at % columns },
			y: { count: rows, at: Math.floor(this.#at / columns), length: rowHeight, head: gap },
		};
	}

	#layout(): { readonly columns: number; readonly rows: number; readonly rowHeight: number } {
		const columns = Math.max(1, Math.floor((this.room.x - gap) / (this.tile + gap)));
		return {
			columns,
			rows: Math.ceil(this.tiles.length / columns),
			rowHeight: this.tile + labelHeight + gap,
		};
	}

	#want(): void {
		if (this.room.y === 0) return;
		const { columns } = this.#layout();
		const tiles = this.wanted().map(({ start, end }) => this.tiles.slice(start * columns, end * columns));
		const [visible = []] = tiles;
		want(this, tiles.flat(), visible);
	}

	protected move({ row, column }: GridPlace, key: GridKey): void {
		const side = sideways[key.key];
		const to = side === undefined ? row * this.#layout().columns + column : this.#at + side;
		this.#at = clamp(to, 0, this.tiles.length - 1);
		const tile = this.tiles[this.#at];
		if (tile !== undefined) this.actions.choose(tile, 'move', keysOf(key));
	}

	protected press(event: KeyboardEvent): boolean {
		const tile = this.tiles[this.#at];
		return tile !== undefined && (this.moveBy(event) || actOnKey(event, tile, this.actions));
	}
}

customElements.define('easel-sheet-grid', EaselSheetGrid);
