import { close, constants, fstat, open, read, type Stats } from 'node:fs';
import { type ByteSource, endBytes } from './byteSource.ts';

/** Bytes in one read; most headers are within the first. */
const chunkBytes = 4096;

/** A link that replaced a file is not followed, and a pipe does not wait for a writer. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

type Order = (done: () => void) => void;

interface Opening {
	readonly bytes: FileBytes;
	readonly path: string;
	/** True if its last bytes will be requested. */
	readonly withEnd?: boolean;
}

/**
 * One file after the other through one buffer. Written with callbacks: a handle object for each of 10,000 files costs more
 * than the reading.
 */
export class FileBytes implements ByteSource {
	readonly #buffer = Buffer.allocUnsafe(chunkBytes);
	readonly #end = Buffer.allocUnsafe(endBytes);
	/** The offset of the last bytes; infinite until the end of the file is read. */
	#endStart = Number.POSITIVE_INFINITY;
	#file: number | undefined;
	#found: Stats | undefined;
	#trouble: Error | undefined;
	#start = 0;
	#length = 0;

	/**
	 * Opens files for `stats` and `at`. Never rejects: `stats` of a file throws its error. Always call `close` of each
	 * afterwards.
	 * Each step is queued for all files at once: waking a thread of the pool takes longer than its work, and a thread
	 * that always finds work does not sleep.
	 */
	static async openAll(files: readonly Opening[]): Promise<void> {
		await together(files.map(({ bytes, path }) => bytes.#open(path)));
		const open = files.filter(({ bytes }) => bytes.#file !== undefined);
		const looks = open.map(({ bytes }) => bytes.#look());
		await together(looks.concat(open.map(({ bytes }) => bytes.#readStart())));
		const long = open.filter(({ bytes, withEnd }) => withEnd && bytes.size > chunkBytes);
		await together(long.map(({ bytes }) => bytes.#readEnd()));
	}

	/** The file's status from the system; throws the error if the file could not be opened or read. */
	get stats(): Stats {
		if (this.#found === undefined || this.#trouble !== undefined)
			throw this.#trouble ?? new Error('No file is open.');
		return this.#found;
	}

	get size(): number {
		return this.#found?.size ?? 0;
	}

	at(offset: number, length: number): Uint8Array | Promise<Uint8Array> {
		const end = Math.min(offset + length, this.size);
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

	/** Closes the file in the background. */
	close(): void {
		if (this.#file !== undefined) close(this.#file, () => undefined);
		this.#file = undefined;
	}

	#open(path: string): Order {
		this.#length = 0;
		this.#endStart = Number.POSITIVE_INFINITY;
		this.#found = undefined;
		this.#trouble = undefined;
		return (done) =>
			open(path, flags, (error, file) => {
				if (error) this.#trouble = error;
				else this.#file = file;
				done();
			});
	}

	#look(): Order {
		return (done) =>
			fstat(this.#opened, (error, found) => {
				if (error) this.#trouble = error;
				else this.#found = found;
				done();
			});
	}

	#readStart(): Order {
		return (done) =>
			read(this.#opened, this.#buffer, 0, chunkBytes, 0, (error, count) => {
				if (error) this.#trouble = error;
				this.#start = 0;
				this.#length = count ?? 0;
				done();
			});
	}

	#readEnd(): Order {
		const start = this.size - endBytes;
		return (done) =>
			read(this.#opened, this.#end, 0, endBytes, start, (error, count) => {
				if (error) this.#trouble = error;
				if (count === endBytes) this.#endStart = start;
				done();
			});
	}

	#read(into: Buffer, offset: number): Promise<Buffer> {
		return new Promise((resolve, reject) =>
			read(this.#opened, into, 0, into.length, offset, (error, count) =>
				error ? reject(error) : resolve(into.subarray(0, count)),
			),
		);
	}

	get #opened(): number {
		if (this.#file === undefined) throw new Error('No file is open.');
		return this.#file;
	}
}

/** Queues all orders together, and waits until each is done. */
function together(orders: readonly Order[]): Promise<void> {
	return new Promise((resolve) => {
		let left = orders.length;
		if (left === 0) resolve();
		const done = () => {
			if (--left === 0) resolve();
		};
		for (const order of orders) order(done);
	});
}
