import { clamp, fitScale, type Size, scaleAround } from '../../base/panel/panZoom.ts';
import type { GraphLayout, Point } from './layout.ts';
import { cardWidth } from './metrics.ts';
import type { GraphModel } from './model.ts';

/** The part of the drawing that is seen: screen = drawing * zoom + offset. */
export interface Viewport extends Point {
	readonly zoom: number;
}

export type { Size } from '../../base/panel/panZoom.ts';

export type Box = Point & Size;

const smallestZoom = 0.02;
const largestZoom = 3;

/** Zooms by a factor so that the point on the screen keeps showing the same place. */
export function zoomAt(viewport: Viewport, factor: number, at: Point): Viewport {
	const zoom = clamp(viewport.zoom * factor, smallestZoom, largestZoom);
	const { x, y } = scaleAround({ ...viewport, scale: viewport.zoom }, zoom, at.x, at.y);
	return { zoom, x, y };
}

/** Centers the whole box, scaled to at most `most`. */
export function fitBox(box: Box, screen: Size, margin: number, most: number): Viewport {
	const zoom = Math.max(smallestZoom, fitScale(box, screen, margin, most));
	return {
		zoom,
		x: (screen.width - box.width * zoom) / 2 - box.x * zoom,
		y: (screen.height - box.height * zoom) / 2 - box.y * zoom,
	};
}

/** Moves as little as possible until the box is visible (a box larger than the screen: until its beginning is). */
export function reveal(viewport: Viewport, box: Box, screen: Size, margin: number): Viewport {
	const move = (start: number, length: number, room: number): number => {
		if (start < margin || length + 2 * margin > room) return margin - start;
		return Math.min(0, room - margin - start - length);
	};
	const x = box.x * viewport.zoom + viewport.x;
	const y = box.y * viewport.zoom + viewport.y;
	const width = box.width * viewport.zoom;
	const height = box.height * viewport.zoom;
	const inSight =
		x >= margin && y >= margin && x + width <= screen.width - margin && y + height <= screen.height - margin;
	if (inSight) return viewport;
	return {
		...viewport,
		x: viewport.x + move(x, width, screen.width),
		y: viewport.y + move(y, height, screen.height),
	};
}

/** Returns the visible part of the drawing, widened by a fraction of itself on every side. */
export function seenBox(viewport: Viewport, screen: Size, widened: number): Box {
	const width = screen.width / viewport.zoom;
	const height = screen.height / viewport.zoom;
	return {
		x: -viewport.x / viewport.zoom - width * widened,
		y: -viewport.y / viewport.zoom - height * widened,
		width: width * (1 + 2 * widened),
		height: height * (1 + 2 * widened),
	};
}

export function contains(outer: Box, inner: Box): boolean {
	return (
		inner.x >= outer.x &&
		inner.y >= outer.y &&
		inner.x + inner.width <= outer.x + outer.width &&
		inner.y + inner.height <= outer.y + outer.height
	);
}

export function overlaps(a: Box, b: Box): boolean {
	return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

export function cardBox(model: GraphModel, layout: Pick<GraphLayout, 'nodes'>, index: number): Box {
	const at = layout.nodes[index] ?? { x: 0, y: 0 };
	return { x: at.x, y: at.y, width: cardWidth, height: model.nodes[index]?.height ?? 0 };
}

/** Returns the box around points or boxes. */
export function hullOf(parts: readonly (Point & Partial<Size>)[]): Box {
	let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
	for (const { x, y, width = 0, height = 0 } of parts) {
		left = Math.min(left, x);
		top = Math.min(top, y);
		right = Math.max(right, x + width);
		bottom = Math.max(bottom, y + height);
	}
	return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the node under a point of the drawing; the last drawn one if two overlap. */
export function nodeAt(model: GraphModel, layout: GraphLayout, point: Point): number | undefined {
	for (let index = model.nodes.length - 1; index >= 0; index -= 1) {
		const box = cardBox(model, layout, index);
		if (point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height)
			return index;
	}
	return undefined;
}
