import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { describeHeader, readSafetensorsHeader } from '../../../src/core/jobs/checkpoints/safetensors.ts';

function fileOf(header: string, length = Buffer.byteLength(header)): Buffer {
	const size = Buffer.alloc(8);
	size.writeBigUInt64LE(BigInt(length));
	return Buffer.concat([size, Buffer.from(header), Buffer.alloc(100)]);
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

const genuine = JSON.stringify({
	__metadata__: { format: 'pt', ss_config: '{"rank":16}', name: 'harbor' },
	'a.lora_A': { dtype: 'F32', shape: [4, 8], data_offsets: [0, 128] },
	'a.lora_B': { dtype: 'BF16', shape: [8], data_offsets: [128, 144] },
});

describe('the header of a checkpoint', () => {
	it('is read in pieces of any size, without waiting for a byte beyond it', async () => {
		for (const size of [1, 7, 8, 9, 50, 10_000]) {
			const read = await readSafetensorsHeader(inPieces(fileOf(genuine), size));
			assert.ok(read.ok);
			assert.deepEqual(read.value.types, [
				['F32', 1],
				['BF16', 1],
			]);
			assert.equal(read.value.parameters, 40);
			assert.equal(read.value.bytes, 8 + Buffer.byteLength(genuine) + 144);
		}
		let given = 0;
		async function* counted() {
			for await (const piece of inPieces(fileOf(genuine), 16)) {
				given += piece.byteLength;
				yield piece;
			}
		}
		await readSafetensorsHeader(counted());
		assert.ok(given < 8 + Buffer.byteLength(genuine) + 16);
	});

	it('is shown as JSON, with JSON texts as objects', async () => {
		const read = await readSafetensorsHeader(inPieces(fileOf(genuine), 64));
		assert.ok(read.ok);
		const shown = JSON.parse(describeHeader(read.value)) as { metadata: unknown };
		assert.deepEqual(shown.metadata, { format: 'pt', ss_config: { rank: 16 }, name: 'harbor' });
	});

	it('is rejected if hostile or damaged', async () => {
		const huge = Buffer.alloc(8);
		huge.writeBigUInt64LE(2n ** 63n);
		const cases = [
			Buffer.alloc(0),
			Buffer.from('PK'),
			huge,
			fileOf(genuine, 1_000_000),
			fileOf('[]'),
			fileOf('{"a"'),
			fileOf('{"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,1]}}'),
			fileOf('{"a":{"dtype":"F32","shape":[9e15,9e15],"data_offsets":[0,1]}}'),
			fileOf('{"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}}'),
			fileOf('{"a":7}'),
			fileOf('['.repeat(100_000)),
		];
		for (const bytes of cases) {
			const read = await readSafetensorsHeader(inPieces(bytes, 4096));
			assert.equal(read.ok, false, bytes.subarray(0, 60).toString('latin1'));
		}
	});

	it('never throws for any bytes, and does not depend on the pieces', async () => {
		await fc.assert(
			fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json().map(fileOf)), async (bytes) => {
				const read = await readSafetensorsHeader(inPieces(bytes, 33));
				if (read.ok) describeHeader(read.value);
				assert.deepEqual(await readSafetensorsHeader(inPieces(bytes, 4096)), read);
			}),
		);
	});

	it('contains prototype members as plain texts', async () => {
		const header = '{"__metadata__":{"__proto__":"x","constructor":"y"}}';
		const read = await readSafetensorsHeader(inPieces(fileOf(header), 4096));
		assert.ok(read.ok);
		assert.deepEqual(
			read.value.metadata.map(([name]) => name),
			['__proto__', 'constructor'],
		);
		assert.equal(Object.getPrototypeOf({}), Object.prototype);
	});
});
