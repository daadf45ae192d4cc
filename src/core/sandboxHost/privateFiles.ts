import { type FSWatcher, watch } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../base/disk/makeFolder.ts';
import { replaceFile } from '../base/disk/replaceFile.ts';
import type { KeyValueStore } from '../base/keyValueStore.ts';

/**
 * Texts in files that only the person's own processes can read, shared by all windows of this computer. Suitable for
 * secrets that protect no more than their surroundings, such as the access to the local sandbox. Without a secret
 * storage, as on the command line, sign-ins are stored here too, and the person is notified of that.
 */
export class PrivateFiles implements KeyValueStore {
	readonly #folder: string;

	constructor(folder: string) {
		this.#folder = folder;
	}

	async get(key: string): Promise<string | undefined> {
		try {
			return await readFile(this.#file(key), 'utf8');
		} catch {
			return undefined;
		}
	}

	async store(key: string, value: string): Promise<void> {
		await makeFolder(this.#folder, { mode: 0o700 });
		await replaceFile(this.#file(key), value, 0o600);
	}

	async delete(key: string): Promise<void> {
		await rm(this.#file(key), { force: true });
	}

	onDidChange(listener: (change: { readonly key: string }) => unknown): { dispose(): void } {
		let watcher: FSWatcher | undefined;
		let disposed = false;
		const begin = async () => {
			// The first call of the file system starts its threads, which must not delay the start of a window.
			await new Promise(setImmediate);
			await makeFolder(this.#folder, { mode: 0o700 });
			if (disposed) return;
			watcher = watch(this.#folder, { persistent: false }, (_event, name) => {
				if (name !== null && path.extname(name) === '.json') listener({ key: path.basename(name, '.json') });
			});
			watcher.on('error', () => watcher?.close());
		};
		// Without a watcher, changes of other windows are found when they matter: the file is read each time.
		begin().catch(() => undefined);
		return {
			dispose() {
				disposed = true;
				watcher?.close();
			},
		};
	}

	#file(key: string): string {
		return path.join(this.#folder, `${encodeURIComponent(key)}.json`);
	}
}
