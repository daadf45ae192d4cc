const byMediaType: Readonly<Record<string, string>> = {
	'image/png': '.png',
	'image/jpeg': '.jpg',
	'image/webp': '.webp',
	'image/gif': '.gif',
	'video/mp4': '.mp4',
	'video/webm': '.webm',
	'video/quicktime': '.mov',
	'audio/wav': '.wav',
	'audio/x-wav': '.wav',
	'audio/flac': '.flac',
	'audio/mpeg': '.mp3',
	'audio/ogg': '.ogg',
	'model/gltf-binary': '.glb',
};

const known = new Set([
	...Object.values(byMediaType),
	'.mkv',
	'.m4a',
	'.obj',
	'.ply',
	'.stl',
	'.fbx',
	'.bmp',
	'.tiff',
]);

/** Returns the extension by which nodes recognize a file: from its first bytes, else from its data URI or its address. */
export function extensionOf(bytes: Uint8Array, source: string): string {
	const recognized = fromBytes(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 32)));
	if (recognized !== undefined) return recognized;
	const mediaType = /^data:([^;,]+)/i.exec(source)?.[1]?.toLowerCase();
	if (mediaType !== undefined) return byMediaType[mediaType] ?? '';
	const path = URL.parse(source)?.pathname ?? source;
	const extension = /\.\w{1,5}$/.exec(path)?.[0].toLowerCase() ?? '';
	return known.has(extension) ? extension : '';
}

function fromBytes(head: Buffer): string | undefined {
	const text = (from: number, to: number) => head.toString('latin1', from, to);
	if (text(1, 4) === 'PNG') return '.png';
	if (head.length > 2 && head.readUInt16BE(0) === 0xffd8) return '.jpg';
	if (text(0, 4) === 'GIF8') return '.gif';
	if (text(0, 4) === 'RIFF')
		return text(8, 12) === 'WEBP' ? '.webp' : text(8, 12) === 'WAVE' ? '.wav' : undefined;
	if (text(4, 8) === 'ftyp') return text(8, 11) === 'M4A' ? '.m4a' : text(8, 10) === 'qt' ? '.mov' : '.mp4';
	if (head.length > 4 && head.readUInt32BE(0) === 0x1a45dfa3) return '.webm';
	if (text(0, 4) === 'fLaC') return '.flac';
	if (text(0, 4) === 'OggS') return '.ogg';
	if (text(0, 3) === 'ID3' || (head.length > 2 && (head.readUInt16BE(0) & 0xffe0) === 0xffe0)) return '.mp3';
	return text(0, 4) === 'glTF' ? '.glb' : undefined;
}
