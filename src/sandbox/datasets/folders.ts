import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../core/base/disk/makeFolder.ts';

/** The disk refused to take or to give something. */
export class DiskFailure extends Error {}

/**
 * The files of datasets on the disk, one folder for each dataset. A file is stored under a unique name that is never
 * reused: no part of an upload's name reaches the disk, and a replaced file stays whole until the row that names it has
 * changed. No sync: written data survives the end of the process, as the rows do.
 */
export class DatasetFolders {
	readonly #root: string;

	constructor(root: string) {
		this.#root = root;
	}

	/** Writes the data of `source` while it arrives. Throws `DiskFailure`, or the error of `source`; no file is left then. */
	async receive(id: string, source: AsyncIterable<Uint8Array>): Promise<{ storedAs: string; bytes: number }> {
		const storedAs = randomUUID();
		const path = this.#path(id, storedAs);
		const file = await onDisk(async () => {
			await makeFolder(join(this.#root, id));
			return open(path, 'wx');
		});
		try {
			const bytes = await writeAll(file, source);
			await onDisk(() => file.close());
			return { storedAs, bytes };
		} catch (error) {
			await file.close().catch(() => {});
			await this.removeFile(id, storedAs);
			throw error;
		}
	}

	/** Writes a file from memory; returns its stored name. */
	async write(id: string, bytes: Uint8Array): Promise<string> {
		const storedAs = randomUUID();
		await makeFolder(join(this.#root, id));
		await writeFile(this.#path(id, storedAs), bytes);
		return storedAs;
	}

	/**
	 * Returns the names of the stored files of a dataset; empty before its first file. Throws `DiskFailure` if its
	 * folder cannot be listed.
	 */
	async list(id: string): Promise<ReadonlySet<string>> {
		try {
			return new Set(await readdir(join(this.#root, id)));
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
			throw new DiskFailure(String(error));
		}
	}

	/** Reads the first bytes of a file, at most `length`; none if it is unreadable. */
	async head(id: string, storedAs: string, length: number): Promise<Uint8Array> {
		let file: FileHandle | undefined;
		try {
			file = await open(this.#path(id, storedAs));
			const { size } = await file.stat();
			const buffer = Buffer.alloc(Math.min(size, length));
			const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
			return buffer.subarray(0, bytesRead);
		} catch {
			return new Uint8Array();
		} finally {
			await file?.close();
		}
	}

	/** Cuts the end of a file off. */
	async shorten(id: string, storedAs: string, bytes: number): Promise<void> {
		await truncate(this.#path(id, storedAs), bytes);
	}

	async removeFile(id: string, storedAs: string): Promise<void> {
		await rm(this.#path(id, storedAs), { force: true }).catch(() => {});
	}

	async remove(id: string): Promise<void> {
		await rm(join(this.#root, id), { recursive: true, force: true });
	}

	async clear(): Promise<void> {
		await rm(this.#root, { recursive: true, force: true });
	}

	/** Removes leftovers of a kill: everything not named in `kept`, by dataset. */
	async sweep(kept: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
		const ids = await readdir(this.#root).catch(() => []);
		for (const id of ids) {
			const names = kept.get(id);
			if (names === undefined) await this.remove(id);
			else {
				const left = [...(await this.list(id))].filter((name) => !names.has(name));
				await Promise.all(left.map((name) => this.removeFile(id, name)));
			}
		}
	}

	#path(id: string, storedAs: string): string {
		return join(this.#root, id, storedAs);
	}
}

async function writeAll(file: FileHandle, source: AsyncIterable<Uint8Array>): Promise<number> {
	let bytes = 0;
	for await (const part of source) {
		await onDisk(() => file.writeFile(part));
		bytes += part.byteLength;
	}
	return bytes;
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw new DiskFailure(String(error));
	}
}
