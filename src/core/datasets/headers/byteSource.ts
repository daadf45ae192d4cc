import * as l10n from '@vscode/l10n';
import { numberText } from '../../base/language.ts';

/** A file for the readers of headers, which request only the few bytes that they need. */
export interface ByteSource {
	/** In bytes. */
	readonly size: number;
	/** Reads the bytes from an offset on; fewer at the end of the file. Valid until the next call. */
	at(offset: number, length: number): Uint8Array | Promise<Uint8Array>;
}

/** The facts in the header of a picture or video. */
export interface MediaFacts {
	/** For reading: `PNG`, `MP4`. */
	readonly format: string;
	readonly kind: 'image' | 'video';
	/** In pixels; absent if that part of the header is not read. */
	readonly width?: number;
	readonly height?: number;
	/** A WebP of several pictures. */
	readonly animated?: boolean;
}

/** The facts, or one sentence that gives the reason for their absence. */
export type HeaderResult =
	| { readonly ok: true; readonly facts: MediaFacts }
	| { readonly ok: false; readonly sentence: string };

export function facts(facts: MediaFacts): HeaderResult {
	return { ok: true, facts };
}

export function broken(sentence: string): HeaderResult {
	return { ok: false, sentence };
}

/** Number of bytes at the end of a file that parsers read. */
export const endBytes = 64;

/** Reads the last bytes of a file, all of one that is shorter. */
export function endOf(source: ByteSource): Uint8Array | Promise<Uint8Array> {
	return source.at(Math.max(0, source.size - endBytes), endBytes);
}

/** Returns the result for a file that ends before its content. */
export function cutOff(format: string): HeaderResult {
	return broken(l10n.t('The {0} file is truncated: its end is missing.', format));
}

/** Returns the sentence about the number of missing bytes. */
export function missingBytes(count: number): string {
	return l10n.t('{0} bytes are missing.', numberText(count));
}

/** Returns width and height after the checks that every format needs. */
export function sized(
	found: Omit<MediaFacts, 'width' | 'height'>,
	width: number,
	height: number,
): HeaderResult {
	if (width > 0 && height > 0) return facts({ ...found, width, height });
	return broken(l10n.t('The {0} header gives a size of {1} × {2} pixels.', found.format, width, height));
}

/** Returns four characters, as formats write the names of their parts. */
export function tag(bytes: Uint8Array, offset: number): string {
	return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}

export function view(bytes: Uint8Array): DataView {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
