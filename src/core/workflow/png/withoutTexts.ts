import { chunksOf, signatureOf } from './chunks.ts';

const textChunks: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf']);

/** Returns a PNG file without its text chunks, in which node editors store the workflow; undefined if its chunks cannot be separated. */
export function withoutTexts(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
	const kept = [signatureOf(bytes)];
	for (const { type, whole } of chunksOf(bytes)) {
		if (!textChunks.has(type)) kept.push(whole);
		// Bytes after the last chunk belong to no picture.
		if (type === 'IEND') return joined(kept);
	}
	return undefined;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	return whole;
}
