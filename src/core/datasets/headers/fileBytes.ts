import { close, constants, fstat, open, read, type Stats } from 'node:fs';
import type { ByteSource } from './byteSource.ts';

/** Bytes read at once; most headers are within the first of them. */
const chunkBytes = 4096;

/** A link that took the place of a file is not followed, and a pipe does not wait for a writer. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * One file after the other through one buffer. Written with callbacks: a handle object for each of 10,000 files costs more
 * than the reading.
 */
export class FileBytes implements ByteSource {
	readonly #buffer = Buffer.allocUnsafe(chunkBytes);
	#file: number | undefined;
	#size = 0;
	#start = 0;
	#length = 0;

	get size(): number {
		return this.#size;
	}

	/** Opens a file for `at`; rejects with the system's error. Call `close` afterwards in any case. */
	async open(path: string): Promise<Stats> {
		const file = await new Promise<number>((resolve, reject) =>
			open(path, flags, (error, opened) => (error ? reject(error) : resolve(opened))),
		);
		this.#file = file;
		this.#length = 0;
		const stats = await new Promise<Stats>((resolve, reject) =>
			fstat(file, (error, found) => (error ? reject(error) : resolve(found))),
		);
		this.#size = stats.size;
		return stats;
	}

	async at(offset: number, length: number): Promise<Uint8Array> {
		const end = Math.min(offset + length, this.#size);
		if (offset >= end) return this.#buffer.subarray(0, 0);
		const inside = offset >= this.#start && end <= this.#start + this.#length;
		if (!inside) {
			if (length > chunkBytes) return this.#read(Buffer.allocUnsafe(length), offset);
			this.#start = offset;
			this.#length = (await this.#read(this.#buffer, offset)).length;
		}
		const from = offset - this.#start;
		return this.#buffer.subarray(from, Math.min(from + length, this.#length));
	}

	/** Lets the file go; nothing waits for it. */
	close(): void {
		if (this.#file !== undefined) close(this.#file, () => undefined);
		this.#file = undefined;
	}

	#read(into: Buffer, offset: number): Promise<Buffer> {
		const file = this.#file;
		if (file === undefined) return Promise.reject(new Error('No file is open.'));
		return new Promise((resolve, reject) =>
			read(file, into, 0, into.length, offset, (error, count) =>
				error ? reject(error) : resolve(into.subarray(0, count)),
			),
		);
	}
}
