import type { Picture } from '../../../core/base/pictures/pixels.ts';
import { blend, Canvas, type Color } from './canvas.ts';
import { balloons, planets } from './motifs/air.ts';
import { boats, lighthouse } from './motifs/coast.ts';
import { catOnHill, dunes, flowers, forest, mountains } from './motifs/nature.ts';
import { city, village } from './motifs/places.ts';
import { choosePalette, type Palette } from './palette.ts';
import { type Dice, diceFor, rugged } from './random.ts';
import type { Scenery } from './types.ts';

type Motif = (scenery: Scenery) => void;

const subjects: readonly (readonly [RegExp, Motif])[] = [
	[/\b(space|planets?|galax\w+|nebula|astronauts?|cosm\w+|orbit)\b/i, planets],
	[/\b(cats?|kittens?|fox\w*|pets?)\b/i, catOnHill],
	[/\b(lighthouse|coast|cliffs?)\b/i, lighthouse],
	[/\b(harbou?rs?|boats?|ships?|sail\w*|sea|ocean|lakes?|river|beach|island|water|fish\w*)\b/i, boats],
	[/\b(city|cities|street|skyline|buildings?|towers?|neon|cyberpunk|urban|metropolis)\b/i, city],
	[/\b(villages?|houses?|cottage|cabin|farm|roofs?|town)\b/i, village],
	[/\b(forest|trees?|woods?|jungle|pine\w*|park|deer)\b/i, forest],
	[/\b(flowers?|roses?|tulips?|meadow|garden|bouquet|bees?|poppies)\b/i, flowers],
	[/\b(desert|dunes?|sand|pyramids?|camels?|mars)\b/i, dunes],
	[/\b(balloons?|sky|clouds?|flying|birds?|dragon)\b/i, balloons],
	[/\b(mountains?|peaks?|alps|valley|hills?|landscape)\b/i, mountains],
];

/** Paints a picture that depends on every bit of `key`; the words of the prompt determine subject and mood. */
export function paintScenery(key: string, words: string, width: number, height: number): Picture {
	const dice = diceFor(key);
	const palette = choosePalette(dice, words);
	const canvas = new Canvas(width, height);
	const horizon = dice.between(0.52, 0.66);
	const scenery = { canvas, dice, palette, horizon };
	sky(scenery);
	const named = subjects.find(([pattern]) => pattern.test(words))?.[1];
	const chance = subjects[dice.whole(0, subjects.length - 1)]?.[1] ?? mountains;
	(named ?? chance)(scenery);
	canvas.vignette(0.5);
	return canvas.picture;
}

function sky({ canvas, dice, palette, horizon }: Scenery): void {
	const [top, middle, bottom] = palette.sky;
	const knee = dice.between(0.45, 0.65);
	canvas.rows((y) => {
		const share = y / horizon;
		return share < knee
			? blend(top, middle, share / knee)
			: blend(middle, bottom, (share - knee) / (1 - knee));
	});
	if (palette.night) stars(canvas, dice, horizon);
	celestial(canvas, dice, palette, horizon);
	clouds(canvas, dice, palette, horizon);
}

function stars(canvas: Canvas, dice: Dice, horizon: number): void {
	const count = Math.round(140 * canvas.right);
	for (let number = 0; number < count; number++) {
		const [x, y] = [dice.next() * canvas.right, dice.next() ** 1.5 * horizon];
		canvas.disc(x, y, dice.between(0.0008, 0.0026), [255, 250, 235], dice.between(0.3, 1), 0.002);
	}
}

/** Draws the sun, or a moon that may be a crescent. */
function celestial(canvas: Canvas, dice: Dice, palette: Palette, horizon: number): void {
	const x = dice.between(0.18, 0.82) * canvas.right;
	const y = dice.between(0.16, 0.72) * horizon;
	const radius = dice.between(0.045, 0.11);
	canvas.glow(x, y, radius * 5, palette.light, palette.night ? 0.35 : 0.55);
	canvas.disc(x, y, radius, palette.light, 0.96);
	if (!palette.night) return;
	const shade = blend(palette.light, palette.sky[1], 0.25);
	for (let crater = 0; crater < 5; crater++) {
		const [angle, out] = [dice.next() * 6.28, dice.next() * radius * 0.6];
		canvas.disc(
			x + Math.cos(angle) * out,
			y + Math.sin(angle) * out,
			radius * dice.between(0.08, 0.2),
			shade,
			0.5,
		);
	}
}

function clouds(canvas: Canvas, dice: Dice, palette: Palette, horizon: number): void {
	const color: Color = blend(palette.sky[2], palette.light, 0.5);
	const banks = dice.whole(1, 4);
	for (let bank = 0; bank < banks; bank++) {
		const y = dice.between(0.12, 0.8) * horizon;
		const [from, length] = [dice.between(-0.2, 0.9) * canvas.right, dice.between(0.25, 0.7)];
		const shape = rugged(dice, 2, 0.5);
		const puffs = 14;
		for (let puff = 0; puff < puffs; puff++) {
			const share = puff / puffs;
			const size = 0.012 + 0.04 * Math.sin(share * Math.PI) * (0.7 + 0.3 * shape(puff * 1.7));
			canvas.ellipse(from + share * length, y - size * 0.25, size * 1.7, size * 0.62, color, 0.16);
		}
	}
}
