const [signatureBytes, headBytes, checksumBytes] = [8, 8, 4];
const textChunks: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf']);
const latin1 = new TextDecoder('latin1');

/** Returns a PNG file without its text chunks, in which node editors store the workflow; undefined if its chunks cannot be separated. */
export function withoutTexts(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const kept = [bytes.subarray(0, signatureBytes)];
	for (let at = signatureBytes; at + headBytes + checksumBytes <= bytes.length; ) {
		const end = at + headBytes + view.getUint32(at) + checksumBytes;
		if (end > bytes.length) return undefined;
		const type = latin1.decode(bytes.subarray(at + 4, at + headBytes));
		if (!textChunks.has(type)) kept.push(bytes.subarray(at, end));
		// Bytes after the last chunk belong to no picture.
		if (type === 'IEND') return joined(kept);
		at = end;
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
