import { convertIndexedToRgb, decode } from 'fast-png';
import { blank, type Mask, type Picture } from './pixels.ts';

/** A picture as pixels; `alpha` is present if the file has an alpha channel. */
export interface Decoded {
	readonly picture: Picture;
	readonly alpha?: Mask;
}

/** Decodes a PNG; throws if it cannot be read. */
export function decodePng(bytes: Uint8Array): Decoded {
	const decoded = decode(bytes);
	const { width, height, palette } = decoded;
	const read = palette === undefined ? samples(decoded) : plain(convertIndexedToRgb(decoded));
	const channels = palette === undefined ? decoded.channels : (palette[0]?.length ?? 3);
	const picture = blank(width, height);
	const alpha: Mask = { width, height, data: new Uint8ClampedArray(width * height) };
	for (let pixel = 0; pixel < width * height; pixel++) {
		for (let channel = 0; channel < 3; channel++) {
			picture.data[pixel * 3 + channel] = read(pixel * channels + (channels < 3 ? 0 : channel));
		}
		if (channels % 2 === 0) alpha.data[pixel] = read(pixel * channels + channels - 1);
	}
	return channels % 2 === 0 ? { picture, alpha } : { picture };
}

function plain(data: ArrayLike<number>): (index: number) => number {
	return (index) => data[index] ?? 0;
}

/** Reads samples of any bit depth as 0 to 255. Depths below 8 have one channel and are packed by row. */
function samples(decoded: ReturnType<typeof decode>): (index: number) => number {
	const { data, depth, width } = decoded;
	if (depth === 8) return plain(data);
	if (depth === 16) return (index) => (data[index] ?? 0) / 257;
	const stride = Math.ceil((width * depth) / 8);
	const highest = 2 ** depth - 1;
	return (index) => {
		const bit = (index % width) * depth;
		const byte = data[Math.floor(index / width) * stride + (bit >> 3)] ?? 0;
		return (((byte >> (8 - depth - (bit & 7))) & highest) * 255) / highest;
	};
}
