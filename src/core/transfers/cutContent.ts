import { sniffMedia } from '../wire/mediaType.ts';

/** Reads bytes of a file from `position` on: `length` of them, or fewer at its end. */
export type ReadBytes = (position: number, length: number) => Promise<Buffer>;

/** Some structures need a read for each part: a file with more parts than this counts as whole. */
const mostParts = 50_000;
const searchedBytes = 1 << 20;

/**
 * Returns whether a file is truncated, by the sizes in its container; nothing is decoded. Bytes after the end are
 * allowed, and unknown formats count as whole.
 * @param head its first bytes.
 * @param name identifies a file without a signature, such as a `.safetensors`.
 */
export async function endsEarly(
	{ name, bytes, head }: { readonly name: string; readonly bytes: number; readonly head: Uint8Array },
	read: ReadBytes,
): Promise<boolean> {
	if (/\.safetensors$/i.test(name)) return endsEarlySafetensors(bytes, read);
	const { mediaType = '' } = sniffMedia(head) ?? {};
	if (mediaType === 'image/png') return endsEarlyPng(bytes, read);
	if (mediaType === 'image/jpeg') return endsEarlyJpeg(bytes, read);
	if (Buffer.from(head.subarray(0, 4)).toString('latin1') === 'RIFF') return endsEarlyRiff(bytes, read);
	if (Buffer.from(head.subarray(4, 8)).toString('latin1') === 'ftyp') return endsEarlyIso(bytes, read);
	return false;
}

/** Chunks (length, type, data, checksum) up to `IEND`. */
async function endsEarlyPng(bytes: number, read: ReadBytes): Promise<boolean> {
	let at = 8;
	for (let part = 0; part < mostParts; part++) {
		const chunk = await read(at, 8);
		if (chunk.length < 8) return true;
		const type = chunk.toString('latin1', 4);
		if (!/^[A-Za-z]{4}$/.test(type)) return false;
		at += 12 + chunk.readUInt32BE(0);
		if (at > bytes) return true;
		if (type === 'IEND') return false;
	}
	return false;
}

/**
 * Walks segments up to the first scan, then expects `FF D9`, which never occurs within a scan. A preview in a segment
 * has its own end.
 */
async function endsEarlyJpeg(bytes: number, read: ReadBytes): Promise<boolean> {
	let at = 2;
	for (let part = 0; part < mostParts; part++) {
		const segment = await read(at, 4);
		const [sign, marker = 0] = segment;
		if (segment.length >= 2 && sign === 0xff && marker === 0xd9) return false;
		if (segment.length < 4) return true;
		if (sign !== 0xff) return false;
		// Any number of FF may be before a marker.
		if (marker === 0xff) {
			at++;
			continue;
		}
		at += 2 + segment.readUInt16BE(2);
		if (at > bytes) return true;
		if (marker === 0xda) break;
	}
	const end = Buffer.from([0xff, 0xd9]);
	for (; at < bytes; at += searchedBytes) {
		// One more, since the two may be on both sides of the border.
		if ((await read(at, searchedBytes + 1)).includes(end)) return false;
	}
	return true;
}

/**
 * Checks a RIFF file. The size after `RIFF` is that of everything after it: WebP, WAV, AVI. A size that was unknown
 * during writing is 0, or the largest.
 */
async function endsEarlyRiff(bytes: number, read: ReadBytes): Promise<boolean> {
	const head = await read(0, 8);
	if (head.length < 8) return true;
	const size = head.readUInt32LE(4);
	return size !== 0xffffffff && size + 8 > bytes;
}

/** Boxes with their own lengths: MP4, MOV, M4A, AVIF, HEIC. */
async function endsEarlyIso(bytes: number, read: ReadBytes): Promise<boolean> {
	let at = 0;
	for (let part = 0; part < mostParts && at < bytes; part++) {
		const box = await read(at, 16);
		// A few bytes after the last box are padding.
		if (box.length < 8 || !/^[\x20-\x7e\xa9]{4}$/.test(box.toString('latin1', 4, 8))) return false;
		const short = box.readUInt32BE(0);
		// The last box may extend to the end.
		if (short === 0) return false;
		if (short === 1 && box.length < 16) return true;
		const size = short === 1 ? Number(box.readBigUInt64BE(8)) : short;
		if (size < 8) return false;
		at += size;
	}
	return at > bytes;
}

const mostHeaderBytes = 16_000_000;

/** Checks the length of a header in JSON, in eight bytes, and the end of each tensor in the header. */
async function endsEarlySafetensors(bytes: number, read: ReadBytes): Promise<boolean> {
	const start = await read(0, 8);
	if (start.length < 8) return true;
	const length = start.readBigUInt64LE(0);
	if (length < 2n || length > BigInt(mostHeaderBytes)) return false;
	const begin = 8 + Number(length);
	if (begin > bytes) return true;
	const header = (await read(8, Number(length))).toString();
	let end = 0;
	for (const [, to] of header.matchAll(
		/"data_offsets"\s{0,9}:\s{0,9}\[\s{0,9}\d{1,19}\s{0,9},\s{0,9}(\d{1,19})/g,
	))
		end = Math.max(end, Number(to));
	return begin + end > bytes;
}
