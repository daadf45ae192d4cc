/** Where secrets are kept. The editor's secret storage fits as it is; it tells of changes made in other windows too. */
export interface SecretStore {
	get(key: string): PromiseLike<string | undefined>;
	store(key: string, value: string): PromiseLike<void>;
	delete(key: string): PromiseLike<void>;
	onDidChange(listener: (change: { readonly key: string }) => unknown): { dispose(): unknown };
}
