import type { Picture } from '../../../core/base/pictures/pixels.ts';

/** Ticks a second of every time in the file. */
const timescale = 600;
/** Bytes of a macroblock of 16 x 16 pixels without compression: luma, then two planes of a quarter of its size. */
const blockBytes = 384;

/**
 * Writes RGB pictures of one size, a multiple of 16 both ways, as an MP4 that any player opens: H.264 with uncompressed
 * macroblocks (I_PCM), so every picture is a key frame. Meant for short and small videos.
 */
export function encodeMp4(frames: readonly Picture[], fps: number): Uint8Array {
	const first = frames[0];
	if (first === undefined) throw new RangeError('a video needs at least one picture');
	const { width, height } = first;
	if (width % 16 !== 0 || height % 16 !== 0) throw new RangeError('the sides must be multiples of 16');
	const slices = frames.map((frame, index) => sliceOf(frame, index));
	const samples = slices.map((slice) => Buffer.concat([uint32(slice.length), slice]));
	const brand = box('ftyp', ascii('isom'), uint32(512), ascii('isomiso2avc1mp41'));
	const about = {
		width,
		height,
		sizes: samples.map(({ length }) => length),
		tick: Math.round(timescale / fps),
	};
	const headerLength = movie(about, 0).length;
	const header = movie(about, brand.length + headerLength + 8);
	return Buffer.concat([brand, header, box('mdat', ...samples)]);
}

interface Movie {
	readonly width: number;
	readonly height: number;
	/** Bytes of each sample. */
	readonly sizes: readonly number[];
	/** Length of a sample in ticks. */
	readonly tick: number;
}

/** Returns the `moov` box; `dataAt` is the offset of the first sample in the file. */
function movie({ width, height, sizes, tick }: Movie, dataAt: number): Buffer {
	const duration = uint32(sizes.length * tick);
	const matrix = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(uint32));
	const parameters = sequenceParameters(width, height);
	const pictures = pictureParameters();
	const codec = box(
		'avcC',
		Buffer.from([1, ...parameters.subarray(1, 4), 0xff, 0xe1]),
		uint16(parameters.length),
		parameters,
		Buffer.from([1]),
		uint16(pictures.length),
		pictures,
	);
	const entry = box(
		'avc1',
		Buffer.alloc(6),
		uint16(1),
		Buffer.alloc(16),
		uint16(width),
		uint16(height),
		uint32(0x480000),
		uint32(0x480000),
		uint32(0),
		uint16(1),
		Buffer.alloc(32),
		uint16(24),
		uint16(0xffff),
		codec,
	);
	const table = box(
		'stbl',
		full('stsd', 0, uint32(1), entry),
		full('stts', 0, uint32(1), uint32(sizes.length), uint32(tick)),
		full('stsc', 0, uint32(1), uint32(1), uint32(sizes.length), uint32(1)),
		full('stsz', 0, uint32(0), uint32(sizes.length), ...sizes.map(uint32)),
		full('stco', 0, uint32(1), uint32(dataAt)),
	);
	const reference = box('dinf', full('dref', 0, uint32(1), full('url ', 1)));
	const media = box(
		'mdia',
		full('mdhd', 0, uint32(0), uint32(0), uint32(timescale), duration, uint16(0x55c4), uint16(0)),
		full('hdlr', 0, uint32(0), ascii('vide'), Buffer.alloc(12), ascii('sandbox\0')),
		box('minf', full('vmhd', 1, Buffer.alloc(8)), reference, table),
	);
	const size = [uint32(width * 0x10000), uint32(height * 0x10000)];
	const track = [uint32(0), uint32(0), uint32(1), uint32(0), duration, Buffer.alloc(16), matrix, ...size];
	const rate = [uint32(0x10000), uint16(0x100), Buffer.alloc(10)];
	const head = [
		uint32(0),
		uint32(0),
		uint32(timescale),
		duration,
		...rate,
		matrix,
		Buffer.alloc(24),
		uint32(2),
	];
	return box('moov', full('mvhd', 0, ...head), box('trak', full('tkhd', 3, ...track), media));
}

/** Returns the sequence parameter set: baseline profile, one reference picture, decoding order equal to display order. */
function sequenceParameters(width: number, height: number): Buffer {
	const bits = new Bits();
	bits.fixed(0x42, 8).fixed(0xc0, 8).fixed(30, 8);
	bits.golomb(0).golomb(0).golomb(2).golomb(1).fixed(0, 1);
	bits.golomb(width / 16 - 1).golomb(height / 16 - 1);
	bits.fixed(1, 1).fixed(1, 1).fixed(0, 1).fixed(0, 1);
	return unit(0x67, bits.trailing());
}

