import { decodePng } from '../../base/pictures/decodePng.ts';
import { resize } from '../../base/pictures/pixels.ts';
import { encodePng } from '../../base/pictures/png.ts';

/** Longest sides of a thumbnail; the first that is small enough is used. */
const sides = [512, 384, 256, 160, 96];

/** Pixels of a picture that is decoded at most. */
const mostPixels = 64 * 1024 * 1024;

/** Returns a copy of a PNG with at most `mostBytes` bytes; undefined if it cannot be decoded. */
export function thumbnail(bytes: Uint8Array, mostBytes: number): Uint8Array | undefined {
	try {
		const header = new DataView(bytes.buffer, bytes.byteOffset, 24);
		if (header.getUint32(16) * header.getUint32(20) > mostPixels) return undefined;
		const { picture: whole } = decodePng(bytes);
		for (const side of sides) {
			const factor = Math.min(1, side / Math.max(whole.width, whole.height));
			const width = Math.max(1, Math.round(whole.width * factor));
			const small = encodePng([resize(whole, width, Math.max(1, Math.round(whole.height * factor)))]);
			if (small.byteLength <= mostBytes) return small;
		}
	} catch {
		// A link has its place.
	}
	return undefined;
}
