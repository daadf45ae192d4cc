import { blend, type Canvas, type Color, type Point } from '../canvas.ts';
import { type Dice, rugged } from '../random.ts';
import type { Scenery } from '../types.ts';
import { birds, black, land, white } from './ground.ts';

export function balloons(scenery: Scenery): void {
	const { canvas, dice, palette, horizon } = scenery;
	land(scenery, 4, 0.25, horizon + 0.12);
	const count = dice.whole(3, 6);
	for (let index = 0; index < count; index++) {
		const size = dice.between(0.04, 0.13);
		const x = ((index + dice.between(0.25, 0.75)) / count) * canvas.right;
		balloon(
			canvas,
			x,
			dice.between(0.18, 0.55),
			size,
			dice.pick([palette.accent, palette.far, white]),
			dice.pick([palette.light, palette.sky[0]]),
			palette.near,
		);
	}
	birds(canvas, dice, palette.near, horizon);
}

function balloon(
	canvas: Canvas,
	x: number,
	y: number,
	size: number,
	color: Color,
	stripe: Color,
	basket: Color,
): void {
	for (const side of [-0.35, 0.35])
		canvas.line(
			[
				[x + side * size * 1.4, y + size * 0.8],
				[x + side * size * 0.5, y + size * 1.72],
			],
			size * 0.03,
			basket,
		);
	canvas.polygon(
		[
			[x - size * 0.78, y + size * 0.62],
			[x + size * 0.78, y + size * 0.62],
			[x + size * 0.2, y + size * 1.35],
			[x - size * 0.2, y + size * 1.35],
		],
		blend(color, black, 0.12),
	);
	canvas.ellipse(x, y, size, size * 1.05, color);
	canvas.ellipse(x, y, size * 0.62, size * 1.04, stripe);
	canvas.ellipse(x, y, size * 0.24, size * 1.03, color);
	canvas.ellipse(x + size * 0.4, y + size * 0.1, size * 0.55, size * 0.9, black, 0.1);
	canvas.polygon(
		[
			[x - size * 0.2, y + size * 1.7],
			[x + size * 0.2, y + size * 1.7],
			[x + size * 0.16, y + size * 1.98],
			[x - size * 0.16, y + size * 1.98],
		],
		basket,
	);
}

export function planets(scenery: Scenery): void {
	const { canvas, dice, palette } = scenery;
	const deep = blend(palette.near, [6, 6, 22], 0.7);
	canvas.rows((y) => blend(deep, palette.sky[0], y * 0.6));
	for (let cloud = 0; cloud < 12; cloud++) {
		canvas.glow(
			dice.next() * canvas.right,
			dice.next(),
			dice.between(0.15, 0.5),
			dice.pick([palette.accent, palette.sky[1], palette.far]),
			0.22,
		);
	}
	for (let star = 0; star < 420; star++)
		canvas.disc(
			dice.next() * canvas.right,
			dice.next(),
			dice.next() ** 3 * 0.003 + 0.0006,
			white,
			dice.between(0.4, 1),
			0.002,
		);
	const count = dice.whole(2, 4);
	for (let index = 0; index < count; index++) {
		const radius = index === 0 ? dice.between(0.18, 0.3) : dice.between(0.03, 0.09);
		const x = ((index + dice.between(0.3, 0.7)) / count) * canvas.right;
		planet(
			canvas,
			dice,
			x,
			dice.between(0.25, 0.75),
			radius,
			dice.pick([palette.far, palette.accent, palette.sky[2]]),
			palette.light,
		);
	}
}

function planet(
	canvas: Canvas,
	dice: Dice,
	x: number,
	y: number,
	radius: number,
	color: Color,
	light: Color,
): void {
	const bands = rugged(dice, 3, 0.5);
	const tilt = dice.between(-0.5, 0.5);
	canvas.glow(x, y, radius * 1.5, color, 0.35);
	canvas.around(x, y, radius, (distance, across, down) => {
		const band = bands(((down + across * tilt) * 9) / radius / 3 + 40);
		const lit = Math.min(Math.max(0.55 - (across + down) / radius / 1.6, 0), 1);
		const surface = blend(blend(color, black, 0.8), blend(color, light, 0.35 + band * 0.3), lit);
		return [surface, Math.min(1, (radius - distance) / 0.003)];
	});
	if (dice.next() > 0.55) return;
	const ring = (from: number, to: number): Point[] =>
		Array.from({ length: 40 }, (_, index): Point => {
			const angle = from + ((to - from) * index) / 39;
			const along = Math.cos(angle) * radius * 1.75;
			return [x + along, y + Math.sin(angle) * radius * 0.35 + along * tilt];
		});
	canvas.line(ring(-0.35, Math.PI + 0.35), radius * 0.1, light, 0.75);
}
