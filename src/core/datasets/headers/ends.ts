import { type ByteSource, endOf, tag, view } from './byteSource.ts';

/** Parts of a PNG that are looked at if it does not end as one; encoders write parts of 8 KB and more. */
const mostParts = 20_000;

/** Bytes of a JPEG that are searched for its end if it does not end as one. */
const mostSearched = 32_000_000;
const searchedAtOnce = 65_536;

/**
 * Returns whether a PNG is complete. Other programs may have appended bytes, so its chunks are walked if the last bytes
 * are not its end.
 */
export async function pngHasEnd(source: ByteSource): Promise<boolean> {
	const end = await endOf(source);
	for (let at = end.length - 8; at >= 0; at--)
		if (tag(end, at) === 'IEND' && view(end).getUint32(at + 4) === 0xae426082) return true;
	let offset = 8;
	for (let part = 0; part < mostParts; part++) {
		const bytes = await source.at(offset, 8);
		if (bytes.length < 8) return false;
		const type = tag(bytes, 4);
		if (!/^[A-Za-z]{4}$/.test(type)) return false;
		offset += 12 + view(bytes).getUint32(0);
		if (offset > source.size) return false;
		if (type === 'IEND') return true;
	}
	return true;
}

/**
 * Returns whether a JPEG is complete. Cameras append videos and other pictures, so its data is searched if the last
 * bytes are not its end.
 * @param start the offset of its first scan; its data has no end marker before its end.
 */
export async function jpegHasEnd(source: ByteSource, start: number): Promise<boolean> {
	if (hasEndMarker(await endOf(source))) return true;
	const last = Math.min(source.size, start + mostSearched);
	for (let offset = start; offset < last; offset += searchedAtOnce - 1)
		if (hasEndMarker(await source.at(offset, searchedAtOnce))) return true;
	return last < source.size;
}

function hasEndMarker(bytes: Uint8Array): boolean {
	for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1))
		if (bytes[at + 1] === 0xd9) return true;
	return false;
}
