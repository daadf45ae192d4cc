import { blend, type Canvas, type Color, type Point } from '../canvas.ts';
import { type Dice, ridge } from '../random.ts';
import type { Scenery } from '../types.ts';
import { birds, black, fir, land, peaks, snowfall, white } from './ground.ts';

export function mountains(scenery: Scenery): void {
	const { canvas, dice, palette, horizon } = scenery;
	peaks(scenery, palette.snow ? 0.8 : 0.45);
	land(scenery, 4, 0.15, horizon + 0.04);
	birds(canvas, dice, palette.near, horizon);
}

export function forest(scenery: Scenery): void {
	const { canvas, dice, palette, horizon } = scenery;
	if (dice.next() < 0.6) peaks(scenery, 0.3);
	const lines = land(scenery, 3, 0.12);
	for (const [layer, line] of lines.entries()) {
		const count = Math.round((26 - layer * 7) * canvas.right);
		for (let index = 0; index < count; index++) {
			const x = ((index + dice.between(-0.4, 0.4)) / count) * canvas.right;
			fir(
				canvas,
				x,
				line(x) + 0.03 + layer * 0.06,
				(0.09 + layer * 0.09) * dice.between(0.7, 1.25),
				scenery,
				layer / 3,
			);
		}
	}
	if (palette.snow) snowfall(canvas, dice);
	birds(canvas, dice, palette.near, horizon);
}

export function flowers(scenery: Scenery): void {
	const { canvas, dice, palette, horizon } = scenery;
	land(scenery, 4, 0.1);
	const colors: [Color, ...Color[]] = [
		palette.accent,
		palette.light,
		blend(palette.accent, white, 0.45),
		blend(palette.accent, palette.sky[0], 0.4),
	];
	const count = Math.round(130 * canvas.right);
	for (let index = 0; index < count; index++) {
		const share = (index / count) ** 1.4;
		const y = horizon + 0.12 + share * (0.9 - horizon);
		flower(
			canvas,
			dice,
			dice.next() * canvas.right,
			y,
			0.006 + share * 0.034,
			dice.pick(colors),
			palette.near,
		);
	}
}

function flower(
	canvas: Canvas,
	dice: Dice,
	x: number,
	y: number,
	size: number,
	color: Color,
	stem: Color,
): void {
	const lean = dice.between(-0.8, 0.8) * size;
	canvas.line(
		[
			[x, y + size * 4],
			[x + lean, y],
		],
		size * 0.16,
		blend(stem, [60, 120, 70], 0.5),
	);
	const petals = dice.whole(5, 7);
	const turn = dice.next();
	for (let petal = 0; petal < petals; petal++) {
		const angle = ((petal + turn) / petals) * 2 * Math.PI;
		canvas.ellipse(
			x + lean + Math.cos(angle) * size * 0.62,
			y + Math.sin(angle) * size * 0.5,
			size * 0.52,
			size * 0.32,
			color,
			0.94,
			angle,
		);
	}
	canvas.disc(x + lean, y, size * 0.32, [248, 205, 80]);
}

export function dunes(scenery: Scenery): void {
	const { canvas, dice, palette, horizon } = scenery;
	const sand = blend(palette.light, palette.accent, 0.35);
	const pyramid = dice.between(0.25, 0.75) * canvas.right;
	for (const [offset, size] of [
		[0, 0.2],
		[0.34, 0.12],
	] as const) {
		const x = pyramid + offset;
		canvas.polygon(
			[
				[x - size, horizon + 0.05],
				[x, horizon - size * 0.95],
				[x + size * 0.25, horizon + 0.05],
			],
			blend(sand, palette.far, 0.35),
		);
		canvas.polygon(
			[
				[x + size * 0.25, horizon + 0.05],
				[x, horizon - size * 0.95],
				[x + size, horizon + 0.05],
			],
			blend(sand, palette.near, 0.55),
		);
	}
	for (let layer = 0; layer < 5; layer++) {
		const [curve, share] = [ridge(dice), layer / 4];
		const base = horizon + 0.01 + share * (0.9 - horizon);
		const tone = blend(blend(sand, palette.far, 0.45 - share * 0.2), palette.near, share * 0.35);
		canvas.below(
			(x) => base - curve(x * 1.5 + layer * 9) * 0.06,
			(depth) => blend(blend(tone, palette.light, 0.25), tone, depth * 9),
		);
	}
	birds(canvas, dice, palette.near, horizon);
}

export function catOnHill(scenery: Scenery): void {
	const { canvas, dice, palette, horizon } = scenery;
	const lines = land(scenery, 3, 0.12);
	const line = lines.at(-1) ?? (() => horizon);
	const x = dice.between(0.3, 0.7) * canvas.right;
	const size = dice.between(0.11, 0.16);
	const y = line(x) + 0.012;
	const fur = blend(palette.near, black, 0.5);
	const side = dice.pick([-1, 1]);
	const tail: Point[] = Array.from({ length: 14 }, (_, index): Point => {
		const share = index / 13;
		return [x + side * size * (0.5 + share * 0.7), y - size * (0.12 + 0.9 * Math.sin(share * 2.6) * share)];
	});
	canvas.line(tail, size * 0.15, fur);
	canvas.ellipse(x, y - size * 0.55, size * 0.52, size * 0.68, fur);
	canvas.disc(x - side * size * 0.12, y - size * 1.32, size * 0.4, fur);
	for (const ear of [-1, 1]) {
		const at = x - side * size * 0.12 + ear * size * 0.25;
		canvas.polygon(
			[
				[at - size * 0.17, y - size * 1.5],
				[at + ear * size * 0.12, y - size * 1.95],
				[at + size * 0.17, y - size * 1.5],
			],
			fur,
		);
		canvas.ellipse(
			x - side * size * 0.12 + ear * size * 0.16,
			y - size * 1.34,
			size * 0.075,
			size * 0.1,
			palette.accent,
		);
		canvas.ellipse(
			x - side * size * 0.12 + ear * size * 0.16,
			y - size * 1.34,
			size * 0.022,
			size * 0.09,
			black,
		);
		canvas.line(
			[
				[x - side * size * 0.12 + ear * size * 0.1, y - size * 1.2],
				[x - side * size * 0.12 + ear * size * 0.5, y - size * 1.24],
			],
			size * 0.016,
			palette.light,
			0.6,
		);
	}
	for (let blade = 0; blade < 90; blade++) {
		const at = dice.next() * canvas.right;
		canvas.line(
			[
				[at, line(at) + 0.02],
				[at + dice.between(-0.01, 0.01), line(at) - dice.between(0.005, 0.03)],
			],
			0.0025,
			palette.near,
		);
	}
}
