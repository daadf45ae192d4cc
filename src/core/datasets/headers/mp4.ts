import * as l10n from '@vscode/l10n';
import { type ByteSource, broken, type HeaderResult, missingBytes, sized, tag, view } from './byteSource.ts';

/** A box of an MP4 or QuickTime file: begin and end of its content. */
interface Box {
	readonly start: number;
	readonly end: number;
}

/** Parts looked at in one file; more means that the file is made to keep a reader busy. */
const mostBoxes = 500;

/** Reads the size of MP4, M4V and QuickTime from the track sizes in the index, wherever in the file it is. */
export async function readMp4(source: ByteSource, format: string): Promise<HeaderResult> {
	const budget = { left: mostBoxes };
	const top = await find(source, { start: 0, end: source.size }, 'moov', budget);
	if (typeof top === 'string') return broken(l10n.t('The {0} file is truncated: {1}', format, top));
	if (top === undefined) return broken(l10n.t('The {0} file has no index, so it cannot be played.', format));
	// The boxes show whether a download was interrupted, even after the index.
	const rest = await find(source, { start: top.end, end: source.size }, 'none', budget);
	if (typeof rest === 'string') return broken(l10n.t('The {0} file is truncated: {1}', format, rest));
	let after = top.start;
	while (after < top.end) {
		const track = await find(source, { start: after, end: top.end }, 'trak', budget);
		if (typeof track === 'string' || track === undefined) break;
		const header = await find(source, track, 'tkhd', budget);
		if (typeof header === 'object') {
			const bytes = await source.at(header.end - 8, 8);
			// 16.16 fixed point; sound tracks have no size.
			const width = bytes.length === 8 ? view(bytes).getUint16(0) : 0;
			const height = bytes.length === 8 ? view(bytes).getUint16(4) : 0;
			if (width > 0 && height > 0) return sized({ format, kind: 'video' }, width, height);
		}
		after = track.end;
	}
	return broken(l10n.t('The {0} file has no video track.', format));
}

/** Finds the first box of a type within a range; returns a sentence if a box before it ends beyond the file. */
async function find(
	source: ByteSource,
	range: Box,
	type: string,
	budget: { left: number },
): Promise<Box | string | undefined> {
	let offset = range.start;
	while (offset + 8 <= range.end && budget.left-- > 0) {
		const bytes = await source.at(offset, 16);
		if (bytes.length < 8) return undefined;
		const short = view(bytes).getUint32(0);
		const long = short === 1 && bytes.length === 16 ? Number(view(bytes).getBigUint64(8)) : 0;
		const size = short === 1 ? long : short === 0 ? range.end - offset : short;
		if (size < 8) return undefined;
		const end = offset + size;
		if (end > source.size) return missingBytes(end - source.size);
		if (tag(bytes, 4) === type)
			return { start: offset + (short === 1 ? 16 : 8), end: Math.min(end, range.end) };
		offset = end;
	}
	return undefined;
}
