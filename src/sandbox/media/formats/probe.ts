/** Format and size of a picture, read from its first bytes. */
interface Probe {
	readonly format: 'PNG' | 'JPEG' | 'WebP' | 'GIF';
	readonly width: number;
	readonly height: number;
}

/** Recognizes PNG, JPEG, WebP and GIF by content; undefined for anything else and for cut files. */
export function probeSize(bytes: Uint8Array): Probe | undefined {
	const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const found = probe(view);
	return found !== undefined && found.width > 0 && found.height > 0 ? found : undefined;
}

function probe(view: Buffer): Probe | undefined {
	if (view.length < 16) return undefined;
	if (view.readUInt32BE(0) === 0x89504e47) {
		return view.length < 24
			? undefined
			: { format: 'PNG', width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
	}
	if (view.toString('latin1', 0, 4) === 'GIF8') {
		return { format: 'GIF', width: view.readUInt16LE(6), height: view.readUInt16LE(8) };
	}
	if (view.toString('latin1', 0, 4) === 'RIFF' && view.toString('latin1', 8, 12) === 'WEBP')
		return probeWebp(view);
	return view.readUInt16BE(0) === 0xffd8 ? probeJpeg(view) : undefined;
}

function probeWebp(view: Buffer): Probe | undefined {
	if (view.length < 30) return undefined;
	const kind = view.toString('latin1', 12, 16);
	if (kind === 'VP8X')
		return { format: 'WebP', width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
	if (kind === 'VP8L') {
		const bits = view.readUInt32LE(21);
		return { format: 'WebP', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
	}
	return { format: 'WebP', width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff };
}

/** Reads the segments up to the frame header, which contains the size. */
function probeJpeg(view: Buffer): Probe | undefined {
	let at = 2;
	while (at + 9 < view.length) {
		if (view[at] !== 0xff) return undefined;
		const marker = view[at + 1] ?? 0;
		const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
		if (isFrame)
			return { format: 'JPEG', width: view.readUInt16BE(at + 7), height: view.readUInt16BE(at + 5) };
		at += marker === 0xff ? 1 : 2 + view.readUInt16BE(at + 2);
	}
	return undefined;
}
