/** Measures of a card, in units of the drawing (pixels at 100%). */
export const cardWidth = 244;
/** Between the frame of a group and its content: above it room for the title. */
export const groupPadding = { top: 34, side: 16 };
/** A drawing has about this ratio of width to height. */
export const aspect = 1.6;
export const headerHeight = 50;
const portHeight = 22;
export const valueHeight = 22;
export const textLineHeight = 17;
const moreHeight = 20;
const cardPadding = 10;

export interface CardRow {
	readonly rows: number;
}

/** Returns the height of a value: its name is above it when it takes several rows. */
export function rowHeight(row: CardRow): number {
	return row.rows === 1 ? valueHeight : row.rows * textLineHeight + 10;
}

/** Returns the height of a card with these rows of ports and values. */
export function cardHeight(ports: number, values: readonly CardRow[], hasMore: boolean): number {
	const body =
		ports * portHeight + values.reduce((sum, row) => sum + rowHeight(row), 0) + (hasMore ? moreHeight : 0);
	return headerHeight + (body === 0 ? 0 : body + cardPadding + (ports > 0 && values.length > 0 ? 6 : 0));
}

/** Returns the middle of a port, counted from the top of the card. */
export function portMiddle(index: number): number {
	return headerHeight + 6 + index * portHeight + portHeight / 2;
}

/** Returns the top of the values, counted from the top of the card. */
export function valuesTop(ports: number): number {
	return headerHeight + 6 + ports * portHeight + (ports > 0 ? 6 : 0);
}
