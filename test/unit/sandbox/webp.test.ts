import assert from 'node:assert/strict';
import { blank, type Picture } from '../../../src/core/base/pictures/pixels.ts';
import { encodeWebp } from '../../../src/sandbox/media/formats/webp.ts';

/** Returns the chunks of a RIFF file or of a frame, by name. */
function chunks(bytes: Buffer): { readonly type: string; readonly data: Buffer }[] {
	const found = [];
	for (let at = 0; at < bytes.length; ) {
		const length = bytes.readUInt32LE(at + 4);
		found.push({
			type: bytes.toString('latin1', at, at + 4),
			data: bytes.subarray(at + 8, at + 8 + length),
		});
		at += 8 + length + (length % 2);
	}
	return found;
}

/** Reads bits from the lowest up. */
class Bits {
	readonly #data: Buffer;
	#at = 0;

	constructor(data: Buffer) {
		this.#data = data;
	}

	read(count: number): number {
		let value = 0;
		for (let bit = 0; bit < count; bit++, this.#at++) {
			value |= (((this.#data[this.#at >> 3] ?? 0) >> (this.#at & 7)) & 1) << bit;
		}
		return value;
	}
}

type Code = (bits: Bits) => number;

/** Returns a canonical code from the lengths of its symbols; a single symbol takes no bits. */
function codeOf(lengths: readonly number[]): Code {
	const used = lengths.flatMap((length, symbol) => (length > 0 ? [symbol] : []));
	if (used.length === 1) return () => used[0] ?? 0;
	const byCode = new Map<string, number>();
	let next = 0;
	for (let length = 1; length <= 15; length++) {
		for (const symbol of used.filter((each) => lengths[each] === length)) {
			byCode.set(next.toString(2).padStart(length, '0'), symbol);
			next++;
		}
		next <<= 1;
	}
	return (bits) => {
		for (let word = ''; word.length <= 15; ) {
			word += bits.read(1);
			const symbol = byCode.get(word);
			if (symbol !== undefined) return symbol;
		}
		throw new Error('a code of the file means nothing');
	};
}

function readCode(bits: Bits, size: number): Code {
	const lengths = new Array<number>(size).fill(0);
	if (bits.read(1) === 1) {
		const count = bits.read(1) + 1;
		lengths[bits.read(bits.read(1) === 1 ? 8 : 1)] = 1;
		if (count === 2) lengths[bits.read(8)] = 1;
		return codeOf(lengths);
	}
	const order = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
	const outer = new Array<number>(19).fill(0);
	const given = bits.read(4) + 4;
	for (const symbol of order.slice(0, given)) outer[symbol] = bits.read(3);
	const lengthCode = codeOf(outer);
	assert.equal(bits.read(1), 0);
	for (let symbol = 0; symbol < size; symbol++) {
		const length = lengthCode(bits);
		assert.ok(length < 16);
		lengths[symbol] = length;
	}
	return codeOf(lengths);
}

/**
 * Returns the pixels of a lossless bit stream, for the transforms that the writer uses: written from the format's
 * specification.
 */
function decode(data: Buffer): Picture {
	const bits = new Bits(data);
	assert.equal(bits.read(8), 0x2f);
	const [width, height] = [bits.read(14) + 1, bits.read(14) + 1];
	assert.equal(bits.read(4), 0);
	assert.deepEqual([bits.read(1), bits.read(2)], [1, 2], 'green is subtracted');
	assert.deepEqual([bits.read(1), bits.read(2)], [1, 0], 'pixels are predicted');
	bits.read(3);
	assert.equal(bits.read(1), 0);
	const predictors = [280, 256, 256, 256, 40].map((size) => readCode(bits, size));
	const mode = predictors[0]?.(bits);
	assert.equal(mode, 11);
	assert.deepEqual([bits.read(1), bits.read(2)], [0, 0]);
	const [green, red, blue, alpha] = [280, 256, 256, 256, 40].map((size) => readCode(bits, size));
	assert.ok(green && red && blue && alpha);
	const picture = blank(width, height);
	const rows: number[][] = [];
	const at = (x: number, y: number) => rows[y * width + x] ?? [0, 0, 0];
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const [g, r, b] = [green(bits), red(bits), blue(bits)];
			assert.ok(g < 256, 'a literal');
			assert.equal(alpha(bits), 0);
			const [left, top, corner] = [at(x - 1, y), at(x, y - 1), at(x - 1, y - 1)];
			const far = (one: readonly number[]) =>
				one.reduce((sum, value, channel) => sum + Math.abs(value - (corner[channel] ?? 0)), 0);
			let from = far(top) < far(left) ? left : top;
			if (y === 0) from = x === 0 ? [0, 0, 0] : left;
			else if (x === 0) from = top;
			rows.push([r, g, b].map((value, channel) => (value + (from[channel] ?? 0)) & 255));
		}
	}
	for (const [index, [r = 0, g = 0, b = 0]] of rows.entries()) {
		picture.data.set([(r + g) & 255, g, (b + g) & 255], index * 3);
	}
	return picture;
}

function noisy(width: number, height: number, seed: number, range: number): Picture {
	const picture = blank(width, height);
	let state = seed;
	for (let at = 0; at < picture.data.length; at++) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		picture.data[at] = (state >>> 24) % range;
	}
	return picture;
}

