import { blend, type Canvas, type Color } from '../canvas.ts';
import type { Dice } from '../random.ts';
import type { Scenery } from '../types.ts';
import { black, fir, land, peaks, snowfall, white } from './ground.ts';

export function city(scenery: Scenery): void {
	const { canvas, dice, palette, horizon } = scenery;
	for (const [layer, share] of [0.15, 0.5, 0.9].entries()) {
		const color = blend(palette.far, palette.near, share);
		const floor = horizon + 0.06 + share * 0.2;
		for (let x = -0.05; x < canvas.right; ) {
			const width = dice.between(0.05, 0.12) * (0.7 + share * 0.6);
			const top = floor - dice.between(0.12, 0.5) * (1 - share * 0.3);
			tower(
				canvas,
				dice,
				x,
				top,
				width,
				color,
				layer === 0 ? blend(palette.light, color, 0.5) : palette.light,
			);
			x += width + dice.between(0, 0.02);
		}
	}
	const street = blend(palette.near, black, 0.4);
	canvas.below(
		() => horizon + 0.26,
		() => street,
	);
	canvas.mirror(horizon + 0.26, (y) => Math.sin(y * 300) * 0.01, 0.35);
}

function tower(
	canvas: Canvas,
	dice: Dice,
	x: number,
	top: number,
	width: number,
	color: Color,
	light: Color,
): void {
	canvas.polygon(
		[
			[x, 1],
			[x, top],
			[x + width, top],
			[x + width, 1],
		],
		color,
	);
	if (dice.next() < 0.4)
		canvas.line(
			[
				[x + width / 2, top],
				[x + width / 2, top - 0.05],
			],
			0.004,
			color,
		);
	const columns = Math.max(2, Math.floor(width / 0.02));
	const step = width / columns;
	for (let row = top + 0.02; row < top + 0.5; row += 0.026) {
		for (let column = 0; column < columns; column++) {
			if (dice.next() > 0.42) continue;
			const left = x + (column + 0.28) * step;
			canvas.polygon(
				[
					[left, row],
					[left + step * 0.45, row],
					[left + step * 0.45, row + 0.012],
					[left, row + 0.012],
				],
				light,
				0.85,
			);
		}
	}
}

export function village(scenery: Scenery): void {
	const { canvas, dice, palette, horizon } = scenery;
	peaks(scenery, palette.snow ? 0.9 : 0.4);
	const [line = () => horizon] = land(scenery, 2, 0.1, horizon + 0.06);
	const ground = palette.snow ? blend(white, palette.sky[1], 0.25) : blend(palette.far, palette.near, 0.4);
	canvas.below(
		(x) => line(x) + 0.02,
		(depth) => blend(ground, palette.near, depth * (palette.snow ? 0.7 : 1.5)),
	);
	const count = dice.whole(6, 9);
	for (let index = 0; index < count; index++) {
		const share = index / count;
		const x = dice.between(0.04, 0.96) * canvas.right;
		house(canvas, dice, x, Math.max(line(x), horizon) + 0.05 + share * 0.22, 0.05 + share * 0.07, scenery);
	}
	for (let index = 0; index < 9; index++) {
		const share = dice.next();
		fir(canvas, dice.next() * canvas.right, horizon + 0.16 + share * 0.26, 0.07 + share * 0.13, scenery);
	}
	if (palette.snow) snowfall(canvas, dice);
}

function house(canvas: Canvas, dice: Dice, x: number, y: number, size: number, { palette }: Scenery): void {
	const wall = blend(palette.near, palette.accent, dice.between(0.1, 0.4));
	const roof = palette.snow ? white : blend(palette.accent, palette.near, dice.between(0.2, 0.6));
	canvas.polygon(
		[
			[x - size, y],
			[x - size, y - size * 0.8],
			[x + size, y - size * 0.8],
			[x + size, y],
		],
		wall,
	);
	canvas.polygon(
		[
			[x - size * 1.18, y - size * 0.75],
			[x, y - size * 1.55],
			[x + size * 1.18, y - size * 0.75],
		],
		roof,
	);
	for (const side of [-0.5, 0.4]) {
		const [left, top] = [x + side * size - size * 0.16, y - size * 0.55];
		canvas.glow(left + size * 0.16, top + size * 0.16, size * 0.8, palette.light, palette.night ? 0.4 : 0.12);
		canvas.polygon(
			[
				[left, top],
				[left + size * 0.32, top],
				[left + size * 0.32, top + size * 0.32],
				[left, top + size * 0.32],
			],
			palette.light,
			0.9,
		);
	}
}
