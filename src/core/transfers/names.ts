import { trimEndOf } from '../base/trimEnd.ts';

/** Longest name made, in bytes of UTF-8: below the 255 of file systems, with room for ` (1)` and a temporary suffix. */
const maxBytes = 180;
const maxExtensionBytes = 20;

/** Characters that file systems refuse or that mean a path somewhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const forbidden = /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|]/g;

/** Marks that turn the reading direction or are not seen at all: `photo<U+202E>gnp.exe` reads as `photoexe.png`. */
const invisible = /[\u061c\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** Names that Windows takes for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])$/i;

const encoder = new TextEncoder();

/**
 * Returns a name under which bytes from the service may be written on any system: one path segment, visible, of bounded length, never a
 * device, never hidden, never empty. A safe name comes back as it is.
 */
export function safeFileName(name: string, fallback = 'file'): string {
	const cleaned = name.toWellFormed().replaceAll(invisible, '').normalize('NFC').replaceAll(forbidden, '_');
	const trimmed = trim(cleaned);
	// Guarded twice: cutting may leave a device name that was longer before.
	return trimmed === '' ? fallback : guarded(shortened(guarded(trimmed)));
}

/** Windows looks for device names at what comes before the first dot, spaces aside. */
function guarded(name: string): string {
	const device = name.split('.', 1)[0]?.trim() ?? '';
	return reserved.test(device) ? `_${name}` : name;
}

/** Cuts a long name before its extension; an overlong extension counts as part of the name. */
function shortened(name: string): string {
	const { ending } = splitName(name);
	const extension = encoder.encode(ending).length <= maxExtensionBytes ? ending : '';
	const stem = name.slice(0, name.length - extension.length);
	return trim(cutToBytes(stem, maxBytes - encoder.encode(extension).length) + extension);
}

/** Returns a name in two parts: `picture.png` is `picture` and `.png`. A dot at its beginning begins no ending. */
export function splitName(name: string): { readonly stem: string; readonly ending: string } {
	const dot = name.lastIndexOf('.');
	const end = dot > 0 ? dot : name.length;
	return { stem: name.slice(0, end), ending: name.slice(end) };
}

/** Numbers a name: `picture.png`, 2 -> `picture (2).png`. */
export function numberedName(name: string, number: number): string {
	if (number === 0) return name;
	const { stem, ending } = splitName(name);
	return `${stem} (${number})${ending}`;
}

function trim(name: string): string {
	return trimEndOf(name.replace(/^[\s.]+/, ''), /[\s.]/);
}

function cutToBytes(text: string, limit: number): string {
	if (encoder.encode(text).length <= limit) return text;
	let bytes = 0;
	let cut = '';
	for (const character of text) {
		bytes += encoder.encode(character).length;
		if (bytes > limit) break;
		cut += character;
	}
	return cut;
}
