import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Output files on disk, one folder for each request. Names are plain file names that the caller has made safe. */
export class Blobs {
	readonly #root: string;

	constructor(root: string) {
		this.#root = root;
	}

	/** Writes the file completely or not at all. */
	async write(requestId: string, name: string, bytes: Uint8Array): Promise<void> {
		const folder = join(this.#root, requestId);
		await mkdir(folder, { recursive: true });
		const path = join(folder, name);
		await writeFile(`${path}.part`, bytes);
		await rename(`${path}.part`, path);
	}

	path(requestId: string, name: string): string {
		return join(this.#root, requestId, name);
	}

	async remove(requestId: string): Promise<void> {
		await rm(join(this.#root, requestId), { recursive: true, force: true });
	}

	async clear(): Promise<void> {
		await rm(this.#root, { recursive: true, force: true });
	}
}
