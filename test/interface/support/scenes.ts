import { encode } from 'fast-png';
import { drawsOf } from '../../support/draws.ts';

/** Returns a PNG picture of soft spots of color, the same scene for the same seed in any size and light. */
export function scenePng(seed: number, width: number, height: number, light = 1): Uint8Array {
	const draw = drawsOf(seed);
	const spots = Array.from({ length: 6 }, () => ({
		x: draw(),
		y: draw(),
		size: 0.1 + draw() / 4,
		color: [draw(), draw(), draw()].map((part) => part * 160 - 80),
	}));
	const data = new Uint8Array(width * height * 3);
	for (let at = 0; at < width * height; at++) {
		const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
		for (let part = 0; part < 3; part++) {
			const sum = spots.reduce((total, spot) => {
				const far = ((x - spot.x) ** 2 + (y - spot.y) ** 2) / spot.size ** 2;
				return total + (spot.color[part] ?? 0) * Math.exp(-far);
			}, 128);
			data[at * 3 + part] = Math.min(255, Math.max(0, Math.round(sum * light)));
		}
	}
	return encode({ width, height, data, channels: 3 });
}
