import type { Blobs } from '../store/blobs.ts';

/** Files that callers uploaded to one instance; on disk, so that they exist as long as the instance, including restarts. */
export class Uploads {
	readonly #blobs: Blobs;
	readonly #instanceId: string;

	constructor(blobs: Blobs, instanceId: string) {
		this.#blobs = blobs;
		this.#instanceId = instanceId;
	}

	/** Reads the file under the name by which nodes call it: `subfolder/name`, with ` [temp]` or ` [output]` outside the inputs. */
	get(name: string): Promise<Uint8Array | undefined> {
		return this.#blobs.read(this.#instanceId, name);
	}

	set(name: string, bytes: Uint8Array): Promise<void> {
		return this.#blobs.write(this.#instanceId, name, bytes);
	}

	async clear(): Promise<void> {
		await this.#blobs.remove(this.#instanceId);
	}
}
