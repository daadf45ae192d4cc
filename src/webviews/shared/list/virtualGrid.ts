import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { ref } from 'lit/directives/ref.js';
import {
	type GridAxes,
	type GridKey,
	type GridPlace,
	type GridRange,
	itemsInView,
	placeAfterKey,
	scrollToCurrent,
	withCurrent,
} from './gridAxis.ts';

/** The current cell, which the Tab key finds. */
export const currentCell = '[role][tabindex="0"]';

/**
 * A grid or a list of any length: only visible cells have elements, and the current one, so that no key is lost when
 * it is scrolled out of view. Keys move the current cell.
 */
export abstract class VirtualGrid extends LitElement {
	/** The visible size in pixels; 0 until the grid is laid out. */
	@state() protected room = { x: 0, y: 0 };
	@state() protected scrolled = { x: 0, y: 0 };
	protected scroller: Element | undefined;

	/** The element to focus after the next update, as a selector. */
	#wish: string | undefined;
	readonly #resize = new ResizeObserver(() => {
		const { clientWidth: x = 0, clientHeight: y = 0 } = this.scroller ?? {};
		if (x !== this.room.x || y !== this.room.y) this.room = { x, y };
	});

	protected abstract axes(): GridAxes;
	/** Makes a cell the current one after a key. */
	protected abstract move(to: GridPlace, key: GridKey): void;
	/** Handles a key; returns false if the key has no meaning. */
	protected abstract press(event: KeyboardEvent): boolean;

	protected inScroller(content: unknown, classes = 'scroller'): TemplateResult {
		return html`<div class=${classes} ${ref(this.observe)} @scroll=${this.onScroll}>${content}</div>`;
	}

	protected readonly observe = (scroller: Element | undefined): void => {
		this.scroller = scroller;
		this.#resize.disconnect();
		if (scroller !== undefined) this.#resize.observe(scroller);
	};

	protected readonly onScroll = (): void => {
		const { scrollLeft: x = 0, scrollTop: y = 0 } = this.scroller ?? {};
		this.scrolled = { x, y };
	};

	protected readonly onKey = (event: KeyboardEvent): void => {
		if (event.altKey || event.isComposing || !this.press(event)) return;
		event.preventDefault();
		event.stopPropagation();
	};

	/** Returns the visible rows (`y`) or columns (`x`). @param more pixels before and after them. */
	protected inView(along: 'x' | 'y', more = 0): GridRange {
		const axis = this.axes()[along];
		if (axis === undefined) return { start: 0, end: 0 };
		return itemsInView(axis, this.scrolled[along], this.room[along] - (axis.head ?? 0), more);
	}

	/** Returns the rows or columns that have elements. */
	protected drawn(along: 'x' | 'y', more = this.room[along] / 2): number[] {
		const axis = this.axes()[along];
		return axis === undefined ? [] : withCurrent(this.inView(along, more), axis);
	}

	/** Returns the rows to load pictures for: the visible ones, then those below and above, a page each. */
	protected wanted(): readonly GridRange[] {
		const visible = this.inView('y');
		const near = this.inView('y', this.room.y);
		return [visible, { start: visible.end, end: near.end }, { start: near.start, end: visible.start }];
	}

	/** Moves the current cell by an arrow key, Home, End or a page key; returns false for other keys. */
	protected moveBy(key: GridKey, step?: number): boolean {
		const axes = this.axes();
		const along = axes.y === undefined ? 'x' : 'y';
		const { length = 0, head = 0 } = axes[along] ?? {};
		const page = Math.max(1, Math.floor((this.room[along] - head) / length) - 1);
		const to = placeAfterKey(key, axes, page, step);
		if (to === undefined) return false;
		this.#wish = currentCell;
		this.move(to, key);
		return true;
	}

	/** Scrolls the current cell into view. */
	protected reveal(): void {
		const { scroller, room } = this;
		if (scroller === undefined || room.x === 0 || room.y === 0) return;
		const { x, y } = this.axes();
		const to = (axis: GridAxes['x'], scrolled: number, all: number) =>
			axis?.length === undefined || axis.at < 0
				? scrolled
				: scrollToCurrent(axis, scrolled, all - (axis.head ?? 0));
		scroller.scrollTo(to(x, scroller.scrollLeft, room.x), to(y, scroller.scrollTop, room.y));
		this.onScroll();
	}

	/** Shows and focuses the current cell, or an element in it, after the next update. */
	focusCurrent(selector = currentCell): void {
		this.#wish = selector;
		this.requestUpdate();
	}

	override focus(): void {
		this.renderRoot.querySelector<HTMLElement>(currentCell)?.focus();
	}

	protected override updated(changed: PropertyValues): void {
		// Until it is laid out, the grid cannot scroll.
		if (this.#wish !== undefined || changed.get('room')?.y === 0) this.reveal();
		if (this.#wish === undefined) return;
		const element = this.renderRoot.querySelector<HTMLElement>(this.#wish);
		this.#wish = undefined;
		element?.focus();
		if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement)
			element.setSelectionRange(element.value.length, element.value.length);
	}
}

/** The styles of a grid whose rows are as wide as itself. */
export const virtualRowStyle = css`
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
