import { createHash } from 'node:crypto';

/** A stream of numbers from 0 up to 1 that a text decides. */
export interface Dice {
	next(): number;
	between(low: number, high: number): number;
	/** Returns an integer from low to high, both included. */
	whole(low: number, high: number): number;
	pick<T>(choices: readonly [T, ...T[]]): T;
}

export function diceFor(text: string): Dice {
	const digest = createHash('sha256').update(text).digest();
	const state = [0, 4, 8, 12].map((at) => digest.readUInt32LE(at)) as [number, number, number, number];
	return {
		next,
		between: (low, high) => low + (high - low) * next(),
		whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
		pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
	};

	/** Returns the next number of the generator sfc32. */
	function next(): number {
		const [a, b, c, counter] = state;
		const sum = (a + b + counter) | 0;
		state[3] = (counter + 1) | 0;
		state[0] = b ^ (b >>> 9);
		state[1] = (c + (c << 3)) | 0;
		state[2] = (((c << 21) | (c >>> 11)) + sum) | 0;
		return (sum >>> 0) / 2 ** 32;
	}
}

/** Returns a smooth curve through random heights from -1 to 1, one for each integer. */
export function ridge(dice: Dice): (position: number) => number {
	const heights = Array.from({ length: 256 }, () => dice.between(-1, 1));
	return (position) => {
		const cell = Math.floor(position);
		const part = position - cell;
		const smooth = part * part * (3 - 2 * part);
		const left = heights[cell & 255] ?? 0;
		return left + ((heights[(cell + 1) & 255] ?? 0) - left) * smooth;
	};
}

/** Returns the sum of several curves, each twice as fine and `fading` times as high as the one before. */
export function rugged(dice: Dice, layers: number, fading: number): (position: number) => number {
	const curves = Array.from({ length: layers }, () => ridge(dice));
	return (position) => {
		return curves.reduce((sum, curve, index) => sum + curve(position * 2 ** index) * fading ** index, 0);
	};
}
