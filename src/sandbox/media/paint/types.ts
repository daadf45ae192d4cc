import type { Canvas } from './canvas.ts';
import type { Palette } from './palette.ts';
import type { Dice } from './random.ts';

/** The tools and the place that a motif is painted with. */
export interface Scenery {
	readonly canvas: Canvas;
	readonly dice: Dice;
	readonly palette: Palette;
	/** Height of the horizon, 0 at the top to 1. */
	readonly horizon: number;
}
