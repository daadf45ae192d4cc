import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { makeFolder } from '../../core/base/disk/makeFolder.ts';
import { replaceFile } from '../../core/base/disk/replaceFile.ts';

/**
 * Files on disk, one folder for each owner: a request and its outputs, an instance and its uploads. A name may be any
 * text; its digest is the name on the disk, so that different names never collide, however the file system handles
 * letters and length.
 */
export class Blobs {
	readonly #root: string;

	constructor(root: string) {
		this.#root = root;
	}

	/** Writes the file completely or not at all. */
	async write(owner: string, name: string, bytes: Uint8Array): Promise<void> {
		const path = this.path(owner, name);
		await makeFolder(join(this.#root, owner));
		await replaceFile(path, bytes);
	}

	path(owner: string, name: string): string {
		const digest = createHash('sha256').update(name).digest('hex').slice(0, 40);
		const extension = extname(name).slice(0, 12);
		return join(this.#root, owner, /^\.\w+$/.test(extension) ? digest + extension : digest);
	}

	/** Reads the file; undefined if it does not exist. */
	read(owner: string, name: string): Promise<Uint8Array | undefined> {
		return readFile(this.path(owner, name)).catch(() => undefined);
	}

	async remove(owner: string): Promise<void> {
		await rm(join(this.#root, owner), { recursive: true, force: true });
	}

	async clear(): Promise<void> {
		await rm(this.#root, { recursive: true, force: true });
	}
}
