import { inflateRawSync } from 'node:zlib';

export interface ZipEntry {
	readonly name: string;
	readonly bytes: number;
	read(): Buffer;
}

/** Returns the entries of a zip archive, from its central directory (no zip64, as packages of ours are small). */
export function zipEntries(archive: Buffer): ZipEntry[] {
	const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'));
	if (end < 0) throw new Error('This is not a zip archive.');
	const entries: ZipEntry[] = [];
	let at = archive.readUInt32LE(end + 16);
	for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
		const method = archive.readUInt16LE(at + 10);
		const packed = archive.readUInt32LE(at + 20);
		const nameLength = archive.readUInt16LE(at + 28);
		const local = archive.readUInt32LE(at + 42);
		entries.push({
			name: archive.toString('utf8', at + 46, at + 46 + nameLength),
			bytes: archive.readUInt32LE(at + 24),
			read() {
				const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
				const content = archive.subarray(start, start + packed);
				return method === 0 ? content : inflateRawSync(content);
			},
		});
		at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
	}
	return entries;
}
