import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { describeDuration } from '../../core/base/ages.ts';
import { clamp } from '../../core/base/panZoom.ts';
import { sharedStyle } from '../shared/base.ts';
import { scrollToRow, visibleRows } from '../shared/rowWindow.ts';
import type { Thumbnails, WantedThumbnail } from '../shared/thumbnails.ts';
import type { Choice, Modifiers } from './choice.ts';
import { gridStyle } from './gridStyle.ts';
import type { Tile } from './tiles.ts';

/** What a grid needs of its view. */
export interface GridActions {
	/** The person clicked a tile, or went to it by a key. */
	choose(tile: Tile, how: 'click' | 'move', keys: Modifiers): void;
	/** Puts a tile in or out of the selection. */
	toggle(tile: Tile): void;
	open(tile: Tile): void;
	star(tile: Tile): void;
	/** Opens the menu of the selection at a point of the window. */
	menu(tile: Tile, x: number, y: number, from: HTMLElement): void;
	/** A picture has a copy that cannot be loaded. */
	unreadable(tile: Tile): void;
}

const gap = 10;
const labelHeight = 24;

/** All tiles in rows. Only what is visible has elements, and what the Tab key finds. */
export class EaselSheetGrid extends LitElement {
	static override properties = {
		tiles: { attribute: false },
		folder: {},
		tile: { attribute: false },
		choice: { attribute: false },
		faults: { attribute: false },
		thumbnails: { attribute: false },
		revision: { attribute: false },
		actions: { attribute: false },
		scrolled: { state: true },
		room: { state: true },
	};
	declare tiles: readonly Tile[];
	/** The address of the folder of all runs. */
	declare folder: string;
	/** Edge of a tile in pixels. */
	declare tile: number;
	declare choice: Choice;
	/** Why pictures that have a copy cannot be shown, by tile. */
	declare faults: ReadonlyMap<string, string>;
	declare thumbnails: Thumbnails;
	/** Changes whenever a thumbnail was made. */
	declare revision: number;
	declare actions: GridActions;
	declare protected scrolled: number;
	declare protected room: { readonly width: number; readonly height: number };

