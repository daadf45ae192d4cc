import type { Picture } from '../../../core/base/pictures/pixels.ts';

/** Quantization at quality 50, in the order of rows: annex K of the JPEG standard. */
const lumaQuality = [
	16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
	29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
	121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];
const chromaQuality = [
	17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99,
	99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
	99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
];
/** The place of each coefficient in the zigzag order. */
const zigzag = [
	0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
	14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
	53, 60, 61, 54, 47, 55, 62, 63,
];

/** The Huffman tables of annex K: how many codes of each length, and the symbols in order. */
const tables = {
	lumaDc: ['00010501010101010100000000000000', '000102030405060708090a0b'],
	chromaDc: ['00030101010101010101010000000000', '000102030405060708090a0b'],
	lumaAc: [
		'0002010303020403050504040000017d',
		'01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435' +
			'363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798' +
			'999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4' +
			'f5f6f7f8f9fa',
	],
	chromaAc: [
		'00020102040403040705040400010277',
		'000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a' +
			'35363738393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a9293949596' +
			'9798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4' +
			'f5f6f7f8f9fa',
	],
} as const;

interface HuffmanTable {
	readonly counts: Buffer;
	readonly symbols: Buffer;
	/** By symbol. */
	readonly codes: Uint16Array;
	readonly lengths: Uint8Array;
}

function huffmanTable([counts, symbols]: readonly [string, string]): HuffmanTable {
	const table = {
		counts: Buffer.from(counts, 'hex'),
		symbols: Buffer.from(symbols, 'hex'),
		codes: new Uint16Array(256),
		lengths: new Uint8Array(256),
	};
	let code = 0;
	let next = 0;
	for (const [index, count] of table.counts.entries()) {
		for (let number = 0; number < count; number++) {
			const symbol = table.symbols[next++] ?? 0;
			table.codes[symbol] = code++;
			table.lengths[symbol] = index + 1;
		}
		code <<= 1;
	}
	return table;
}

const lumaDc = huffmanTable(tables.lumaDc);
const lumaAc = huffmanTable(tables.lumaAc);
const chromaDc = huffmanTable(tables.chromaDc);
const chromaAc = huffmanTable(tables.chromaAc);

/** The cosines of the transform, row by row. */
const cosines = Float64Array.from({ length: 64 }, (_, at) => {
	const [frequency, place] = [at >> 3, at & 7];
	return (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * place + 1) * frequency * Math.PI) / 16);
});

/** Writes an RGB picture as a baseline JPEG without subsampling, with a comment. `quality` ranges from 1 to 100. */
export function encodeJpeg(picture: Picture, comment: string, quality = 86): Uint8Array {
	const { width, height } = picture;
	const luma = scaled(lumaQuality, quality);
	const chroma = scaled(chromaQuality, quality);
	const frame = Buffer.from([8, 0, 0, 0, 0, 3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1]);
	frame.writeUInt16BE(height, 1);
	frame.writeUInt16BE(width, 3);
	const writer = new BitWriter();
	const planes = toYcc(picture);
	const before = [0, 0, 0];
	for (let y = 0; y < height; y += 8) {
		for (let x = 0; x < width; x += 8) {
			for (const [index, plane] of planes.entries()) {
				const block = transformed(plane, width, height, x, y, index === 0 ? luma : chroma);
				writeBlock(writer, block, before[index] ?? 0, index === 0);
				before[index] = block[0] ?? 0;
			}
		}
	}
	return Buffer.concat([
		Buffer.from([0xff, 0xd8]),
		segment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex')),
		segment(0xfe, Buffer.from(comment, 'utf8').subarray(0, 60_000)),
		segment(0xdb, Buffer.from([0, ...zigzag.map((at) => luma[at] ?? 1)])),
		segment(0xdb, Buffer.from([1, ...zigzag.map((at) => chroma[at] ?? 1)])),
		segment(0xc0, frame),
		...[lumaDc, lumaAc, chromaDc, chromaAc].map(({ counts, symbols }, index) =>
			segment(0xc4, Buffer.concat([Buffer.from([[0x00, 0x10, 0x01, 0x11][index] ?? 0]), counts, symbols])),
		),
		segment(0xda, Buffer.from([3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0])),
		writer.finish(),
		Buffer.from([0xff, 0xd9]),
	]);
}

