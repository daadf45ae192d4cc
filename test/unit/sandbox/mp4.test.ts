import assert from 'node:assert/strict';
import type { Picture } from '../../../src/core/base/pictures/pixels.ts';
import { readMediaHeader } from '../../../src/core/datasets/headers/media.ts';
import { encodeMp4 } from '../../../src/sandbox/media/formats/mp4.ts';

/** Returns a picture of one color, gray if only one number is given. */
function plain(width: number, height: number, red: number, green = red, blue = red): Picture {
	const data = new Uint8ClampedArray(width * height * 3);
	for (let at = 0; at < data.length; at += 3) data.set([red, green, blue], at);
	return { width, height, data };
}

/** Returns the content of the first box of that type, at any place. */
function box(file: Buffer, type: string): Buffer {
	const at = file.indexOf(type, 0, 'latin1');
	assert.ok(at > 0, `no box ${type}`);
	return file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4));
}

/** Returns the units of the stream in order, without their length. */
function units(file: Buffer): readonly Buffer[] {
	const found: Buffer[] = [];
	const data = box(file, 'mdat');
	for (let at = 0; at < data.length; ) {
		const length = data.readUInt32BE(at);
		found.push(data.subarray(at + 4, at + 4 + length));
		at += 4 + length;
	}
	return found;
}

describe('videos of the sandbox', () => {
	const video = Buffer.from(encodeMp4([plain(32, 16, 0), plain(32, 16, 255), plain(32, 16, 255, 0, 0)], 8));

	it('are readable by our header reader, with their size', async () => {
		const source = {
			size: video.length,
			at: async (offset: number, length: number) => video.subarray(offset, offset + length),
		};
		const header = await readMediaHeader(source);
		assert.ok(header.ok, JSON.stringify(header));
		const { format, kind, width, height } = header.facts;
		assert.deepEqual([format, kind, width, height], ['MP4', 'video', 32, 16]);
	});

	it('have one key frame per picture, at the positions and sizes of the tables', () => {
		const sizes = box(video, 'stsz');
		const found = units(video);
		assert.equal(sizes.readUInt32BE(8), 3);
		assert.deepEqual(
			found.map(({ length }) => length + 4),
			[0, 1, 2].map((index) => sizes.readUInt32BE(12 + index * 4)),
		);
		for (const unit of found) assert.equal(unit[0], 0x65, 'a slice of a key frame');
		assert.equal(box(video, 'stco').readUInt32BE(8), video.indexOf('mdat', 0, 'latin1') + 4);
		assert.equal(box(video, 'mdhd').readUInt32BE(16) / box(video, 'mdhd').readUInt32BE(12), 3 / 8);
	});

	it('keep the colors of their pictures, and contain no false start of a unit', () => {
		const [black, white, red] = units(video);
		// The last macroblock ends with the stop bit: before it are 64 bytes of each color plane, and luma before them.
		const planes = (unit: Buffer | undefined) => {
			assert.ok(unit);
			const end = unit.length - 1;
			return [unit[end - 200], unit[end - 100], unit[end - 10]];
		};
		assert.deepEqual(planes(black), [16, 128, 128]);
		assert.deepEqual(planes(white), [235, 128, 128]);
		const [luma = 0, blueness = 0, redness = 0] = planes(red);
		assert.ok(luma > 70 && luma < 90 && blueness < 100 && redness > 220, `${[luma, blueness, redness]}`);
		for (const unit of units(video)) {
			for (const start of [0, 1, 2]) assert.equal(unit.indexOf(Buffer.from([0, 0, start])), -1);
		}
	});

	it('need sides that are multiples of 16', () => {
		assert.throws(() => encodeMp4([plain(20, 16, 0)], 8), RangeError);
		assert.throws(() => encodeMp4([], 8), RangeError);
	});
});
