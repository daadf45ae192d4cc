import { css, html, LitElement, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { cellsInSight, layStrip, type StripLayout, type StripSizes, scrollToCell } from './strip.ts';

/**
 * One row of cells, one of them selected, with key navigation. Only visible cells have elements, so that thousands of
 * cells cost no more than twenty. A derived class defines a cell, and calls `lay` when the number of cells or their
 * size changes.
 */
export abstract class CellStrip extends LitElement {
	@state() protected scrolled = 0;
	@state() protected room = 0;

	protected layout: StripLayout = { cells: [], groups: [], width: 0 };
	#sizes: StripSizes | undefined;
	#focusSelected = false;
	readonly #resize = new ResizeObserver(() => {
		this.room = this.clientWidth;
	});

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

	override connectedCallback(): void {
		super.connectedCallback();
		this.#resize.observe(this);
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#resize.disconnect();
	}

	/** Lays out the cells. @param counts how many cells each group has. */
	protected lay(counts: readonly number[], sizes: StripSizes): void {
		this.#sizes = sizes;
		this.layout = layStrip(counts, sizes);
	}

	/** Returns the left edge of a cell, in pixels. */
	protected xOf(index: number): number {
		return this.layout.cells[index] ?? 0;
	}

	/** Renders the titles above the cells; nothing unless a strip has titles. */
	protected titles(): unknown {
		return undefined;
	}

	override render(): TemplateResult | undefined {
		const sizes = this.#sizes;
		if (sizes === undefined) return undefined;
		const { start, end } = cellsInSight(
			this.layout,
			sizes,
			this.scrolled,
			this.room,
			this.room / 2 + sizes.cell,
		);
		// The selected cell always has an element, so that the Tab key finds it even when it was scrolled out of view.
		const indexes = Array.from({ length: end - start }, (_, offset) => start + offset);
		const { at } = this;
		if (at >= 0 && at < this.layout.cells.length && (at < start || at >= end)) indexes.push(at);
		return html`<div class="scroller" @scroll=${this.#onScroll} @wheel=${this.#onWheel}>
			<div
				class="track"
				role="listbox"
				aria-label=${this.label}
				aria-orientation="horizontal"
				.style=${`width: ${this.layout.width}px`}
				@keydown=${this.#onKey}
			>
				${this.titles()}
				${repeat(
					indexes,
					(index) => this.keyOf(index),
					(index) => this.cell(index),
				)}
			</div>
		</div>`;
	}

	/** Ends an update. Call it at the end of `updated`. @param reveal whether the selected cell must come into view. */
	protected settle(reveal: boolean): void {
		if (reveal) this.#reveal();
		if (this.#focusSelected) {
			this.#focusSelected = false;
			this.renderRoot.querySelector<HTMLElement>('[aria-selected="true"]')?.focus({ preventScroll: true });
		}
		const sizes = this.#sizes;
		if (sizes === undefined || this.room === 0) return;
		const { start, end } = cellsInSight(this.layout, sizes, this.scrolled, this.room, sizes.cell);
		this.seen(start, end);
	}

	override focus(): void {
		this.renderRoot.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
	}

	#scroller(): HTMLElement | null {
		return this.renderRoot.querySelector('.scroller');
	}

	#reveal(): void {
		const scroller = this.#scroller();
		const sizes = this.#sizes;
		if (scroller === null || sizes === undefined || this.at === -1 || this.room === 0) return;
		scroller.scrollLeft = scrollToCell(this.layout, sizes, this.at, scroller.scrollLeft, this.room);
		this.scrolled = scroller.scrollLeft;
	}

	#onScroll(): void {
		this.scrolled = this.#scroller()?.scrollLeft ?? 0;
	}

	#onWheel(event: WheelEvent): void {
		const scroller = this.#scroller();
		if (scroller === null || event.ctrlKey || Math.abs(event.deltaX) >= Math.abs(event.deltaY)) return;
		event.preventDefault();
		scroller.scrollLeft += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 40 : 1);
	}

	#onKey(event: KeyboardEvent): void {
		if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
		const sizes = this.#sizes;
		if (sizes === undefined) return;
		const page = Math.max(1, Math.floor(this.room / (sizes.cell + sizes.gap)) - 1);
		const last = this.layout.cells.length - 1;
		const next = {
			ArrowRight: this.at + 1,
			ArrowLeft: this.at - 1,
			PageDown: this.at + page,
			PageUp: this.at - page,
			Home: 0,
			End: last,
		}[event.key];
		if (event.key === 'Enter') this.enter();
		else if (next === undefined) return;
		else {
			this.#focusSelected = true;
			this.select(Math.min(last, Math.max(0, next)));
		}
		event.preventDefault();
		event.stopPropagation();
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