/** Returns the picture parameter set: variable-length codes, one slice group, no deblocking across exactly stored parts. */
function pictureParameters(): Buffer {
	const bits = new Bits();
	bits.golomb(0).golomb(0).fixed(0, 1).fixed(0, 1).golomb(0);
	bits.golomb(0).golomb(0).fixed(0, 1).fixed(0, 2).golomb(0).golomb(0).golomb(0);
	bits.fixed(1, 1).fixed(0, 1).fixed(0, 1);
	return unit(0x68, bits.trailing());
}

/** Returns a key frame: one slice header, then every macroblock uncompressed. */
function sliceOf(picture: Picture, index: number): Buffer {
	const bits = new Bits();
	bits
		.golomb(0)
		.golomb(7)
		.golomb(0)
		.fixed(0, 4)
		.golomb(index % 2);
	// No marking of pictures, no change of the quantizer, deblocking off.
	bits.fixed(0, 2).golomb(0).golomb(1);
	for (let y = 0; y < picture.height; y += 16) {
		for (let x = 0; x < picture.width; x += 16) {
			bits.golomb(25).align();
			bits.bytes(blockOf(picture, x, y));
		}
	}
	return unit(0x65, bits.trailing());
}

/** Returns one macroblock in the colors of standard definition (BT.601). */
function blockOf({ width, data }: Picture, left: number, top: number): Buffer {
	const block = Buffer.alloc(blockBytes);
	for (let y = 0; y < 16; y++) {
		for (let x = 0; x < 16; x++) {
			const at = ((top + y) * width + left + x) * 3;
			const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
			block[y * 16 + x] = 16 + 0.257 * red + 0.504 * green + 0.098 * blue;
			if (x % 2 === 1 || y % 2 === 1) continue;
			const small = 256 + (y / 2) * 8 + x / 2;
			block[small] = 128 - 0.148 * red - 0.291 * green + 0.439 * blue;
			block[small + 64] = 128 + 0.439 * red - 0.368 * green - 0.071 * blue;
		}
	}
	return block;
}

/** Writes bits, highest first. */
class Bits {
	readonly #parts: Buffer[] = [];
	#byte = 0;
	#count = 0;

	fixed(value: number, length: number): this {
		for (let bit = length - 1; bit >= 0; bit--) {
			this.#byte = (this.#byte << 1) | ((value >> bit) & 1);
			if (++this.#count === 8) this.#flush();
		}
		return this;
	}

	/** Returns an unsigned number in the Exp-Golomb code. */
	golomb(value: number): this {
		const length = 32 - Math.clz32(value + 1);
		return this.fixed(0, length - 1).fixed(value + 1, length);
	}

	align(): this {
		while (this.#count > 0) this.fixed(0, 1);
		return this;
	}

	/** Writes bytes at a byte boundary. */
	bytes(bytes: Buffer): this {
		this.#parts.push(bytes);
		return this;
	}

	trailing(): Buffer {
		this.fixed(1, 1).align();
		return Buffer.concat(this.#parts);
	}

	#flush(): void {
		this.#parts.push(Buffer.from([this.#byte]));
		this.#byte = 0;
		this.#count = 0;
	}
}

/**
 * Returns a unit of the stream: its type, and its bytes with a 3 inserted wherever they would look like the start of a
 * unit.
 */
function unit(type: number, payload: Buffer): Buffer {
	const escaped = Buffer.alloc(1 + Math.ceil(payload.length * 1.5));
	escaped[0] = type;
	let length = 1;
	let zeros = 0;
	for (const byte of payload) {
		if (zeros === 2 && byte <= 3) {
			escaped[length++] = 3;
			zeros = 0;
		}
		escaped[length++] = byte;
		zeros = byte === 0 ? zeros + 1 : 0;
	}
	return escaped.subarray(0, length);
}

function box(type: string, ...content: readonly Buffer[]): Buffer {
	const body = Buffer.concat(content);
	return Buffer.concat([uint32(body.length + 8), ascii(type), body]);
}

/** Returns a box with a version, which is 0, and flags. */
function full(type: string, flags: number, ...content: readonly Buffer[]): Buffer {
	return box(type, uint32(flags), ...content);
}

function ascii(text: string): Buffer {
	return Buffer.from(text, 'latin1');
}

function uint16(value: number): Buffer {
	const bytes = Buffer.alloc(2);
	bytes.writeUInt16BE(value);
	return bytes;
}

function uint32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return bytes;
}
