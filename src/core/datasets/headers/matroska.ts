import * as l10n from '@vscode/l10n';
import { type ByteSource, broken, facts, type HeaderResult, missingBytes, sized } from './byteSource.ts';

/** Ids of the elements that lead to the size of a video. */
const segment = 0x18538067;
const tracks = 0x1654ae6b;
const cluster = 0x1f43b675;
const trackEntry = 0xae;
const video = 0xe0;
const pixelWidth = 0xb0;
const pixelHeight = 0xba;

/** Elements looked at in one file; more means that the file is made to keep a reader busy. */
const mostElements = 500;

interface Element {
	readonly id: number;
	/** The offset at which the content begins. */
	readonly start: number;
	/** Its end offset; that of a live recording is unknown, and extends to the end of its container. */
	readonly end: number;
}

/** Reads the size of WebM and Matroska. */
export async function readMatroska(source: ByteSource): Promise<HeaderResult> {
	const budget = { left: mostElements };
	const head = await elementAt(source, 0, source.size);
	const text =
		head === undefined ? '' : ascii(await source.at(head.start, Math.min(64, head.end - head.start)));
	const format = text.includes('webm') ? 'WebM' : 'Matroska';
	const damaged = broken(l10n.t('The {0} file is truncated or damaged before its dimensions.', format));
	if (head === undefined) return damaged;
	const whole = await elementAt(source, head.end, Number.MAX_SAFE_INTEGER);
	if (whole?.id !== segment) return damaged;
	// A live recording has no known end.
	const missing = whole.end === Number.MAX_SAFE_INTEGER ? 0 : whole.end - source.size;
	const { start } = whole;
	const found = await sizeIn(source, { id: segment, start, end: source.size }, format, budget);
	if (found === undefined) return damaged;
	return found.ok && missing > 0
		? broken(l10n.t('The {0} file is truncated: {1}', format, missingBytes(missing)))
		: found;
}

/** Reads the size of the video in a segment; undefined if the segment ends before it. */
async function sizeIn(
	source: ByteSource,
	whole: Element,
	format: string,
	budget: { left: number },
): Promise<HeaderResult | undefined> {
	for await (const part of within(source, whole, budget)) {
		if (part.id === cluster) return facts({ format, kind: 'video' });
		if (part.id !== tracks) continue;
		for await (const track of within(source, part, budget)) {
			if (track.id !== trackEntry) continue;
			const size = await videoSize(source, track, budget);
			if (size !== undefined) return sized({ format, kind: 'video' }, size.width, size.height);
		}
		return broken(l10n.t('The {0} file has no video track.', format));
	}
	return undefined;
}

async function videoSize(
	source: ByteSource,
	track: Element,
	budget: { left: number },
): Promise<{ readonly width: number; readonly height: number } | undefined> {
	for await (const part of within(source, track, budget)) {
		if (part.id !== video) continue;
		let [width, height] = [0, 0];
		for await (const value of within(source, part, budget)) {
			if (value.id === pixelWidth) width = await numberIn(source, value);
			if (value.id === pixelHeight) height = await numberIn(source, value);
		}
		return { width, height };
	}
	return undefined;
}

async function* within(
	source: ByteSource,
	{ start, end }: Element,
	budget: { left: number },
): AsyncGenerator<Element> {
	let offset = start;
	while (offset < end && budget.left-- > 0) {
		const element = await elementAt(source, offset, end);
		if (element === undefined) return;
		yield element;
		offset = element.end;
	}
}

async function elementAt(source: ByteSource, offset: number, limit: number): Promise<Element | undefined> {
	const bytes = await source.at(offset, 12);
	const idLength = Math.clz32(bytes[0] ?? 0) - 23;
	if (idLength > 4 || bytes.length < idLength + 1) return undefined;
	let id = 0;
	for (const byte of bytes.subarray(0, idLength)) id = id * 256 + byte;
	const first = bytes[idLength] ?? 0;
	const sizeLength = Math.clz32(first) - 23;
	if (sizeLength > 8 || bytes.length < idLength + sizeLength) return undefined;
	let size = first & (0xff >> sizeLength);
	let unknown = size === 0xff >> sizeLength;
	for (const byte of bytes.subarray(idLength + 1, idLength + sizeLength)) {
		size = size * 256 + byte;
		unknown &&= byte === 0xff;
	}
	const start = offset + idLength + sizeLength;
	return { id, start, end: unknown ? limit : Math.min(start + size, limit) };
}

async function numberIn(source: ByteSource, { start, end }: Element): Promise<number> {
	let value = 0;
	for (const byte of await source.at(start, Math.min(8, end - start))) value = value * 256 + byte;
	return value;
}

function ascii(bytes: Uint8Array): string {
	return String.fromCharCode(...bytes);
}
