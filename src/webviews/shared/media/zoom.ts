/** Zoom and pan of a picture as values: no element, no pixel is touched here. */

import {
	clamp,
	fitScale as fitContent,
	type Placement,
	type Size,
	scaleAround,
} from '../../../core/base/panel/panZoom.ts';

export type { Size } from '../../../core/base/panel/panZoom.ts';

/**
 * The visible part of a picture: `fit` shows all of it; a number is the size on screen of one pixel of the picture. The
 * center is a fraction of the picture, so it applies to panes of every size.
 */
export interface View {
	readonly scale: 'fit' | number;
	readonly centerX: number;
	readonly centerY: number;
}

/** A change of the zoom: `fit` and a number set the scale on screen, the others multiply it. */
export type Zoom = 'fit' | 'in' | 'out' | number;

/** The keys that zoom the picture in view. */
export const zoomKeys: Readonly<Record<string, { readonly zoom: Zoom }>> = {
	'+': { zoom: 'in' },
	'=': { zoom: 'in' },
	'-': { zoom: 'out' },
	'0': { zoom: 'fit' },
	'1': { zoom: 1 },
};

export const fitView: View = { scale: 'fit', centerX: 0.5, centerY: 0.5 };
/** Room left around a picture that fits, in pixels of the pane. */
const fitMargin = 12;
const largest = 32;
const smallest = 0.05;

/** Returns the scale at which the whole picture is visible; small pictures are not enlarged. */
export function fitScale(picture: Size, pane: Size): number {
	if (picture.width <= 0 || picture.height <= 0 || pane.width <= 0 || pane.height <= 0) return 1;
	return fitContent(picture, pane, fitMargin, 1);
}

/** Returns the position along one side: centered while it fits, otherwise without a gap at either edge. */
function settle(length: number, pane: number, center: number): number {
	if (length <= pane) return (pane - length) / 2;
	return Math.min(0, Math.max(pane - length, pane / 2 - center * length));
}

export function place(view: View, picture: Size, pane: Size): Placement {
	const scale = view.scale === 'fit' ? fitScale(picture, pane) : view.scale;
	return {
		scale,
		x: settle(picture.width * scale, pane.width, view.centerX),
		y: settle(picture.height * scale, pane.height, view.centerY),
	};
}

function viewOf(placement: Placement, picture: Size, pane: Size): View {
	return {
		scale: placement.scale,
		centerX: (pane.width / 2 - placement.x) / (picture.width * placement.scale),
		centerY: (pane.height / 2 - placement.y) / (picture.height * placement.scale),
	};
}

/** Sets the scale so that the point of the picture under (`x`, `y`) of the pane stays there. */
export function zoomTo(view: View, picture: Size, pane: Size, scale: number, x: number, y: number): View {
	const from = place(view, picture, pane);
	const floor = Math.min(smallest, fitScale(picture, pane));
	const to = clamp(scale, floor, largest);
	const wanted = scaleAround(from, to, x, y);
	return viewOf(place(viewOf(wanted, picture, pane), picture, pane), picture, pane);
}

/** Moves the picture by pixels of the pane. */
export function panBy(view: View, picture: Size, pane: Size, dx: number, dy: number): View {
	const from = place(view, picture, pane);
	const moved = place(viewOf({ ...from, x: from.x + dx, y: from.y + dy }, picture, pane), picture, pane);
	return moved.x === from.x && moved.y === from.y ? view : viewOf(moved, picture, pane);
}

/** Returns whether the picture is larger than the pane. */
export function canPan(view: View, picture: Size, pane: Size): boolean {
	const { scale } = place(view, picture, pane);
	return picture.width * scale > pane.width + 0.5 || picture.height * scale > pane.height + 0.5;
}

/** Returns the same view for a picture of another size: both appear equally large. */
export function viewForOther(view: View, from: Size, to: Size): View {
	return view.scale === 'fit' ? view : { ...view, scale: (view.scale * from.width) / to.width };
}
