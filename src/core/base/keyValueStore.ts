/** Texts by key, shared by the windows of a person, with events for changes in other windows. */
export interface KeyValueStore {
	get(key: string): PromiseLike<string | undefined>;
	store(key: string, value: string): PromiseLike<void>;
	delete(key: string): PromiseLike<void>;
	onDidChange(listener: (change: { readonly key: string }) => unknown): { dispose(): unknown };
}
