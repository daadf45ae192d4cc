import { close, constants, fstat, open, read, type Stats } from 'node:fs';
import { type ByteSource, endBytes } from './byteSource.ts';

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
	readonly #end = Buffer.allocUnsafe(endBytes);
	/** The offset of the last bytes; those of a file whose end was not read have none. */
	#endStart = Number.POSITIVE_INFINITY;
	#file: number | undefined;
	#size = 0;
	#start = 0;
	#length = 0;

	get size(): number {
		return this.#size;
	}

	/**
	 * Opens a file for `at`; rejects with the system's error. Call `close` afterwards in any case.
	 *
	 * The first bytes are read while the system is asked about the file, and so are the last ones if they are wanted: to wait for one after
	 * the other leaves its threads idle.
	 */
	open(path: string, withEnd = false): Promise<Stats> {
		this.#length = 0;
		this.#endStart = Number.POSITIVE_INFINITY;
		return new Promise((resolve, reject) =>
			open(path, flags, (error, file) => {
				if (error) return reject(error);
				this.#file = file;
				let stats: Stats | undefined;
				let trouble: Error | null = null;
				let left = 2;
				// Says nothing before both have ended: a number that is closed early may be that of another file.
				const ended = (failure: Error | null) => {
					trouble ??= failure;
					if (--left > 0) return;
					if (trouble !== null || stats === undefined) return reject(trouble);
					this.#size = stats.size;
					resolve(stats);
				};
				fstat(file, (failure, found) => {
					stats = found;
					const start =
						withEnd && found !== undefined && found.size > chunkBytes ? found.size - endBytes : undefined;
					if (start !== undefined) {
						left++;
						read(file, this.#end, 0, endBytes, start, (unread, count) => {
							if (count === endBytes) this.#endStart = start;
							ended(unread);
						});
					}
					ended(failure);
				});
				read(file, this.#buffer, 0, chunkBytes, 0, (failure, count) => {
					this.#start = 0;
					this.#length = count ?? 0;
					ended(failure);
				});
			}),
		);
	}

	at(offset: number, length: number): Uint8Array | Promise<Uint8Array> {
		const end = Math.min(offset + length, this.#size);
		if (offset >= end) return this.#buffer.subarray(0, 0);
		if (offset >= this.#start && end <= this.#start + this.#length) return this.#held(offset, length);
		if (offset >= this.#endStart) return this.#end.subarray(offset - this.#endStart, end - this.#endStart);
		return length > chunkBytes ? this.#read(Buffer.allocUnsafe(length), offset) : this.#fill(offset, length);
	}

	async #fill(offset: number, length: number): Promise<Uint8Array> {
		this.#start = offset;
		this.#length = (await this.#read(this.#buffer, offset)).length;
		return this.#held(offset, length);
	}

	#held(offset: number, length: number): Uint8Array {
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
