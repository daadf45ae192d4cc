import { trimEndOf } from '../base/trimEnd.ts';

/*
 * The content of a caption file, and how its text is changed without touching anything else in it: byte order mark, line ends, and whether
 * the last line is ended.
 */

/** Possible encodings of a file other than UTF-8. */
type ForeignEncoding = 'utf-16le' | 'utf-16be' | 'windows-1252';

export type CaptionContent =
	| { readonly kind: 'missing' }
	/** `raw` is the whole file, with its byte order mark. */
	| { readonly kind: 'text'; readonly raw: string }
	/** Not UTF-8: never written unless the person converts it. */
	| { readonly kind: 'foreign'; readonly bytes: Uint8Array; readonly encoding: ForeignEncoding }
	/** There, but not readable: `reason` is a sentence. */
	| { readonly kind: 'unreadable'; readonly reason: string };

export const missing: CaptionContent = { kind: 'missing' };

const mark = '\uFEFF';
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Reads the bytes of a file. Lossless: `bytesOf` returns the same bytes. */
export function readContent(bytes: Uint8Array): CaptionContent {
	const [first, second] = bytes;
	if (first === 0xff && second === 0xfe) return { kind: 'foreign', bytes, encoding: 'utf-16le' };
	if (first === 0xfe && second === 0xff) return { kind: 'foreign', bytes, encoding: 'utf-16be' };
	try {
		return { kind: 'text', raw: utf8.decode(bytes) };
	} catch {
		return { kind: 'foreign', bytes, encoding: 'windows-1252' };
	}
}

/** Returns the bytes of a caption file; undefined if the file is to be removed. */
export function bytesOf(content: CaptionContent): Uint8Array | undefined {
	if (content.kind === 'text') return encoder.encode(content.raw);
	return content.kind === 'foreign' ? content.bytes : undefined;
}

/** Returns whether two files are identical, byte for byte. */
export function sameContent(a: CaptionContent, b: CaptionContent): boolean {
	if (a.kind === 'text') return b.kind === 'text' && a.raw === b.raw;
	if (a.kind === 'foreign') return b.kind === 'foreign' && sameBytes(a.bytes, b.bytes);
	if (a.kind === 'unreadable') return b.kind === 'unreadable' && a.reason === b.reason;
	return a.kind === b.kind;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
	return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/**
 * Returns the text that a person sees and edits: without byte order mark and without the end of the last line, with `\n` between lines.
 * Bytes that are not UTF-8 are read in their likely encoding.
 */
export function shownText(content: CaptionContent): string {
	if (content.kind === 'foreign') return plainLines(decodeForeign(content));
	return content.kind === 'text' ? plainLines(content.raw) : '';
}

function plainLines(raw: string): string {
	const text = withoutMark(raw).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
	return text.endsWith('\n') ? text.slice(0, -1) : text;
}

function decodeForeign({ bytes, encoding }: CaptionContent & { readonly kind: 'foreign' }): string {
	return new TextDecoder(encoding).decode(bytes);
}

/** Returns the same text as UTF-8. */
export function converted(content: CaptionContent & { readonly kind: 'foreign' }): CaptionContent {
	return { kind: 'text', raw: decodeForeign(content).toWellFormed() };
}

/**
 * Returns the file with another text. Lines that stay keep their own line ends, new ones get the most frequent one of
 * the file. Empty lines typed after an unterminated last line are dropped: they would be read as its end.
 */
export function withText(content: CaptionContent, text: string): CaptionContent {
	const typed = plainText(text);
	if (content.kind !== 'text') return { kind: 'text', raw: withoutLastEnds(typed) };
	if (typed === shownText(content)) return content;
	const { raw } = content;
	const start = raw.startsWith(mark) ? mark : '';
	const old = splitLines(withoutMark(raw));
	const ended = old.length > 1 && old.at(-1)?.text === '';
	if (ended) old.pop();
	const lastEnd = ended ? (old.at(-1)?.end ?? '') : '';
	const lines = (ended ? typed : withoutLastEnds(typed)).split('\n');
	const usual = usualEnd(old);
	let same = 0;
	while (same < lines.length && same < old.length && lines[same] === old[same]?.text) same++;
	let tail = 0;
	while (
		tail < lines.length - same &&
		tail < old.length - same &&
		lines[lines.length - 1 - tail] === old[old.length - 1 - tail]?.text
	)
		tail++;
	const ends = lines.map((_, index) => {
		if (index === lines.length - 1) return lastEnd;
		if (index < same) return old[index]?.end || usual;
		const kept = index >= lines.length - tail ? old[old.length - lines.length + index] : undefined;
		return kept?.end || usual;
	});
	for (let index = lines.length - 2; index >= 0; index--) {
		// Before an empty line, `\r` and `\n` would be read as one end.
		const joins = ends[index] === '\r' && lines[index + 1] === '' && ends[index + 1]?.startsWith('\n');
		if (joins) ends[index] = '\n';
	}
	const body = lines.map((line, index) => line + ends[index]);
	return { kind: 'text', raw: start + body.join('') };
}

/** Returns a typed text as it can be written: with one kind of line end, no byte order mark, and no half of a surrogate pair. */
function plainText(text: string): string {
	const plain = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').toWellFormed();
	return plain.replace(/^\uFEFF+/, '');
}

function withoutMark(raw: string): string {
	return raw.startsWith(mark) ? raw.slice(1) : raw;
}

function withoutLastEnds(text: string): string {
	return trimEndOf(text, /\n/);
}

interface Line {
	readonly text: string;
	readonly end: string;
}

function splitLines(text: string): Line[] {
	const lines: Line[] = [];
	let begin = 0;
	for (const match of text.matchAll(/\r\n|\r|\n/g)) {
		lines.push({ text: text.slice(begin, match.index), end: match[0] });
		begin = match.index + match[0].length;
	}
	lines.push({ text: text.slice(begin), end: '' });
	return lines;
}

function usualEnd(lines: readonly Line[]): string {
	const counts = new Map<string, number>();
	for (const { end } of lines) if (end !== '') counts.set(end, (counts.get(end) ?? 0) + 1);
	let usual = '\n';
	for (const [end, count] of counts) if (count > (counts.get(usual) ?? 0)) usual = end;
	return usual;
}
