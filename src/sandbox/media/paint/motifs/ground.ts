import { blend, type Canvas, type Color, type Point } from '../canvas.ts';
import { type Dice, ridge, rugged } from '../random.ts';
import type { Scenery } from '../types.ts';

export const white: Color = [250, 250, 252];
export const black: Color = [12, 12, 18];

/** Layers of land from the horizon to the viewer; `rough` from rolling hills (0) to crags (1). */
export function land(
	scenery: Scenery,
	layers: number,
	rough: number,
	from = scenery.horizon,
): ((x: number) => number)[] {
	const { canvas, dice, palette } = scenery;
	const lines: ((x: number) => number)[] = [];
	for (let layer = 0; layer < layers; layer++) {
		const share = layers === 1 ? 1 : layer / (layers - 1);
		const curve = rugged(dice, rough > 0.4 ? 5 : 2, 0.3 + rough * 0.22);
		const scale = 1.6 + share * 1.2;
		const swing = (0.05 + rough * 0.1) * (1 - share * 0.45);
		const base = from + share * (0.97 - from) * 0.82 - swing * 0.4;
		const offset = dice.next() * 200;
		const line = (x: number) => base - curve(x * scale + offset) * swing;
		const color = blend(palette.far, palette.near, share ** 0.8);
		canvas.below(line, (depth) => blend(color, palette.near, depth * 1.4));
		const mist = blend(palette.sky[2], palette.light, 0.3);
		if (layer < layers - 1)
			canvas.below(
				(x) => line(x) + 0.05,
				() => mist,
				0.1,
			);
		lines.push(line);
	}
	return lines;
}

/** Paints water from the horizon down, with the part above it mirrored. */
export function water({ canvas, dice, palette, horizon }: Scenery): void {
	const deep = blend(palette.sky[0], palette.near, 0.45);
	canvas.below(
		() => horizon,
		(depth) => blend(palette.sky[2], deep, 0.25 + depth * 1.7),
	);
	const wave = ridge(dice);
	canvas.mirror(horizon, (y) => wave(y * 90) * 0.05, 0.5);
	for (let streak = 0; streak < 70; streak++) {
		const share = dice.next() ** 1.6;
		const y = horizon + 0.01 + share * (1 - horizon);
		const [x, length] = [dice.next() * canvas.right, (0.02 + share * 0.12) * dice.between(0.4, 1)];
		canvas.ellipse(x, y, length, 0.0012 + share * 0.0035, palette.light, 0.16);
	}
}

/** Paints one range of sharp mountains with lit and shaded sides and some snow. */
export function peaks({ canvas, dice, palette, horizon }: Scenery, snow: number): void {
	const count = dice.whole(3, 5);
	for (let index = 0; index < count; index++) {
		const x = ((index + dice.between(0.1, 0.9)) / count) * canvas.right;
		const [height, width] = [dice.between(0.2, 0.38), dice.between(0.26, 0.42)];
		const top: Point = [x, horizon - height];
		const foot = horizon + 0.12;
		const lit = blend(palette.far, palette.light, 0.25);
		const bend: Point = [x + width * dice.between(-0.12, 0.12), foot];
		canvas.polygon([top, bend, [x - width, foot]], lit);
		canvas.polygon([top, [x + width, foot], bend], blend(palette.far, palette.near, 0.35));
		const cap = 0.2 + snow * 0.35;
		const edge = (side: number, share: number): Point => [
			x + side * width * share,
			top[1] + (foot - top[1]) * share,
		];
		const teeth = [
			edge(-1, cap),
			edge(-0.55, cap * 0.72),
			edge(-0.2, cap * 1.05),
			edge(0.12, cap * 0.7),
			edge(0.5, cap),
			edge(1, cap * 0.8),
		];
		canvas.polygon([top, ...teeth], white, 0.85);
	}
}

/** Paints a fir with that height; `share` from hazy (0) to near (1). */
export function fir(
	canvas: Canvas,
	x: number,
	y: number,
	size: number,
	{ palette }: Scenery,
	share = 0.8,
): void {
	const color = blend(blend(palette.far, [34, 78, 62], 0.4), blend(palette.near, [16, 44, 38], 0.5), share);
	canvas.line(
		[
			[x, y],
			[x, y - size * 0.3],
		],
		size * 0.07,
		blend(palette.near, black, 0.4),
	);
	for (let tier = 0; tier < 4; tier++) {
		const [low, width] = [y - size * (0.12 + tier * 0.2), size * (0.32 - tier * 0.062)];
		canvas.polygon(
			[
				[x - width, low],
				[x, low - size * 0.36],
				[x + width, low],
			],
			blend(color, palette.light, tier * 0.045),
		);
		if (palette.snow)
			canvas.polygon(
				[
					[x - width * 0.55, low - size * 0.15],
					[x, low - size * 0.36],
					[x + width * 0.3, low - size * 0.22],
				],
				white,
				0.75,
			);
	}
}

/** Paints a few birds, or none. */
export function birds(canvas: Canvas, dice: Dice, color: Color, horizon: number): void {
	const flock = dice.whole(0, 7);
	const [x, y] = [dice.between(0.15, 0.75) * canvas.right, dice.between(0.15, 0.55) * horizon];
	for (let bird = 0; bird < flock; bird++) {
		const [at, high, size] = [
			x + dice.between(-0.14, 0.14),
			y + dice.between(-0.07, 0.07),
			dice.between(0.009, 0.02),
		];
		const lift = size * dice.between(0.3, 0.7);
		canvas.line(
			[
				[at - size, high - lift],
				[at - size * 0.4, high - lift * 0.9],
				[at, high],
				[at + size * 0.4, high - lift * 0.9],
				[at + size, high - lift],
			],
			size * 0.16,
			color,
		);
	}
}

/** Flakes all over the picture. */
export function snowfall(canvas: Canvas, dice: Dice): void {
	for (let flake = 0; flake < 220; flake++)
		canvas.disc(
			dice.next() * canvas.right,
			dice.next(),
			dice.between(0.001, 0.005),
			white,
			dice.between(0.3, 0.85),
			0.003,
		);
}
