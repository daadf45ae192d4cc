import { blend, type Canvas, type Color, type Point } from '../canvas.ts';
import { type Dice, rugged } from '../random.ts';
import type { Scenery } from '../types.ts';
import { birds, black, water, white } from './ground.ts';

export function boats(scenery: Scenery): void {
	const { canvas, dice, palette, horizon } = scenery;
	const hills = rugged(dice, 3, 0.45);
	canvas.below(
		(x) => horizon - 0.03 - Math.max(0, hills(x * 1.4)) * 0.12,
		() => palette.far,
	);
	water(scenery);
	const count = dice.whole(2, 4);
	for (let index = 0; index < count; index++) {
		const share = dice.between(0.15, 0.75);
		const size = 0.05 + share * 0.14;
		const x = ((index + dice.between(0.2, 0.8)) / count) * canvas.right;
		boat(
			canvas,
			dice,
			x,
			horizon + share * (1 - horizon) * 0.8,
			size,
			palette.near,
			dice.pick([palette.accent, palette.light, white]),
		);
	}
	birds(canvas, dice, palette.near, horizon);
}

function boat(
	canvas: Canvas,
	dice: Dice,
	x: number,
	y: number,
	size: number,
	hull: Color,
	sail: Color,
): void {
	const lean = dice.between(-0.06, 0.06) * size;
	const mast: Point = [x + lean, y - size * 1.5];
	canvas.ellipse(x, y + size * 0.2, size * 1.0, size * 0.1, black, 0.22);
	canvas.line([[x, y], mast], size * 0.05, hull);
	canvas.polygon([mast, [x + size * 0.72, y - size * 0.22], [x + size * 0.06, y - size * 0.22]], sail, 0.95);
	canvas.polygon(
		[mast, [x - size * 0.5, y - size * 0.22], [x - size * 0.05, y - size * 0.22]],
		blend(sail, hull, 0.22),
		0.95,
	);
	const rim: Point[] = [
		[x - size * 0.82, y - size * 0.12],
		[x + size * 0.92, y - size * 0.16],
		[x + size * 0.62, y + size * 0.18],
		[x - size * 0.6, y + size * 0.18],
	];
	canvas.polygon(rim, hull);
	canvas.line(
		[
			[x - size * 0.78, y - size * 0.06],
			[x + size * 0.86, y - size * 0.09],
		],
		size * 0.05,
		sail,
		0.8,
	);
}

export function lighthouse(scenery: Scenery): void {
	const { canvas, dice, palette, horizon } = scenery;
	water(scenery);
	const left = dice.next() < 0.5;
	const x = canvas.right * (left ? dice.between(0.2, 0.34) : dice.between(0.66, 0.8));
	const crag = rugged(dice, 4, 0.5);
	canvas.below(
		(at) => horizon - 0.1 + Math.abs(at - x) ** 1.5 * 0.9 + crag(at * 7) * 0.025,
		(depth) => blend(palette.far, palette.near, depth * 3 + 0.2),
	);
	const [foot, head, half] = [horizon - 0.08, horizon - dice.between(0.4, 0.48), 0.045];
	const width = (share: number) => half * (1 - 0.35 * share);
	const height = (share: number) => foot + (head - foot) * share;
	for (let band = 0; band < 5; band++) {
		const [low, high] = [band / 5, (band + 1) / 5];
		const corners: Point[] = [
			[x - width(low), height(low)],
			[x + width(low), height(low)],
			[x + width(high), height(high)],
			[x - width(high), height(high)],
		];
		canvas.polygon(corners, band % 2 === 0 ? white : palette.accent);
		canvas.polygon(
			[
				[x + width(low) * 0.3, height(low)],
				[x + width(low), height(low)],
				[x + width(high), height(high)],
				[x + width(high) * 0.3, height(high)],
			],
			black,
			0.18,
		);
	}
	const lamp = head - 0.025;
	for (const side of [-1, 1]) {
		const far: Point = [x + side * 1.5, lamp - 0.1];
		canvas.polygon([[x, lamp], far, [x + side * 1.5, lamp + 0.12]], palette.light, 0.16);
	}
	canvas.glow(x, lamp, 0.16, palette.light, 0.8);
	canvas.polygon(
		[
			[x - 0.028, head],
			[x + 0.028, head],
			[x + 0.024, head - 0.045],
			[x - 0.024, head - 0.045],
		],
		palette.light,
	);
	canvas.polygon(
		[
			[x - 0.036, head - 0.045],
			[x + 0.036, head - 0.045],
			[x, head - 0.085],
		],
		palette.near,
	);
	boat(canvas, dice, canvas.right - x, horizon + 0.16, 0.09, palette.near, palette.light);
	birds(canvas, dice, palette.near, horizon);
}
