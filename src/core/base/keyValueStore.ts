/** Texts by key, shared by the windows of a person, with news of what other windows change. */
export interface KeyValueStore {
	get(key: string): PromiseLike<string | undefined>;
	store(key: string, value: string): PromiseLike<void>;
	delete(key: string): PromiseLike<void>;
	onDidChange(listener: (change: { readonly key: string }) => unknown): { dispose(): unknown };
}
