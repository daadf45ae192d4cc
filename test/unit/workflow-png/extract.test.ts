import assert from 'node:assert/strict';
import { crc32, deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { encode } from 'fast-png';
import { extractWorkflows } from '../../../src/core/workflow/png/extract.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const picture = Buffer.from(encode({ width: 1, height: 1, data: new Uint8Array([1, 2, 3]), channels: 3 }));
/** Everything before the first chunk of pixels. */
const start = picture.subarray(0, 33);
const rest = picture.subarray(33);

function chunk(type: string, data: Buffer): Buffer {
	const head = Buffer.alloc(8);
	head.writeUInt32BE(data.length);
	head.write(type, 4, 'latin1');
	const tail = Buffer.alloc(4);
	tail.writeUInt32BE(crc32(Buffer.concat([latin1(type), data])));
	return Buffer.concat([head, data, tail]);
}

function pngWith(...chunks: readonly Buffer[]): Buffer {
	return Buffer.concat([start, ...chunks, rest]);
}

const document = '{"1": {"class_type": "Save", "inputs": {"prefix": "Köln 灯台"}}}';

describe('workflows in PNG files', () => {
	it('reads both documents from plain text chunks, anywhere in the file', async () => {
		const before = pngWith(
			chunk('tEXt', latin1('prompt\0{"a": 1}')),
			chunk('tEXt', latin1('workflow\0{"nodes": []}')),
		);
		assert.deepEqual(await extractWorkflows(before), {
			ok: true,
			prompt: '{"a": 1}',
			workflow: '{"nodes": []}',
		});
		const after = Buffer.concat([
			picture.subarray(0, -12),
			chunk('tEXt', latin1('prompt\0{"a": 2}')),
			picture.subarray(-12),
		]);
		assert.deepEqual(await extractWorkflows(after), { ok: true, prompt: '{"a": 2}' });
	});

	it('skips damaged texts, but unpacks only a few of them', async () => {
		const bad = chunk('zTXt', latin1('prompt\0\0not packed'));
		const good = chunk('zTXt', Buffer.concat([latin1('prompt\0\0'), deflateSync(Buffer.from(document))]));
		assert.deepEqual(await extractWorkflows(pngWith(bad, bad, good)), { ok: true, prompt: document });
		assert.equal((await extractWorkflows(pngWith(...Array<Buffer>(3).fill(bad), good))).ok, false);
		assert.deepEqual(await extractWorkflows(pngWith(good, ...Array<Buffer>(9).fill(bad))), {
			ok: true,
			prompt: document,
		});
	});

	it('reads compressed and international text', async () => {
		const packed = Buffer.concat([latin1('prompt\0\0'), deflateSync(Buffer.from(document))]);
		assert.deepEqual(await extractWorkflows(pngWith(chunk('zTXt', packed))), { ok: true, prompt: document });
		const plain = Buffer.concat([latin1('prompt\0\0\0en\0Aufgabe\0'), Buffer.from(document)]);
		assert.deepEqual(await extractWorkflows(pngWith(chunk('iTXt', plain))), { ok: true, prompt: document });
		const both = Buffer.concat([latin1('workflow\0\u0001\0\0\0'), deflateSync(Buffer.from(document))]);
		assert.deepEqual(await extractWorkflows(pngWith(chunk('iTXt', both))), { ok: true, workflow: document });
	});

	it('reads UTF-8 in a plain chunk, as some writers store it, and Latin-1 otherwise', async () => {
		const utf8 = Buffer.concat([latin1('prompt\0'), Buffer.from('"灯台"')]);
		assert.deepEqual(await extractWorkflows(pngWith(chunk('tEXt', utf8))), { ok: true, prompt: '"灯台"' });
		assert.deepEqual(await extractWorkflows(pngWith(chunk('tEXt', latin1('prompt\0"Köln"')))), {
			ok: true,
			prompt: '"Köln"',
		});
	});

	it('explains in a sentence why nothing was found', async () => {
		for (const bytes of [
			picture,
			pngWith(chunk('tEXt', latin1('Software\0x'))),
			latin1('GIF89a'),
			Buffer.alloc(0),
		]) {
			const result = await extractWorkflows(bytes);
			assert.equal(result.ok, false);
			if (!result.ok) assert.match(result.message, /\.$/);
		}
	});

	it('gives up on a decompression bomb', async () => {
		const bomb = Buffer.concat([latin1('prompt\0\0'), deflateSync(Buffer.alloc(80 * 1024 * 1024))]);
		assert.equal((await extractWorkflows(pngWith(chunk('zTXt', bomb)))).ok, false);
	});

	it('never throws on a damaged file, and keeps everything before the damage', async () => {
		const whole = pngWith(
			chunk('tEXt', latin1('prompt\0{"a": 1}')),
			chunk('zTXt', Buffer.concat([latin1('workflow\0\0'), deflateSync(Buffer.from(document))])),
		);
		// The length and name of a chunk come before its text; the checksum after it is not needed.
		const safe = 33 + 8 + 'prompt\0{"a": 1}'.length;
		await fc.assert(
			fc.asyncProperty(
				fc.nat(whole.length),
				fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }),
				async (length, edits) => {
					const cut = await extractWorkflows(whole.subarray(0, length));
					assert.equal(cut.ok, length >= safe);
					const damaged = Buffer.from(whole);
					for (const [at, byte] of edits) damaged[at] = byte;
					assert.equal(typeof (await extractWorkflows(damaged)).ok, 'boolean');
				},
			),
			{ numRuns: 500 },
		);
	});
});
