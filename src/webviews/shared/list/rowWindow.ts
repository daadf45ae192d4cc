/** The rows that have elements: from `start` up to and without `end`. */
interface RowWindow {
	readonly start: number;
	readonly end: number;
}

/** Returns the rows between two places of a list of rows of equal height, all in pixels, with `more` above and below. */
export function visibleRows(
	scrolled: number,
	room: number,
	rowHeight: number,
	count: number,
	more = 0,
): RowWindow {
	const start = Math.min(count, Math.max(0, Math.floor((scrolled - more) / rowHeight)));
	const end = Math.min(count, Math.max(start, Math.ceil((scrolled + room + more) / rowHeight)));
	return { start, end };
}

/** Returns the scroll position at which a row is completely visible, with the least movement. */
export function scrollToRow(index: number, scrolled: number, room: number, rowHeight: number): number {
	const top = index * rowHeight;
	if (top < scrolled || room < rowHeight) return top;
	return Math.max(scrolled, top + rowHeight - room);
}
