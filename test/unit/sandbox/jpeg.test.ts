import assert from 'node:assert/strict';
import { blank, type Picture } from '../../../src/core/base/pictures/pixels.ts';
import { encodeJpeg } from '../../../src/sandbox/media/formats/jpeg.ts';
import { paintScenery } from '../../../src/sandbox/media/paint/scenery.ts';

const zigzag = Array.from({ length: 64 }, (_, at) => at).sort((one, other) => {
	const sum = (at: number) => (at >> 3) + (at & 7);
	const along = (at: number) => (sum(at) % 2 === 0 ? at & 7 : at >> 3);
	return sum(one) - sum(other) || along(one) - along(other);
});

/** Decodes baseline pictures with three components and no subsampling; written from the standard. */
function decode(file: Buffer): Picture {
	assert.equal(file.readUInt16BE(0), 0xffd8);
	assert.equal(file.readUInt16BE(file.length - 2), 0xffd9);
	const quality: number[][] = [];
	const codes = new Map<number, Map<string, number>>();
	let [width, height, at] = [0, 0, 2];
	for (;;) {
		const [marker, length] = [file.readUInt16BE(at), file.readUInt16BE(at + 2)];
		const data = file.subarray(at + 4, at + 2 + length);
		at += 2 + length;
		if (marker === 0xffdb) quality[data[0] ?? 0] = [...data.subarray(1)];
		if (marker === 0xffc0) [height, width] = [data.readUInt16BE(1), data.readUInt16BE(3)];
		if (marker === 0xffc4) codes.set(data[0] ?? 0, huffman(data.subarray(1)));
		if (marker === 0xffda) break;
	}
	const bits: number[] = [];
	for (; at < file.length - 2; at++) {
		const byte = file[at] ?? 0;
		for (let bit = 7; bit >= 0; bit--) bits.push((byte >> bit) & 1);
		if (byte === 0xff) assert.equal(file[++at], 0, 'no marker inside the picture');
	}
	let place = 0;
	const read = (count: number) => {
		let value = 0;
		for (let bit = 0; bit < count; bit++) value = value * 2 + (bits[place++] ?? 0);
		return value;
	};
	const signed = (size: number) => {
		const value = read(size);
		return size === 0 || value >= 2 ** (size - 1) ? value : value - 2 ** size + 1;
	};
	const symbol = (table: number) => {
		for (let word = ''; word.length <= 16; ) {
			word += read(1);
			const found = codes.get(table)?.get(word);
			if (found !== undefined) return found;
		}
		throw new Error('a code of the file means nothing');
	};
	const picture = blank(width, height);
	const before = [0, 0, 0];
	for (let top = 0; top < height; top += 8) {
		for (let left = 0; left < width; left += 8) {
			const planes = [0, 1, 1].map((table, component) => {
				const block = new Array<number>(64).fill(0);
				before[component] = (before[component] ?? 0) + signed(symbol(table));
				block[0] = (before[component] ?? 0) * (quality[table]?.[0] ?? 1);
				for (let index = 1; index < 64; index++) {
					const [zeros, size] = split(symbol(0x10 + table));
					if (zeros === 0 && size === 0) break;
					index += zeros;
					block[zigzag[index] ?? 0] = signed(size) * (quality[table]?.[index] ?? 1);
				}
				return inverse(block);
			});
			for (let pixel = 0; pixel < 64; pixel++) {
				const [x, y] = [left + (pixel & 7), top + (pixel >> 3)];
				if (x >= width || y >= height) continue;
				const [luma = 0, blue = 0, red = 0] = planes.map((plane) => plane[pixel] ?? 0);
				const rgb = [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue];
				picture.data.set(
					rgb.map((value) => value + 128),
					(y * width + x) * 3,
				);
			}
		}
	}
	return picture;
}

const split = (byte: number) => [byte >> 4, byte & 15] as const;

function huffman(data: Buffer): Map<string, number> {
	const found = new Map<string, number>();
	let [code, next] = [0, 16];
	for (let length = 1; length <= 16; length++) {
		for (let count = data[length - 1] ?? 0; count > 0; count--) {
			found.set((code++).toString(2).padStart(length, '0'), data[next++] ?? 0);
		}
		code <<= 1;
	}
	return found;
}

const wave = Array.from({ length: 64 }, (_, at) => {
	const [place, frequency] = [at >> 3, at & 7];
	return (frequency === 0 ? Math.SQRT1_2 : 1) * Math.cos(((2 * place + 1) * frequency * Math.PI) / 16);
});

function inverse(block: readonly number[]): number[] {
	return Array.from({ length: 64 }, (_, pixel) => {
		let sum = 0;
		for (let at = 0; at < 64; at++) {
			const coefficient = block[at] ?? 0;
			if (coefficient === 0) continue;
			sum +=
				coefficient * (wave[(pixel >> 3) * 8 + (at >> 3)] ?? 0) * (wave[(pixel & 7) * 8 + (at & 7)] ?? 0);
		}
		return sum / 4;
	});
}

function difference(one: Picture, other: Picture): number {
	assert.deepEqual([one.width, one.height], [other.width, other.height]);
	let sum = 0;
	for (const [at, value] of one.data.entries()) sum += Math.abs(value - (other.data[at] ?? 0));
	return sum / one.data.length;
}

describe('JPEG files of the sandbox', () => {
	it('show the painted picture', () => {
		const picture = paintScenery('key', 'a harbour at sunset', 90, 62);
		assert.ok(difference(decode(Buffer.from(encodeJpeg(picture, 'a note'))), picture) < 3);
		assert.ok(difference(decode(Buffer.from(encodeJpeg(picture, 'a note', 98))), picture) < 1);
	});

	it('show hard edges and strong colors', () => {
		const picture = blank(20, 20);
		for (let at = 0; at < picture.data.length; at++) picture.data[at] = at % 7 < 3 ? 255 : 0;
		assert.ok(difference(decode(Buffer.from(encodeJpeg(picture, '', 100))), picture) < 6);
	});

	it('carry their comment', () => {
		const file = Buffer.from(encodeJpeg(blank(8, 8, 3), 'Painted by a sandbox: ä'));
		assert.ok(file.includes(Buffer.from('Painted by a sandbox: ä')));
	});
});
