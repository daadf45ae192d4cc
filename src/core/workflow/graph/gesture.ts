import type { Point } from './layout.ts';
import { type Viewport, zoomAt } from './viewport.ts';

interface Wheel {
	readonly deltaX: number;
	readonly deltaY: number;
	/** 0: pixels, anything else: lines or pages. */
	readonly deltaMode: number;
	readonly shiftKey: boolean;
	/** Also set for a pinch on a touch pad. */
	readonly ctrlKey: boolean;
	readonly metaKey: boolean;
}

const pixelsPerLine = 33;
/** Zoom for each pixel, as the exponent of e: a pinch sends small steps, a wheel large ones. */
const wheelSpeed = 0.0018;
const pinchSpeed = 0.01;

/** Returns the viewport after a turn of the wheel: a wheel zooms, two fingers on a touch pad move, a pinch zooms; Shift moves sideways. */
export function afterWheel(viewport: Viewport, wheel: Wheel, at: Point): Viewport {
	const scale = wheel.deltaMode === 0 ? 1 : pixelsPerLine;
	const [dx, dy] = [wheel.deltaX * scale, wheel.deltaY * scale];
	const notched = wheel.deltaMode !== 0 || (wheel.deltaX === 0 && Math.abs(wheel.deltaY) >= 50);
	if (wheel.ctrlKey || wheel.metaKey || (notched && !wheel.shiftKey)) {
		return zoomAt(viewport, Math.exp(-dy * (wheel.ctrlKey && !notched ? pinchSpeed : wheelSpeed)), at);
	}
	const sideways = wheel.shiftKey && dx === 0;
	return { ...viewport, x: viewport.x - (sideways ? dy : dx), y: viewport.y - (sideways ? 0 : dy) };
}
