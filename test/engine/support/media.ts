import { encode } from 'fast-png';
import type { MediaName } from './cases.ts';

/** Small files that documents load, by the name under which they do. */
export const media: Readonly<Record<MediaName, { readonly bytes: Buffer; readonly mediaType: string }>> = {
	'photo.png': { bytes: photo(), mediaType: 'image/png' },
	'tone.wav': { bytes: tone(), mediaType: 'audio/wav' },
};

export function dataUri(name: MediaName): string {
	const { bytes, mediaType } = media[name];
	return `data:${mediaType};base64,${bytes.toString('base64')}`;
}

/** Returns a picture of 24 x 16 pixels, each of another color; another picture for each number. */
export function photo(number = 0): Buffer<ArrayBuffer> {
	const [width, height] = [24, 16];
	const data = new Uint8Array(width * height * 3);
	for (let at = 0; at < width * height; at++)
		data.set([(at + number) % 256, (at * 7) % 256, (at * 31) % 256], at * 3);
	return Buffer.from(encode({ width, height, data, channels: 3, depth: 8 }));
}

/** Returns a tenth of a second of 440 Hz, in 16 bits at 8 kHz. */
function tone(): Buffer {
	const samples = 800;
	const bytes = Buffer.alloc(44 + samples * 2);
	bytes.write('RIFF', 0);
	bytes.writeUInt32LE(36 + samples * 2, 4);
	bytes.write('WAVEfmt ', 8);
	bytes.writeUInt32LE(16, 16);
	bytes.writeUInt16LE(1, 20);
	bytes.writeUInt16LE(1, 22);
	bytes.writeUInt32LE(8000, 24);
	bytes.writeUInt32LE(16_000, 28);
	bytes.writeUInt16LE(2, 32);
	bytes.writeUInt16LE(16, 34);
	bytes.write('data', 36);
	bytes.writeUInt32LE(samples * 2, 40);
	for (let at = 0; at < samples; at++)
		bytes.writeInt16LE(Math.round(12_000 * Math.sin((at * 2 * Math.PI * 440) / 8000)), 44 + at * 2);
	return bytes;
}
