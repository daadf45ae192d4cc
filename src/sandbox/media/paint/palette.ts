import { blend, type Color } from './canvas.ts';
import type { Dice } from './random.ts';

export interface Palette {
	/** Sky from the top down to the horizon. */
	readonly sky: readonly [Color, Color, Color];
	/** Sun, moon, windows. */
	readonly light: Color;
	/** Land from far to near. */
	readonly far: Color;
	readonly near: Color;
	/** Small things that catch the eye. */
	readonly accent: Color;
	readonly night: boolean;
	readonly snow: boolean;
}

type Tone = readonly [
	sky: readonly [string, string, string],
	light: string,
	far: string,
	near: string,
	accent: string,
];

const tones = {
	sunset: [
		[['#2b2350', '#b0466b', '#ffb067'], '#fff0b8', '#7c4a77', '#221b38', '#ff7a4d'],
		[['#3d3a68', '#e2725b', '#ffd48a'], '#fff6cf', '#9a5c6c', '#2a2036', '#ffcf5c'],
		[['#1f3a5f', '#d8835b', '#ffc98f'], '#ffe9b0', '#5e6a86', '#1c2438', '#ef5d4e'],
	],
	night: [
		[['#070b1f', '#16264f', '#3c5d8f'], '#f4f1de', '#27406b', '#080d1c', '#ffd166'],
		[['#0d0a26', '#2c2259', '#75508f'], '#fdf4ff', '#453672', '#0d0a1f', '#7de2d1'],
		[['#04141c', '#0c3845', '#2f7a74'], '#eafff4', '#155058', '#04141a', '#ffb86b'],
	],
	day: [
		[['#3d8fd1', '#8cc4e8', '#e5f3f5'], '#fffbe6', '#7fa7b0', '#2e5a48', '#e4572e'],
		[['#5aa9c9', '#b8dfe0', '#fdf3dc'], '#fffdf0', '#8fb59a', '#2f5d3e', '#f2b134'],
		[['#4f7cc0', '#a3c1e6', '#f7e7e2'], '#fff7e0', '#8f9bbf', '#33415f', '#d1495b'],
	],
	winter: [
		[['#6d8fb8', '#b7cbe0', '#f3eef0'], '#fffdf5', '#a9bcd0', '#5b7391', '#c8553d'],
		[['#40506f', '#8fa0bd', '#e8dfe6'], '#fff4e0', '#8999b4', '#39465f', '#f4a259'],
	],
	autumn: [
		[['#5f7f95', '#d9b48f', '#fbe3b9'], '#fff4cf', '#b98555', '#5a2f22', '#d8572a'],
		[['#7b6a73', '#d99a6c', '#f8d9a0'], '#fff0c7', '#a3623f', '#42221c', '#f0a202'],
	],
	dream: [
		[['#3b2e6e', '#b86fb5', '#ffd1dc'], '#fff5fb', '#8a6bb8', '#2c2152', '#6ee7d8'],
		[['#0f4c5c', '#5fa8a3', '#f6e7cb'], '#fffbe8', '#3b8386', '#0c2f3a', '#fb8b24'],
		[['#4a2545', '#c06c84', '#f8b195'], '#fff1df', '#8b4f74', '#2d1a33', '#6dd3ce'],
	],
} as const satisfies Record<string, readonly [Tone, ...Tone[]]>;
type Mood = keyof typeof tones;

const moods: readonly (readonly [Mood, RegExp])[] = [
	['night', /\b(night|midnight|moon\w*|stars?|starry|dark|neon|galaxy|cyberpunk|nebula|lanterns?)\b/i],
	['sunset', /\b(sunset|sunrise|dusk|dawn|evening|golden|warm)\b/i],
	['winter', /\b(winter|snow\w*|ice|icy|frozen|frost|arctic)\b/i],
	['autumn', /\b(autumn|fall|october|harvest|rust\w*)\b/i],
	['day', /\b(day|sunny|summer|spring|morning|noon|blue sky)\b/i],
	['dream', /\b(dream\w*|fantasy|magic\w*|surreal|pastel|pink|ethereal)\b/i],
];

/** Returns the palette named in the words, or a random one; every picture shifts the hues a little further. */
export function choosePalette(dice: Dice, words: string): Palette {
	const asked = moods.filter(([, pattern]) => pattern.test(words)).map(([mood]) => mood);
	const chance = dice.pick<Mood>(['sunset', 'night', 'day', 'winter', 'autumn', 'dream']);
	const mood = asked[0] ?? chance;
	const [sky, light, far, near, accent] = dice.pick<Tone>(tones[mood]);
	const turn = dice.between(-22, 22);
	const dye = (hex: string) => turnHue(parse(hex), turn);
	const snow = asked.includes('winter') || mood === 'winter';
	return {
		sky: [dye(sky[0]), dye(sky[1]), dye(sky[2])],
		light: blend(parse(light), dye(light), 0.3),
		far: dye(far),
		near: dye(near),
		accent: turnHue(parse(accent), turn * 2),
		night: mood === 'night',
		snow,
	};
}

function parse(hex: string): Color {
	const value = Number.parseInt(hex.slice(1), 16);
	return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Turns the hue by `degrees` and keeps the brightness (rotation about the gray axis). */
function turnHue([red, green, blue]: Color, degrees: number): Color {
	const angle = (degrees * Math.PI) / 180;
	const [cos, third] = [Math.cos(angle), (1 - Math.cos(angle)) / 3];
	const root = Math.sqrt(1 / 3) * Math.sin(angle);
	const turned = (a: number, b: number, c: number) =>
		a * (cos + third) + b * (third - root) + c * (third + root);
	return [turned(red, green, blue), turned(green, blue, red), turned(blue, red, green)];
}
