import { convertIndexedToRgb, decode } from 'fast-png';
import { NodeFailure } from '../nodeFailure.ts';
import { paintScenery } from '../paint/scenery.ts';
import { stamp } from '../paint/stamp.ts';
import { blank, type Mask, type Picture } from './pixels.ts';
import { probeSize } from './probe.ts';

/** A media input as pixels; `alpha` is there when the file has an alpha channel. */
export interface Decoded {
	readonly picture: Picture;
	readonly alpha?: Mask;
}

const largestInput = 64 * 1024 * 1024;

/**
 * Turns the bytes of a media input into pixels. PNG is decoded; of JPEG, WebP and GIF only the size is read and a
 * stand-in of that size is painted that says so. Throws `NodeFailure` for anything else.
 */
export function decodePicture(bytes: Uint8Array): Decoded {
	const probe = probeSize(bytes);
	if (probe === undefined) throw new NodeFailure('UnidentifiedImageError', 'cannot identify image file');
	if (probe.width * probe.height > largestInput) {
		const message = `The image has ${probe.width} x ${probe.height} pixels, more than the sandbox can hold.`;
		throw new NodeFailure('DecompressionBombError', message);
	}
	if (probe.format === 'PNG') return decodePng(bytes);
	const picture = paintScenery(
		`${probe.format}${bytes.length}${bytes.at(-9)}`,
		'',
		probe.width,
		probe.height,
	);
	return { picture: stamp(picture, ['SANDBOX', `stand-in for a ${probe.format}`]) };
}

function decodePng(bytes: Uint8Array): Decoded {
	let decoded: ReturnType<typeof decode>;
	try {
		decoded = decode(bytes);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new NodeFailure('UnidentifiedImageError', `The PNG cannot be read: ${reason}`);
	}
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
