import { dirname, join, parse, resolve } from 'node:path';

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
 * A name under which bytes from the service may be written on any system: one path segment, visible, of bounded length,
 * never a device, never hidden, never empty. A safe name comes back as it is.
 */
export function safeFileName(name: string, fallback = 'file'): string {
	const cleaned = name.toWellFormed().normalize('NFC').replaceAll(invisible, '').replaceAll(forbidden, '_');
	const trimmed = trim(cleaned);
	if (trimmed === '') return fallback;
	const { name: stem, ext } = parse(trimmed);
	const extension = encoder.encode(ext).length <= maxExtensionBytes ? ext : '';
	const whole = extension === ext ? stem : trimmed;
	const cut = trim(cutToBytes(whole, maxBytes - encoder.encode(extension).length) + extension);
	// Windows looks at what stands before the first dot, spaces aside.
	const device = cut.split('.', 1)[0]?.trim() ?? '';
	return reserved.test(device) ? `_${cut}` : cut;
}

/** `picture.png`, 2 -> `picture (2).png`. */
export function numberedName(name: string, number: number): string {
	if (number === 0) return name;
	const { name: stem, ext } = parse(name);
	return `${stem} (${number})${ext}`;
}

/** The path of `name`, made safe, directly inside `folder`: never elsewhere, whatever the name says. */
export function placeInside(folder: string, name: string): string {
	const root = resolve(folder);
	const path = join(root, safeFileName(name));
	if (dirname(path) !== root) throw new RangeError('A file name leads out of its folder.');
	return path;
}

function trim(name: string): string {
	return name.replace(/^[\s.]+/, '').replace(/[\s.]+$/, '');
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
