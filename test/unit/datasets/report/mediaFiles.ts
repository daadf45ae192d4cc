/** The smallest files that begin like pictures and videos, for tests of code that only reads headers. */

export function png(width: number, height: number): Buffer {
	const bytes = Buffer.alloc(57);
	Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
	bytes.writeUInt32BE(width, 16);
	bytes.writeUInt32BE(height, 20);
	bytes[24] = 8;
	bytes[25] = 2;
	bytes.write('IDAT', 37, 'latin1');
	Buffer.from('0000000049454e44ae426082', 'hex').copy(bytes, 45);
	return bytes;
}

/** @param before bytes of a segment before the size, as cameras write them. */
export function jpeg(width: number, height: number, before = 0): Buffer {
	const segments: Buffer[] = [];
	for (let left = before; left > 0; left -= 60_000) {
		const segment = Buffer.alloc(Math.min(left, 60_000) + 4);
		segment.writeUInt16BE(0xffe1, 0);
		segment.writeUInt16BE(segment.length - 2, 2);
		segments.push(segment);
	}
	const frame = Buffer.from('ffc0000b080000000001011100ffda0008010100003f0000ffd9', 'hex');
	frame.writeUInt16BE(height, 5);
	frame.writeUInt16BE(width, 7);
	return Buffer.concat([Buffer.from('ffd8', 'hex'), ...segments, frame]);
}

function riff(type: string, ...chunks: readonly (readonly [string, Buffer])[]): Buffer {
	const parts = chunks.map(([name, data]) => {
		const head = Buffer.alloc(8);
		head.write(name, 'latin1');
		head.writeUInt32LE(data.length, 4);
		return Buffer.concat([head, data]);
	});
	const body = Buffer.concat([Buffer.from(type, 'latin1'), ...parts]);
	const head = Buffer.alloc(8);
	head.write('RIFF', 'latin1');
	head.writeUInt32LE(body.length, 4);
	return Buffer.concat([head, body]);
}

export function webpLossless(width: number, height: number): Buffer {
	const data = Buffer.alloc(20);
	data[0] = 0x2f;
	data.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
	return riff('WEBP', ['VP8L', data]);
}

export function webpLossy(width: number, height: number): Buffer {
	const data = Buffer.from('0000009d012a0000000000000000', 'hex');
	data.writeUInt16LE(width, 6);
	data.writeUInt16LE(height, 8);
	return riff('WEBP', ['VP8 ', data]);
}

export function webpAnimated(width: number, height: number): Buffer {
	const data = Buffer.alloc(10);
	data[0] = 0x02;
	data.writeUIntLE(width - 1, 4, 3);
	data.writeUIntLE(height - 1, 7, 3);
	return riff('WEBP', ['VP8X', data]);
}

export function avi(width: number, height: number): Buffer {
	const header = Buffer.alloc(56);
	header.writeUInt32LE(width, 32);
	header.writeUInt32LE(height, 36);
	const chunk = Buffer.concat([Buffer.from('hdrlavih', 'latin1'), Buffer.from([56, 0, 0, 0]), header]);
	return riff('AVI ', ['LIST', chunk]);
}

function box(type: string, ...content: readonly Buffer[]): Buffer {
	const body = Buffer.concat(content);
	const head = Buffer.alloc(8);
	head.writeUInt32BE(body.length + 8);
	head.write(type, 4, 'latin1');
	return Buffer.concat([head, body]);
}

/** @param options whether the index is at the end, as cameras write it, and the size of the pictures before it. */
export function mp4(
	width: number,
	height: number,
	{ indexLast = false, content = 64, brand = 'isom' } = {},
): Buffer {
	const header = Buffer.alloc(84);
	header.writeUInt16BE(width, 76);
	header.writeUInt16BE(height, 80);
	const sound = box('trak', box('tkhd', Buffer.alloc(84)));
	const index = box('moov', box('mvhd', Buffer.alloc(100)), sound, box('trak', box('tkhd', header)));
	const data = box('mdat', Buffer.alloc(content));
	const type = box('ftyp', Buffer.from(`${brand}\0\0\0\0isom`, 'latin1'));
	return Buffer.concat(indexLast ? [type, data, index] : [type, index, data]);
}

function element(id: string, content: Buffer, unknownSize = false): Buffer {
	const size = Buffer.alloc(8);
	size.writeUInt32BE(content.length, 4);
	size[0] = 0x01;
	return Buffer.concat([
		Buffer.from(id, 'hex'),
		unknownSize ? Buffer.from('01ffffffffffffff', 'hex') : size,
		content,
	]);
}

/** @param live true if its length is unknown, as in recordings of a browser. */
export function webm(width: number, height: number, { live = false, type = 'webm' } = {}): Buffer {
	const pixels = (id: string, value: number) => element(id, Buffer.from([value >> 8, value & 0xff]));
	const video = element('e0', Buffer.concat([pixels('b0', width), pixels('ba', height)]));
	const sound = element('ae', element('d7', Buffer.from([2])));
	const track = element('ae', Buffer.concat([element('d7', Buffer.from([1])), video]));
	const info = element('1549a966', Buffer.alloc(40));
	const content = Buffer.concat([
		info,
		element('1654ae6b', Buffer.concat([sound, track])),
		element('1f43b675', Buffer.alloc(9)),
	]);
	const head = element('1a45dfa3', element('4282', Buffer.from(type, 'latin1')));
	return Buffer.concat([head, element('18538067', content, live)]);
}

export function gif(): Buffer {
	return Buffer.concat([Buffer.from('GIF89a', 'latin1'), Buffer.alloc(20)]);
}
