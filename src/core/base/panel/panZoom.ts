/** Pan and zoom as values, for drawings and pictures alike: screen = content * scale + offset. No element is touched here. */

export interface Size {
	readonly width: number;
	readonly height: number;
}

export interface Point {
	readonly x: number;
	readonly y: number;
}

/** The position of the content's origin on the screen, and the scale at which the content is drawn. */
export interface Placement extends Point {
	readonly scale: number;
}

export function clamp(value: number, low: number, high: number): number {
	return Math.min(Math.max(value, low), high);
}

/** Returns the placement with another scale, with the point (`x`, `y`) of the screen still showing the same place of the content. */
export function scaleAround(from: Placement, scale: number, x: number, y: number): Placement {
	const ratio = scale / from.scale;
	return { scale, x: x - (x - from.x) * ratio, y: y - (y - from.y) * ratio };
}

/** Returns the scale at which content fits into a pane with a margin on every side, not larger than `most`. */
export function fitScale(content: Size, pane: Size, margin: number, most: number): number {
	const room = (length: number) => Math.max(1, length - 2 * margin);
	return Math.min(
		most,
		room(pane.width) / Math.max(1, content.width),
		room(pane.height) / Math.max(1, content.height),
	);
}
