import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ByteSource } from '../../../../src/core/datasets/headers/byteSource.ts';
import { readMediaHeader } from '../../../../src/core/datasets/headers/media.ts';
import { avi, gif, jpeg, mp4, png, webm, webpAnimated, webpLossless, webpLossy } from './mediaFiles.ts';

/** A file in memory that counts its reads. */
class Bytes implements ByteSource {
	readonly #bytes: Uint8Array;
	readBytes = 0;
	constructor(bytes: Uint8Array) {
		this.#bytes = bytes;
	}
	get size(): number {
		return this.#bytes.length;
	}
	async at(offset: number, length: number): Promise<Uint8Array> {
		const bytes = this.#bytes.subarray(offset, offset + length);
		this.readBytes += bytes.length;
		return bytes;
	}
}

/** A PNG with 20 parts of picture data. */
const largePng = (() => {
	const whole = png(640, 480);
	const part = Buffer.alloc(8192 + 12, 7);
	part.writeUInt32BE(8192, 0);
	part.write('IDAT', 4, 'latin1');
	return Buffer.concat([
		whole.subarray(0, 33),
		...Array.from({ length: 20 }, () => part),
		whole.subarray(45),
	]);
})();

/** Returns a part of that PNG, at most all but its last chunk. */
const cutPng = (share: number) => largePng.subarray(0, Math.floor((largePng.length - 12) * share));

/** A JPEG with 100 KB of picture data. */
const largeJpeg = (() => {
	const whole = jpeg(4000, 3000);
	return Buffer.concat([whole.subarray(0, -2), Buffer.alloc(100_000, 0x5a), whole.subarray(-2)]);
})();

const read = (bytes: Uint8Array) => readMediaHeader(new Bytes(bytes));

describe('the header of a picture or video', () => {
	const known: readonly (readonly [string, Buffer, object])[] = [
		['PNG', png(640, 480), { format: 'PNG', kind: 'image', width: 640, height: 480 }],
		['JPEG', jpeg(4000, 3000), { format: 'JPEG', kind: 'image', width: 4000, height: 3000 }],
		[
			'JPEG after the data of a camera',
			jpeg(31, 7, 200_000),
			{ format: 'JPEG', kind: 'image', width: 31, height: 7 },
		],
		['lossy WebP', webpLossy(512, 768), { format: 'WebP', kind: 'image', width: 512, height: 768 }],
		['lossless WebP', webpLossless(1025, 3), { format: 'WebP', kind: 'image', width: 1025, height: 3 }],
		[
			'animated WebP',
			webpAnimated(70_000, 9),
			{ format: 'WebP', kind: 'image', animated: true, width: 70_000, height: 9 },
		],
		['MP4', mp4(1280, 720), { format: 'MP4', kind: 'video', width: 1280, height: 720 }],
		[
			'MP4 with its index at the end',
			mp4(320, 240, { indexLast: true, content: 90_000 }),
			{ format: 'MP4', kind: 'video', width: 320, height: 240 },
		],
		[
			'QuickTime',
			mp4(64, 48, { brand: 'qt  ' }),
			{ format: 'QuickTime', kind: 'video', width: 64, height: 48 },
		],
		['WebM', webm(854, 480), { format: 'WebM', kind: 'video', width: 854, height: 480 }],
		[
			'WebM of unknown length',
			webm(300, 200, { live: true }),
			{ format: 'WebM', kind: 'video', width: 300, height: 200 },
		],
		[
			'Matroska',
			webm(1920, 1080, { type: 'matroska' }),
			{ format: 'Matroska', kind: 'video', width: 1920, height: 1080 },
		],
		['AVI', avi(352, 288), { format: 'AVI', kind: 'video', width: 352, height: 288 }],
	];
	const longer: typeof known = [
		[
			'PNG with bytes of another program after it',
			Buffer.concat([largePng, Buffer.alloc(3000, 1)]),
			{ format: 'PNG', kind: 'image', width: 640, height: 480 },
		],
		[
			'JPEG with the video of a camera after it',
			Buffer.concat([largeJpeg, mp4(64, 48, { content: 200_000 })]),
			{ format: 'JPEG', kind: 'image', width: 4000, height: 3000 },
		],
	];
	for (const [what, bytes, facts] of [...known, ...longer]) {
		it(`has format and size: ${what}`, async () => {
			assert.deepEqual(await read(bytes), { ok: true, facts });
		});
	}

	const wrong: readonly (readonly [string, Uint8Array, RegExp])[] = [
		['a PNG that ends early', png(640, 480).subarray(0, 20), /PNG file is truncated/],
		['a PNG of no width', png(0, 480), /size of 0 × 480/],
		['a JPEG without a frame', Buffer.from('ffd8ffe00004000000000000', 'hex'), /JPEG file is truncated/],
		['a PNG that was cut off in its picture', cutPng(0.5), /PNG file is truncated/],
		['a PNG without its last part', cutPng(1), /PNG file is truncated/],
		[
			'a PNG whose end was never written',
			Buffer.concat([cutPng(0.5), Buffer.alloc(5000)]),
			/PNG file is truncated/,
		],
		['a JPEG that was cut off', largeJpeg.subarray(0, 90_000), /JPEG file is truncated/],
		['a JPEG that ends behind its frame', jpeg(40, 30).subarray(0, 15), /JPEG file is truncated/],
		['an AVI that was cut off', avi(64, 48).subarray(0, 80), /AVI file is truncated: \d+ bytes/],
		['a WebM that was cut off', webm(64, 48).subarray(0, -4), /WebM file is truncated: 4 bytes/],
		['a WebP that was cut off', webpLossless(9, 9).subarray(0, 32), /8 bytes are missing/],
		[
			'an MP4 that was cut off',
			mp4(64, 48, { content: 5000 }).subarray(0, 3000),
			/MP4 file is truncated: [\d,]+ bytes/,
		],
		['an MP4 without an index', mp4(64, 48).subarray(0, 20), /no index/],
		['an MP4 of sound only', mp4(0, 0), /no video track/],
		['a WebM that ends early', webm(64, 48).subarray(0, 60), /WebM file is truncated/],
		['a GIF under another name', gif(), /GIF picture under another name/],
		['a HEIC under another name', mp4(64, 48, { brand: 'heic' }), /HEIC picture under another name/],
		['a page of an error in place of a picture', Buffer.from('<!doctype html><html>'), /web page/],
		['zeros', Buffer.alloc(4096), /zero bytes only/],
		['a text', Buffer.from('just some words in a file'), /not a picture or video/],
		['three bytes', Buffer.from('abc'), /too short/],
	];
	for (const [what, bytes, sentence] of wrong) {
		it(`ends with a sentence: ${what}`, async () => {
			const result = await read(bytes);
			assert.ok(!result.ok);
			assert.match(result.sentence, sentence);
		});
	}

	it('never fails and reads only a few KB, whatever bytes are changed', async () => {
		const samples = known.map(([, bytes]) => bytes);
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...samples),
				fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 12 }),
				async (sample, changes) => {
					const bytes = Buffer.from(sample);
					for (const [at, value] of changes) bytes[at % bytes.length] = value;
					const source = new Bytes(bytes);
					await readMediaHeader(source);
					assert.ok(source.readBytes < 20_000, `${source.readBytes} bytes were read`);
				},
			),
			{ numRuns: 400 },
		);
	});
});
