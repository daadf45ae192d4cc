import type { Picture } from '../../../core/base/pictures/pixels.ts';
import { LosslessBits, type PrefixCode, prefixCode, writeCode } from './webpBits.ts';

/** Predicts a pixel from its left and upper neighbors; chosen by their distance to the corner between them. */
const selectPredictor = 11;

/**
 * Writes RGB pictures of one size as lossless WebP, several as an animated one that repeats forever; implemented here
 * because no encoder can be assumed. A comment goes into a separate chunk, which readers skip.
 */
export function encodeWebp(frames: readonly Picture[], fps: number, comment?: string): Uint8Array {
	const [first] = frames;
	if (first === undefined) throw new RangeError('a picture needs at least one frame');
	const note = comment === undefined ? [] : [chunk('NOTE', Buffer.from(comment, 'utf8'))];
	if (frames.length === 1) {
		return riff([extended(first, 0), chunk('VP8L', lossless(first)), ...note]);
	}
	const duration = Math.max(1, Math.round(1000 / fps));
	const parts = frames.map((frame) => {
		const head = Buffer.alloc(16);
		head.writeUIntLE(frame.width - 1, 6, 3);
		head.writeUIntLE(frame.height - 1, 9, 3);
		head.writeUIntLE(duration, 12, 3);
		// Each frame replaces the one before in full.
		head[15] = 2;
		return chunk('ANMF', Buffer.concat([head, chunk('VP8L', lossless(frame))]));
	});
	return riff([extended(first, 2), chunk('ANIM', Buffer.from([0, 0, 0, 255, 0, 0])), ...parts, ...note]);
}

function riff(chunks: readonly Buffer[]): Buffer {
	const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
	const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
	head.writeUInt32LE(body.length, 4);
	return Buffer.concat([head, body]);
}

function chunk(type: string, data: Buffer): Buffer {
	const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
	head.writeUInt32LE(data.length, 4);
	return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function extended({ width, height }: Picture, flags: number): Buffer {
	const data = Buffer.alloc(10);
	data[0] = flags;
	data.writeUIntLE(width - 1, 4, 3);
	data.writeUIntLE(height - 1, 7, 3);
	return chunk('VP8X', data);
}

/**
 * Returns the bit stream of one picture: green subtracted from red and blue, each pixel predicted, the rest in prefix
 * codes.
 */
function lossless(picture: Picture): Buffer {
	const { width, height } = picture;
	const bits = new LosslessBits();
	bits.write(0x2f, 8);
	bits.write(width - 1, 14);
	bits.write(height - 1, 14);
	bits.write(0, 1 + 3);
	// The transforms are written in the order in which they were applied: green first, then the prediction.
	bits.write(1, 1);
	bits.write(2, 2);
	bits.write(1, 1);
	bits.write(0, 2);
	writePredictors(bits);
	bits.write(0, 1);
	// Neither a cache of colors nor several groups of codes.
	bits.write(0, 2);
	const pixels = residuals(picture);
	const green = prefixCode(histogram(pixels, 1, 256 + 24));
	const red = prefixCode(histogram(pixels, 0, 256));
	const blue = prefixCode(histogram(pixels, 2, 256));
	for (const code of [green, red, blue]) writeCode(bits, code);
	// The transparency is as predicted everywhere, and no distance is ever written.
	writeSingle(bits, 0);
	writeSingle(bits, 0);
	for (let at = 0; at < pixels.length; at += 3) {
		symbol(bits, green, pixels[at + 1] ?? 0);
		symbol(bits, red, pixels[at] ?? 0);
		symbol(bits, blue, pixels[at + 2] ?? 0);
	}
	return bits.finish();
}

/** Writes one predictor for every block of 512 pixels: a small picture of a single color, which needs no bits. */
function writePredictors(bits: LosslessBits): void {
	bits.write(9 - 2, 3);
	bits.write(0, 1);
	for (const value of [selectPredictor, 0, 0, 255, 0]) writeSingle(bits, value);
}

/** Writes a code with one symbol, which takes no bits. */
function writeSingle(bits: LosslessBits, value: number): void {
	bits.write(1, 1);
	bits.write(0, 1);
	bits.write(1, 1);
	bits.write(value, 8);
}

function symbol(bits: LosslessBits, { codes, widths }: PrefixCode, value: number): void {
	bits.write(codes[value] ?? 0, widths[value] ?? 0);
}

function histogram(pixels: Uint8Array, channel: number, size: number): Uint32Array {
	const counts = new Uint32Array(size);
	for (let at = channel; at < pixels.length; at += 3) {
		const value = pixels[at] ?? 0;
		counts[value] = (counts[value] ?? 0) + 1;
	}
	return counts;
}

/** Returns the differences between each pixel and its prediction, red and blue less green. */
function residuals({ width, height, data }: Picture): Uint8Array {
	const source = new Uint8Array(data.length);
	for (let at = 0; at < data.length; at += 3) {
		const green = data[at + 1] ?? 0;
		source[at] = (data[at] ?? 0) - green;
		source[at + 1] = green;
		source[at + 2] = (data[at + 2] ?? 0) - green;
	}
	const result = new Uint8Array(data.length);
	const stride = width * 3;
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const at = y * stride + x * 3;
			const from = predictorOf(source, x, y, at, stride);
			for (let channel = 0; channel < 3; channel++) {
				const predicted = from < 0 ? 0 : (source[from + channel] ?? 0);
				result[at + channel] = (source[at + channel] ?? 0) - predicted;
			}
		}
	}
	return result;
}

/**
 * Returns the offset of the pixel that predicts this one: the left one in the first row, the upper one in the first
 * column.
 */
function predictorOf(source: Uint8Array, x: number, y: number, at: number, stride: number): number {
	if (y === 0) return x === 0 ? -1 : at - 3;
	if (x === 0) return at - stride;
	let left = 0;
	let top = 0;
	for (let channel = 0; channel < 3; channel++) {
		const corner = source[at - stride - 3 + channel] ?? 0;
		left += Math.abs((source[at - stride + channel] ?? 0) - corner);
		top += Math.abs((source[at - 3 + channel] ?? 0) - corner);
	}
	return left < top ? at - 3 : at - stride;
}
