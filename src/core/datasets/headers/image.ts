import * as l10n from '@vscode/l10n';
import {
	type ByteSource,
	broken,
	cutOff,
	endOf,
	facts,
	type HeaderResult,
	missingBytes,
	sized,
	tag,
	view,
} from './byteSource.ts';

/** Reads the size of a PNG, which must begin with the chunk IHDR, and checks that the file is complete. */
export async function readPng(source: ByteSource): Promise<HeaderResult> {
	const bytes = await source.at(0, 33);
	if (bytes.length < 33 || tag(bytes, 12) !== 'IHDR' || view(bytes).getUint32(8) !== 13)
		return broken(l10n.t('The PNG file is truncated or damaged before its dimensions.'));
	const [width, height] = [view(bytes).getUint32(16), view(bytes).getUint32(20)];
	const size = sized({ format: 'PNG', kind: 'image' }, width, height);
	return !size.ok || (await pngHasEnd(source)) ? size : cutOff('PNG');
}

/** Segments of a JPEG before its size: EXIF, color profiles and thumbnails, 64 KB each at most. */
const mostSegments = 400;

/** Reads the size of a JPEG, walks its segments to the first scan, and checks that it is complete. */
export async function readJpeg(source: ByteSource): Promise<HeaderResult> {
	let offset = 2;
	let size: HeaderResult | undefined;
	for (let segment = 0; segment < mostSegments; segment++) {
		const bytes = await source.at(offset, 9);
		if (bytes.length < 4 || bytes[0] !== 0xff) break;
		const marker = bytes[1] ?? 0;
		// Fill bytes and markers without a length.
		if (marker === 0xff) {
			offset += 1;
			continue;
		}
		if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
			offset += 2;
			continue;
		}
		if (marker === 0xda && size?.ok) return (await jpegHasEnd(source, offset)) ? size : cutOff('JPEG');
		// The pictures begin before a frame header, or the file ends.
		if (marker === 0xda || marker === 0xd9) break;
		const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
		if (isFrame) {
			if (bytes.length < 9) break;
			size ??= sized({ format: 'JPEG', kind: 'image' }, view(bytes).getUint16(7), view(bytes).getUint16(5));
			if (!size.ok) return size;
		}
		offset += 2 + view(bytes).getUint16(2);
	}
	return size === undefined
		? broken(l10n.t('The JPEG file is truncated or damaged before its dimensions.'))
		: cutOff('JPEG');
}

/** Reads the size of a WebP in its three kinds: lossy, lossless and extended, which may be animated. */
export async function readWebp(source: ByteSource): Promise<HeaderResult> {
	const bytes = await source.at(0, 30);
	if (bytes.length < 30) return broken(l10n.t('The WebP file is truncated before its dimensions.'));
	const data = view(bytes);
	const missing = data.getUint32(4, true) + 8 - source.size;
	if (missing > 1) return broken(l10n.t('The {0} file is truncated: {1}', 'WebP', missingBytes(missing)));
	const found = { format: 'WebP', kind: 'image' } as const;
	switch (tag(bytes, 12)) {
		case 'VP8 ':
			if (bytes[23] !== 0x9d || bytes[24] !== 0x01 || bytes[25] !== 0x2a) break;
			return sized(found, data.getUint16(26, true) & 0x3fff, data.getUint16(28, true) & 0x3fff);
		case 'VP8L': {
			if (bytes[20] !== 0x2f) break;
			const packed = data.getUint32(21, true);
			return sized(found, (packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1);
		}
		case 'VP8X': {
			const size = (at: number) => data.getUint16(at, true) + (bytes[at + 2] ?? 0) * 0x1_0000 + 1;
			const animated = ((bytes[20] ?? 0) & 0x02) !== 0;
			return sized(animated ? { ...found, animated } : found, size(24), size(27));
		}
	}
	return broken(l10n.t('The WebP file is damaged: its first part is not a picture.'));
}

/** Reads the size of an AVI: the main header comes first. */
export async function readAvi(source: ByteSource): Promise<HeaderResult> {
	const bytes = await source.at(0, 72);
	if (bytes.length < 72 || tag(bytes, 20) !== 'hdrl' || tag(bytes, 24) !== 'avih')
		return broken(l10n.t('The AVI file is truncated or damaged before its dimensions.'));
	const missing = view(bytes).getUint32(4, true) + 8 - source.size;
	if (missing > 1) return broken(l10n.t('The {0} file is truncated: {1}', 'AVI', missingBytes(missing)));
	return sized(
		{ format: 'AVI', kind: 'video' },
		view(bytes).getUint32(64, true),
		view(bytes).getUint32(68, true),
	);
}

/** Windows Media and Flash video: only the first bytes are checked. */
export function onlyRecognized(format: string): HeaderResult {
	return facts({ format, kind: 'video' });
}

/** Parts of a PNG that are looked at if it does not end as one; encoders write parts of 8 KB and more. */
const mostParts = 20_000;

/** Bytes of a JPEG that are searched for its end if it does not end as one. */
const mostSearched = 32_000_000;
const searchedAtOnce = 65_536;

/**
 * Returns whether a PNG is complete. Other programs may have appended bytes, so its chunks are walked if the last bytes
 * are not its end.
 */
async function pngHasEnd(source: ByteSource): Promise<boolean> {
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
async function jpegHasEnd(source: ByteSource, start: number): Promise<boolean> {
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
