import type { ResultsItem } from '../../core/runs/results/messages.ts';

export interface ItemMenuRequest {
	readonly item: ResultsItem;
	/** A point of the window, in pixels. */
	readonly x: number;
	readonly y: number;
	/** The element that gets the focus back. */
	readonly from: HTMLElement | undefined;
}

/** Turns the browser's request for a menu into one that the panel answers, from the pointer as from the keyboard. */
export function tellItemMenu(event: MouseEvent, item: ResultsItem): void {
	event.preventDefault();
	const from = event.composedPath()[0];
	const detail: ItemMenuRequest = {
		item,
		x: event.clientX,
		y: event.clientY,
		from: from instanceof HTMLElement ? (from.closest<HTMLElement>('[tabindex]') ?? undefined) : undefined,
	};
	event.currentTarget?.dispatchEvent(new CustomEvent('item-menu', { detail, bubbles: true, composed: true }));
}