describe('WebP files of the sandbox', () => {
	const pictures: Readonly<Record<string, Picture>> = {
		'of one color': blank(7, 5, 12, 200, 90),
		'of one pixel': blank(1, 1, 1, 2, 3),
		'of noise': noisy(64, 40, 1, 256),
		'of few colors': noisy(33, 9, 2, 3),
		'wider than a block of the prediction': noisy(600, 3, 3, 17),
	};
	for (const [what, picture] of Object.entries(pictures)) {
		it(`restore every pixel of a picture ${what}`, () => {
			const file = Buffer.from(encodeWebp([picture], 16, 'a note'));
			assert.equal(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 12), 'RIFFWEBP');
			assert.equal(file.readUInt32LE(4), file.length - 8);
			const parts = chunks(file.subarray(12));
			assert.deepEqual(
				parts.map(({ type }) => type),
				['VP8X', 'VP8L', 'NOTE'],
			);
			assert.deepEqual(decode(parts[1]?.data ?? Buffer.alloc(0)), picture);
		});
	}

	it('contain every frame of a video with its duration, and repeat forever', () => {
		const frames = [1, 2, 3].map((seed) => noisy(24, 16, seed, 50));
		const file = Buffer.from(encodeWebp(frames, 8, 'a note'));
		const parts = chunks(file.subarray(12));
		assert.deepEqual(
			parts.map(({ type }) => type),
			['VP8X', 'ANIM', 'ANMF', 'ANMF', 'ANMF', 'NOTE'],
		);
		assert.deepEqual([parts[0]?.data[0], parts[1]?.data.readUInt16LE(4)], [2, 0]);
		for (const [index, frame] of frames.entries()) {
			const data = parts[index + 2]?.data ?? Buffer.alloc(0);
			assert.deepEqual([data.readUIntLE(6, 3), data.readUIntLE(9, 3), data.readUIntLE(12, 3)], [23, 15, 125]);
			assert.deepEqual(decode(chunks(data.subarray(16))[0]?.data ?? Buffer.alloc(0)), frame);
		}
	});

	it('stay within the longest code if a few colors dominate', () => {
		const picture = blank(400, 400);
		let [at, run, next] = [0, 1, 1];
		for (let color = 0; at < picture.data.length && color < 24; color++) {
			for (let count = 0; count < run * 3 && at < picture.data.length; count++)
				picture.data[at++] = color * 10;
			[run, next] = [next, run + next];
		}
		const parts = chunks(Buffer.from(encodeWebp([picture], 16)).subarray(12));
		assert.deepEqual(decode(parts[1]?.data ?? Buffer.alloc(0)), picture);
	});
});
