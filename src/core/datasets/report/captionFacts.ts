import { isUtf8 } from 'node:buffer';
import type { ByteSource } from '../headers/byteSource.ts';

export interface CaptionFacts {
	/** True if it contains only white space. */
	readonly blank: boolean;
	/** `utf8Marked` begins with a byte order mark, which would become part of the caption. */
	readonly encoding: 'utf8' | 'utf8Marked' | 'utf16le' | 'utf16be' | 'other';
	/** True if a `.json` file is valid JSON. */
	readonly json?: boolean;
	/** More than a caption has: 64 KB. */
	readonly long?: true;
}

/** Bytes of a caption that are read; the longest captions of a model are a few KB. */
export const mostCaptionBytes = 65_536;

const decoder = new TextDecoder();

/** Rejects if the file cannot be read. */
export async function readCaption(source: ByteSource, kind: 'caption' | 'json'): Promise<CaptionFacts> {
	const long = source.size > mostCaptionBytes;
	const bytes = await source.at(0, Math.min(source.size, mostCaptionBytes));
	const encoding = encodingOf(long ? withoutCutCharacter(bytes) : bytes);
	const text = encoding === 'utf8' || encoding === 'utf8Marked' ? decoder.decode(bytes) : undefined;
	return {
		blank: text === undefined ? false : text.trim() === '',
		encoding,
		...(kind === 'json' && !long ? { json: text !== undefined && isJson(text) } : {}),
		...(long ? { long } : {}),
	};
}

function encodingOf(bytes: Uint8Array): CaptionFacts['encoding'] {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf16le';
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf16be';
	// A text has no zeros, which UTF-16 without a mark is full of.
	const zero = bytes.indexOf(0);
	if (zero >= 0) return bytes.length % 2 !== 0 ? 'other' : zero % 2 === 1 ? 'utf16le' : 'utf16be';
	if (!isUtf8(bytes)) return 'other';
	return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf8Marked' : 'utf8';
}

/** Removes a character at the end of the read bytes that may have been cut in two. */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
	let end = bytes.length;
	while (end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
	return bytes.subarray(0, Math.max(0, end - 1));
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/**
 * Returns the text of a caption file that is not plain UTF-8. Bytes without a marker are read as Windows-1252, the encoding of most old
 * captions of western languages.
 */
export function decodeCaption(bytes: Uint8Array): string {
	const encoding = encodingOf(bytes);
	const label = {
		utf8: 'utf-8',
		utf8Marked: 'utf-8',
		utf16le: 'utf-16le',
		utf16be: 'utf-16be',
		other: 'windows-1252',
	};
	return new TextDecoder(label[encoding]).decode(bytes);
}
