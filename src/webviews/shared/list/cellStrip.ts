import { css, html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { GridAxes, GridPlace } from './gridAxis.ts';
import { layStrip, type StripLayout, type StripSizes } from './strip.ts';
import { VirtualGrid } from './virtualGrid.ts';

/**
 * One row of cells, one of them selected. A derived class defines a cell, and calls `lay` when the number of cells or
 * their size changes.
 */
export abstract class CellStrip extends VirtualGrid {
	protected layout: StripLayout = { cells: [], groups: [], width: 0 };
	#sizes: StripSizes = { cell: 0, gap: 0, groupGap: 0, margin: 0 };

	/** The label of the row for screen readers. */
	protected abstract readonly label: string;
	/** The index of the selected cell; -1 if none is. */
	protected abstract readonly at: number;
	/** Returns the same key for the same cell, wherever it is. */
	protected abstract keyOf(index: number): unknown;
	/** Returns an element with the role `option`, placed with `xOf`. */
	protected abstract cell(index: number): unknown;
	protected abstract select(index: number): void;
	/** Called when Enter was pressed on the selected cell. */
	protected abstract enter(): void;
	/** Called when the cells from `start` up to but without `end` are visible. */
	protected abstract seen(start: number, end: number): void;

	constructor() {
		super();
		this.addEventListener('wheel', (event) => this.#onWheel(event));
	}

	/** Lays out the cells. @param counts how many cells each group has. */
	protected lay(counts: readonly number[], sizes: StripSizes): void {
		this.#sizes = sizes;
		this.layout = layStrip(counts, sizes);
	}

	protected axes(): GridAxes {
		const { cell } = this.#sizes;
		const { cells } = this.layout;
		return {
			x: {
				count: cells.length,
				at: this.at,
				length: cell,
				startOf: (index) => this.xOf(index),
				peek: cell / 2,
			},
		};
	}

	/** Returns the left edge of a cell, in pixels. */
	protected xOf(index: number): number {
		return this.layout.cells[index] ?? 0;
	}

	/** Renders the titles above the cells; nothing unless a strip has titles. */
	protected titles(): unknown {
		return undefined;
	}

	override render(): TemplateResult {
		return this.inScroller(html`<div
			class="track"
			role="listbox"
			aria-label=${this.label}
			aria-orientation="horizontal"
			.style=${`width: ${this.layout.width}px`}
			@keydown=${this.onKey}
		>
			${this.titles()}
			${repeat(
				this.drawn('x'),
				(index) => this.keyOf(index),
				(index) => this.cell(index),
			)}
		</div>`);
	}

	/** Ends an update. @param reveal whether the selected cell must come into view. */
	protected settle(reveal: boolean): void {
		if (reveal) this.reveal();
		const { start, end } = this.inView('x', this.#sizes.cell);
		if (this.room.x > 0) this.seen(start, end);
	}

	#onWheel(event: WheelEvent): void {
		if (event.ctrlKey || Math.abs(event.deltaX) >= Math.abs(event.deltaY)) return;
		event.preventDefault();
		this.scroller?.scrollBy(event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 40 : 1), 0);
	}

	protected move({ column }: GridPlace): void {
		this.select(column);
	}

	protected press(event: KeyboardEvent): boolean {
		if (event.ctrlKey || event.metaKey || event.shiftKey) return false;
		if (event.key !== 'Enter') return this.moveBy(event);
		this.enter();
		return true;
	}
}

/** The styles that every strip needs to scroll and to place its cells; their size is the strip's own. */
export const cellStripStyle = css`
	:host {
		display: block;
		min-width: 0;
	}
	.scroller {
		overflow-x: auto;
		overflow-y: hidden;
		scrollbar-width: thin;
		scrollbar-color: var(--vscode-scrollbarSlider-background) transparent;
	}
	.track {
		position: relative;
	}
	.cell {
		position: absolute;
		left: 0;
		overflow: hidden;
		border: 1px solid var(--vscode-contrastBorder, transparent);
		border-radius: 4px;
		background: color-mix(in srgb, var(--vscode-foreground) 7%, transparent);
		color: var(--vscode-descriptionForeground);
		cursor: pointer;
	}
	.cell:hover {
		outline: 1px solid var(--vscode-contrastActiveBorder, var(--vscode-list-hoverBackground));
		outline-offset: 1px;
	}
	.cell[aria-selected='true'] {
		outline: 2px solid var(--vscode-contrastActiveBorder, var(--vscode-focusBorder));
		outline-offset: 1px;
	}
	.cell:focus-visible {
		outline: 2px solid var(--vscode-focusBorder);
		outline-offset: 2px;
	}
`;