function segment(marker: number, data: Buffer): Buffer {
	const head = Buffer.from([0xff, marker, 0, 0]);
	head.writeUInt16BE(data.length + 2, 2);
	return Buffer.concat([head, data]);
}

function scaled(base: readonly number[], quality: number): Uint8Array {
	const factor = quality < 50 ? 5000 / quality : 200 - quality * 2;
	return Uint8Array.from(base, (value) =>
		Math.min(255, Math.max(1, Math.floor((value * factor + 50) / 100))),
	);
}

/** Brightness and the two color differences, each around 0. */
function toYcc({ data }: Picture): readonly Float32Array[] {
	const pixels = data.length / 3;
	const planes = [new Float32Array(pixels), new Float32Array(pixels), new Float32Array(pixels)] as const;
	for (let at = 0; at < pixels; at++) {
		const [red, green, blue] = [data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0];
		planes[0][at] = 0.299 * red + 0.587 * green + 0.114 * blue - 128;
		planes[1][at] = -0.168736 * red - 0.331264 * green + 0.5 * blue;
		planes[2][at] = 0.5 * red - 0.418688 * green - 0.081312 * blue;
	}
	return planes;
}

/** Returns the quantized coefficients of one block; beyond its edges the picture repeats its last pixels. */
function transformed(
	plane: Float32Array,
	width: number,
	height: number,
	left: number,
	top: number,
	quality: Uint8Array,
): Int32Array {
	const rows = new Float64Array(64);
	for (let row = 0; row < 8; row++) {
		const start = Math.min(top + row, height - 1) * width;
		for (let frequency = 0; frequency < 8; frequency++) {
			let sum = 0;
			for (let column = 0; column < 8; column++) {
				const value = plane[start + Math.min(left + column, width - 1)] ?? 0;
				sum += value * (cosines[frequency * 8 + column] ?? 0);
			}
			rows[row * 8 + frequency] = sum;
		}
	}
	const block = new Int32Array(64);
	for (let frequency = 0; frequency < 8; frequency++) {
		for (let column = 0; column < 8; column++) {
			let sum = 0;
			for (let row = 0; row < 8; row++) {
				sum += (rows[row * 8 + column] ?? 0) * (cosines[frequency * 8 + row] ?? 0);
			}
			const at = frequency * 8 + column;
			block[at] = Math.round(sum / (quality[at] ?? 1));
		}
	}
	return block;
}

function writeBlock(writer: BitWriter, block: Int32Array, before: number, isLuma: boolean): void {
	const [dc, ac] = isLuma ? [lumaDc, lumaAc] : [chromaDc, chromaAc];
	const change = (block[0] ?? 0) - before;
	writer.symbol(dc, bitsOf(change));
	writer.value(change);
	let zeros = 0;
	for (let index = 1; index < 64; index++) {
		const value = block[zigzag[index] ?? 0] ?? 0;
		if (value === 0) {
			zeros++;
			continue;
		}
		for (; zeros > 15; zeros -= 16) writer.symbol(ac, 0xf0);
		writer.symbol(ac, zeros * 16 + bitsOf(value));
		writer.value(value);
		zeros = 0;
	}
	if (zeros > 0) writer.symbol(ac, 0);
}

/** Returns the number of bits that the size of a number takes. */
function bitsOf(value: number): number {
	return 32 - Math.clz32(Math.abs(value));
}

/** Writes bits from the highest down, with a zero byte after each 0xff. */
class BitWriter {
	readonly #bytes: number[] = [];
	#pending = 0;
	#count = 0;

	symbol(table: HuffmanTable, symbol: number): void {
		this.#write(table.codes[symbol] ?? 0, table.lengths[symbol] ?? 0);
	}

	/** Writes the bits of a number that its size does not determine. */
	value(value: number): void {
		const bits = bitsOf(value);
		this.#write(value < 0 ? value + 2 ** bits - 1 : value, bits);
	}

	finish(): Buffer {
		while (this.#count > 0) this.#write(1, 1);
		return Buffer.from(this.#bytes);
	}

	#write(value: number, bits: number): void {
		for (let bit = bits - 1; bit >= 0; bit--) {
			this.#pending = this.#pending * 2 + ((value >> bit) & 1);
			if (++this.#count < 8) continue;
			this.#bytes.push(this.#pending);
			if (this.#pending === 0xff) this.#bytes.push(0);
			this.#pending = 0;
			this.#count = 0;
		}
	}
}
