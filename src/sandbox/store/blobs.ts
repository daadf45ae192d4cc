import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { makeFolder } from '../../core/base/disk/makeFolder.ts';

/**
 * Files on disk, one folder for each owner: a request and its outputs, an instance and its uploads. A name may be any text;
 * the disk knows it by its digest, so that names which differ never meet, whatever the file system makes of letters and length.
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
		await writeFile(`${path}.part`, bytes);
		await rename(`${path}.part`, path);
	}

	path(owner: string, name: string): string {
		const digest = createHash('sha256').update(name).digest('hex').slice(0, 40);
		const extension = extname(name).slice(0, 12);
		return join(this.#root, owner, /^\.\w+$/.test(extension) ? digest + extension : digest);
	}

	/** Reads the file, or returns undefined when it does not exist. */
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
