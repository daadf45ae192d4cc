import { trimEndOf } from '../base/trimEnd.ts';

/** Longest name made, in bytes of UTF-8: below the 255 of file systems, with room for ` (1)` and a temporary suffix. */
const maxBytes = 180;
const maxExtensionBytes = 20;

/** Bytes kept at the end of a shortened name: counters, and the distinct part of a long prompt. */
const endBytes = 32;
/** Joins the beginning and the end of a shortened name; it never combines with the letter after it. */
const cutMark = '~';

/** Characters that file systems refuse or that mean a path somewhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
const forbidden = /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|]/g;

/** Marks that change the text direction or are invisible: `photo<U+202E>gnp.exe` reads as `photoexe.png`. */
const invisible = /[\u061c\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** Names that Windows takes for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])$/i;

const encoder = new TextEncoder();

/**
 * Returns a name under which bytes from the service may be written on any system: one path segment, visible, of limited
 * length, never a device, never hidden, never empty. A safe name stays unchanged.
 */
export function safeFileName(name: string, fallback = 'file'): string {
	const cleaned = name.toWellFormed().replaceAll(invisible, '').normalize('NFC').replaceAll(forbidden, '_');
	const trimmed = trim(cleaned);
	// Guarded twice: cutting may leave a device name that was longer before.
	return trimmed === '' ? fallback : guarded(shortened(guarded(trimmed)));
}

/** Guards a device name, which Windows looks for in the part before the first dot, ignoring spaces. */
function guarded(name: string): string {
	const device = name.split('.', 1)[0]?.trim() ?? '';
	return reserved.test(device) ? `_${name}` : name;
}

function shortened(name: string): string {
	// One byte less, since a prefix may still have to be added.
	return bytesOf(name) <= maxBytes ? name : trim(withMark(name, '', maxBytes - 1));
}

/** Returns a name with `mark` at the end of its stem. If that has more than `most` bytes, the middle of the stem is left out. */
export function withMark(name: string, mark: string, most = maxBytes): string {
	const parts = splitName(name);
	// An overlong extension counts as part of the name.
	const ending = bytesOf(parts.ending) <= maxExtensionBytes ? parts.ending : '';
	const stem = name.slice(0, name.length - ending.length);
	return `${withoutMiddle(stem, most - bytesOf(mark + ending))}${mark}${ending}`;
}

/** Returns a name in two parts: `picture.png` is `picture` and `.png`. A dot at its beginning begins no ending. */
export function splitName(name: string): { readonly stem: string; readonly ending: string } {
	const dot = name.lastIndexOf('.');
	const end = dot > 0 ? dot : name.length;
	return { stem: name.slice(0, end), ending: name.slice(end) };
}

/**
 * Numbers a name: `picture.png`, 2 -> `picture (2).png`. The result is final: shortening a long one again would make
 * two of them equal.
 */
export function numberedName(name: string, number: number): string {
	return number === 0 ? name : withMark(name, ` (${number})`);
}

function trim(name: string): string {
	return trimEndOf(name.replace(/^[\s.]+/, ''), /[\s.]/);
}

function withoutMiddle(text: string, most: number): string {
	if (bytesOf(text) <= most) return text;
	const characters = [...text];
	const end = fitting(characters.toReversed(), endBytes);
	const begin = fitting(characters, most - bytesOf(end.join('')) - bytesOf(cutMark));
	return [...begin, cutMark, ...end.toReversed()].join('');
}

/** Returns the first characters that fit into the given number of bytes. */
function fitting(characters: readonly string[], most: number): readonly string[] {
	let bytes = 0;
	const end = characters.findIndex((character) => {
		bytes += bytesOf(character);
		return bytes > most;
	});
	return end < 0 ? characters : characters.slice(0, end);
}

function bytesOf(text: string): number {
	return encoder.encode(text).length;
}
