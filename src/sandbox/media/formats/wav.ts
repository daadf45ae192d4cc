/** Returns a WAVE file of one channel with 16 bits a sample. `samples` are from -1 to 1. */
export function encodeWav(samples: Float32Array, samplesPerSecond: number): Uint8Array {
	const header = Buffer.alloc(44);
	header.write('RIFF', 0, 'ascii');
	header.writeUInt32LE(36 + samples.length * 2, 4);
	header.write('WAVEfmt ', 8, 'ascii');
	header.writeUInt32LE(16, 16);
	header.writeUInt16LE(1, 20);
	header.writeUInt16LE(1, 22);
	header.writeUInt32LE(samplesPerSecond, 24);
	header.writeUInt32LE(samplesPerSecond * 2, 28);
	header.writeUInt16LE(2, 32);
	header.writeUInt16LE(16, 34);
	header.write('data', 36, 'ascii');
	header.writeUInt32LE(samples.length * 2, 40);
	const data = Buffer.alloc(samples.length * 2);
	for (const [index, sample] of samples.entries())
		data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), index * 2);
	return Buffer.concat([header, data]);
}
