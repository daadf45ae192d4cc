const [signatureBytes, headBytes, checksumBytes] = [8, 8, 4];
const latin1 = new TextDecoder('latin1');

interface PngChunk {
	/** Four letters. */
	readonly type: string;
	readonly data: Uint8Array;
	/** The chunk with its length, type and checksum. */
	readonly whole: Uint8Array;
}

/** Returns the bytes that identify a PNG file. */
export function signatureOf(bytes: Uint8Array): Uint8Array {
	return bytes.subarray(0, signatureBytes);
}

/** Yields the chunks after the signature of a PNG file, until the last one (`IEND`) or the first one that is cut off. */
export function* chunksOf(bytes: Uint8Array): Generator<PngChunk> {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	for (let at = signatureBytes; at + headBytes + checksumBytes <= bytes.length; ) {
		const data = at + headBytes;
		const end = data + view.getUint32(at);
		if (end > bytes.length) return;
		const type = latin1.decode(bytes.subarray(at + 4, data));
		yield { type, data: bytes.subarray(data, end), whole: bytes.subarray(at, end + checksumBytes) };
		if (type === 'IEND') return;
		at = end + checksumBytes;
	}
}
