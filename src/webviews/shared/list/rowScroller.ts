import { css, type LitElement, type ReactiveController } from 'lit';
import type { Size } from '../media/zoom.ts';
import { scrollToRow, visibleRows } from './rowWindow.ts';

/**
 * Scrolls a grid with many rows of equal height: decides which of them have elements, which are visible, and scrolls
 * one into view. The grid renders `.scroller`, with `onScroll`, around its rows, and has `rowScrollerStyle`.
 */
export class RowScroller implements ReactiveController {
	readonly #grid: LitElement;
	readonly #resize = new ResizeObserver(() => {
		this.#size = { width: this.#grid.clientWidth, height: this.#grid.clientHeight };
		this.#hasNewSize = true;
		this.#grid.requestUpdate();
	});
	#size: Size = { width: 0, height: 0 };
	#scrolled = 0;
	#hasNewSize = false;
	#resized = false;

	constructor(grid: LitElement) {
		this.#grid = grid;
		grid.addController(this);
	}

	/** In pixels; nothing until the grid is laid out. */
	get size(): Size {
		return this.#size;
	}

	/** True if the grid is drawn this time because its size has changed. */
	get resized(): boolean {
		return this.#resized;
	}

	readonly onScroll = (): void => {
		this.#scrolled = this.#element()?.scrollTop ?? 0;
		this.#grid.requestUpdate();
	};

	/**
	 * Returns the rows that have elements: the visible ones with half as many on each side, and `own`, which has the focus, so that no key
	 * is lost when it is scrolled out of view.
	 */
	drawn(rowHeight: number, count: number, own: number): number[] {
		const { height } = this.#size;
		const { start, end } = visibleRows(this.#scrolled, height, rowHeight, count, height / 2);
		const rows = Array.from({ length: end - start }, (_, offset) => start + offset);
		if (own < start) rows.unshift(own);
		else if (own >= end && own < count) rows.push(own);
		return rows;
	}

	/** Returns the rows to request pictures for, as ranges: the visible ones, then those below and above, a page each. */
	wanted(rowHeight: number, count: number): readonly (readonly [from: number, to: number])[] {
		const { height } = this.#size;
		const visible = visibleRows(this.#scrolled, height, rowHeight, count);
		const near = visibleRows(this.#scrolled, height, rowHeight, count, height);
		return [
			[visible.start, visible.end],
			[visible.end, near.end],
			[near.start, visible.start],
		];
	}

	/** Scrolls as little as possible to make a row visible. @param margin pixels that stay free below it. */
	reveal(row: number, rowHeight: number, margin = 0): void {
		const element = this.#element();
		if (element === null || this.#size.height === 0) return;
		element.scrollTop = scrollToRow(row, element.scrollTop, this.#size.height - margin, rowHeight);
		this.onScroll();
	}

	hostConnected(): void {
		this.#resize.observe(this.#grid);
	}

	hostDisconnected(): void {
		this.#resize.disconnect();
	}

	hostUpdate(): void {
		this.#resized = this.#hasNewSize;
		this.#hasNewSize = false;
	}

	#element(): HTMLElement | null {
		return this.#grid.renderRoot.querySelector('.scroller');
	}
}

export const rowScrollerStyle = css`
	:host {
		display: block;
		position: relative;
		overflow: hidden;
	}
	.scroller {
		position: absolute;
		inset: 0;
		overflow: hidden auto;
		overflow-anchor: none;
	}
	.track {
		position: relative;
		contain: layout;
	}
	.row {
		position: absolute;
		inset-inline: 0;
		top: 0;
		display: grid;
	}
`;
