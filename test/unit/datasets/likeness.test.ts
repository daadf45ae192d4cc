import assert from 'node:assert/strict';
import { compared, formOf, formSide } from '../../../src/core/datasets/likeness.ts';
import { drawsOf } from '../../support/draws.ts';

/** Returns a gray picture of some soft spots, the same for the same seed. */
function scene(seed: number, light = 1, grain = 0): number[] {
	const random = drawsOf(seed);
	const spots = Array.from({ length: 6 }, () => ({
		x: random() * formSide,
		y: random() * formSide,
		size: 3 + random() * 8,
		light: random() * 200 - 100,
	}));
	return Array.from({ length: formSide ** 2 }, (_, at) => {
		const [x, y] = [at % formSide, Math.floor(at / formSide)];
		const sum = spots.reduce(
			(total, spot) =>
				total + spot.light * Math.exp(-((x - spot.x) ** 2 + (y - spot.y) ** 2) / spot.size ** 2),
			120,
		);
		return sum * light + grain * (random() - 0.5);
	});
}

describe('the likeness of pictures', () => {
	it('finds darker and noisy copies among 1,000 pictures, and no others', () => {
		const pictures = Array.from({ length: 1000 }, (_, seed) => [`picture ${seed}`, scene(seed)] as const);
		const copies = Array.from({ length: 100 }, (_, seed) => [`copy ${seed}`, scene(seed, 0.8, 12)] as const);
		const forms = [...pictures, ...copies].map(([id, gray]) => ({ id, form: formOf(gray) ?? assert.fail() }));
		const found = [...compared(new Map(), forms)].flatMap(([id, { like }]) =>
			[...like].flatMap((other) => (other < id ? [] : [[id, other] as const])),
		);
		const right = found.filter(([copy, first]) => copy === first.replace('picture', 'copy'));
		assert.ok(right.length >= 95, `${right.length} of 100 copies found`);
		assert.ok(found.length - right.length <= 5, `${found.length - right.length} pairs that are none`);
	});

	it('does not exist for a picture without form', () => {
		assert.equal(formOf(Array(formSide ** 2).fill(255)), undefined);
	});
});
