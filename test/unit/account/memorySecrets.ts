import type { KeyValueStore } from '../../../src/core/base/keyValueStore.ts';

/** A secret storage that several "windows" share: each change is reported to all of them. */
export class MemorySecrets implements KeyValueStore {
	readonly values = new Map<string, string>();
	readonly #listeners = new Set<(change: { readonly key: string }) => unknown>();

	async get(key: string): Promise<string | undefined> {
		return this.values.get(key);
	}

	async store(key: string, value: string): Promise<void> {
		this.values.set(key, value);
		this.#notify(key);
	}

	async delete(key: string): Promise<void> {
		this.values.delete(key);
		this.#notify(key);
	}

	onDidChange(listener: (change: { readonly key: string }) => unknown): { dispose(): void } {
		this.#listeners.add(listener);
		return { dispose: () => void this.#listeners.delete(listener) };
	}

	#notify(key: string): void {
		for (const listener of [...this.#listeners]) setImmediate(() => listener({ key }));
	}
}