	#at = 0;
	#wish = false;
	readonly #resize = new ResizeObserver(() => {
		this.room = { width: this.clientWidth, height: this.clientHeight };
	});

	constructor() {
		super();
		this.tiles = [];
		this.folder = '';
		this.tile = 160;
		this.choice = { selected: new Set() };
		this.faults = new Map();
		this.revision = 0;
		this.scrolled = 0;
		this.room = { width: 0, height: 0 };
	}

	static override styles = [sharedStyle, gridStyle];

	override connectedCallback(): void {
		super.connectedCallback();
		this.#resize.observe(this);
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#resize.disconnect();
	}

	override willUpdate(changed: PropertyValues): void {
		if (!changed.has('tiles') && !changed.has('choice')) return;
		const { current } = this.choice;
		// The usual step is to a neighbor; looking for it through thousands would be felt on each key.
		if (this.tiles[this.#at]?.id === current) return;
		this.#at = Math.max(
			0,
			this.tiles.findIndex(({ id }) => id === current),
		);
	}

	override render(): TemplateResult {
		const { columns, rowHeight, rows } = this.#layout();
		const { start, end } = visibleRows(
			this.scrolled,
			this.room.height,
			rowHeight,
			rows,
			this.room.height / 2,
		);
		const indexes = Array.from({ length: end - start }, (_, offset) => start + offset);
		// What has the focus keeps its element, so that no key is lost when it is scrolled out of view.
		const own = Math.floor(this.#at / columns);
		if (own < start) indexes.unshift(own);
		else if (own >= end && own < rows) indexes.push(own);
		return html`<div class="scroller" @scroll=${this.#onScroll}>
			<div
				class="track"
				role="grid"
				aria-label="Pictures"
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
		const { picture } = tile;
		const fault = picture.problem ?? this.faults.get(tile.id);
		const starred = picture.starred === true;
		return html`<div
			class="cell ${picture.kind}"
			role="gridcell"
			aria-colindex=${column + 1}
			aria-selected=${this.choice.selected.has(tile.id)}
			aria-label=${labelOf(tile, fault)}
			title=${titleOf(tile, fault)}
			tabindex=${index === this.#at ? 0 : -1}
			data-id=${tile.id}
			@click=${(event: MouseEvent) => this.#onClick(event, tile)}
			@dblclick=${() => this.actions.open(tile)}
			@contextmenu=${(event: MouseEvent) => this.#onMenu(event, tile)}
		>
			<div class="face">${this.#face(tile, fault)}</div>
			<div class="label">
				<span class="words">${wordsOf(tile)}</span>
				<button
					class="star ${starred ? 'on' : ''}"
					type="button"
					tabindex="-1"
					aria-label=${`${starred ? 'Remove the star of' : 'Star'} ${picture.name}`}
					@click=${(event: Event) => {
						event.stopPropagation();
						this.actions.star(tile);
					}}
					@dblclick=${(event: Event) => event.stopPropagation()}
				>${starred ? '★' : '☆'}</button>
			</div>
		</div>`;
	}

	#face(tile: Tile, fault: string | undefined): unknown {
		const address = addressOf(this.folder, tile);
		const made = address === undefined ? undefined : this.thumbnails.get(address);
		if (made !== undefined && made !== 'unreadable' && fault === undefined)
			return html`<img alt="" draggable="false" src=${made.url} />${
				tile.picture.kind === 'video' ? html`<span class="play"></span>` : nothing
			}`;
		if (fault !== undefined) return html`<span class="fault">${fault}</span>`;
		return address === undefined ? html`<span class="fault">Downloading</span>` : nothing;
	}

	override updated(changed: PropertyValues): void {
		if (changed.has('tile') || (changed.has('room') && this.room.height > 0)) this.#reveal();
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
		const columns = Math.max(1, Math.floor((this.room.width - gap) / (this.tile + gap)));
		return {
			columns,
			rows: Math.ceil(this.tiles.length / columns),
			rowHeight: this.tile + labelHeight + gap,
		};
	}

	#want(): void {
		const { columns, rows, rowHeight } = this.#layout();
		const { height } = this.room;
		if (height === 0) return;
		const visible = visibleRows(this.scrolled, height, rowHeight, rows);
		const near = visibleRows(this.scrolled, height, rowHeight, rows, height);
		const wanted = (from: number, to: number): WantedThumbnail[] =>
			this.tiles.slice(from * columns, to * columns).flatMap((tile): WantedThumbnail[] => {
				const address = addressOf(this.folder, tile);
				return address === undefined ? [] : [{ address, kind: tile.picture.kind }];
			});
		this.thumbnails.want([
			...wanted(visible.start, visible.end),
			...wanted(visible.end, near.end),
			...wanted(near.start, visible.start),
		]);
		for (const tile of this.tiles.slice(visible.start * columns, visible.end * columns)) {
			const address = addressOf(this.folder, tile);
			if (address !== undefined && this.thumbnails.get(address) === 'unreadable' && !this.faults.has(tile.id))
				this.actions.unreadable(tile);
		}
	}

	#scroller(): HTMLElement | null {
		return this.renderRoot.querySelector('.scroller');
	}

	#onScroll(): void {
		this.scrolled = this.#scroller()?.scrollTop ?? 0;
	}

	#reveal(): void {
		const scroller = this.#scroller();
		if (scroller === null || this.room.height === 0 || this.choice.current === undefined) return;
		const { columns, rowHeight } = this.#layout();
		const row = Math.floor(this.#at / columns);
		scroller.scrollTop = scrollToRow(row, scroller.scrollTop, this.room.height - gap, rowHeight);
		this.scrolled = scroller.scrollTop;
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
		const cell = event.composedPath()[0] as HTMLElement;
		if (to !== undefined) {
			const next = this.tiles[to];
			if (next === undefined) return;
			this.#at = to;
			this.#wish = true;
			this.actions.choose(next, 'move', keysOf(event));
		} else if (event.key === 'Enter') this.actions.open(tile);
		else if (event.key === ' ') this.actions.toggle(tile);
		else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
			const box = cell.getBoundingClientRect();
			this.actions.menu(tile, box.left + 16, box.top + 16, cell);
		} else return;
		event.preventDefault();
		event.stopPropagation();
	}

	/** The tile that a key leads to; undefined when the key does not move. */
	#placeAfter(key: string, whole: boolean): number | undefined {
		const { columns, rowHeight } = this.#layout();
		const last = this.tiles.length - 1;
		const page = Math.max(1, Math.floor(this.room.height / rowHeight) - 1) * columns;
		const row = this.#at - (this.#at % columns);
		const places: Readonly<Record<string, number>> = {
			ArrowLeft: this.#at - 1,
			ArrowRight: this.#at + 1,
			// In the first and the last row there is nothing above or below, and the column is kept.
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

function keysOf(event: MouseEvent | KeyboardEvent): Modifiers {
	return { toggle: event.ctrlKey || event.metaKey, shift: event.shiftKey };
}

/** The address of the copy of a picture; its names may hold any character. */
function addressOf(folder: string, { run, picture }: Tile): string | undefined {
	return picture.file === undefined
		? undefined
		: `${folder}/${encodeURIComponent(run.id)}/${encodeURIComponent(picture.file)}`;
}

/** What distinguishes a tile from its neighbors. */
function wordsOf({ run, picture }: Tile): string {
	return run.seed === undefined ? picture.name : run.seed;
}

/** Begins with what can be read in the tile, so that people who speak to their computer can name it. */
function labelOf(tile: Tile, fault: string | undefined): string {
	const { run, picture } = tile;
	const words = wordsOf(tile);
	const parts = [
		...(fault === undefined ? [] : [fault, words]),
		...(fault !== undefined && words === picture.name ? [] : [picture.name]),
		`of ${run.name}`,
		...(run.seed === undefined ? [] : [`seed ${run.seed}`]),
		...(picture.kind === 'video' ? ['video'] : []),
		...(picture.starred === true ? ['starred'] : []),
	];
	return parts.join(', ');
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

function titleOf({ run, picture }: Tile, fault: string | undefined): string {
	return [
		picture.name,
		`${run.name} on ${run.target}`,
		moment.format(run.at),
		...(run.seed === undefined ? [] : [`Seed ${run.seed}`]),
		...(run.took === undefined ? [] : [`Took ${describeDuration(run.took)}`]),
		...(fault === undefined ? [] : [fault]),
	].join('\n');
}

customElements.define('easel-sheet-grid', EaselSheetGrid);
