import { probeSize } from '../media/formats/probe.ts';
import { formatOf } from './rules.ts';

/** Bytes of a medium that are searched for its header: a JPEG may have pictures and profiles before its own. */
export const headBytes = 1024 * 1024;

/** Returns whether the first bytes of a medium are the header of a type that datasets accept, regardless of its name. */
export function hasMediaHeader(name: string, head: Uint8Array): boolean {
	const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
	return formatOf(name) === 'video' ? isVideo(bytes) : isImage(bytes);
}

function isImage(head: Buffer): boolean {
	const format = probeSize(head)?.format;
	return format === 'PNG' || format === 'JPEG' || format === 'WebP';
}

/** Recognizes MP4 and QuickTime, Matroska and WebM, AVI, Windows Media, Flash. */
function isVideo(head: Buffer): boolean {
	if (head.length < 16) return false;
	const text = (from: number, to: number) => head.toString('latin1', from, to);
	const firstBox = text(4, 8);
	if (['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].includes(firstBox)) return true;
	if (text(0, 4) === 'RIFF') return text(8, 12) === 'AVI ';
	if (text(0, 3) === 'FLV') return true;
	const first = head.readUInt32BE(0);
	return first === 0x1a45dfa3 || first === 0x3026b275;
}
